"""Where things are on paper or on a board, and how far they are turned: quarters, counter-clockwise, y down."""

from __future__ import annotations

from typing import NamedTuple

Point = tuple[float, float]


class Place(NamedTuple):
    """In units of 2.54 mm."""

    x: float
    y: float
    turn: int = 0


def in_a_row(refs: list[str], x: float, y: float, step: float, turn: int = 0) -> dict[str, Place]:
    return {ref: Place(x + n * step, y, turn) for n, ref in enumerate(refs)}


def in_a_column(refs: list[str], x: float, y: float, step: float, turn: int = 0) -> dict[str, Place]:
    return {ref: Place(x, y + n * step, turn) for n, ref in enumerate(refs)}


def refs(letter: str, first: int, last: int) -> list[str]:
    """The names of parts that are numbered in a row."""
    return [f"{letter}{n}" for n in range(first, last + 1)]


def turned(point: Point, turn: int) -> Point:
    """A point turned around the origin."""
    x, y = point
    for _ in range(turn % 4):
        x, y = y, -x
    return x, y
