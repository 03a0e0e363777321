"""The people at the simulated table: they turn up its cards, make the bots' moves and press what is typed.

Everything they do goes through the firmware, as at a real table. Knows no rules: it follows the session's wishes.
"""

from __future__ import annotations

from typing import Any

from glowtable.dealer import Dealer
from glowtable.game import Action
from glowtable.link import key_code
from glowtable.session import Session
from glowtable.standing import Phase
from glowtable.table import Card, Event, Key, Press
from glowtable.tags import Book
from glowtable.twin import Twin

PATIENCE_MS = 2000  # then a gesture that brought nothing is made again: the line may have been down


class Hands:
    """Hands over one twin. They rest `pace_ms` between two gestures, so that people can follow."""

    def __init__(self, twin: Twin, book: Book, dealer: Dealer, pace_ms: int = 0) -> None:
        self.twin, self.book, self.dealer, self.pace_ms = twin, book, dealer, pace_ms
        self._done_in: tuple[Any, ...] = ()
        self._since_ms = 0
        self._drawn: tuple[Any, Action] | None = None

    def help(self, session: Session, now_ms: int) -> Event | None:
        """Do the one thing the session waits for, unless a person decides it; what no hand can do is returned."""
        standing = (session, session.state, session.phase, session.repairs, session.question)
        rested_ms = now_ms - self._since_ms
        if rested_ms < (PATIENCE_MS if standing == self._done_in else self.pace_ms):
            return None
        wanted = self._wanted(session)
        self._done_in, self._since_ms = standing, now_ms
        return wanted if wanted and not self.do(wanted, session.game.name) else None

    def do(self, event: Event, game: str) -> bool:
        """Make this gesture on the twin; False if hands cannot (it is not a thing of the table)."""
        match event:
            case Press(cell):
                self.twin.tap(cell)
            case Key():
                self.twin.key(key_code(event))
            case Card(reader, card) if self.book.tags_of(game, card):
                for other in range(8):
                    self.twin.lift(other)
                self.twin.lay(reader, self.book.tags_of(game, card)[0])
            case _:
                return False
        return True

    def _wanted(self, session: Session) -> Event | None:
        if session.phase is Phase.PLAYING:
            return self._wanted_in_play(session)
        waits = session.phase in (Phase.SETTING, Phase.DISPUTED)
        return Key(0, "confirm") if waits and not session.people else None

    def _wanted_in_play(self, session: Session) -> Event | None:
        if session.paused or session.question:
            return None
        if session.repairs:
            return None if session.people else Key(0, "confirm")
        if session.chance and not session.wants_dealer:
            return session.game.surface.gesture(self._draw(session), session.state)
        action = session.bot_action
        return session.game.surface.gesture(action, session.state) if action else None

    def _draw(self, session: Session) -> Action:
        """The card on top of the simulated stack: decided once, however often it is shown."""
        if self._drawn is None or self._drawn[0] is not session.state:
            self._drawn = (session.state, self.dealer.draw(session.chances))
        return self._drawn[1]
