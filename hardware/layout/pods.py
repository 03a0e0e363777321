"""The layout of the table's pod: keys at the player's edge, the reader's module above, its cable beyond.

Millimetres from the top left corner. The module stands on its socket and hangs over the board: below its antenna
is no copper, which would take its field, and no ring of copper goes around it: a slit on the left opens it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.layout.panels import CAPACITOR_AT, REVISION, at
from hardware.layout.plan import HALF, QUARTER, THREE_QUARTERS, Layout, Line, Print, U
from hardware.layout.route import HALF_STEP
from hardware.layout.shapes import BACK
from hardware.places import Place, Point, turned

WIDE, HIGH = 74.93, 97.79
MIDDLE = WIDE / 2
KEY_PITCH, KEYS_Y = 19.05, 88.9
LED_PITCH, LEDS_Y = 15.24, 75.565
PLUG_Y, SOCKET_Y = 6.35, 12.7
MODULE = (40.0, 60.0)
MODULE_TOP = SOCKET_Y - 2.5
ANTENNA = (MIDDLE - 19, MODULE_TOP + 17.5, MIDDLE + 19, MODULE_TOP + 56)
REST = (12.7, 66.04)  # holes for the pins of what the module's far end lies on: from the middle, from the top
SCREWS = (4.445, 4.445)  # a hole at each corner: from the sides, from top and bottom
SLIT = (0.0, ANTENNA[3] - 8, ANTENNA[0], ANTENNA[3] - 6)
KEYS_X = tuple(MIDDLE + n * KEY_PITCH for n in (-1, 0, 1))
POINTS = ("5V", "3V3", "GND", "SCK", "MISO", "RST", "DIN", "DOUT", "SEAT")


def keys() -> dict[str, Place]:
    found = {}
    for n, x in enumerate(KEYS_X, 1):
        found[f"SW{n}"] = at(x - 3.81, KEYS_Y - 2.54)
        found[f"D{n}"] = at(x + KEY_PITCH / 2, KEYS_Y - 2.17, QUARTER)
    return found


def lights() -> dict[str, Place]:
    """The data comes from the left."""
    found, (dx, dy) = {}, turned(CAPACITOR_AT, HALF)
    for n in range(4):
        x = MIDDLE + (n - 1.5) * LED_PITCH
        found[f"LED{n + 1}"] = at(x, LEDS_Y, HALF)
        found[f"C{n + 1}"] = at(x + dx, LEDS_Y + dy, (HALF + THREE_QUARTERS) % 4)
    return found


def prints() -> Iterator[Print]:
    yield Print("GLOWTABLE POD", MIDDLE / U, 36 / U, 2.0)
    yield Print(REVISION, MIDDLE / U, 39.5 / U, 1.2)
    yield Print("READER ABOVE: NO METAL HERE", MIDDLE / U, 44 / U, 1.2)
    yield Print("SDA", (MIDDLE - 8.89) / U, (SOCKET_Y + 2.6) / U, 0.8)
    yield Print("3V3", (MIDDLE + 8.89) / U, (SOCKET_Y + 2.6) / U, 0.8)
    yield Print("100 uF", 60.96 / U, 26.7 / U, 0.8)
    for x, text in zip(KEYS_X, ("CONFIRM", "PASS", "UNDO"), strict=True):
        yield Print(text, x / U, (KEYS_Y - 8.5) / U, 1.2)
    for n, text in enumerate(POINTS):
        yield Print(text, point_x(n) / U, (point_y(n) + 2.1) / U, 0.8)


def screw_holes() -> list[Point]:
    x, y = SCREWS
    return [(across, along) for across in (x, WIDE - x) for along in (y, HIGH - y)]


def rest_holes() -> list[Point]:
    return [(MIDDLE + side * REST[0], REST[1]) for side in (-1, 1)]


def point_x(n: int) -> float:
    return 5.08 if n < 5 else WIDE - 5.08


def point_y(n: int) -> float:
    return 24.13 + 7.62 * (n if n < 5 else n - 5)


POD = Layout(
    WIDE / U,
    HIGH / U,
    {
        "J1": at(MIDDLE - 7.62, PLUG_Y, QUARTER),
        "J2": at(MIDDLE - 8.89, SOCKET_Y, QUARTER),
        "U1": at(60.96, 13.97 + HALF_STEP),
        "C5": at(66.675, 15.24, QUARTER),
        "C6": at(60.96, 22.225),
        "C7": at(52.07, 19.05, QUARTER),
        "R1": at(66.04, 10.16),
        "D4": at(61.595, 10.16, HALF),
        "U2": at(12.7, 15.24 + HALF_STEP),
        "R2": at(20.32, 15.24, QUARTER),
        "R3": at(67.31, LEDS_Y - 3, QUARTER),
        **keys(),
        **lights(),
        **{f"TP{n + 1}": at(point_x(n), point_y(n)) for n in range(9)},
    },
    tuple((x / U, y / U) for x, y in (*screw_holes(), *rest_holes())),
    tuple(prints()),
    lines=(Line("GND", BACK, (MIDDLE - 7.62, PLUG_Y - 2.54), (MIDDLE - 7.62, PLUG_Y - 4.1), 0.3),),  # its third spoke
    has_plane=True,
    bare=((MIDDLE - 11, PLUG_Y - 4.5, MIDDLE + 11, SOCKET_Y + 2),),  # around the pins of plug and socket
    clear=(ANTENNA, SLIT),
    legend=((ANTENNA[0] + 6, ANTENNA[1] + 3, ANTENNA[2] - 6, ANTENNA[3] - 8),),
)
