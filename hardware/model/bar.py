"""The bar: the table's own six keys, each with its diode, and one lead to the hub.

It has no ground: seven lines of the matrix are all that comes. Their ESD arrays are at the hub.
"""

from __future__ import annotations

from glowtable.table import TABLE_KEYS

from hardware.model.read import read

TABLE_ROW = "ROW9"
COLUMNS = tuple(f"COL{n}" for n in range(len(TABLE_KEYS)))
NAMES = tuple(key.upper().replace("SPARE", "SPARE ") for key in TABLE_KEYS)  # as people read them
BAR = read("bar")
