"""Where the sheets of a template lie on the table, in mm: A4 upright, in rows and columns that overlap. Draws nothing.

Columns are letters from the left, rows numbers from the rear, as on a map: A1 is at the rear on the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

from hardware.product.table import Spot
from hardware.tray.drawing import Circle, Mark

PAPER = (210.0, 297.0)
FIELD = (182.0, 252.0)  # of a sheet: where the drawing is
FIELD_AT = (16.0, 30.0)  # of the field's lower left corner on the paper
OVERLAP = 30.0  # of neighbours: whatever is smaller is whole on one of them
JOINT = 50.0  # from a field's side to the marks where sheets join

Bounds = tuple[float, float, float, float]  # left, near, right, far


class Sheet(NamedTuple):
    """One of a template's sheets: its column and row, of how many, and the middle of its field on the table."""

    column: int
    row: int
    columns: int
    rows: int
    middle: Spot

    @property
    def name(self) -> str:
        return f"{'ABCDEFGH'[self.column]}{self.row + 1}"

    @property
    def field(self) -> Bounds:
        """The part of the table that is on it."""
        (x, y), (width, height) = self.middle, FIELD
        return x - width / 2, y - height / 2, x + width / 2, y + height / 2

    def on_paper(self, spot: Spot) -> Spot:
        """From the paper's lower left corner."""
        left, near, _, _ = self.field
        return spot[0] - left + FIELD_AT[0], spot[1] - near + FIELD_AT[1]

    def has(self, bounds: Bounds) -> bool:
        """Whether something is wholly on it."""
        left, near, right, far = self.field
        return left <= bounds[0] and near <= bounds[1] and bounds[2] <= right and bounds[3] <= far

    def shows(self, bounds: Bounds) -> bool:
        """Whether a part of it is on it."""
        left, near, right, far = self.field
        return left < bounds[2] and near < bounds[3] and bounds[0] < right and bounds[1] < far

    def joints(self) -> set[Spot]:
        """Where it is laid on its neighbours: two spots in the middle of each overlap."""
        left, near, right, far = self.field
        half = OVERLAP / 2
        xs = [left + half] * (self.column > 0) + [right - half] * (self.column < self.columns - 1)
        ys = [far - half] * (self.row > 0) + [near + half] * (self.row < self.rows - 1)
        beside = product(xs, (near + JOINT, far - JOINT))
        return {*beside, *product((left + JOINT, right - JOINT), ys)}


def sheets(width: float, depth: float) -> list[Sheet]:
    """So many as a drawing of this size around the origin needs, row by row."""
    wide, high = (field - OVERLAP for field in FIELD)
    columns, rows = max(1, ceil((width - OVERLAP) / wide)), max(1, ceil((depth - OVERLAP) / high))
    return [
        Sheet(column, row, columns, rows, ((column - (columns - 1) / 2) * wide, ((rows - 1) / 2 - row) * high))
        for row in range(rows)
        for column in range(columns)
    ]


def bounds(mark: Mark) -> Bounds:
    if isinstance(mark, Circle):
        (x, y), half = mark.middle, mark.diameter / 2
        return x - half, y - half, x + half, y + half
    xs, ys = zip(*mark.corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def around(marks: Sequence[Mark]) -> tuple[float, float]:
    """Width and depth of what is around the origin and has all marks in it."""
    left, near, right, far = zip(*map(bounds, marks), strict=True)
    return 2 * max(*map(abs, left), *map(abs, right)), 2 * max(*map(abs, near), *map(abs, far))
