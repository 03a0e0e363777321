"""Where each part is drawn: blocks by function, with what there is to say about them. In units of 2.54 mm."""

from __future__ import annotations

from hardware.places import Place, in_a_row, refs
from hardware.schematic.bars import BAR
from hardware.schematic.cells import COUPON, QUARTER
from hardware.schematic.hub2 import HUB2
from hardware.schematic.plan import Block, Sheet
from hardware.schematic.pods import POD

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
    "bank": BANK,
    "coupon": COUPON,
    "quarter": QUARTER,
    "pod": POD,
    "bar": BAR,
    "hub2": HUB2,
}
