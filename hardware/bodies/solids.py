"""The two solids that all bodies are made of, as data. Millimetres as in footprints: x to the right, y down, z up.

Height 0 is the front of the board; what goes through it ends below -BOARD.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from hardware.layout.shapes import Rectangle
from hardware.places import Point
from hardware.solids.sizes import BOARD

X, Y, Z = range(3)
Spot = tuple[float, float, float]
Colour = tuple[float, float, float]  # red, green, blue, from 0 to 1

BLACK: Colour = (0.05, 0.05, 0.055)
GREY: Colour = (0.20, 0.20, 0.22)
METAL: Colour = (0.60, 0.60, 0.62)
GOLD: Colour = (0.85, 0.70, 0.30)
WHITE: Colour = (0.80, 0.80, 0.77)
CREAM: Colour = (0.80, 0.74, 0.50)
TAN: Colour = (0.72, 0.60, 0.42)
GREEN: Colour = (0.10, 0.45, 0.20)
LIME: Colour = (0.45, 0.85, 0.35)
BLUE: Colour = (0.20, 0.36, 0.58)
NAVY: Colour = (0.12, 0.16, 0.32)
ORANGE: Colour = (0.85, 0.45, 0.15)
YELLOW: Colour = (0.90, 0.75, 0.15)


class Prism(NamedTuple):
    """An outline seen from above, from one height to another; its corners run either way around."""

    outline: tuple[Point, ...]
    low: float
    high: float
    colour: Colour


class Rod(NamedTuple):
    """A round one, from the middle of its first end along x, y or z."""

    start: Spot
    axis: int
    length: float
    diameter: float
    colour: Colour


Solid: TypeAlias = Prism | Rod
Body = tuple[Solid, ...]


def block(left: float, top: float, right: float, bottom: float, low: float, high: float, colour: Colour) -> Prism:
    return Prism(((left, top), (right, top), (right, bottom), (left, bottom)), low, high, colour)


def middle_block(x: float, y: float, width: float, height: float, low: float, high: float, colour: Colour) -> Prism:
    """A box by its middle and its sides, seen from above."""
    return block(x - width / 2, y - height / 2, x + width / 2, y + height / 2, low, high, colour)


def upright(x: float, y: float, diameter: float, low: float, high: float, colour: Colour) -> Rod:
    return Rod((x, y, low), Z, high - low, diameter, colour)


def hung(body: Body) -> Body:
    """The same body on the back of the board, told as seen from above: turned over, not mirrored."""
    return tuple(_hung(solid) for solid in body)


def _hung(solid: Solid) -> Solid:
    if isinstance(solid, Prism):
        outline = tuple((-x, y) for x, y in solid.outline)
        return solid._replace(outline=outline, low=-BOARD - solid.high, high=-BOARD - solid.low)
    x, y, z = solid.start
    ends = {X: (-x - solid.length, y, -BOARD - z), Y: (-x, y, -BOARD - z), Z: (-x, y, -BOARD - z - solid.length)}
    return solid._replace(start=ends[solid.axis])


def extent(solid: Solid) -> tuple[Spot, Spot]:
    """The corners of the box around a solid: the least and the greatest of x, y and z."""
    if isinstance(solid, Prism):
        xs, ys = zip(*solid.outline, strict=True)
        return (min(xs), min(ys), solid.low), (max(xs), max(ys), solid.high)
    reach = [solid.diameter / 2] * 3
    reach[solid.axis] = 0
    x, y, z = solid.start
    end = [x, y, z]
    end[solid.axis] += solid.length
    low = (x - reach[X], y - reach[Y], z - reach[Z])
    return low, (end[X] + reach[X], end[Y] + reach[Y], end[Z] + reach[Z])


def seen_from_above(body: Body) -> Rectangle:
    boxes = [extent(solid) for solid in body]
    lows, highs = zip(*boxes, strict=True)
    return min(p[X] for p in lows), min(p[Y] for p in lows), max(p[X] for p in highs), max(p[Y] for p in highs)


def height(body: Body) -> float:
    """From the front of the board to its highest spot."""
    return max(extent(solid)[1][Z] for solid in body)
