"""The terms of a match: who plays which colours on which lattice. Made once per seats and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from glowtable.game import Arg, BadChoice
from glowtable.kit.bit_sets import mask_of
from glowtable.messages import say

from .cards import COLOURS, KINDS, PER_COLOUR, VALUES, colour_bag
from .lines import LATTICE_SIDE, TABLE_SIDE, cell_text, neighbours, through
from .stacks import Mixed, Stacks, halved

NEUTRAL = 3  # with three players the fourth colour is nobody's
NEUTRAL_EACH = 6  # of the fourth colour, three players (P-04)
LANES = len(VALUES) + 1 + len(COLOURS)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """How a board is packed into one int: LANES sets of cells, one above the other.

    Lanes 0..9: the cells whose top card has fewer than 1..10 points (the last: all occupied cells).
    Lanes 10..13: the cells whose top card is red, green, blue, yellow.
    """

    side: int
    full: int  # all cells
    near: tuple[int, ...]  # cell -> the cells around it
    every: int  # cell 0 in every lane
    off: tuple[int, ...]  # card -> cell 0 in every lane that its being on top clears
    lower: tuple[int, ...]  # card -> shift of the lane of lower cards
    same: tuple[int, ...]  # card -> shift of the lane of its colour
    occupied: int  # shift of the lane of all occupied cells


@lru_cache(None)
def lattice(side: int) -> Lattice:
    cells = side * side
    lanes = [1 << cells * lane for lane in range(LANES)]
    values, colours = lanes[: len(VALUES) + 1], lanes[len(VALUES) + 1 :]
    kinds = [(COLOURS.index(kind[0]), int(kind[1])) for kind in KINDS]
    return Lattice(
        side,
        (1 << cells) - 1,
        neighbours(side),
        sum(lanes),
        tuple(sum(values[:value]) + sum(colours) - colours[colour] for colour, value in kinds),
        tuple(cells * (value - 1) for _, value in kinds),
        tuple(cells * (len(VALUES) + 1 + colour) for colour, _ in kinds),
        cells * len(VALUES),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """One object per set of terms, so that states share it; two are equal only if they are the same."""

    seats: int
    options: Mapping[str, Arg]
    sides: tuple[tuple[int, ...], ...]  # the seats of each player or team
    side_of: tuple[int, ...]  # seat -> its side
    colours: tuple[tuple[int, ...], ...]  # side -> its colours
    need: int  # how long a line must be
    coloured: int  # cards below this number have an owner; the others are neutral
    lattice: Lattice
    first: int  # where the first card of a round may lie
    windows: tuple[tuple[int, ...], ...]  # cell -> the lines of `need` through it
    floating: bool
    dealt: Stacks  # the stacks before the first round

    def left_of(self, seat: int) -> int:
        """The next seat clockwise. Source: Punto DE, "im Uhrzeigersinn" (P-11)"""
        return (seat + 1) % self.seats

    def name(self, cell: int) -> str:
        """`a1`..`f6`, or rows and columns from the first card."""
        return cell_text(cell, self.lattice.side)


def terms_for(seats: int, options: Mapping[str, Arg]) -> Terms:
    """The terms of a match; BadChoice where seats and options do not go together."""
    if options["teams"] == "yes" and seats != 4:
        raise BadChoice(say("teams=yes needs 4 players, got {n} (P-06)", n=seats))
    return _terms(seats, tuple(sorted(options.items())))


@lru_cache(None)
def _terms(seats: int, pairs: tuple[tuple[str, Arg], ...]) -> Terms:
    options = dict(pairs)
    sides = ((0, 2), (1, 3)) if options["teams"] == "yes" else tuple((seat,) for seat in range(seats))
    colours = _colours(len(sides))
    need = 5 if len(sides) == 2 else 4
    floating = options["frame"] == "floating"
    board = lattice(LATTICE_SIDE if floating else TABLE_SIDE)
    return Terms(
        seats,
        options,
        sides,
        tuple(next(side for side, members in enumerate(sides) if seat in members) for seat in range(seats)),
        colours,
        need,
        sum(map(len, colours)) * PER_COLOUR,
        board,
        _first(options, board),
        through(board.side, need),
        floating,
        _dealt(seats, sides, colours),
    )


def _colours(sides: int) -> tuple[tuple[int, ...], ...]:
    """Two colours a side when there are two sides, else one; the fourth of three is neutral (P-03..P-06)."""
    count = 2 if sides == 2 else 1
    return tuple(tuple(range(side, side + count * sides, sides)) for side in range(sides))


def _first(options: Mapping[str, Arg], board: Lattice) -> int:
    """Where the first card may lie. Source: Punto DE, "legt sie in die Mitte" (P-10)"""
    if options["frame"] == "floating":
        return 1 << board.side * board.side // 2
    return board.full if options["first_cell"] == "any" else mask_of((14, 15, 20, 21))  # c3 c4 d3 d4


def own_bag(colours: tuple[int, ...]) -> int:
    """All cards of these colours."""
    return sum(map(colour_bag, colours))


def _dealt(seats: int, sides: tuple[tuple[int, ...], ...], colours: tuple[tuple[int, ...], ...]) -> Stacks:
    """The stacks of the first round. Source: Punto EN, "Setup" (P-03 to P-07)"""
    bags = [own_bag(mine) for mine in colours]
    if len(sides) < seats:
        teams = zip(bags, sides, strict=True)
        return Stacks((0,) * seats, tuple(halved(bag, holders, holders[0], seats) for bag, holders in teams))
    neutral = (Mixed(colour_bag(NEUTRAL), (NEUTRAL_EACH,) * seats),) if seats == 3 else ()
    return Stacks(tuple(bags), neutral)
