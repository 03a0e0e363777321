"""The layouts of the table's panels: one cell, and a quarter of nine. Millimetres, from product/cell.py."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hardware.layout.plan import AS_DRAWN, HALF, QUARTER, THREE_QUARTERS, Layout, Line, Print, U
from hardware.layout.shapes import BACK
from hardware.places import Place, Point, turned
from hardware.product import cell

HOLE = "Hole_M2.5"
TRUNK_MM = 5.0  # wide: what brings 5 V to the LEDs
TRUNK_AT = 11.0  # below a cell's middle
CAPACITOR_AT: Point = (-4.8, -0.65)  # from its LED, at the side of its 5 V
DIODE_AT: Point = (10.5, 2.25)  # clear of the plate's pegs
CHAINED = ((-1, 1, THREE_QUARTERS), (-1, -1, HALF), (1, -1, QUARTER), (1, 1, AS_DRAWN))  # LEDs: sides, turn
REVISION = "REV A  2026-11"


def at(x: float, y: float, turn: int = AS_DRAWN) -> Place:
    return Place(x / U, y / U, turn)


def cell_places(number: int, middle: Point, turn: int = AS_DRAWN) -> dict[str, Place]:
    """Where the parts of a cell sit; a cell turned by half lets the data come from the other side."""

    def place(x: float, y: float, own: int = AS_DRAWN) -> Place:
        dx, dy = turned((x, y), turn)
        return at(middle[0] + dx, middle[1] + dy, (own + turn) % 4)

    x, y = cell.LED
    leds = [(side * x, down * y, own) for side, down, own in CHAINED]
    found = {
        f"SW{number}0": place(0, 0),
        f"D{number}0": place(*DIODE_AT, HALF),
    }
    for corner, (led_x, led_y, own) in enumerate(leds, 1):
        dx, dy = turned(CAPACITOR_AT, own)
        found[f"LED{number}{corner}"] = place(led_x, led_y, own)
        found[f"C{number}{corner}"] = place(led_x + dx, led_y + dy, (own + THREE_QUARTERS) % 4)
    return found


# -- the coupon

COUPON_MM = 66.0
_MIDDLE = COUPON_MM / 2


def on_coupon(x: float, y: float, turn: int = AS_DRAWN) -> Place:
    return at(_MIDDLE + x, _MIDDLE + y, turn)


def coupon_trunk() -> Iterator[Line]:
    y, plug = _MIDDLE + TRUNK_AT, _MIDDLE + 6.35
    yield Line("+5V", BACK, (_MIDDLE - 15, y), (_MIDDLE + 15, y), TRUNK_MM)
    yield Line("+5V", BACK, (plug, y), (plug, _MIDDLE + 23), 2.0)


COUPON_POINTS = ("5V", "GND", "DIN", "DOUT", "COL", "KEY")
COUPON = Layout(
    COUPON_MM / U,
    COUPON_MM / U,
    {
        **cell_places(1, (_MIDDLE, _MIDDLE)),
        "J1": on_coupon(6.35, 23, THREE_QUARTERS),
        "R1": on_coupon(-10, -12),
        "D1": on_coupon(-14, -6),
        **{f"TP{n}": on_coupon(-8 + 3.2 * (n - 1), -24) for n in range(1, 7)},
    },
    tuple(((_MIDDLE + x) / U, (_MIDDLE + y) / U) for x, y in cell.turned((0, 30))),
    (
        Print("GLOWTABLE COUPON", _MIDDLE / U, (_MIDDLE - 16) / U, 1.2),
        Print(REVISION, _MIDDLE / U, (_MIDDLE - 13.5) / U, 1.0),
        *(
            Print(text, (_MIDDLE + 6.35) / U - n, (_MIDDLE + 26) / U, 0.8, is_back=True)
            for n, text in enumerate(("5V", "GND", "DIN", "OUT", "ROW", "COL"))
        ),
        *(Print(text, (_MIDDLE - 8 + 3.2 * n) / U, (_MIDDLE - 21.8) / U, 0.8) for n, text in enumerate(COUPON_POINTS)),
    ),
    HOLE,
    tuple(coupon_trunk()),
    has_plane=True,
    bare=((_MIDDLE - 18.2, _MIDDLE - 9.2, _MIDDLE - 12.3, _MIDDLE - 3.8),),  # around the pins of the light
    legend=((_MIDDLE + 4, _MIDDLE - 17, _MIDDLE + 26, _MIDDLE - 5),),
)

# -- the quarter

QUARTER_MM = 3 * cell.PITCH - 0.1  # a tenth less, so that four lie side by side
SIDES = range(3)
MIDDLES = [QUARTER_MM / 2 + (n - 1) * cell.PITCH for n in SIDES]
CROSSINGS = [(a + b) / 2 for a, b in pairwise(MIDDLES)]
TRUNK_END = 16.5  # of a trunk, beyond the middle of a row's first or last cell: the data passes beside it
TRUNK_ASIDE = 9.0  # of the trunk that joins the others, right of the last column's middle


def quarter_cells() -> dict[str, Place]:
    """The middle row is turned, so that the data goes back through it."""
    found: dict[str, Place] = {}
    for n in range(9):
        row, column = divmod(n, 3)
        found |= cell_places(n + 1, (MIDDLES[column], MIDDLES[row]), HALF if row == 1 else AS_DRAWN)
    return found


def quarter_trunk() -> Iterator[Line]:
    heights = [MIDDLES[row] + (-TRUNK_AT if row == 1 else TRUNK_AT) for row in SIDES]
    aside = MIDDLES[-1] + TRUNK_ASIDE
    for y in heights:
        yield Line("+5V", BACK, (MIDDLES[0] - TRUNK_END, y), (MIDDLES[-1] + TRUNK_END, y), TRUNK_MM)
    yield Line("+5V", BACK, (aside, heights[0]), (aside, heights[-1]), TRUNK_MM)


def last(x: float, y: float, turn: int = AS_DRAWN) -> Place:
    """A place in the cell that comes to lie nearest to the table's middle."""
    return at(MIDDLES[-1] + x, MIDDLES[-1] + y, turn)


POINTS = ("R0", "R1", "R2", "C0", "C1", "C2", "DIN", "DOUT", "5V", "GND")


def quarter_prints() -> Iterator[Print]:
    x, y = MIDDLES[-1] / U, MIDDLES[-1] / U
    yield Print("GLOWTABLE QUARTER", MIDDLES[1] / U, (MIDDLES[1] - 23) / U, 2.0)
    yield Print(REVISION, MIDDLES[1] / U, (MIDDLES[1] - 13) / U, 1.2)
    yield Print("THIS CORNER TO THE TABLE'S MIDDLE", x, y + 32 / U, 1.0)
    for n, text in enumerate(POINTS):
        yield Print(text, x + (-13 + 3.05 * n) / U, y + 30 / U, 0.8)


QUARTER_PANEL = Layout(
    QUARTER_MM / U,
    QUARTER_MM / U,
    {
        **quarter_cells(),
        "J1": last(8.89, 22.27, THREE_QUARTERS),
        "J2": last(10, -22.5, HALF),
        "C1": at(MIDDLES[-1] + TRUNK_ASIDE, MIDDLES[1] + 14),
        "R1": last(-13, -10),
        "D1": last(-12, -5),
        **{f"TP{n}": last(-13 + 3.05 * (n - 1), 28) for n in range(1, 11)},
    },
    tuple((x / U, y / U) for x in CROSSINGS for y in CROSSINGS),
    tuple(quarter_prints()),
    HOLE,
    tuple(quarter_trunk()),
    has_plane=True,
    bare=(  # around the pins of the plug and of the light
        (MIDDLES[-1] - 14.2, MIDDLES[-1] + 17.5, MIDDLES[-1] + 15.6, MIDDLES[-1] + 29.5),
        (MIDDLES[-1] - 16.2, MIDDLES[-1] - 6.6, MIDDLES[-1] - 10.4, MIDDLES[-1] - 3.4),
    ),
    legend=((MIDDLES[0] - 22, MIDDLES[1] - 12, MIDDLES[0] + 22, MIDDLES[1] + 16),),
)
