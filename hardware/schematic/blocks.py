"""Where each part is drawn: blocks by function, with what there is to say about them. In units of 2.54 mm."""

from __future__ import annotations

from hardware.places import Place, in_a_row, refs
from hardware.schematic.bars import BAR
from hardware.schematic.cells import COUPON, QUARTER
from hardware.schematic.hub2 import HUB2
from hardware.schematic.plan import ACROSS, BACKWARDS, UPSIDE_DOWN, Block, Sheet
from hardware.schematic.pods import POD

HUB = Sheet(
    "A3",
    (
        Block(
            "Supply",
            "5 V from the bus bar. D1 keeps USB and supply apart: USB feeds logic and readers, never the 5 V rail.\n"
            "R1 and R2 halve the rail for the Pico, which tells by it whether the LEDs are fed.",
            (4, 4, 62, 33),
            {
                "J1": Place(9, 11),
                "F1": Place(18, 11, ACROSS),
                "C1": Place(26, 15),
                "C5": Place(32, 15),
                "D1": Place(39, 11, BACKWARDS),
                "C6": Place(45, 15),
                "U6": Place(53, 11),
                "C7": Place(58, 17),
                "R1": Place(26, 23),
                "R2": Place(26, 29),
                "C8": Place(32, 29),
            },
        ),
        Block(
            "Pico",
            "Raspberry Pi Pico or Pico 2. Which net is where: firmware/glowpico/pins.py.",
            (64, 4, 104, 33),
            {"U1": Place(84, 10)},
        ),
        Block(
            "Rows",
            "B0..B3 pull one row of the matrix low: 0-5 cells, 6 confirm, 7 pass, 8 undo, 9 table. 14 is no row.",
            (106, 4, 159, 33),
            {"U2": Place(118, 11), "U3": Place(145, 11), "C2": Place(121, 28), "C3": Place(148, 28)},
        ),
        Block(
            "Banks of card readers",
            "RD_STB low selects reader A0..A2 of bank B0..B2. RD_RST low: all readers off.",
            (4, 35, 62, 62),
            {
                "U4": Place(16, 42),
                "C4": Place(29, 46),
                "J5": Place(49, 40),
                "R13": Place(36, 47),
                "R14": Place(24, 56),
                "R16": Place(29, 56),
                "R17": Place(36, 56),
                "R18": Place(41, 56),
            },
        ),
        Block(
            "Light",
            "Data only: the 5 V of the LEDs comes from the bus bar,\nnever through this board.",
            (64, 35, 104, 62),
            {
                "U5": Place(77, 43),
                "R3": Place(89, 43, ACROSS),
                "R4": Place(89, 49, ACROSS),
                "J3": Place(80, 56),
                "J4": Place(94, 56),
            },
        ),
        Block(
            "Sound",
            "A passive buzzer; D2 takes what its coil gives back.",
            (106, 35, 132, 62),
            {"R15": Place(114, 53, ACROSS), "Q1": Place(120, 53), "BZ1": Place(121, 46), "D2": Place(127, 46)},
        ),
        Block(
            "Expansion",
            "I2C for a display or more keys.",
            (134, 35, 159, 62),
            {"R11": Place(140, 43), "R12": Place(146, 43), "J6": Place(151, 52)},
        ),
        Block(
            "Columns",
            "Pulled up, low while a key of the row is down.",
            (4, 64, 52, 80),
            in_a_row(refs("R", 5, 10), 10, 70, 7),
        ),
        Block(
            "Grid",
            "Flat cable to the first row of cells.",
            (54, 64, 76, 88),
            {"J2": Place(63, 69)},
        ),
        Block(
            "Seats",
            "Three keys each: confirm, pass, undo, with a diode to the row each; the seat is the column.",
            (78, 64, 159, 88),
            {
                **in_a_row(refs("J", 7, 9), 84, 69, 15),
                **in_a_row(refs("J", 10, 12), 84, 80, 15),
                "J13": Place(137, 71),
            },
        ),
    ),
)
ROW = Sheet(
    "A4",
    (
        Block(
            "Chain",
            "R0 of In is this row; each further row is one line up, so all rows are the same board.",
            (4, 4, 50, 27),
            {"J1": Place(12, 9), "J2": Place(35, 9)},
        ),
        Block(
            "Cells",
            "A key leads its column through its diode to the row; any keys may be down together.",
            (4, 29, 110, 48),
            {
                **in_a_row(refs("SW", 1, 6), 14, 37, 17),
                **in_a_row(refs("D", 1, 6), 14, 43, 17, UPSIDE_DOWN),
            },
        ),
    ),
)
BANK = Sheet(
    "A3",
    (
        Block(
            "Bus",
            "The line of this bank is where BANK6 is at the hub; each further bank is one line up.",
            (4, 4, 56, 34),
            {"J1": Place(14, 9), "J2": Place(39, 9)},
        ),
        Block(
            "Which reader",
            "One chip select goes low; all stay high while another bank is chosen.",
            (58, 4, 106, 34),
            {"U1": Place(72, 12), "C1": Place(88, 16), "C3": Place(97, 16)},
        ),
        Block(
            "Who is heard",
            "Only the chosen reader's answer goes on. The pull-downs are for places without a reader.",
            (108, 4, 159, 34),
            {"U2": Place(122, 12), "C2": Place(144, 16)},
        ),
        Block(
            "Places for readers",
            "RC522 modules at 3.3 V, at most half a metre away. At the seats' bank: 1-6 seats, 7 dealer, 8 spare.",
            (4, 36, 159, 66),
            {**in_a_row(refs("J", 3, 6), 14, 41, 38), **in_a_row(refs("J", 7, 10), 14, 54, 38)},
        ),
        Block(
            "Pull-downs",
            "",
            (4, 68, 64, 88),
            in_a_row(refs("R", 1, 8), 10, 77, 7),
        ),
        Block(
            "Clock and data",
            "U3 listens to the bus through R9 and R10, which keep its inputs off the line.\n"
            "Each gate drives four readers; its capacitor makes the edge slower than echoes.",
            (66, 68, 159, 88),
            {
                "U3": Place(78, 76),
                "C4": Place(94, 78),
                "R9": Place(103, 78),
                "R10": Place(110, 78),
                **in_a_row(refs("C", 5, 8), 120, 78, 9),
            },
        ),
        Block(
            "A resistor for each reader's line",
            "",
            (4, 90, 116, 108),
            in_a_row(refs("R", 11, 26), 10, 100, 6.5),
        ),
    ),
)
SHEETS = {
    "hub": HUB,
    "row": ROW,
    "bank": BANK,
    "coupon": COUPON,
    "quarter": QUARTER,
    "pod": POD,
    "bar": BAR,
    "hub2": HUB2,
}
