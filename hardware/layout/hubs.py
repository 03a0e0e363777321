"""The layout of the table's hub: plugs around the edges, the Pico at the rear, chips under it and beside it.

Millimetres from the top left corner, which is the rear left one as the table stands. Flat parts lie under the Pico,
for it stands on sockets. 5 V goes on the front, wide, from the inlet's fuse past the bulk capacitor to the switches.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.layout.hub_ports import (
    BRIDGED,
    FRONT_PORTS,
    PITCH,
    SIDE_PORTS,
    STRIP_X,
    near,
    port_names,
    ports,
)
from hardware.layout.panels import REVISION, at
from hardware.layout.plan import HALF, QUARTER, Layout, Line, Print, U
from hardware.layout.route import HALF_STEP, STEP
from hardware.layout.shapes import BACK, FRONT
from hardware.places import Place, Point

SIDE_MM = 100.0
HOLE_IN = 4.0  # from the edges
PICO: Point = (51.435, 1.905)  # its pin 40
QUARTERS = ((15.875, 70.485), (66.04, 70.485), (15.875, 80.01), (66.04, 80.01))  # as one reads
POWERS = ((42.545, 68.58), (51.435, 68.58), (42.545, 78.105), (51.435, 78.105))
GUARDS = tuple(17.78 + 6.985 * n for n in range(5))  # the middles of the switches
TRUNK_X, TRUNK_Y, WIDE = 44.45, 40.64, 5.0


def inlet() -> dict[str, Place]:
    return {
        "J1": at(27.94, 3.175, HALF),
        "J2": at(13.335, 4.445, QUARTER),
        "F1": at(28.575, 10.795),
        "Q1": at(38.735, 9.525 + HALF_STEP, HALF),
        "Q2": at(38.735, 14.605 + HALF_STEP, HALF),
        "D1": at(40.005, 19.05, HALF),
        "C1": at(TRUNK_X, 26.67, HALF),
        "R1": near(19.05, 10.795),
        "R2": near(22.225, 10.795),
        "D2": at(57.15, 3.175),
        "C2": near(63.5, 3.175),
        "R3": near(54.6, 6.99),
        "R4": near(57.8, 6.99),
        "C3": near(61.0, 6.99),
        "R36": near(64.2, 6.99),
        "R5": near(31.75, 20.3),
        "D3": at(31.75, 24.13, HALF),
        "SW1": at(43.815, 3.81, HALF),
    }


def guards() -> dict[str, Place]:
    found = {}
    for n, x in enumerate(GUARDS):
        found[f"U{11 + n}"] = at(x, 45.72 + HALF_STEP)
        rows = ((f"C{11 + n}", f"R{11 + n}"), (f"R{16 + n}", f"C{16 + n}"), (f"R{21 + n}", f"R{26 + n}"))
        for row, (left, right) in enumerate(rows):
            y = 49.53 + PITCH * row
            found |= {left: near(x - 2 * STEP, y), right: near(x + 3 * STEP, y)}
        if n < len(POWERS):
            found[f"C{21 + n}"] = near(x, 59.69)
            found[f"J{3 + n}"] = at(*POWERS[n])
    return found


def logic() -> dict[str, Place]:
    middle, aside = PICO[0] + 8.89, 75.565
    decoders = {f"U{2 + n}": at(aside, 31.75 + 11.43 * n) for n in range(3)}
    return {
        "U1": at(*PICO),
        "U6": at(middle, 22.225),
        "U7": at(middle, 39.37),
        "C36": near(middle - 2, 30.48),
        "C37": near(middle + 2, 30.48),
        **{ref: near(54.7 + PITCH * n, 47.625) for n, ref in enumerate(("R10", "R8", "R9", "R32"))},
        **decoders,
        "C31": near(81.9, 28),
        "C32": near(81.9, 34.29),
        "C33": near(81.9, 52),
        "U5": at(55.88, 57.785),
        "C34": near(61.6, 54),
        "R31": near(61.6, 57.2),
        "U9": at(31.75, 32.385),
        "C35": near(37.465, 33.02),
        "U8": at(67.31, 58.42),
        "C38": near(61.6, 60.4),
        "R33": near(73.66, 61.6),
        "R34": near(76.835, 61.6),
        "R6": near(17.78, 29.2),
        "R7": near(20.955, 29.2),
        "J18": at(18.415, 34.925, QUARTER),
    }


def sound() -> dict[str, Place]:
    return {
        "BZ1": at(19.685, 20.32),
        "Q3": at(12.7, 55.88 + HALF_STEP),
        "D4": near(25.1, 29.2),
        "R35": near(13, 49.53),
    }


def columns() -> dict[str, Place]:
    found = {"U17": at(74.93, 23.495 + HALF_STEP), "U18": at(80.01, 23.495 + HALF_STEP)}
    for n in range(6):
        row, column = divmod(n, 3)
        x, y = 74.0 + PITCH * column, 9.0 + 2 * PITCH * row
        found |= {f"R{41 + n}": near(x, y), f"R{51 + n}": near(x, y + PITCH)}
    return found


LEFT_POINTS = {  # test point -> how far from the rear edge, and what is printed beside it
    5: (62.23, "V5_SENSE"),
    6: (66.04, "SENSE"),
}
REAR_POINTS = {1: "+5V", 2: "+3V3", 3: "GND", 4: "VSYS"}
BUS_POINTS = {13: (33.655, "MOSI"), 12: (37.465, "SCK"), 14: (41.275, "MISO")}
BUS_X = 48.26  # between the wide copper and the Pico
BRANCH_Y = 60.325
LEGEND = ((71.5, 9.0, 92.0, 66.5), (53.0, 19.0, 68.0, 56.5))  # on the back, where no pin comes through
POINT_X, REAR_Y = 2.54, 5.715


def rear_x(n: int) -> float:
    return 74.93 + PITCH * n


def points() -> dict[str, Place]:
    found = {f"TP{n}": at(POINT_X, y) for n, (y, _) in LEFT_POINTS.items()}
    found |= {f"TP{n}": at(rear_x(k), REAR_Y) for k, n in enumerate(REAR_POINTS)}
    found |= {f"TP{n}": at(BUS_X, y) for n, (y, _) in BUS_POINTS.items()}
    return found | {f"TP{7 + n}": at(x + 5.5 * STEP, BRANCH_Y) for n, x in enumerate(GUARDS)}


def connectors() -> dict[str, Place]:
    found = {f"J{7 + n}": at(*spot, QUARTER) for n, spot in enumerate(QUARTERS)}
    return found | ports() | {"J19": at(97.155, 64.77)}


def supply() -> Iterator[Line]:
    """VIN from both inlets to the fuse, behind it to the P-FETs, and 5 V to the switches, from neck to neck."""
    yield Line("VIN", BACK, (13.335, 4.445), (13.335, 10.795), WIDE)
    yield Line("VIN", BACK, (13.335, 10.795), (28.575, 10.795), WIDE)
    yield Line("VIN", FRONT, (26.67, 10.16), (28.575, 10.16), WIDE)
    for x in (26.42, 29.46):
        yield Line("VIN", FRONT, (x, 6.255), (x, 9.525), 0.85)
    for side in (-1, 1):  # what comes back by the receptacle's contacts goes to the plane by its tabs
        yield Line("GND", FRONT, (27.94 + side * 2.75, 6.2), (27.94 + side * 4.32, 6.2), 0.8)
    yield Line("FUSED", FRONT, (33.655, 10.795), (36.195, 10.795), 3.0)
    yield Line("FUSED", FRONT, (36.195, 10.795), (36.195, 14.605), WIDE)
    for y in (8.89, 13.97):
        yield Line("+5V", FRONT, (40.005, y), (TRUNK_X, y), 1.2)
    yield Line("+5V", FRONT, (TRUNK_X, 8.89), (TRUNK_X, TRUNK_Y), WIDE)
    yield Line("+5V", FRONT, (GUARDS[0] + 1.27, TRUNK_Y), (TRUNK_X, TRUNK_Y), WIDE)
    for x in GUARDS:
        yield Line("+5V", FRONT, (x - 1.27, TRUNK_Y), (x - 1.27, 44.7), 0.8)
    for n, x in enumerate(GUARDS):
        yield Line(f"BRANCH{n}", FRONT, (x + 1.27, 44.45), (x + 1.27, 44.65), 0.6)


QUARTER_WORDS = ("REAR LEFT", "REAR RIGHT", "FRONT LEFT", "FRONT RIGHT")
WORDS_X = (7.9, 91.2)  # of a quarter's words, left and right of its header


def names() -> Iterator[tuple[str, Point]]:
    """References that would stand on something else."""
    yield "U1", (5.0, 9.0)
    yield "D1", (-4.8, 0)
    yield "Q2", (3.6, 0)
    yield "D3", (0, 1.9)
    yield "J19", (0, 18.5)
    yield "J18", (-3.2, 0)
    yield from ((f"TP{n}", (0.4, -1.6)) for n in (10, 11))
    yield from ((f"TP{n}", (-3.2, -0.6)) for n in BUS_POINTS)
    yield from ((f"J{3 + n}", (1.98, 3.0)) for n in range(4))
    yield "R126", (-0.54, 1.45)
    yield from port_names()
    for n, (x, _) in enumerate(QUARTERS):
        yield f"J{7 + n}", (WORDS_X[n % 2] - x, 0.85)
    yield from ((f"U{20 + n}", (0, 2.5)) for n in FRONT_PORTS if n in BRIDGED)


def prints() -> Iterator[Print]:
    yield from (Print(text, x / U, y / U, size) for text, x, y, size in words())
    yield Print("BOOTSEL", 60.3 / U, 17.2 / U, 1.2, is_back=True)
    yield Print("VALUES", 81.75 / U, 7.8 / U, 1.2, is_back=True)
    yield Print("GLOWTABLE HUB", 50 / U, 58 / U, 2.0, is_back=True)


def words() -> Iterator[tuple[str, float, float, float]]:
    """What is printed, its middle and its height."""
    yield "GLOWTABLE HUB", 83.0, 1.2, 1.2
    yield REVISION, 83.0, 2.8, 0.8
    yield from (("5 V", 13.335, 9.3, 0.8), ("GND", 18.415, 9.3, 0.8))
    yield from (("USB-C  5 V  3 A", 27.94, 8.15, 0.8), ("RESET", 43.815, 8.1, 1.0))
    yield from (("USB", 65.5, 1.3, 0.8), ("BOOTSEL", 58.7, 13.2, 0.8), ("5 V", 34.9, 24.2, 0.8))
    yield from ((f"SEAT {n}", STRIP_X[n] + PITCH / 2, y - 2.2, 1.1) for n, (_, y) in SIDE_PORTS.items())
    for n, (x, _) in FRONT_PORTS.items():
        yield f"SEAT {n}" if n < 7 else "DEALER", x - 1.9, 84.6 if n < 7 else 86.0, 1.1
    for n, (_, y) in enumerate(QUARTERS):
        for line, word in enumerate(QUARTER_WORDS[n].split()):
            yield word, WORDS_X[n % 2], y - 2.6 + 1.5 * line, 0.8
    for n, (x, y) in enumerate(POWERS):
        side, _, hand = QUARTER_WORDS[n].partition(" ")
        yield f"{side} {hand[0]}", x + 1.98, 63.95 if n < 2 else 84.2, 0.8
        yield from (("+", x, y + 2.9, 1.0), ("-", x + 3.96, y + 2.9, 1.0))
    yield from ((text, POINT_X + 1.6 + 0.35 * len(text), y, 0.8) for y, text in LEFT_POINTS.values())
    yield from ((text, rear_x(n), REAR_Y + 1.85, 0.8) for n, text in enumerate(REAR_POINTS.values()))
    yield from ((text, BUS_X - 3.2, y + 0.6, 0.8) for y, text in BUS_POINTS.values())
    yield from ((f"BRANCH{n}", x + 5.5 * STEP, BRANCH_Y + 2.38, 0.8) for n, x in enumerate(GUARDS))
    yield from ((text, 18.415 + 2.54 * n, 32.4, 0.8) for n, text in enumerate(("GND", "3V3", "SDA", "SCL")))
    yield "TABLE KEYS", 94.3, 61.1, 0.8
    yield from (("VALUES ON", 95.0, 88.2, 0.8), ("THE BACK", 95.0, 89.7, 0.8))
    yield from ((text, 94.95, 64.77 + 2.5 * n, 0.8) for n, text in enumerate(("R", *(f"C{k}" for k in range(6)))))


HUB2 = Layout(
    SIDE_MM / U,
    SIDE_MM / U,
    {
        **inlet(),
        **guards(),
        **logic(),
        **sound(),
        **columns(),
        **points(),
        **connectors(),
    },
    tuple((x / U, y / U) for x in (HOLE_IN, SIDE_MM - HOLE_IN) for y in (HOLE_IN, SIDE_MM - HOLE_IN)),
    tuple(prints()),
    lines=tuple(supply()),
    has_plane=True,
    layers=3,
    legend=LEGEND,
    names=dict(names()),
)
