"""The schematics of the table's panels: a block for each cell, and one for what joins them."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.places import Place, in_a_row
from hardware.schematic.plan import UPSIDE_DOWN, Block, Sheet

CELL_WIDTH, CELL_HEIGHT = 86, 38
JOINING_WIDTH = 120
CELL_NOTE = "The key leads its column through its diode to the row. The data passes the LEDs in their order."


def cell_block(number: int, left: float, top: float) -> Block:
    """A cell: its LEDs above with a capacitor each, its keys below."""

    def refs(letter: str, first: int, last: int) -> list[str]:
        return [f"{letter}{number}{n}" for n in range(first, last + 1)]

    places = {
        **in_a_row(refs("LED", 1, 4), left + 10, top + 11, 16),
        **in_a_row(refs("C", 1, 4), left + 7, top + 20, 16),
        f"SW{number}0": Place(left + 7, top + 30),
        f"D{number}0": Place(left + 18, top + 30, UPSIDE_DOWN),
    }
    frame = (left, top, left + CELL_WIDTH, top + CELL_HEIGHT)
    return Block(f"Cell {number}", CELL_NOTE, frame, places)


def joining(left: float, top: float, places: Mapping[str, Place], points: int) -> Block:
    """The block of plugs, supply and test points."""
    moved = {ref: Place(left + place.x, top + place.y, place.turn) for ref, place in places.items()}
    tests = in_a_row([f"TP{n}" for n in range(1, points + 1)], left + 5, top + 33, 11)
    note = "5 V comes through the branch's own switch at the hub, which lets through 1.04 A at most."
    return Block(
        "Plugs, supply, test points", note, (left, top, left + JOINING_WIDTH, top + CELL_HEIGHT), {**moved, **tests}
    )


GAP = 2
COUPON = Sheet(
    "A3",
    (
        cell_block(1, 4, 4),
        joining(
            4,
            4 + CELL_HEIGHT + GAP,
            {"J1": Place(10, 10), "R1": Place(40, 14), "D1": Place(40, 22, UPSIDE_DOWN)},
            6,
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
    ),
)
