"""What an eye sees, pixel by pixel: luminances of a traced cell repeated over the grid, its frame and a desk around.

Every second cell is lit. A bin shines with its own cell's light and that of the eight cells beside it, as traced.
Frame and desk take no part in the light. Needs numpy.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from hardware.product import light as optics
from hardware.product.cell import PITCH
from hardware.proofs.light import SIDE, Eye, Lit, coming_down
from hardware.proofs.rays import Seen
from hardware.views.grid import shining

Array: TypeAlias = Any  # of numpy
Size = tuple[int, int]

FINE = 2  # rays for each pixel kept, in both directions
CHECKS = np.add.outer(np.arange(SIDE), np.arange(SIDE)) % 2 == 0  # cells lit, x by y
GAMMA = 2.2  # of a screen
MARGIN = 1.1  # of the picture, around what must be in it
WHITE_CD = 200.0  # this luminance and more is drawn white

LED = (0.30, 1.20, 0.40)  # colours as parts of red, green, blue: of the light, of what the room's light falls on
PLAIN, CARD, OAK, DESK = (1.0, 1.0, 1.0), (1.15, 1.0, 0.72), (1.25, 0.98, 0.62), (1.0, 1.0, 1.05)
OAK_REFLECTS, DESK_REFLECTS = 0.35, 0.12
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])  # of sRGB's primaries. Source: IEC 61966-2-1


class Frame(NamedTuple):
    """Around the grid: from its middle to the inner and the outer side, and its top's height, in mm."""

    inner: float
    outer: float
    top: float


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


class Scene(NamedTuple):
    """A table whose cells are all alike: its name, its light, which of its cell's boxes is the cards, if one is."""

    about: str
    lit: Lit
    card_box: int | None
    frame: Frame


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


def luminances(scene: Scene, seen_from: Camera, shown: Window) -> tuple[Array, Array, Array]:
    """Of each fine pixel, row by row: LED light and room light in cd/m2 (n), and the colour of what is seen (n, 3)."""
    frame, way = scene.frame, ways(seen_from, shown)
    at_frame = seen_from.eye[:2, None] + way[:2] * (frame.top - seen_from.eye[2]) / way[2]
    aside = np.abs(at_frame).max(axis=0)
    wood = aside < frame.outer
    own, room = np.zeros(len(aside)), optics.ROOM_LX / np.pi * np.where(wood, OAK_REFLECTS, DESK_REFLECTS)
    tint = np.where(wood[:, None], OAK, DESK)
    some = np.flatnonzero(wood)
    seen = _first_seen(scene.lit, seen_from, way[:, some])
    in_grid = ((seen.cells >= 0) & (seen.cells < SIDE)).all(axis=0) & (seen.boxes >= 0)
    in_grid &= (seen.points[2] > frame.top) | (aside[some] < frame.inner)
    at, cells, bins = some[in_grid], seen.cells[:, in_grid], seen.bins[in_grid]
    own[at], room[at] = shining(scene.lit, CHECKS[..., None], cells, bins)[:, 0], scene.lit.room[bins]
    tint[at] = np.where((seen.boxes[in_grid] == scene.card_box)[:, None], CARD, PLAIN)
    return own, room, tint


def _first_seen(lit: Lit, seen_from: Camera, way: Array) -> Seen:
    middle = np.array([[(SIDE - 1) / 2 * PITCH], [(SIDE - 1) / 2 * PITCH], [0]])
    starts = np.tile(seen_from.eye[:, None] + middle, way.shape[1])
    return lit.cell.lattice.first_seen(coming_down(lit.cell, starts, way))


def ways(seen_from: Camera, shown: Window) -> Array:
    """From the eye through each fine pixel (3, n)."""
    width, height = shown.size
    x = ((np.arange(width * FINE) + 0.5) / FINE - width / 2) * shown.step + shown.middle[0]
    y = (height / 2 - (np.arange(height * FINE) + 0.5) / FINE) * shown.step + shown.middle[1]
    right, up = np.meshgrid(x, y)
    return seen_from.right[:, None] * right.ravel() + seen_from.up[:, None] * up.ravel() + seen_from.ahead[:, None]


def pixels(scene: Scene, seen_from: Camera, shown: Window) -> Array:
    """The picture (height, width, 3), 0 to 255."""
    own, room, tint = luminances(scene, seen_from, shown)
    light = own[:, None] * (LED / (LUMINANCE @ LED)) + room[:, None] * (tint / (tint @ LUMINANCE)[:, None])
    width, height = shown.size
    linear = light.reshape(height, FINE, width, FINE, 3).mean(axis=(1, 3)) / WHITE_CD
    return np.round(255 * np.minimum(linear, 1) ** (1 / GAMMA)).astype(np.uint8)
