"""How even a lit plate is that no card lies on, as built and as tried: what shades, braces and LEDs' places do for it.

U0 is the least over the mean of places of 5.3 mm, over the plate's whole upper face (64 x 64 mm) and over the rim that
one card leaves. The face spreads light as Lambert's law says, so U0 is the same for every eye. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hardware.product.light import Finish
from hardware.proofs.light import Make, as_measured, contrast, evenness, of, plate_map, rim

RAYS = 100_000  # as many as the claim has: with fewer, chance moves the figures by hundredths
COLUMNS = ("plate and LEDs", "U0, whole plate", "U0, rim around one card", "rim, lit over dark", "brightest / mean")
TRIED: Mapping[str, Mapping[str, Any]] = {
    "as built": {},
    "no shades": {"shade": ()},
    "no shades, LEDs at 20": {"shade": (), "led": (20.0, 20.0)},
    "white that lets through a third less": {"white": Finish(0.77, 0.12)},
    "white that lets through half more": {"white": Finish(0.63, 0.27)},
    "plate of 2.5": {"thick": 2.5},
}


def figures(make: Make, rays: int = RAYS) -> tuple[float, float, float, float]:
    """U0 of plate and rim, the rim lit over dark, and the brightest place over the mean."""
    bare, under_card = (of(replace(make, stack=stack), rays) for stack in (0, 1))
    field = plate_map(bare)
    return (
        evenness(field),
        evenness(rim(plate_map(under_card))),
        contrast(under_card),
        float(field.max() / field.mean()),
    )


def compared(rays: int = RAYS) -> list[tuple[str, ...]]:
    """What was tried: a head, and lines."""
    makes = {about: replace(as_measured(), **changed) for about, changed in TRIED.items()}
    return [COLUMNS, *((about, *(f"{each:.2f}" for each in figures(make, rays))) for about, make in makes.items())]
