"""Can a part be printed as it lies, without support? Tried layer by layer, as a printer does it.

What is over nothing must grow by no more than 45 degrees from the layer below, or hang as a straight bridge between
two edges of it, along x, y or a diagonal. Needs manifold3d, numpy and pillow.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from manifold3d import CrossSection, JoinType
from PIL import Image, ImageDraw

from hardware.solids.shapes import Solid

LAYER = 0.2
SLACK = 0.02  # mm beyond 45 degrees: roundings
CELL = 0.1  # of the raster in which bridges are looked for
LEAST = 0.05  # mm²: a smaller ledge is the raster's own
EDGE = 1.0  # around it, where the layer below must be seen
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

Grid: TypeAlias = Any  # of numpy, bool: rows along y, columns along x


class Hanging(NamedTuple):
    """What of a part lies on nothing, in mm: its widest bridge, and how far out its widest ledge hangs."""

    bridge: float
    ledge: float


def hanging(part: Solid, longest: float) -> Hanging:
    """Of a part as it lies on the bed; what would have to be a longer bridge than this, in mm, is a ledge."""
    found = [_hung(piece, *layers, longest) for layers in _layers(part) for piece in _over(*layers)]
    return Hanging(max((each.bridge for each in found), default=0.0), max((each.ledge for each in found), default=0.0))


def _layers(part: Solid) -> Iterator[tuple[CrossSection, CrossSection]]:
    """Each layer after the one below it."""
    _, _, low, _, _, high = part.bounding_box()
    below = part.slice(low + LAYER / 2)
    for n in range(1, ceil((high - low) / LAYER - 1e-6)):
        layer = part.slice(min(low + (n + 0.5) * LAYER, high - 1e-3))
        yield below, layer
        below = layer


def _over(below: CrossSection, layer: CrossSection) -> list[CrossSection]:
    """The pieces of a layer that reach too far beyond the one below."""
    pieces = (layer - below.offset(LAYER + SLACK, JoinType.Square)).decompose()
    return [piece for piece in pieces if piece.area() > CELL * CELL]


def _hung(piece: CrossSection, below: CrossSection, layer: CrossSection, longest: float) -> Hanging:
    """Each spot of a piece that reaches too far takes its shortest bridge, over all of the layer that hangs."""
    left, near, right, far = piece.bounds()
    frame = (left - EDGE, near - EDGE, right + EDGE, far + EDGE)
    ground = _drawn(below, frame)
    hung = _drawn(layer, frame) & ~ground
    across, out = np.full(hung.shape, np.inf), np.full(hung.shape, np.inf)
    for step in DIRECTIONS:
        long = CELL * sqrt(step[0] ** 2 + step[1] ** 2)
        back = _to_ground(hung, ground, step)
        ahead = _to_ground(hung[::-1, ::-1], ground[::-1, ::-1], step)[::-1, ::-1]
        across, out = np.minimum(across, (back + ahead - 1) * long), np.minimum(out, np.minimum(back, ahead) * long)
    asked = _drawn(piece, frame) & hung
    held = asked & (across <= longest)
    loose = asked & ~held
    ledge = out[loose].max(initial=0.0) if loose.sum() * CELL * CELL > LEAST else 0.0
    return Hanging(round(float(across[held].max(initial=0.0)), 2), round(float(ledge), 2))


def _drawn(section: CrossSection, frame: tuple[float, float, float, float]) -> Grid:
    """Which cells of a frame are in a section."""
    left, near, right, far = frame
    image = Image.new("1", (ceil((right - left) / CELL), ceil((far - near) / CELL)))
    draw = ImageDraw.Draw(image)
    for outline in sorted(section.to_polygons(), key=lambda each: -abs(_area(each))):  # a hole after what it is in
        corners = [((x - left) / CELL - 0.5, (y - near) / CELL - 0.5) for x, y in outline]
        draw.polygon(corners, fill=int(_area(outline) > 0))
    return np.array(image)


def _area(outline: Any) -> float:
    """Below zero of a hole."""
    x, y = np.asarray(outline).T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def _to_ground(hung: Grid, ground: Grid, step: tuple[int, int]) -> Grid:
    """For each hanging cell how many cells against a step the ground is away; infinite if the air comes first."""
    down, aside = step
    far = np.where(ground, 0.0, np.inf)
    if down == 0:
        for column in range(1, hung.shape[1]):
            far[:, column] = np.where(hung[:, column], far[:, column - 1] + 1, far[:, column])
        return far
    for row in range(1, hung.shape[0]):
        before = np.roll(far[row - 1], aside)
        if aside:
            before[0 if aside > 0 else -1] = np.inf
        far[row] = np.where(hung[row], before + 1, far[row])
    return far
