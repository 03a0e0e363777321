"""Draws solids: seen along parallel rays, nearest surface by a depth buffer, lit from two sides, edges inked.

The same solids give the same bytes: what is projected is rounded to a fine grid first. Needs numpy and pillow.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import cos, radians, sin
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from PIL import Image

from hardware.solids.shapes import Solid

FINE = 2  # pixels rendered for each one kept, in both directions
GRID = 256  # steps of a rendered pixel to which corners are rounded
MARGIN = 0.04  # of the picture, around what is shown
PAPER = (255, 255, 255)
LIGHTS = (
    ((-0.35, 0.75, 0.55), 0.45),
    ((0.8, 0.1, 0.6), 0.15),
    ((0, 0, 1), 0.3),
)  # the viewer's right, up, back; strength
AMBIENT = 0.25
INK = 0.35  # brightness left where an edge is inked
BEND = 0.9  # cosine of the angle between neighbouring faces from which their edge is inked
STEP = 1.2  # of depth, in mm, from which it is
HOLLOWS = ((3, 0.11), (10, 0.09))  # how far to look for something in front of a point, and how much it darkens it


Colour = tuple[int, int, int]


class Placed(NamedTuple):
    solid: Solid
    colour: Colour


class View(NamedTuple):
    """From where: degrees around, counted from seat 0 towards the right, and degrees above the table."""

    around: float
    above: float


Array: TypeAlias = Any  # of numpy: points (n, 3) or maps (height, width)


def picture(placed: Sequence[Placed], view: View, width: int, height: int) -> Image.Image:
    """The solids, as large as fits into a picture of this many pixels."""
    corners, colours, bodies = triangles(placed)
    turned = corners @ turn_of(view).T
    flat, depth = projected(turned, width * FINE, height * FINE)
    normals = normals_of(turned)
    facing = normals[:, 2] > 1e-6
    nearest, depths = nearest_of(flat, depth, np.flatnonzero(facing), width * FINE, height * FINE)
    shown = _shade(nearest, normals, colours)
    shown *= _edges(nearest, depths, normals, bodies)[..., None] * _hollows(depths)[..., None]
    shown[nearest < 0] = PAPER
    return _smaller(shown, width, height)


def side_by_side(pictures: Sequence[Image.Image]) -> Image.Image:
    whole = Image.new("RGB", (sum(each.width for each in pictures), max(each.height for each in pictures)), PAPER)
    left = 0
    for each in pictures:
        whole.paste(each, (left, 0))
        left += each.width
    return whole


def png(image: Image.Image, colours: int = 128) -> bytes:
    kept = BytesIO()
    image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(kept, "PNG")
    return kept.getvalue()


def triangles(placed: Sequence[Placed]) -> tuple[Array, Array, Array]:
    """The corners (n, 3, 3) of all triangles, their colours (n, 3), and the number of the solid each belongs to (n)."""
    corners, colours, bodies = [], [], []
    for number, (solid, colour) in enumerate(placed):
        mesh = solid.to_mesh()
        found = mesh.vert_properties[:, :3][mesh.tri_verts].astype(float)
        corners.append(found)
        colours.append(np.tile(np.array(colour, float), (len(found), 1)))
        bodies.append(np.full(len(found), number))
    return np.concatenate(corners), np.concatenate(colours), np.concatenate(bodies)


def turn_of(view: View) -> Array:
    """The matrix to a viewer's right, up and towards."""
    a, b = radians(view.around), radians(view.above)
    right = (cos(a), sin(a), 0.0)
    towards = (sin(a) * cos(b), -cos(a) * cos(b), sin(b))
    up = (-sin(a) * sin(b), cos(a) * sin(b), cos(b))
    return np.array([right, up, towards])


def projected(turned: Array, width: int, height: int) -> tuple[Array, Array]:
    """Corners in pixels, y downwards (n, 3, 2), and their depths, in mm towards the viewer (n, 3)."""
    low, high = turned.min(axis=(0, 1)), turned.max(axis=(0, 1))
    scale = min(width / (high[0] - low[0]), height / (high[1] - low[1])) * (1 - 2 * MARGIN)
    middle = (low + high) / 2
    x = width / 2 + (turned[..., 0] - middle[0]) * scale
    y = height / 2 - (turned[..., 1] - middle[1]) * scale
    return np.round(np.stack([x, y], axis=-1) * GRID) / GRID, np.round(turned[..., 2] * GRID) / GRID


def normals_of(corners: Array) -> Array:
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)


def nearest_of(flat: Array, depth: Array, wanted: Array, width: int, height: int) -> tuple[Array, Array]:
    """For each pixel the triangle seen there (-1: none), and its depth."""
    nearest = np.full((height, width), -1)
    depths = np.full((height, width), -1e9)
    for n in wanted:
        (x0, y0), (x1, y1), (x2, y2) = flat[n]
        left, right = max(int(min(x0, x1, x2)), 0), min(int(max(x0, x1, x2)) + 2, width)
        top, bottom = max(int(min(y0, y1, y2)), 0), min(int(max(y0, y1, y2)) + 2, height)
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area == 0 or left >= right or top >= bottom:
            continue
        y, x = np.ogrid[top:bottom, left:right]
        b = ((x + 0.5 - x0) * (y2 - y0) - (x2 - x0) * (y + 0.5 - y0)) / area
        c = ((x1 - x0) * (y + 0.5 - y0) - (x + 0.5 - x0) * (y1 - y0)) / area
        here = depth[n, 0] + b * (depth[n, 1] - depth[n, 0]) + c * (depth[n, 2] - depth[n, 0])
        there = depths[top:bottom, left:right]
        seen = (b >= 0) & (c >= 0) & (b + c <= 1) & (here > there)
        there[seen] = here[seen]
        nearest[top:bottom, left:right][seen] = n
    return nearest, depths


def _shade(nearest: Array, normals: Array, colours: Array) -> Array:
    """The lit colour of each pixel."""
    light = np.full(len(normals), AMBIENT)
    for direction, strength in LIGHTS:
        light += strength * np.maximum(normals @ (np.array(direction) / np.linalg.norm(direction)), 0)
    return (colours * np.minimum(light, 1.0)[:, None])[nearest]


def _edges(nearest: Array, depths: Array, normals: Array, bodies: Array) -> Array:
    """INK where a pixel and its right or lower neighbour show different solids, faces or depths; elsewhere 1."""
    ink = np.ones(nearest.shape)
    for axis in (0, 1):
        here, there = _neighbours(nearest, axis)
        bend = (normals[here] * normals[there]).sum(axis=-1)
        near, far = _neighbours(depths, axis)
        differ = (bodies[here] != bodies[there]) | (bend < BEND) | ((here < 0) != (there < 0))
        differ |= (np.abs(near - far) > STEP) & (bend > 1 - 1e-6)
        part = ink[:-1] if axis == 0 else ink[:, :-1]
        part[differ] = INK
    return ink


def _neighbours(field: Array, axis: int) -> tuple[Array, Array]:
    return (field[:-1], field[1:]) if axis == 0 else (field[:, :-1], field[:, 1:])


def _hollows(depths: Array) -> Array:
    """Darker where something near is higher, so that holes and plates look different."""
    light = np.ones(depths.shape)
    for reach, strength in HOLLOWS:
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)):
            higher = np.roll(depths, (dy * reach * FINE, dx * reach * FINE), (0, 1)) - depths
            light -= strength * np.clip(higher / 8, 0, 1) / 2
    return np.maximum(light, 0.35)


def _smaller(shown: Array, width: int, height: int) -> Image.Image:
    blocks = np.minimum(shown, 255).reshape(height, FINE, width, FINE, 3).mean(axis=(1, 3))
    return Image.fromarray(np.round(blocks).astype(np.uint8), "RGB")
