"""The row board: six keys with their diodes. All rows are the same board: row lines move up by one from IN to OUT."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.model.board import Board, Part, across, wired
from hardware.model.kinds import GROUND, KEY, MATRIX_BELOW, SCHOTTKY

SIDE = 6


def matrix_nets(shift: int = 0) -> dict[str, str | None]:
    """The nets of a matrix connector whose row lines are those of the board `shift` rows further on."""
    rows = {f"R{n}": f"ROW{n + shift}" if n + shift < SIDE else None for n in range(SIDE)}
    return {**rows, **{f"C{n}": f"COL{n}" for n in range(SIDE)}, "GND": GROUND}


def parts() -> Iterator[Part]:
    yield wired("J1", MATRIX_BELOW, "In", matrix_nets())
    yield wired("J2", MATRIX_BELOW, "Out", matrix_nets(shift=1))
    for n in range(SIDE):
        yield across(f"SW{n + 1}", KEY, f"Cell {n + 1}", f"COL{n}", f"KEY{n}")
    for n in range(SIDE):
        yield across(f"D{n + 1}", SCHOTTKY, "BAT85", "ROW0", f"KEY{n}")


ROW = Board("row", "Glowtable row of cells", tuple(parts()))
