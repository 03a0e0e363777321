"""What the end of a round is worth: rows, points, and the card that leaves the game. Pure functions."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .lines import Line, runs


class Step(NamedTuple):
    """One comparison: of each side still tied, how many rows of this length and how many points in them."""

    length: int
    sides: tuple[int, ...]
    rows: tuple[int, ...]
    points: tuple[int, ...]


def compare(
    own: Sequence[Sequence[int]], values: Mapping[int, int], side: int, need: int, tie_points: str, no_rows: str
) -> tuple[int | None, tuple[Step, ...]]:
    """Who wins a round without a line, None for a draw, and every comparison made.

    `own`: per player or team the cells showing each of its colours; `values`: what each cell shows.
    Source: Punto EN, "the player with the most rows of 3 (or 4)" (P-26, P-28)
    """
    tied = tuple(range(len(own)))
    steps = []
    for length in range(need - 1, 1 if no_rows == "step_down" else need - 2, -1):
        rows = [rows_of(own[who], side, length) for who in tied]
        points = tuple(_row_points(row, values, tie_points) for row in rows)
        steps.append(Step(length, tied, tuple(map(len, rows)), points))
        tied = leaders(steps[-1])
        if len(tied) == 1:
            return tied[0], tuple(steps)
    return None, tuple(steps)


def rows_of(own: Sequence[int], side: int, length: int) -> tuple[Line, ...]:
    """The maximal runs of exactly that length, each in one colour; the colours of a side are added (P-26)."""
    return tuple(line for cells in own for line in runs(cells, side, length))


def leaders(step: Step) -> tuple[int, ...]:
    """Those with most rows; among equals those with fewest points.

    Source: Punto EN, "At another tie: The player with the fewer points in his row(s) wins" (P-27)
    """
    ranks = [(-rows, points) for rows, points in zip(step.rows, step.points, strict=True)]
    return tuple(who for who, rank in zip(step.sides, ranks, strict=True) if rank == min(ranks))


def _row_points(rows: Sequence[Line], values: Mapping[int, int], tie_points: str) -> int:
    points = [sum(values[cell] for cell in row) for row in rows]
    return sum(points) if tie_points == "sum" else min(points, default=0)


def trophies(rows: Sequence[Line], values: Mapping[int, int], laid: int | None, multi_line: str) -> set[int]:
    """The cells whose card may leave the game: the highest of a row, the card just laid before its equals.

    Source: Punto EN, "the card with the most points in his row out of the game" (P-22, P-23, P-29)
    """
    if multi_line == "highest_of_all":
        rows = [tuple({cell for row in rows for cell in row})]
    cells: set[int] = set()
    for row in rows:
        most = max(values[cell] for cell in row)
        best = {cell for cell in row if values[cell] == most}
        cells |= {laid} if laid in best else best
    return cells
