"""Can it be printed so? Refuses by its name a part that does not fit the bed, and a plate that light does not pass."""

from __future__ import annotations

from collections.abc import Sequence

from glowtable.messages import UserError, say

from hardware.product.light import THICKEST


def check_bed(name: str, size: Sequence[float], bed: Sequence[float]) -> None:
    """UserError if a part of this width, depth and height does not fit on the bed, straight or crosswise."""
    (width, depth, height), (broad, deep, high) = size, bed
    lies = (width <= broad and depth <= deep) or (depth <= broad and width <= deep)
    if lies and height <= high:
        return
    sentence = "{part} of {size} mm does not fit the bed of {bed} mm"
    raise UserError(say(sentence, part=name, size=measures(size), bed=measures(bed)))


def check_plate(mm: float) -> None:
    """UserError if a plate is thicker than the light passes by which six seats read it."""
    if mm > THICKEST:
        sentence = "a plate of {mm} mm is thicker than light passes: make it {most} mm or thinner"
        raise UserError(say(sentence, mm=f"{mm:g}", most=f"{THICKEST:g}"))


def measures(size: Sequence[float]) -> str:
    """`199.7 x 199.7 x 13`"""
    return " x ".join(f"{each:.1f}".removesuffix(".0") for each in size)
