"""Solids around the grid as an eye sees them, in the room's light alone. Needs numpy and manifold3d."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hardware.solids.picture import AMBIENT, GRID, Placed, nearest_of, normals_of, triangles
from hardware.views.scene import FINE, GAMMA, Array, Camera, Window

SKY = 1 - AMBIENT  # how much of the light comes from above


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
