"""The schematics of the second table's panels: a block for each cell, and one for what joins them."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.places import Place, in_a_row
from hardware.schematic.plan import UPSIDE_DOWN, Block, Sheet

CELL_WIDTH, CELL_HEIGHT = 86, 38
JOINING_WIDTH = 120
CELL_NOTE = (
    "The key leads its column through its diode to the row. SW{n}1 to SW{n}4 stay empty: a fallback without springs.\n"
    "The data passes the LEDs in their order. D{n}5, Q{n}5, R{n}5 stay empty, too: for optical presence."
)


def cell_block(number: int, left: float, top: float) -> Block:
    """A cell: its LEDs above with a capacitor each, its keys below."""

    def refs(letter: str, first: int, last: int) -> list[str]:
        return [f"{letter}{number}{n}" for n in range(first, last + 1)]

    places = {
        **in_a_row(refs("LED", 1, 4), left + 10, top + 11, 16),
        **in_a_row(refs("C", 1, 4), left + 7, top + 20, 16),
        **in_a_row(refs("SW", 0, 4), left + 7, top + 30, 11),
        f"D{number}0": Place(left + 62, top + 30, UPSIDE_DOWN),
        f"R{number}5": Place(left + 71, top + 14),
        f"D{number}5": Place(left + 71, top + 22, UPSIDE_DOWN),
        f"Q{number}5": Place(left + 79, top + 22),
    }
    frame = (left, top, left + CELL_WIDTH, top + CELL_HEIGHT)
    return Block(f"Cell {number}", CELL_NOTE.format(n=number), frame, places)


def joining(left: float, top: float, places: Mapping[str, Place], points: int) -> Block:
    """The block of plugs, supply and test points."""
    moved = {ref: Place(left + place.x, top + place.y, place.turn) for ref, place in places.items()}
    tests = in_a_row([f"TP{n}" for n in range(1, points + 1)], left + 5, top + 33, 11)
    note = "5 V comes through the branch's own switch at the hub, which lets through 1.04 A at most."
    return Block(
        "Plugs, supply, test points", note, (left, top, left + JOINING_WIDTH, top + CELL_HEIGHT), {**moved, **tests}
    )


OPTICAL_NOTE = (
    "Stays empty. IRn pulled to ground lights the infrared diodes of row n, 60 mA; SENSEn then tells of the cell in\n"
    "column n, less what it tells in the dark. 3V3 and GND come from what reads them, and nothing does yet."
)


def optical(left: float, top: float) -> Block:
    """The block of what leads the cells' optical pairs to a plug."""
    places = {"J3": Place(left + 10, top + 11), **in_a_row(["R2", "R3", "R4"], left + 30, top + 16, 10)}
    return Block("Optical presence", OPTICAL_NOTE, (left, top, left + CELL_WIDTH, top + CELL_HEIGHT), places)


GAP = 2
COUPON = Sheet(
    "A3",
    (
        cell_block(1, 4, 4),
        joining(
            4,
            4 + CELL_HEIGHT + GAP,
            {"J1": Place(10, 10), "R1": Place(40, 14), "D1": Place(40, 22, UPSIDE_DOWN), "R2": Place(52, 14)},
            8,
        ),
    ),
)
QUARTER = Sheet(
    "A1",
    (
        *(cell_block(n + 1, 4 + n % 3 * (CELL_WIDTH + GAP), 4 + n // 3 * (CELL_HEIGHT + GAP)) for n in range(9)),
        joining(
            4,
            4 + 3 * (CELL_HEIGHT + GAP),
            {
                "J1": Place(10, 9),
                "J2": Place(40, 10),
                "C1": Place(56, 14),
                "R1": Place(70, 14),
                "D1": Place(70, 22, UPSIDE_DOWN),
            },
            10,
        ),
        optical(4 + JOINING_WIDTH + GAP, 4 + 3 * (CELL_HEIGHT + GAP)),
    ),
)
