"""The few solids that all parts are made of, in mm. Needs manifold3d."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from manifold3d import Manifold

ROUND = 48  # corners of a circle
OVER = 0.5  # how far a hole is cut beyond a surface, so that none is left as a skin

Solid: TypeAlias = Manifold
Spot = tuple[float, float]


def box(size: Sequence[float], middle: Spot = (0, 0), floor: float = 0) -> Solid:
    """A box of width, depth and height whose bottom is at a height and whose middle, seen from above, is at a spot."""
    width, depth, height = size
    return Manifold.cube([width, depth, height]).translate([middle[0] - width / 2, middle[1] - depth / 2, floor])


def span(left: float, right: float, near: float, far: float, low: float, high: float) -> Solid:
    """A box by its six sides."""
    return Manifold.cube([right - left, far - near, high - low]).translate([left, near, low])


def rod(diameter: float, height: float, middle: Spot = (0, 0), floor: float = 0) -> Solid:
    """A cylinder that stands upright."""
    upright = Manifold.cylinder(height, diameter / 2, circular_segments=ROUND)
    return upright.translate([middle[0], middle[1], floor])


def ring(outside: Sequence[float], wall: float, middle: Spot = (0, 0), floor: float = 0) -> Solid:
    """The four walls of a box that is open above and below."""
    width, depth, height = outside
    hole = box((width - 2 * wall, depth - 2 * wall, height + 2 * OVER), middle, floor - OVER)
    return box(outside, middle, floor) - hole


def all_of(solids: Iterable[Solid]) -> Solid:
    """Their union."""
    whole = Manifold()
    for solid in solids:
        whole += solid
    return whole


def size_of(solid: Solid) -> tuple[float, float, float]:
    """Width, depth and height of the box around it."""
    left, near, low, right, far, high = solid.bounding_box()
    return right - left, far - near, high - low
