"""The schematic of the table's pod."""

from __future__ import annotations

from hardware.places import Place, in_a_row, refs
from hardware.schematic.plan import UPSIDE_DOWN, Block, Sheet

POD = Sheet(
    "A3",
    (
        Block(
            "Cable and supply",
            "SHIELD is ground here; the hub pulls it up and knows by it that a pod is there.\n"
            "U1 feeds the reader alone. 5 V comes through the switch of the pods' branch.",
            (4, 4, 80, 34),
            {
                "J1": Place(14, 10),
                "C5": Place(34, 15),
                "U1": Place(44, 12),
                "C6": Place(56, 15),
                "R1": Place(66, 14),
                "D4": Place(66, 22, UPSIDE_DOWN),
            },
        ),
        Block(
            "Reader",
            "An RC522 module on a socket; its antenna hangs over bare board.\nR2 ends the line of its answers.",
            (82, 4, 140, 34),
            {"J2": Place(94, 12), "C7": Place(112, 15), "R2": Place(124, 15)},
        ),
        Block(
            "Keys",
            "Each leads the seat's column through its diode to its row. The dealer's pod has none.\n"
            "U2 takes what a hand brings; its fifth pin stays open, or a branch that is off would hold the lines down.",
            (4, 36, 80, 62),
            {
                **in_a_row(refs("SW", 1, 3), 12, 46, 12),
                **in_a_row(refs("D", 1, 3), 12, 53, 12, UPSIDE_DOWN),
                "U2": Place(62, 46),
            },
        ),
        Block(
            "Light",
            "The data passes the LEDs in their order and goes back to the hub. The dealer's pod has none.",
            (82, 36, 150, 62),
            {
                **in_a_row(refs("LED", 1, 4), 92, 46, 15),
                **in_a_row(refs("C", 1, 4), 89, 56, 13),
                "R3": Place(144, 56),
            },
        ),
        Block("Test points", "", (4, 64, 150, 76), in_a_row(refs("TP", 1, 9), 10, 70, 15)),
    ),
)
