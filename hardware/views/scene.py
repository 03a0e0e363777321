"""An eye that looks at the grid, and the part of its view that a picture shows, pixel by pixel. Needs numpy."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from hardware.proofs.light import Eye

Array: TypeAlias = Any  # of numpy
Size = tuple[int, int]

FINE = 2  # rays for each pixel kept, in both directions
GAMMA = 2.2  # of a screen
MARGIN = 1.1  # of the picture, around what must be in it

DESK, DESK_REFLECTS = (1.0, 1.0, 1.05), 0.12  # its colour in the room's light, and how much it sends back
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])  # of sRGB's primaries. Source: IEC 61966-2-1


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
