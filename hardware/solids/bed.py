"""Can it be printed so? Refuses by its name a part that does not fit the bed, and a plate that light does not pass."""

from __future__ import annotations

from collections.abc import Sequence

from glowtable.messages import FAILED, USAGE, UserError, say

from hardware.product.light import THICKEST
from hardware.solids.sizes import CELLS


def check_bed(name: str, size: Sequence[float], bed: Sequence[float]) -> None:
    """UserError if a part of this width, depth and height does not fit on the bed, straight or crosswise."""
    (width, depth, height), (broad, deep, high) = size, bed
    lies = (width <= broad and depth <= deep) or (depth <= broad and width <= deep)
    if lies and height <= high:
        return
    raise UserError(
        say(
            "{part} of {size} mm does not fit the bed of {bed} mm: print it elsewhere, or make tiles of fewer --cells",
            part=name,
            size=measures(size),
            bed=measures(bed),
        ),
        FAILED,
    )


def check_plate(mm: float) -> None:
    """UserError if a plate is thicker than the light passes by which six seats read it."""
    if mm > THICKEST:
        raise UserError(
            say(
                "a plate of {mm} mm is thicker than light passes: make it {most} mm or thinner",
                mm=f"{mm:g}",
                most=f"{THICKEST:g}",
            ),
            FAILED,
        )


def measures(size: Sequence[float]) -> str:
    """`199.7 x 199.7 x 13`"""
    return " x ".join(f"{each:.1f}".removesuffix(".0") for each in size)


def bed_of(text: str) -> tuple[float, float, float]:
    """Read `210x210x250`, in mm; UserError if it is no such text."""
    try:
        width, depth, height = (float(each) for each in text.split("x"))
    except ValueError:
        raise UserError(say("a bed is written 210x210x250 (mm), got {bed}", bed=text), USAGE) from None
    return width, depth, height


def check_cells(cells: int) -> None:
    """UserError if tiles with this many cells in a row do not make up the grid."""
    fitting = [n for n in range(1, CELLS + 1) if CELLS % n == 0]
    if cells not in fitting:
        known = ", ".join(map(str, fitting))
        raise UserError(say("tiles have {known} cells in a row, got {cells}", known=known, cells=cells), USAGE)
