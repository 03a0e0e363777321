"""An eye that looks at the grid, the part of its view that a picture shows, and the solids around, in the room's light.

Needs numpy and manifold3d.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from hardware.proofs.light import Eye
from hardware.solids.picture import AMBIENT, GRID, Placed, nearest_of, normals_of, triangles

Array: TypeAlias = Any  # of numpy
Size = tuple[int, int]

FINE = 2  # rays for each pixel kept, in both directions
GAMMA = 2.2  # of a screen
MARGIN = 1.1  # of the picture, around what must be in it

DESK, DESK_REFLECTS = (1.0, 1.0, 1.05), 0.12  # its colour in the room's light, and how much it sends back
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])  # of sRGB's primaries. Source: IEC 61966-2-1
SKY = 1 - AMBIENT  # how much of the light comes from above


class Camera(NamedTuple):
    """An eye that looks at the middle of the grid: where it is, and its right, up and ahead, each (3)."""

    eye: Array
    right: Array
    up: Array
    ahead: Array

    def flat(self, points: Array) -> Array:
        """Where points (3, n) are seen: right and up (2, n), per length ahead."""
        way = points - self.eye[:, None]
        found: Array = np.stack([self.right @ way, self.up @ way]) / (self.ahead @ way)
        return found


def camera(eye: Eye, top: float) -> Camera:
    at = np.array([eye.x, eye.y, top + eye.above])
    ahead = np.array([0, 0, top]) - at
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, [0, 0, 1])
    right /= np.linalg.norm(right)
    return Camera(at, right, np.cross(right, ahead), ahead)


class Window(NamedTuple):
    """The part of an eye's view that a picture shows: its middle, and the view's length that a pixel shows."""

    middle: Array
    step: float
    size: Size

    def pixel(self, flat: Array) -> Array:
        """Where in the picture (2, n) things seen there are, y downwards."""
        found: Array = (flat - self.middle[:, None]) / self.step * [[1], [-1]] + np.array(self.size)[:, None] / 2
        return found


def window(seen_from: Camera, points: Array, size: Size, margin: float = MARGIN) -> Window:
    """As much as shows all these points (3, n)."""
    flat = seen_from.flat(points)
    low, high = flat.min(axis=1), flat.max(axis=1)
    return Window((low + high) / 2, float(((high - low) / size).max()) * margin, size)


def ways(seen_from: Camera, shown: Window) -> Array:
    """From the eye through each fine pixel (3, n)."""
    width, height = shown.size
    x = ((np.arange(width * FINE) + 0.5) / FINE - width / 2) * shown.step + shown.middle[0]
    y = (height / 2 - (np.arange(height * FINE) + 0.5) / FINE) * shown.step + shown.middle[1]
    right, up = np.meshgrid(x, y)
    return seen_from.right[:, None] * right.ravel() + seen_from.up[:, None] * up.ravel() + seen_from.ahead[:, None]


class Bodies(NamedTuple):
    """Triangles: corners (n, 3, 3), what each sends back of red, green, blue (n, 3), and how much light meets it."""

    corners: Array
    reflects: Array
    light: Array


def bodies(placed: Sequence[Placed], low: float) -> Bodies:
    """Solids whose heights count from `low`."""
    corners, colours, _ = triangles(placed)
    corners = corners + np.array([0, 0, low])
    upward = normals_of(corners)[:, 2]
    return Bodies(corners, (colours / 255) ** GAMMA, AMBIENT + SKY * np.maximum((1 + upward) / 2, 0))


def seen_bodies(of: Bodies, seen_from: Camera, shown: Window) -> tuple[Array, Array]:
    """Of each fine pixel, row by row, what is sent back of the room's light (n, 3), and its nearness (0: no body)."""
    width, height = (size * FINE for size in shown.size)
    flat = of.corners.reshape(-1, 3).T
    at = shown.pixel(seen_from.flat(flat)) * FINE
    near = 1 / (seen_from.ahead @ (flat - seen_from.eye[:, None]))
    corners = np.round(at.T.reshape(-1, 3, 2) * GRID) / GRID
    towards = ((seen_from.eye - of.corners[:, 0]) * normals_of(of.corners)).sum(axis=1)
    found, depths = nearest_of(corners, near.reshape(-1, 3), np.flatnonzero(towards > 0), width, height)
    found, depths = found.ravel(), depths.ravel()
    reflects = (of.reflects * of.light[:, None])[found]
    return reflects, np.where(found >= 0, depths, 0)
