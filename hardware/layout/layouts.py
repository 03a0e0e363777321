"""Where each part sits on its board, and what is printed beside it. In units of 2.54 mm from the top left corner."""

from __future__ import annotations

from glowtable.grid import seat_name

from hardware.layout.bars import BAR
from hardware.layout.hubs import HUB2
from hardware.layout.panels import COUPON, QUARTER_PANEL
from hardware.layout.plan import HALF, QUARTER, THREE_QUARTERS, Layout, Print
from hardware.layout.pods import POD
from hardware.places import Place, in_a_column, in_a_row, refs

DATA_PINS = tuple((text, y + n) for y in (30.5, 34.5) for n, text in enumerate(("GND", "DATA", "open")))
SEAT_PINS = tuple((text, 12 + 5 * seat + n) for seat in range(6) for n, text in enumerate("CPUS"))  # confirm ... seat
TABLE_PINS = tuple((text, 42 + n) for n, text in enumerate(("R", *(f"C{n}" for n in range(6)))))  # row, columns
I2C_PINS = tuple((text, 32.5 + n) for n, text in enumerate(("GND", "3V3", "SDA", "SCL")))
HUB = Layout(
    57,
    41,
    {
        "U1": Place(5, 3),
        **in_a_row(["U2", "U3", "U4", "U5"], 17, 5, 7),
        **in_a_row(["C2", "C3", "C4", "C5"], 17.5, 3, 7),
        **in_a_column(["R5", "R6", "R7", "R8", "R9", "R10"], 16, 15, 1.5),
        **in_a_column(["R13", "R14", "R16", "R11", "R12", "R17", "R18"], 23, 15, 1.5),
        "R3": Place(38, 15),
        "R4": Place(38, 16.5),
        "J5": Place(51, 5),
        "J2": Place(51, 20),
        "J3": Place(53, 30.5),
        "J4": Place(53, 34.5),
        "J6": Place(40.5, 32.5),
        "J1": Place(3.5, 29),
        "F1": Place(9, 28),
        "C1": Place(8, 33),
        "D1": Place(19, 28, HALF),
        "U6": Place(15, 33),
        "C6": Place(20, 30.5),
        "C7": Place(23, 33.5),
        "R1": Place(15, 25.5),
        "R2": Place(21, 25.5),
        "C8": Place(27, 25.5),
        "R15": Place(29, 31),
        "Q1": Place(34.5, 33.5),
        "D2": Place(29, 28),
        "BZ1": Place(37.5, 26),
        **in_a_row(refs("J", 7, 12), 12, 38.5, 5, QUARTER),
        "J13": Place(42, 38.5, QUARTER),
    },
    ((2, 2), (55, 2), (2, 39), (55, 39)),
    (
        Print("GLOWTABLE HUB", 46.2, 2, 2.0),
        *(Print(f"SEAT {seat_name(seat)}", 13.5 + 5 * seat, 36.8) for seat in range(6)),
        Print("TABLE KEYS", 45, 36.8),
        Print("READERS", 46.5, 9),
        Print("GRID", 47, 23),
        Print("CELL LEDS", 47.6, 31.5),
        Print("SEAT LEDS", 47.6, 35.5),
        Print("I2C", 38.9, 34),
        Print("5 V", 6.6, 29.6),
        Print("GND", 3.5, 33.2),
        Print("USB", 8.5, 4),
        *(Print(text, 50.6, y, 0.8) for text, y in DATA_PINS),
        *(Print(text, 42.2, y, 0.8) for text, y in I2C_PINS),
        *(Print(text, x, 39.8, 0.8) for text, x in (*SEAT_PINS, *TABLE_PINS)),
    ),
    has_plane=True,
    is_by_hand=True,
    layers=3,
)
PITCH = 26.25  # 66.675 mm: from cell to cell of the table, to a hundredth of a millimetre
ROW = Layout(
    143,
    9,
    {
        **in_a_row(refs("SW", 1, 6), 3, 3.5, PITCH),
        **in_a_row(refs("D", 1, 6), 8.5, 6.5, PITCH, QUARTER),
        "J1": Place(15, 4, QUARTER),
        "J2": Place(42, 4, QUARTER),
    },
    ((24.5, 4.5), (72, 4.5), (98, 4.5), (124.5, 4.5)),
    (
        Print("IN", 18, 7.5, is_back=True),
        Print("OUT", 45, 7.5, is_back=True),
        Print(f"THIS EDGE AWAY FROM SEAT {seat_name(0)}", 57, 1, 1.0),
        Print("GLOWTABLE ROW", 98, 7.5, 1.6),
        *(Print(f"{n + 1}", 10.2 + PITCH * n, 4.5, 2.0) for n in range(6)),
    ),
)
BANK_PLACES = tuple((5 + 10 * n, y) for y in (3, 32) for n in range(4))  # of the readers' connectors


def beside_readers(first: int, across: float) -> dict[str, Place]:
    """The resistors of a line, one between each reader's connector and the middle of the board, where its gate is."""
    places = ((x + across, *((10, QUARTER) if y < 9 else (25, THREE_QUARTERS))) for x, y in BANK_PLACES)
    return {f"R{first + n}": Place(*place) for n, place in enumerate(places)}


BANK = Layout(
    47,
    35,
    {
        "J1": Place(4, 13),
        "J2": Place(42, 13),
        "U1": Place(12, 13),
        "U2": Place(30, 13),
        "U3": Place(21, 13),
        "C1": Place(12.5, 11.5),
        "C2": Place(30.5, 11.5),
        "C4": Place(21.5, 11.5),
        "C3": Place(21.5, 22.5),
        **in_a_row(["C5", "C7"], 17, 11.5, 9),
        **in_a_row(["C6", "C8"], 17, 20.5, 9),
        "R9": Place(18.5, 18, QUARTER),
        "R10": Place(26.5, 18, QUARTER),
        **in_a_column(refs("R", 1, 8), 35, 12, 1.5),
        **beside_readers(11, 0.5),
        **beside_readers(19, 2),
        **{f"J{3 + n}": Place(*at, QUARTER) for n, at in enumerate(BANK_PLACES)},
    },
    ((2, 2), (45, 2), (2, 33), (45, 33)),
    (
        Print("GLOWTABLE READER BANK", 13.2, 22.8, 1.6),
        Print("IN", 7.5, 17.5),
        Print("OUT", 42.5, 25.5),
        *(Print(f"READER {seat_name(n)}", x + 3.5, 4.8 if y < 9 else 30.2) for n, (x, y) in enumerate(BANK_PLACES)),
        *(Print("SDA", x, 1.6 if y < 9 else 33.4, 0.8) for x, y in BANK_PLACES),
        *(Print("3V3", x + 7, 1.6 if y < 9 else 33.4, 0.8) for x, y in BANK_PLACES),
    ),
    has_plane=True,
    is_by_hand=True,
    layers=3,
)
LAYOUTS = {
    "hub": HUB,
    "row": ROW,
    "bank": BANK,
    "coupon": COUPON,
    "quarter": QUARTER_PANEL,
    "pod": POD,
    "bar": BAR,
    "hub2": HUB2,
}
