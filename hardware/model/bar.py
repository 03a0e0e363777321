"""The bar: the table's own six keys, each with its diode, and one lead to the hub.

It has no ground: seven lines of the matrix are all that comes. Their ESD arrays are at the hub.
"""

from __future__ import annotations

from collections.abc import Iterator

from glowtable.table import TABLE_KEYS

from hardware.model.board import Board, Part, across, wired
from hardware.model.chips import KEYS_PLUG
from hardware.model.kinds import KEY
from hardware.model.panel import points
from hardware.model.smd import CHIP_SCHOTTKY

TABLE_ROW = "ROW9"
COLUMNS = tuple(f"COL{n}" for n in range(len(TABLE_KEYS)))
NAMES = tuple(key.upper().replace("SPARE", "SPARE ") for key in TABLE_KEYS)  # as people read them


def keys() -> Iterator[Part]:
    """The nth key is on the nth column, as the host counts them."""
    for n, (name, column) in enumerate(zip(NAMES, COLUMNS, strict=True), 1):
        yield across(f"SW{n}", KEY, name.capitalize(), column, f"KEY{n}")
        yield across(f"D{n}", CHIP_SCHOTTKY, "BAT54", TABLE_ROW, f"KEY{n}")


def parts() -> Iterator[Part]:
    yield wired("J1", KEYS_PLUG, "Hub", {"ROW": TABLE_ROW, **{f"C{n}": column for n, column in enumerate(COLUMNS)}})
    yield from keys()
    yield from points({"ROW": TABLE_ROW, **{f"C{n}": column for n, column in enumerate(COLUMNS)}})


BAR = Board("bar", "Glowtable bar: the table's own keys", tuple(parts()))
