"""What the second table's prints weigh, by material: every print that solids/needed.py names and the first has not."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.solids import needed
from hardware.solids.needed import NEEDED, Needed
from hardware.solids.origins import FOLDER
from hardware.solids.tables import PLASTIC, grams_of

PETG, WHITE, CLEAR, TPU = "PETG", "PETG, white with much pigment", "PETG, natural or opal", "TPU 95A"
DENSITY = {PETG: 1.27, WHITE: 1.27, CLEAR: 1.27, TPU: 1.21}  # g/cm3
MATERIAL = {"sprung-plate": CLEAR, "tip": TPU, "wall-grid": WHITE, "coupon-walls": WHITE}  # all others are of PETG


def second_prints() -> dict[str, Needed]:
    """All mappings of prints but the first table's, in one."""
    found: dict[str, Needed] = {}
    for mapping in vars(needed).values():
        if isinstance(mapping, Mapping) and all(isinstance(each, Needed) for each in mapping.values()):
            found |= {name: each for name, each in mapping.items() if name not in NEEDED}
    return found


def grams_by_material() -> dict[str, float]:
    """Printed solid, from the volumes of the committed files."""
    grams = dict.fromkeys(DENSITY, 0.0)
    for name, each in second_prints().items():
        of = MATERIAL.get(name, PETG)
        stl = (FOLDER / f"{name}.stl").read_bytes()
        grams[of] += each.pieces * grams_of(stl) * DENSITY[of] / PLASTIC
    return grams
