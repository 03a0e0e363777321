"""Where each part sits on its board, and what is printed beside it. In units of 2.54 mm from the top left corner."""

from __future__ import annotations

from glowtable.grid import seat_name

from hardware.layout.panels import COUPON, QUARTER_PANEL
from hardware.layout.plan import HALF, QUARTER, Layout, Print
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
        **in_a_column(["R13", "R14", "R16", "R11", "R12"], 23, 15, 1.5),
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
BANK = Layout(
    47,
    31,
    {
        "J1": Place(4, 10),
        "J2": Place(42, 10),
        "U1": Place(14, 10),
        "U2": Place(30, 10),
        "C1": Place(14.5, 8),
        "C2": Place(30.5, 8),
        "C3": Place(22.5, 22),
        **in_a_column(refs("R", 1, 4), 20, 11, 1.5),
        **in_a_column(refs("R", 5, 8), 25, 11, 1.5),
        **in_a_row(refs("J", 3, 6), 5, 3, 10, QUARTER),
        **in_a_row(refs("J", 7, 10), 5, 28, 10, QUARTER),
    },
    ((2, 2), (45, 2), (2, 29), (45, 29)),
    (
        Print("GLOWTABLE READER BANK", 23.5, 19, 1.6),
        Print("IN", 7.5, 14.5),
        Print("OUT", 38.7, 14.5),
        *(Print(f"READER {seat_name(n)}", 8.5 + 10 * n, 4.8) for n in range(4)),
        *(Print(f"READER {seat_name(n + 4)}", 8.5 + 10 * n, 26.2) for n in range(4)),
        *(Print("SDA", 5 + 10 * n, 1.6, 0.8) for n in range(4)),
        *(Print("3V3", 12 + 10 * n, 1.6, 0.8) for n in range(4)),
        *(Print("SDA", 5 + 10 * n, 29.4, 0.8) for n in range(4)),
        *(Print("3V3", 12 + 10 * n, 29.4, 0.8) for n in range(4)),
    ),
)
LAYOUTS = {"hub": HUB, "row": ROW, "bank": BANK, "coupon": COUPON, "quarter": QUARTER_PANEL, "pod": POD}
