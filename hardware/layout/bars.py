"""The layout of the table's bar: two rows of three keys, as wide as a pod, its plug towards the tray.

Millimetres from the top left corner. Between the rows is room for the keys' names on the lid.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.layout.panels import REVISION, at
from hardware.layout.plan import QUARTER, Layout, Print, U
from hardware.layout.pods import KEY_PITCH, MIDDLE, WIDE
from hardware.model.bar import NAMES
from hardware.places import Place, Point

HIGH = 53.34
ROWS_Y = (18.415, 43.815)  # of the keys' middles
PLUG_Y, PLUG_HALF = 3.81, 7.5  # its pins, and from its middle to the outer ones
SCREW_IN = 4.445  # a hole at each corner: from both edges
POINTS_Y, POINT_STEP = 29.845, 7.62
LINES = ("ROW", *(f"C{n}" for n in range(len(NAMES))))


def key_spot(n: int) -> Point:
    """The middle of the nth key, from 0, as one reads."""
    row, column = divmod(n, 3)
    return MIDDLE + (column - 1) * KEY_PITCH, ROWS_Y[row]


def keys() -> dict[str, Place]:
    found = {}
    for n in range(len(NAMES)):
        x, y = key_spot(n)
        found[f"SW{n + 1}"] = at(x - 3.81, y - 2.54)
        found[f"D{n + 1}"] = at(x + KEY_PITCH / 2, y - 0.9, QUARTER)
    return found


def point_x(n: int) -> float:
    return MIDDLE + (n - 3) * POINT_STEP


def prints() -> Iterator[Print]:
    yield Print("GLOWTABLE BAR", (MIDDLE - 15) / U, 34.3 / U, 1.6)
    yield Print(REVISION, (MIDDLE + 15) / U, 34.3 / U, 1.2)
    for n, name in enumerate(NAMES):
        x, y = key_spot(n)
        yield Print(name, x / U, (y + 8.2) / U, 1.2)
    for n, line in enumerate(LINES):
        yield Print(line, (MIDDLE + (n - 3) * 2.5) / U, (PLUG_Y + 4.6) / U, 0.8)
        yield Print(line, point_x(n) / U, (POINTS_Y + 2.1) / U, 0.8)


BAR = Layout(
    WIDE / U,
    HIGH / U,
    {
        "J1": at(MIDDLE - PLUG_HALF, PLUG_Y, QUARTER),
        **keys(),
        **{f"TP{n + 1}": at(point_x(n), POINTS_Y) for n in range(len(LINES))},
    },
    tuple((x / U, y / U) for x in (SCREW_IN, WIDE - SCREW_IN) for y in (SCREW_IN, HIGH - SCREW_IN)),
    tuple(prints()),
    legend=((WIDE - 11.5, 9.5, WIDE - 1.5, HIGH - 9.5),),
)
