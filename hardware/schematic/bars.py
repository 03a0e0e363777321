"""The schematic of the table's bar."""

from __future__ import annotations

from hardware.places import Place, in_a_row, refs
from hardware.schematic.plan import UPSIDE_DOWN, Block, Sheet

BAR = Sheet(
    "A4",
    (
        Block(
            "Lead",
            "Seven lines of the matrix, no supply and no ground.\nWith a crossed lead no key answers.",
            (4, 4, 40, 32),
            {"J1": Place(16, 12)},
        ),
        Block(
            "Keys",
            "Each leads its column through its diode to the last row.",
            (42, 4, 106, 32),
            {
                **in_a_row(refs("SW", 1, 6), 50, 14, 10),
                **in_a_row(refs("D", 1, 6), 50, 22, 10, UPSIDE_DOWN),
            },
        ),
        Block("Test points", "", (4, 34, 106, 46), in_a_row(refs("TP", 1, 7), 10, 40, 13)),
    ),
)
