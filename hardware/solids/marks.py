"""The marks on lids as strokes with round ends: digits of seats, D for the dealer, names of keys. Needs manifold3d."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path

from hardware.solids.shapes import Solid, Spot, all_of, rod

BOX = (4.0, 6.0)  # in which the strokes are told
APART = 0.7  # from letter to letter, by the breadth of a stroke
STROKES: dict[str, list[Spot]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


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
