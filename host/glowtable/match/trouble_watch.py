"""What is wrong with a table while a match is played, and what brings it back."""

from __future__ import annotations

from collections.abc import Callable

from glowtable.device.connection import Connection
from glowtable.device.troubles import (
    BACK_ELSEWHERE,
    MENDS_SAFE,
    NOTHING_TO_MEND,
    PORT_MESSAGES,
    RECOVERY_KEYS,
    SAFE_MODE,
    diagnose_port,
    explain_trouble,
    trouble_words,
)
from glowtable.messages import Message, UserError, filled

AWAY_MS = 2000  # a table that was reset is back sooner


class TroubleWatch:
    """Follows what the table reports of itself, and what is seen at its port while it is away."""

    def __init__(self, connection: Connection, tell_people: Callable[[Message], None]) -> None:
        self.connection, self.tell_people = connection, tell_people
        self._words: list[str] = []  # as the table reported them last
        self._seen, self._since_ms = "", 0  # what is seen of a table that is away ('' for nothing yet), and since when
        self._port_state = ""  # what was said of a table that is away
        self._port_name = connection.name  # as people know it

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is wrong now, each with the next step; first what is seen of a table that is away."""
        return (*([self._port_message] if self._port_state else []), *map(explain_trouble, self._words))

    def new_words(self, trouble: str) -> list[str]:
        """What the table reports of itself now: the words of it that are new."""
        known, self._words = self._words, trouble_words(trouble)
        return [word for word in self._words if word not in known]

    def step(self, is_away: bool, now_ms: int) -> None:
        """Tell people what is seen instead of the table, once that has been so for a while, and how to mend it."""
        if not is_away:
            self._seen, self._since_ms, self._port_state = "", now_ms, ""
            return
        state = diagnose_port(self.connection)
        if state != self._seen:
            self._seen, self._since_ms = state, now_ms
        if now_ms - self._since_ms >= AWAY_MS and state != self._port_state:
            self._port_state = state
            self.tell_people(self._port_message)

    def greet_table(self) -> None:
        """The table is back: if at another port, that is said."""
        if self.connection.name != self._port_name:
            self._port_name = self.connection.name
            self.tell_people(filled(BACK_ELSEWHERE, {"port": self._port_name}))

    def mend_table(self) -> None:
        """Type at the port what brings back a table that is away or in its safe mode; else say what people can do."""
        state = self._port_state or (SAFE_MODE if SAFE_MODE in self._words else "")
        if state == SAFE_MODE:
            self.tell_people(MENDS_SAFE)
        if state in RECOVERY_KEYS:
            try:
                self.connection.type_keys(RECOVERY_KEYS[state])
            except UserError as error:
                self.tell_people(error.message)
            return
        for message in self.messages or (NOTHING_TO_MEND,):
            self.tell_people(message)

    @property
    def _port_message(self) -> Message:
        return filled(PORT_MESSAGES[self._port_state], {"port": self.connection.name})
