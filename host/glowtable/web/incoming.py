"""A tap on a page as it comes in: checked, and never more than its few fields. It knows no session."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from glowtable.grid import CELLS, SEATS, TABLE_SEAT
from glowtable.table import SEAT_KEYS, TABLE_KEYS

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
    return tap if tap.does != "key" or tap.key in _keys_of(tap.seat) else None


def _keys_of(seat: int) -> tuple[str, ...]:
    return TABLE_KEYS if seat == TABLE_SEAT else SEAT_KEYS
