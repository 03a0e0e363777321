"""The marks on lids as strokes with round ends: digits of seats, D for the dealer. Needs manifold3d."""

from __future__ import annotations

from itertools import pairwise

from hardware.solids.shapes import Solid, Spot, all_of, rod

BOX = (4.0, 6.0)  # in which the strokes are told
STROKES: dict[str, tuple[Spot, ...]] = {
    "1": ((0.8, 4.8), (2.2, 6), (2.2, 0)),
    "2": ((0, 4.6), (0.8, 6), (3.2, 6), (4, 4.8), (4, 3.8), (0, 0), (4, 0)),
    "3": ((0, 6), (4, 6), (1.8, 3.6), (3, 3.6), (4, 2.6), (4, 1), (3, 0), (1, 0), (0, 1)),
    "4": ((3, 0), (3, 6), (0, 2), (4, 2)),
    "5": ((4, 6), (0, 6), (0, 3.4), (3, 3.4), (4, 2.4), (4, 1), (3, 0), (0, 0)),
    "6": ((3.4, 6), (1.6, 5.4), (0, 3), (0, 1), (1, 0), (3, 0), (4, 1), (4, 2.4), (3, 3.4), (0.2, 3.4)),
    "D": ((0, 0), (0, 6), (2.4, 6), (4, 4.4), (4, 1.6), (2.4, 0), (0, 0)),
}


def mark(text: str, high: float, broad: float, deep: float) -> Solid:
    """One sign from height 0 up, its middle the origin: its strokes so broad, all of it so high on paper."""
    width, height = BOX
    scale = (high - broad) / height
    spots = [((x - width / 2) * scale, (y - height / 2) * scale) for x, y in STROKES[text]]
    return all_of((rod(broad, deep, a) + rod(broad, deep, b)).hull() for a, b in pairwise(spots))
