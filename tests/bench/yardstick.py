"""What a slower computer takes longer for, too: a fixed piece of plain Python to measure others by.

Small tuples, dicts, ints, strings and calls, as our own code is made of. A goal is so many yardsticks: measured in turn
with it, on CPU time, neither a slower core nor busy neighbours decide.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

SIDE = 6
LINES = 400  # a millisecond or so


class Cell(NamedTuple):
    row: int
    column: int

    @property
    def name(self) -> str:
        return f"{'abcdef'[self.row]}{self.column + 1}"


def work() -> int:
    """Always the same."""
    found: dict[str, tuple[Cell, ...]] = {}
    taken = 0
    for number in range(LINES):
        cell = Cell(number % SIDE, number // SIDE % SIDE)
        bit = 1 << SIDE * cell.row + cell.column
        taken = taken & ~bit if taken & bit else taken | bit
        found[cell.name] = (*found.get(cell.name, ())[-2:], cell)
    return taken.bit_count() + sum(len(cells) for cells in found.values())


def cpu_ns(act: Callable[[], object]) -> int:
    began = time.process_time_ns()
    act()
    return time.process_time_ns() - began


def yardsticks(took_ns: Iterable[float], yardstick_ns: Iterable[float]) -> float:
    """How many yardsticks a piece of work is, from measurements of both that took turns."""
    return statistics.median(took_ns) / statistics.median(yardstick_ns)
