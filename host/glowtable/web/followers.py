"""Pages that follow the match: what one of them gets, and what is heard of it. Knows no session and no route.

Every page hears a beat: by it a page notices that the host is silent, and the host how old a tap is. A page that is
silent itself is noticed by the pings of its WebSocket. A tap is checked, and never more than its few fields.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from glowtable.device.clock import boot_ms
from glowtable.grid import CELLS, SEATS, TABLE_SEAT
from glowtable.table import SEAT_KEYS, TABLE_KEYS
from glowtable.web.outgoing import Page

BEAT_S = 2.0  # a page calls the host away after 5 s of silence: two beats may be lost
PING_S, PONG_S = 2.5, 3.5  # a page that is gone is noticed within 6 s
LATE_MS = 2000  # after so long a page has said that nothing came of the tap


def beat_text() -> str:
    """The frame of a beat. It carries the host's time in ms; a tap carries this, counted on by its page."""
    return f'{{"beat":{boot_ms()}}}'


def is_late(beat_ms: int) -> bool:
    """Whether a tap is too old to be done: the host was stopped, the computer slept, or the network was slow."""
    return boot_ms() - beat_ms > LATE_MS


LONGEST_ID = 200
MOST = 2**53  # numbers of a page are exact below
HALF_LETTER = re.compile("[\ud800-\udfff]")  # JSON can say it; nothing can write it down
IN_MATCH = ("press", "key", "choose", "step", "show", "lay", "why", "mend", "free", "lobby", "bot", "person", "back")
IN_LOBBY = ("game", "sit", "take", "bot", "leave", "option", "start", "learn", "resume", "care", "prefer")
COME_BACK = ("back",)  # to a seat that others have taken over
AT_MAKER = ("press", "say")  # a cell, and a line as it could be typed
DOES = tuple(dict.fromkeys((*IN_MATCH, *IN_LOBBY, *AT_MAKER)))


class Tap(NamedTuple):
    """What a finger did on a page that showed moment `at`: on a cell, a key or a button.

    `id` is what the page said that it would do: '' where it promised nothing. `tap` is its number, by which it is
    answered, and `beat` when it was tapped: the last beat that the page heard, counted on in ms.
    """

    does: str
    at: int = -1
    cell: int = 0
    seat: int = TABLE_SEAT
    key: str = ""
    id: str = ""
    tap: int = 0
    beat: int = 0


CHECKS: Mapping[str, Callable[[Any], bool]] = {
    "does": lambda value: value in DOES,
    "at": lambda value: type(value) is int,
    "cell": lambda value: type(value) is int and 0 <= value < CELLS,
    "seat": lambda value: type(value) is int and TABLE_SEAT <= value < SEATS,
    "key": lambda value: value in (*SEAT_KEYS, *TABLE_KEYS),
    "id": lambda value: isinstance(value, str) and len(value) <= LONGEST_ID and not HALF_LETTER.search(value),
    "tap": lambda value: type(value) is int and 0 <= value < MOST,
    "beat": lambda value: type(value) is int and 0 <= value < MOST,
}


def read_tap(text: str) -> Tap | None:
    """The tap that a page sent; None if it is none."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict) or "does" not in fields or not fields.keys() <= CHECKS.keys():
        return None
    if not all(CHECKS[name](value) for name, value in fields.items()):
        return None
    tap = Tap(**fields)
    keys = TABLE_KEYS if tap.seat == TABLE_SEAT else SEAT_KEYS
    return tap if tap.does != "key" or tap.key in keys else None


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
        left: int | None = None, return_code: str = "", missed: int | None = None,
    ) -> None:  # fmt: skip
        """`device`: as Seats knows it, if this is a page of the lobby; '' for one that may only look on.

        `left`: the seat that others have taken over from the device of a page that looks on.
        `return_code`: with which the device of a seat has it again at another address.
        `missed`: the seat of a resumed match under whose name the device of a page that looks on sat in the lobby.
        """
        self.left, self.return_code, self.missed = left, return_code, missed
        self.seat, self.is_table, self.language, self.is_maker = seat, is_table, language, is_maker
        self.is_lobby, self.device = device is not None, device or ""
        self.news = asyncio.Event()
        self.notes: deque[Page] = deque(maxlen=MOST_NOTES)
        self.close_code = 0  # with which the page is dismissed
        self.shown_text = ""  # the moment that was sent last
        self.is_being_sent = False  # news is on its way to the page
        self._tapped: deque[float] = deque(maxlen=TAPS_A_SECOND)

    def refuse_tap(self, number: int, note: Any) -> None:
        """This tap of the page is not done; the sentence says why."""
        self._add_note({"tap": number, "note": note})

    def confirm_tap(self, number: int) -> None:
        """This tap of the page is done."""
        self._add_note({"tap": number})

    @property
    def has_news(self) -> bool:
        """Whether the page has not been sent all that is for it."""
        return not self.is_dismissed and (self.news.is_set() or self.is_being_sent)

    @property
    def is_dismissed(self) -> bool:
        return self.close_code != 0

    def send_away(self, close_code: int) -> None:
        """Send this page nothing more, and close its connection."""
        self.close_code = close_code
        self.news.set()

    def _add_note(self, note: Page) -> None:
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


class Wakeup:
    """Wakes the thread of the match when something was tapped: it waits for this beside the table's port.

    `ring` from any thread; `file` can be waited for until somebody has, and `clear_wakeup` makes it quiet again.
    """

    def __init__(self) -> None:
        self._ringing, self._heard = socket.socketpair()
        self._ringing.setblocking(False)
        self._heard.setblocking(False)

    @property
    def file(self) -> int:
        return self._heard.fileno()

    def ring(self) -> None:
        with suppress(OSError):  # it rings loud enough already, or nobody listens any more
            self._ringing.send(b"\0")

    def clear_wakeup(self) -> None:
        with suppress(BlockingIOError):
            while self._heard.recv(4096):
                continue

    def close(self) -> None:
        """It never rings again; who still rings it is not heard."""
        self._ringing.close()
        self._heard.close()
