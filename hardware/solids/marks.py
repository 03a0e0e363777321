"""The marks on lids as strokes with round ends: digits of seats, D for the dealer, names of keys. Needs manifold3d."""

from __future__ import annotations

from itertools import pairwise

from hardware.solids.shapes import Solid, Spot, all_of, rod

BOX = (4.0, 6.0)  # in which the strokes are told
APART = 0.7  # from letter to letter, by the breadth of a stroke
STROKES: dict[str, tuple[Spot, ...]] = {
    "1": ((0.8, 4.8), (2.2, 6), (2.2, 0)),
    "2": ((0, 4.6), (0.8, 6), (3.2, 6), (4, 4.8), (4, 3.8), (0, 0), (4, 0)),
    "3": ((0, 6), (4, 6), (1.8, 3.6), (3, 3.6), (4, 2.6), (4, 1), (3, 0), (1, 0), (0, 1)),
    "4": ((3, 0), (3, 6), (0, 2), (4, 2)),
    "5": ((4, 6), (0, 6), (0, 3.4), (3, 3.4), (4, 2.4), (4, 1), (3, 0), (0, 0)),
    "6": ((3.4, 6), (1.6, 5.4), (0, 3), (0, 1), (1, 0), (3, 0), (4, 1), (4, 2.4), (3, 3.4), (0.2, 3.4)),
    "A": ((0, 0), (2, 6), (4, 0), (3.2, 2.2), (0.8, 2.2)),
    "D": ((0, 0), (0, 6), (2.4, 6), (4, 4.4), (4, 1.6), (2.4, 0), (0, 0)),
    "E": ((4, 6), (0, 6), (0, 3), (3.2, 3), (0, 3), (0, 0), (4, 0)),
    "G": ((4, 5), (3, 6), (1, 6), (0, 5), (0, 1), (1, 0), (3, 0), (4, 1), (4, 2.6), (2.4, 2.6)),
    "H": ((0, 0), (0, 6), (0, 3), (4, 3), (4, 6), (4, 0)),
    "I": ((0, 0), (0, 6)),
    "N": ((0, 0), (0, 6), (4.4, 0), (4.4, 6)),
    "O": ((1, 0), (0, 1), (0, 5), (1, 6), (3, 6), (4, 5), (4, 1), (3, 0), (1, 0)),
    "P": ((0, 0), (0, 6), (3, 6), (4, 5.2), (4, 3.6), (3, 2.8), (0, 2.8)),
    "R": ((0, 0), (0, 6), (3, 6), (4, 5.2), (4, 3.8), (3, 3), (0, 3), (2, 3), (4, 0)),
    "S": ((4, 5), (3, 6), (1, 6), (0, 5), (0, 4), (1, 3.2), (3, 2.8), (4, 2), (4, 1), (3, 0), (1, 0), (0, 1)),
    "T": ((0, 6), (4, 6), (2, 6), (2, 0)),
    "U": ((0, 6), (0, 1), (1, 0), (3, 0), (4, 1), (4, 6)),
    "W": ((0, 6), (1, 0), (2.5, 5), (4, 0), (5, 6)),
    "X": ((0, 0), (4, 6), (2, 3), (0, 6), (4, 0)),
}


def mark(text: str, high: float, broad: float, deep: float) -> Solid:
    """One sign from height 0 up, its middle the origin: its strokes so broad, all of it so high on paper."""
    width, height = BOX
    scale = (high - broad) / height
    spots = [((x - width / 2) * scale, (y - height / 2) * scale) for x, y in STROKES[text]]
    return all_of((rod(broad, deep, a) + rod(broad, deep, b)).hull() for a, b in pairwise(spots))


def word(text: str, high: float, broad: float, deep: float) -> Solid:
    """Letters beside each other, told as `mark` tells one; each as wide as its strokes."""
    signs, right = [], 0.0
    for letter in text:
        sign = mark(letter, high, broad, deep)
        left, _, _, end, _, _ = sign.bounding_box()
        signs.append(sign.translate([right - left, 0, 0]))
        right += end - left + APART * broad
    return all_of(signs).translate([-(right - APART * broad) / 2, 0, 0])
