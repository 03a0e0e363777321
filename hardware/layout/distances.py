"""How far points and straight lines are from each other, in the plane."""

from __future__ import annotations

from math import hypot

from hardware.model.file import Point

Line = tuple[Point, Point]


def between(one: Line, other: Line) -> float:
    """From one straight line to another; 0 if they cross."""
    if crosses(one, other):
        return 0.0
    return min(*(to_line(end, other) for end in one), *(to_line(end, one) for end in other))


def side(line: Line, point: Point) -> float:
    """Above zero on one side of a line, below on the other."""
    (ax, ay), (bx, by) = line
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)


def crosses(one: Line, other: Line) -> bool:
    return side(one, other[0]) * side(one, other[1]) < 0 and side(other, one[0]) * side(other, one[1]) < 0


def to_line(point: Point, line: Line) -> float:
    """From a point to the nearest one of a line from end to end."""
    (ax, ay), (bx, by) = line
    long = (bx - ax) ** 2 + (by - ay) ** 2
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / long if long else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - ax - along * (bx - ax), point[1] - ay - along * (by - ay))
