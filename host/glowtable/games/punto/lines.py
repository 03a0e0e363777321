"""Straight lines on a square lattice of cells, and the lattice itself. Knows no cards and no players.

A set of cells is an int with bit `row * side + column`; a line is a tuple of cells in order.
"""

from __future__ import annotations

from functools import lru_cache

from glowtable.grid import SIDE
from glowtable.kit.bit_sets import mask_of

Line = tuple[int, ...]

TABLE_SIDE = SIDE  # the fixed frame: the cells of the table
LATTICE_SIDE = 11  # the floating frame: five cells each way around the first card
ROWS = "abcdefghijk"
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


@lru_cache(None)
def neighbours(side: int) -> tuple[int, ...]:
    """For each cell the set of cells that share an edge or a corner with it."""
    around = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
    cells = [divmod(cell, side) for cell in range(side * side)]
    return tuple(mask_of(_lines_inside([(row + d, col + r) for d, r in around], side)) for row, col in cells)


def _lines_inside(places: list[tuple[int, int]], side: int) -> list[int]:
    return [row * side + col for row, col in places if 0 <= row < side and 0 <= col < side]


@lru_cache(None)
def lines(side: int, length: int) -> tuple[Line, ...]:
    """All straight lines of that many cells."""
    all_lines = []
    for cell in range(side * side):
        row, col = divmod(cell, side)
        for down, right in STEPS:
            line = _lines_inside([(row + down * i, col + right * i) for i in range(length)], side)
            if len(line) == length:
                all_lines.append(tuple(line))
    return tuple(all_lines)


@lru_cache(None)
def all_lines(side: int, length: int) -> tuple[int, ...]:
    """The same as sets."""
    return tuple(map(mask_of, lines(side, length)))


@lru_cache(None)
def through(side: int, length: int) -> tuple[tuple[int, ...], ...]:
    """For each cell the lines of that length through it, as sets."""
    return tuple(tuple(map(mask_of, crossing)) for crossing in lines_through(side, length))


@lru_cache(None)
def lines_through(side: int, length: int) -> tuple[tuple[Line, ...], ...]:
    """For each cell the lines of that length through it."""
    return tuple(tuple(line for line in lines(side, length) if cell in line) for cell in range(side * side))


@lru_cache(None)
def _bounded_lines(side: int, length: int) -> tuple[tuple[Line, int, int], ...]:
    """Each line with its set and the set of the one or two cells that would make it longer."""
    return tuple((line, mask_of(line), mask_of(_cells_beyond(line, side))) for line in lines(side, length))


def _cells_beyond(line: Line, side: int) -> list[int]:
    (row, col), (row2, col2) = divmod(line[0], side), divmod(line[1], side)
    down, right = row2 - row, col2 - col
    return _lines_inside([(row - down, col - right), (row + down * len(line), col + right * len(line))], side)


def runs(cells: int, side: int, length: int) -> tuple[Line, ...]:
    """The maximal straight runs of exactly that length (at least 2) within a set of cells."""
    if cells.bit_count() < length:
        return ()
    return tuple(line for line, mask, ends in _bounded_lines(side, length) if cells & mask == mask and not cells & ends)


def runs_through(cells: int, side: int, cell: int, least: int) -> tuple[Line, ...]:
    """The maximal straight runs of at least `least` cells that go through one cell of a set."""
    lengths = range(least, side + 1)
    return tuple(line for length in lengths for line in runs(cells, side, length) if cell in line)


@lru_cache(None)
def frames(top: int, bottom: int, left: int, right: int, side: int, span: int) -> int:
    """All cells that can join a box of these rows and columns without it growing beyond `span` each way."""
    rows = range(max(0, bottom - span + 1), min(side, top + span))
    cols = range(max(0, right - span + 1), min(side, left + span))
    return mask_of(row * side + col for row in rows for col in cols)


def box(cells: int, side: int) -> tuple[int, int, int, int]:
    """First and last row, first and last column of a set of cells that is not empty."""
    cols = 0
    row_mask = (1 << side) - 1
    rest = cells
    while rest:
        cols |= rest & row_mask
        rest >>= side
    top = ((cells & -cells).bit_length() - 1) // side
    left = (cols & -cols).bit_length() - 1
    return top, (cells.bit_length() - 1) // side, left, cols.bit_length() - 1


def cell_text(cell: int, side: int) -> str:
    """`a1`..`f6` on the table; on the larger lattice `a1`..`k11`, the first card on `f6`."""
    return ROWS[cell // side] + str(cell % side + 1)


@lru_cache(None)
def _cells_of(side: int) -> dict[str, int]:
    return {cell_text(cell, side): cell for cell in range(side * side)}


def cell_named(text: str, side: int) -> int | None:
    """Inverse of cell_text; None if it names no cell."""
    return _cells_of(side).get(text)
