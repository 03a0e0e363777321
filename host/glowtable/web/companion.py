"""The page of a match: in the thread of its pump it takes what was tapped and hands out what may be seen.

Only here do web and match meet; the server's thread never touches the session.
"""

from __future__ import annotations

from typing import Any

from glowtable.grid import TABLE_SEAT
from glowtable.match.pump import Pump
from glowtable.match.session import Session
from glowtable.messages import Message
from glowtable.table import Key, Press
from glowtable.web.incoming import Tap
from glowtable.web.outgoing import about_page, answers_of, offered, public_choices, public_page, seat_page
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.server import Heard, Server, Snapshot

STALE = PAGE_WORDS["stale"]
ALWAYS = ("wrong", "night", "next")  # keys that mean the same at every moment


class Companion:
    """One pump and its server. `keep_up` is called after each round of the pump, in its thread."""

    def __init__(self, pump: Pump, server: Server) -> None:
        self.pump, self.server = pump, server
        self.number = 0
        self._shown: tuple[Any, ...] = ()
        self._state: Any = None  # the one that is shown, kept so that no later one can have its id
        server.about = about_page(pump.session)

    def keep_up(self) -> None:
        """Do what was tapped, and publish what has changed."""
        while not self.server.taps.empty():
            self._hear(self.server.taps.get())
        self._publish_changes()

    def _publish_changes(self) -> None:
        claimed = self.server.seats.claimed
        now = (*_moment(self.pump.session), tuple(self.pump.said[-1:]), len(self.pump.said), claimed)
        if now == self._shown:
            return
        self.number += now[:-1] != self._shown[:-1]
        self._shown = now
        session = self.pump.session
        self._state = session.state
        own = {seat: seat_page(session, seat) for seat in claimed if seat in session.people}
        self.server.publish_snapshot(Snapshot(self.number, public_page(session, self.pump.said), own))

    def _hear(self, heard: Heard) -> None:
        doing = self._seat_tap if heard.seat is not None else self._table_tap
        if not doing(heard.tap, heard.seat if heard.seat is not None else TABLE_SEAT):
            heard.answer(STALE)

    # -- at the table's own page

    def _table_tap(self, tap: Tap, seat: int) -> bool:
        """Do it; False if it no longer means what the page showed."""
        match tap.does:
            case "why":
                self.pump.explain_cell(tap.cell)
            case "press":
                return self._press(tap)
            case "key":
                return self._key(tap, tap.seat)
            case "choose":
                return self._choose_openly(tap.id)
        return True

    def _press(self, tap: Tap) -> bool:
        """A cell that means the same as when it was shown, though the table has moved on, is pressed all the same."""
        session = self.pump.session
        if tap.at != self.number and tap.id != _meaning_text(session, tap.cell):
            return False
        self.pump.take_typed(Press(tap.cell))
        return True

    def _key(self, tap: Tap, seat: int) -> bool:
        if tap.at != self.number and tap.key not in ALWAYS:
            return False
        self.pump.take_typed(Key(seat, tap.key))
        return True

    def _choose_openly(self, text: str) -> bool:
        session = self.pump.session
        found = [action for action in public_choices(session) if str(action) == text]
        for action in found:
            self.pump.take_typed(session.game.surface.gesture(action, session.course.public_state))
        return bool(found)

    # -- at a seat's own device

    def _seat_tap(self, tap: Tap, seat: int) -> bool:
        if tap.does == "choose":
            return self._choose(tap.id, seat)
        if tap.does == "key" and self._may_press(tap.key, seat):
            return self._key(tap, seat)
        return tap.does != "key"

    def _may_press(self, key: str, seat: int) -> bool:
        """Its own keys, and of them only those that its page shows."""
        return key == "undo" or key in [answer["key"] for answer in answers_of(self.pump.session, seat)]

    def _choose(self, text: str, seat: int) -> bool:
        """The owner of a seat does one of its own legal actions: nobody else needs to agree to it."""
        session = self.pump.session
        found = [action for action in offered(session, seat) if str(action) == text]
        for action in found:
            self.pump.take_chosen(session.course.gesture_for(action))
        return bool(found)


def _moment(session: Session) -> tuple[Any, ...]:
    """What a page shows follows from this."""
    return (
        id(session.state), len(session.history), session.phase, session.question, session.repairs, session.cursor,
        session.pressed, session.judge.entering, session.dispute.look, session.refused, session.paused, session.night,
        session.silence_pct, session.judge.readers,
    )  # fmt: skip


def _meaning_text(session: Session, cell: int) -> str:
    meant = session.judge.meaning_of(Press(cell)) if cell in session.lit_cells else None
    return "" if meant is None or isinstance(meant, Message) else str(meant)
