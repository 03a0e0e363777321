"""Which pages of a match were shown, and when it moved on since: what a tap on an earlier one still means."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from glowtable.game import Action
from glowtable.match.session import Session
from glowtable.web.followers import Tap
from glowtable.web.outgoing import Page

ASKED = 12  # of what `_moment_of` says; the rest is light
PAGES = 32  # of the seats that are remembered: a tap on one of them may still mean the same


class ShownPages:
    """The pages of a match by their numbers, and those of its seats; a tap says the number of its page."""

    def __init__(self) -> None:
        self.number = 0
        self._moved_at = 0  # the number of the page on which the match had last moved on
        self._asked_at = 0  # and of that on which something else was asked last
        self._shown: tuple[Any, ...] = ()
        self._session: Session | None = None  # whose pages they are
        self._state: Any = None  # the one that is shown, kept so that no later one can have its id
        self._own_pages: deque[tuple[int, dict[int, Page]]] = deque(maxlen=PAGES)  # by the numbers of the pages
        self._acted: list[Action] = []  # what was done when these were shown

    def begin_page(self, session: Session, beside: tuple[Any, ...]) -> bool:
        """Number the page that shows this session now; False if nothing has changed.

        `beside` is what else it shows. Its last part, the seats that are claimed, makes no other page of it.
        """
        now = (*_moment_of(session), *beside)
        if now == self._shown:
            return False
        self.number += now[:-1] != self._shown[:-1]
        if now[:2] != self._shown[:2]:
            self._moved_at = self.number
        if now[:ASKED] != self._shown[:ASKED]:
            self._asked_at = self.number
        self._shown, self._state = now, session.state
        return True

    def keep_own(self, session: Session, own: Mapping[int, Page]) -> None:
        """Keep what seats see on the page; forget what one saw that has acted since, or whose action was taken back."""
        if session is not self._session:
            self._session, self._acted = session, []
            self._own_pages.clear()
        acted = [entry.action for entry in session.history]
        common = sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(acted, self._acted, strict=False)))
        for action in (*acted[common:], *self._acted[common:]):
            for _, pages in self._own_pages:
                pages.pop(action.seat, None)
        self._acted = acted
        self._own_pages.append((self.number, dict(own)))

    def replace_own(self, seat: int, page: Page) -> None:
        """A seat's own page has changed on the page that is shown."""
        self._own_pages[-1][1][seat] = page

    def is_of_now(self, tap: Tap) -> bool:
        """The match has not moved on since: what reads the same means the same."""
        return self._moved_at <= tap.at <= self.number

    def is_asked_now(self, tap: Tap) -> bool:
        """Nothing else was asked since."""
        return self._asked_at <= tap.at <= self.number

    def own_page_at(self, number: int, seat: int) -> Page | None:
        """What this seat saw last on the page of this number; None if the seat has acted since."""
        pages = (pages[seat] for at, pages in reversed(self._own_pages) if at == number and seat in pages)
        return next(pages, None)


def _moment_of(session: Session) -> tuple[Any, ...]:
    """What a page shows follows from this.

    The first two tell whether the match has moved on, the first ASKED whether an answer means something else.
    """
    return (
        id(session.state), len(session.history), session.phase, session.question, session.repairs, session.cursor,
        session.pressed, session.judge.entering, session.dispute.look, session.refused, session.paused,
        session.judge.readers, session.night, session.timeout_pct,
    )  # fmt: skip
