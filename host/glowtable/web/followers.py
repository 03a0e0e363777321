"""Pages that follow the match: what one of them gets, and what is heard of it. Knows no session and no route."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from glowtable.web.incoming import AT_MAKER, COME_BACK, IN_LOBBY, IN_MATCH, Tap
from glowtable.web.outgoing import Page

MOST_NOTES = 64  # that wait to be sent to one page
TAPS_A_SECOND = 50  # of one page; hasty hands at a self-test make twenty, and a faster page is closed with 1008


class ReceivedTap(NamedTuple):
    """A tap, and whose page it came from: a seat, or None for the table's own page."""

    tap: Tap
    seat: int | None
    refuse: Callable[[Any], None]  # tells this device alone, in a sentence, why it is not done
    confirm: Callable[[], None] = lambda: None  # tells this device alone that it is done
    is_late: Callable[[], bool] = lambda: False  # whether its page has given it up meanwhile, or soon will
    device: str = ""  # in a lobby: whose page it came from, as Seats knows the device
    left: int | None = None  # from a page that looks on: the seat that others have taken over from its device


class Snapshot(NamedTuple):
    """A moment of the match as plain data: for all, and for each claimed seat."""

    number: int
    public: Page
    own: Mapping[int, Page]


class Follower:
    """One page that follows the match. A slow one gets the newest moment, never a queue of old ones."""

    def __init__(
        self, seat: int | None, is_table: bool, language: str, is_maker: bool = False, device: str | None = None,
        left: int | None = None, return_code: str = "",
    ) -> None:  # fmt: skip
        """`device`: as Seats knows it, if this is a page of the lobby; '' for one that may only look on.

        `left`: the seat that others have taken over from the device of a page that looks on.
        `return_code`: with which the device of a seat has it again at another address.
        """
        self.left, self.return_code = left, return_code
        self.seat, self.is_table, self.language, self.is_maker = seat, is_table, language, is_maker
        self.is_lobby, self.device = device is not None, device or ""
        self.news = asyncio.Event()
        self.notes: deque[Page] = deque(maxlen=MOST_NOTES)
        self.close_code = 0  # with which the page is dismissed
        self.shown_text = ""  # the moment that was sent last
        self._tapped: deque[float] = deque(maxlen=TAPS_A_SECOND)

    def add_note(self, note: Any) -> None:
        """A sentence for this page alone."""
        self._add({"note": note})

    def refuse_tap(self, number: int, note: Any) -> None:
        """This tap of the page is not done; the sentence says why."""
        self._add({"tap": number, "note": note})

    def confirm_tap(self, number: int) -> None:
        """This tap of the page is done."""
        self._add({"tap": number})

    @property
    def is_dismissed(self) -> bool:
        return self.close_code != 0

    def send_away(self, close_code: int) -> None:
        """Send this page nothing more, and close its connection."""
        self.close_code = close_code
        self.news.set()

    def _add(self, note: Page) -> None:
        self.notes.append(note)
        self.news.set()

    @property
    def device_or_seat(self) -> str | int:
        """What it is the page of: in a lobby its device, in a match its seat; '' for a page that looks on."""
        return self.device if self.seat is None else self.seat

    @property
    def may_do(self) -> tuple[str, ...]:
        """What can be tapped on this page; on a board nothing, but whoever was taken over from may come back."""
        if self.is_maker:
            return AT_MAKER
        if self.is_lobby:
            return IN_LOBBY if self.is_table or self.device else ()
        if self.left is not None:
            return COME_BACK
        return IN_MATCH if self.is_table or self.seat is not None else ()

    @property
    def tapped_at_s(self) -> float:
        """When it was tapped last; long ago if never."""
        return self._tapped[-1] if self._tapped else float("-inf")

    def is_too_fast(self, now_s: float) -> bool:
        """Whether the tap that comes now is one too many within a second."""
        is_full = len(self._tapped) == TAPS_A_SECOND
        too_fast = is_full and now_s - self._tapped[0] < 1.0
        self._tapped.append(now_s)
        return too_fast
