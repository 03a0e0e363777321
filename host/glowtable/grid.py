"""The 36 cells and 6 seats of the table, and their names for people. Knows nothing else."""

from __future__ import annotations

SIDE = 6
ROWS = "abcdef"
COLUMNS = tuple(str(column + 1) for column in range(SIDE))
CELLS = SIDE * SIDE
SEATS = 6
TABLE_SEAT = -1  # the seat number of keys and questions that belong to the table, not to a seat


def cell_name(cell: int) -> str:
    """0..35 -> a1..f6 (row letter, column number; a1 top left as seen from seat 0, for people seat 1)."""
    return ROWS[cell // SIDE] + COLUMNS[cell % SIDE]


def cell_of(name: str) -> int | None:
    """a1..f6 -> 0..35; None if it names no cell."""
    if len(name) == 2 and name[0] in ROWS and name[1] in COLUMNS:
        return ROWS.index(name[0]) * SIDE + COLUMNS.index(name[1])
    return None


def seat_name(seat: int) -> str:
    """0..5 -> 1..6: people count seats, and the readers beside them, from one."""
    return str(seat + 1)


def seat_of(text: str) -> int | None:
    """Inverse of seat_name for any number; None if the text is no number."""
    return int(text) - 1 if text.isdecimal() and int(text) else None
