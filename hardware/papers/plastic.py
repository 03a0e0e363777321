"""What the second table's prints weigh, by material: every print that solids/needed.py names and the first has not."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.solids import needed
from hardware.solids.needed import CLEAR, NEEDED, PETG, TPU, WHITE, Needed
from hardware.solids.origins import FOLDER
from hardware.solids.tables import PLASTIC, grams_of

DENSITY = {PETG: 1.27, WHITE: 1.27, CLEAR: 1.27, TPU: 1.21}  # g/cm3


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
        stl = (FOLDER / f"{name}.stl").read_bytes()
        grams[each.material] += each.pieces * grams_of(stl) * DENSITY[each.material] / PLASTIC
    return grams
