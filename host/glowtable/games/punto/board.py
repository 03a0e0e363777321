"""A board of Punto packed into one int, so that what is legal is a few shifts. Knows no players.

It is LANES sets of cells, one above the other.
Lanes 0..9: the cells whose top card has fewer than 1..10 points (the last: all occupied cells).
Lanes 10..13: the cells whose top card is red, green, blue, yellow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .cards import COLOUR, COLOURS, VALUE, VALUES
from .lines import neighbours

LANES = len(VALUES) + 1 + len(COLOURS)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Where on a square of cells the lanes are, and what a card does to them."""

    side: int
    full: int  # all cells
    near: tuple[int, ...]  # cell -> the cells around it
    every: int  # cell 0 in every lane
    off: tuple[int, ...]  # card -> cell 0 in every lane that its being on top clears
    lower: tuple[int, ...]  # card -> shift of the lane of lower cards
    same: tuple[int, ...]  # card -> shift of the lane of its colour
    occupied: int  # shift of the lane of all occupied cells


@lru_cache(None)
def lattice_of(side: int) -> Lattice:
    cells = side * side
    lanes = [1 << cells * lane for lane in range(LANES)]
    colours = lanes[len(VALUES) + 1 :]
    return Lattice(
        side,
        (1 << cells) - 1,
        neighbours(side),
        sum(lanes),
        tuple(sum(lanes[:value]) + sum(colours) - colours[own] for own, value in zip(COLOUR, VALUE, strict=True)),
        tuple(cells * (value - 1) for value in VALUE),
        tuple(cells * (len(VALUES) + 1 + colour) for colour in COLOUR),
        cells * len(VALUES),
    )


def lay_card(lattice: Lattice, board: int, cell: int, card: int) -> int:
    """The packed board with a card on top of a cell."""
    return (board | lattice.every << cell) ^ (lattice.off[card] << cell)
