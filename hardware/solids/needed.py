"""The printed parts by name: how many a table needs, and how they are printed. Makes none.

`CELL_PRINTS` are those of its cells, `KIT` of one cell, with a plate more. No part needs support: `bridge` and `ledge`
are the widest that hang over nothing, in mm, and are tested.
"""

from __future__ import annotations

from typing import NamedTuple

from hardware.product.cell import PLATE

MOST_BRIDGE, MOST_LEDGE = 20.0, 0.6  # what a common printer does without support; who hangs further is named below
BESIDE = 2.0  # mm between two prints on a bed

PETG, WHITE, CLEAR, TPU = "PETG", "PETG, white with much pigment", "PETG, natural or opal", "TPU 95A"
PLAIN = "PETG, plain white"


SOLID = ("solid",)  # profiles: the .ini beside this file, each on top of those before it
COARSE, SOFT = (*SOLID, "coarse"), (*SOLID, "soft")
SPRINGS, HOLLOW = (*COARSE, "springs"), (*COARSE, "hollow")
LAYERS = {
    SOLID: "0.2 mm, solid",
    SOFT: "0.2 mm, solid, slowly",
    COARSE: "0.3 mm, the first 0.2; solid",
    SPRINGS: "0.3 mm, solid",
    HOLLOW: "0.3 mm, the first 0.2; two solid below and above, 15 %",
}


class Change(NamedTuple):
    """Of filament, in the middle of a print: so many mm over the bed begins what is of `material`."""

    after: float
    material: str


class Needed(NamedTuple):
    """`material` is what is ordered for it, `profiles` how it is sliced."""

    pieces: int
    how: str
    bridge: float = 0.0
    ledge: float = 0.0
    material: str = PETG
    change: Change | None = None
    profiles: tuple[str, ...] = SOLID


SEATS, DEALERS = 6, 1
CELLS, QUARTERS = 36, 4
CHANGE_MM = round(PLATE[1] - PLATE[0], 2)  # over the bed: below is the plate itself, above is what hangs from it
_SPRINGS = "white PETG, for dark ones swallow light, face down, no support"
CELL_PRINTS = {
    "coupon-springs": Needed(1, f"the kit: {_SPRINGS}", material=PLAIN, profiles=SPRINGS),
    "coupon-walls": Needed(1, "the kit: white with much pigment, no support", material=WHITE, profiles=COARSE),
    "sprung-plate": Needed(
        CELLS,
        f"opal or natural PETG, face down, no support; from {CHANGE_MM:g} mm up plain white PETG: one filament change",
        ledge=0.6,
        material=CLEAR,
        change=Change(CHANGE_MM, PLAIN),
    ),
    "tip": Needed(CELLS, "TPU 95A, its wide end down; pressed into the rod", material=TPU, profiles=SOFT),
    "spring-grid": Needed(QUARTERS, _SPRINGS, material=PLAIN, profiles=SPRINGS),
    "wall-grid": Needed(QUARTERS, "as the kit's walls", 2.2, material=WHITE, profiles=COARSE),
}
OF_KIT = {"coupon-springs": 1, "coupon-walls": 1, "sprung-plate": 2, "tip": 2}
KIT = {name: CELL_PRINTS[name]._replace(pieces=pieces) for name, pieces in OF_KIT.items()}
_LID = "white, face down, no support"
POD_PRINTS = {
    "pod-body": Needed(SEATS + DEALERS, "any colour, floor down, no support", profiles=HOLLOW),
    **{f"pod-lid-{seat}": Needed(1, _LID, 3.8, material=WHITE) for seat in range(1, SEATS + 1)},
    "pod-lid-D": Needed(DEALERS, f"{_LID}; the dealer's: without keys and lights", 3.8, material=WHITE),
    "pod-frame": Needed(SEATS + DEALERS, "any colour, face down, no support; pressed into the lid"),
    "pod-rest": Needed(SEATS + DEALERS, "any colour, pins up, no support", profiles=HOLLOW),
}
BAR_PRINTS = {
    "bar-body": Needed(1, "as the pods' bodies", profiles=HOLLOW),
    "bar-lid": Needed(1, _LID, 2.6, material=WHITE),
}
TRAY_PRINTS = {
    "rear-panel": Needed(1, "black, flat, no support", profiles=HOLLOW),
    "post": Needed(17, "any colour, standing, no support; or cut from a tube", profiles=HOLLOW),
}
NFC_PRINTS = {
    "nfc-plate": Needed(0, "any colour, face down, no support; one for each cell with a reader", profiles=HOLLOW)
}
NEEDED: dict[str, Needed] = {**CELL_PRINTS, **POD_PRINTS, **BAR_PRINTS, **TRAY_PRINTS, **NFC_PRINTS}
