"""A board of Punto packed into one int, so that what is legal is a few shifts. Knows no players.

It is LANES sets of cells, one above the other.
Lanes 0..9: the cells whose top card has fewer than 1..10 points (the last: all occupied cells).
Lanes 10..13: the cells whose top card is red, green, blue, yellow.
"""

from __future__ import annotations

from functools import lru_cache

from .cards import COLOUR, COLOURS, VALUE, VALUES
from .lines import neighbours

LANES = len(VALUES) + 1 + len(COLOURS)


class Lattice:
    """Where on a square of cells the lanes are, and what a card does to them. Made once for a side, never changed."""

    __slots__ = ("every", "full", "lower", "near", "occupied", "off", "same", "side")

    def __init__(self, side: int) -> None:
        cells = side * side
        lanes = [1 << cells * lane for lane in range(LANES)]
        colours = lanes[len(VALUES) + 1 :]
        self.side = side
        self.full = (1 << cells) - 1  # all cells
        self.near: tuple[int, ...] = neighbours(side)  # cell -> the cells around it
        self.every = sum(lanes)  # cell 0 in every lane
        self.off = tuple(  # card -> cell 0 in every lane that its being on top clears
            sum(lanes[:value]) + sum(colours) - colours[own] for own, value in zip(COLOUR, VALUE, strict=True)
        )
        self.lower = tuple(cells * (value - 1) for value in VALUE)  # card -> shift of the lane of lower cards
        self.same = tuple(  # card -> shift of the lane of its colour
            cells * (len(VALUES) + 1 + colour) for colour in COLOUR
        )
        self.occupied = cells * len(VALUES)  # shift of the lane of all occupied cells


lattice_of = lru_cache(None)(Lattice)


def lay_card(lattice: Lattice, board: int, cell: int, card: int) -> int:
    """The packed board with a card on top of a cell."""
    return (board | lattice.every << cell) ^ (lattice.off[card] << cell)
