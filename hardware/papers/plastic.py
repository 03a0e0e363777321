"""What the table's prints weigh, by material."""

from __future__ import annotations

from hardware.solids.needed import CLEAR, NEEDED, PETG, PLAIN, TPU, WHITE, Needed
from hardware.solids.tables import PLASTIC, grams_of

DENSITY = {PETG: 1.27, WHITE: 1.27, CLEAR: 1.27, PLAIN: 1.27, TPU: 1.21}  # g/cm3


def grams_by_material() -> dict[str, float]:
    """Printed solid, from the volumes of the committed files."""
    grams = dict.fromkeys(DENSITY, 0.0)
    for name, each in NEEDED.items():
        whole = grams_of(name) / PLASTIC
        for material, cm3 in split(each, whole):
            grams[material] += each.pieces * cm3 * DENSITY[material]
    return grams


def split(each: Needed, whole: float) -> list[tuple[str, float]]:
    """What a piece of so many cm3 is of, and how much of each."""
    if each.change is None:
        return [(each.material, whole)]
    return [(each.material, each.change.after), (each.change.material, whole - each.change.after)]
