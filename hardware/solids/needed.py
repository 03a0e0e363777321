"""The printed parts by name: how many a table needs, and how they are printed. Makes none.

`NEEDED` are those of a table, `SPRUNG` all of the second table, of which `CELL_PRINTS` are its cells'. No part needs
support: `bridge` and `ledge` are the widest that hang over nothing, in mm, and are tested.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import NamedTuple

from hardware.product.cell import PLATE, PLATE_CORNER, PLATE_HALF
from hardware.solids.sizes import CELLS, TILE_CELLS

MOST_BRIDGE, MOST_LEDGE = 20.0, 0.6  # what a common printer does without support; who hangs further is named below


PETG, WHITE, CLEAR, TPU = "PETG", "PETG, white with much pigment", "PETG, natural or opal", "TPU 95A"
PLAIN = "PETG, plain white"


class Change(NamedTuple):
    """Of filament, in the middle of a print: so many cm3 of a piece are printed before, the rest is of `material`."""

    after: float
    material: str


class Needed(NamedTuple):
    """`material` is what is ordered for it: of the first table, which may be of PLA too, all is taken together."""

    pieces: int
    how: str
    bridge: float = 0.0
    ledge: float = 0.0
    material: str = PETG
    change: Change | None = None


SEATS, DEALERS = 6, 1
NEEDED = {
    "tile": Needed((CELLS // TILE_CELLS) ** 2, "white, no support; with black ones seats 1 and 2 read no cell", 10.9),
    "press-plate": Needed(CELLS**2, "white, face down, no support; the socket must clamp the stem: print one and try"),
    "nfc-plate": Needed(0, "face down, no support; 36 instead of the press plates for NFC cells"),
    "reader-cup": Needed(DEALERS, "floor down; its roof is a bridge of 40 mm: slow, with the fan on", 40.5),
    "seat-pod": Needed(SEATS, "as the cup; the plate of the keys is a bridge of 18 mm", 40.5, 2.0),
    "key-bar": Needed(1, "floor down; the plate of the keys is a bridge of 18 mm", 18.1, 2.0),
    "diffuser": Needed(CELLS**2 + SEATS, "clear or thin white, on its back, no support"),
    "card-insert": Needed(SEATS + DEALERS, "for square cards only; no support"),
}

EXCUSED = ("reader-cup", "seat-pod", "key-bar")  # of the first table: roofs of 40 mm, and edges beside keys' holes

QUARTERS = 4
CHANGE_MM = round(PLATE[1] - PLATE[0], 2)  # over the bed: below is the plate itself, above is what hangs from it
PLATE_CM3 = ((2 * PLATE_HALF) ** 2 - (4 - pi) * PLATE_CORNER**2) * CHANGE_MM / 1000
_CHANGE = Change(PLATE_CM3, PLAIN)
_SPRINGS = "white PETG, for dark ones swallow light, face down, layers of 0.2 mm, no support"
CELL_PRINTS = {
    "coupon-springs": Needed(1, f"the kit: {_SPRINGS}", material=PLAIN),
    "coupon-walls": Needed(1, "the kit: white with much pigment, no support", material=WHITE),
    "sprung-plate": Needed(
        CELLS**2,
        f"opal or natural PETG, face down, no support; from {CHANGE_MM:g} mm up plain white PETG: one filament change",
        ledge=0.6,
        material=CLEAR,
        change=_CHANGE,
    ),
    "tip": Needed(CELLS**2, "TPU 95A, its wide end down; pressed into the rod", material=TPU),
    "spring-grid": Needed(QUARTERS, _SPRINGS, material=PLAIN),
    "wall-grid": Needed(QUARTERS, "as the kit's walls", 2.2, material=WHITE),
    "spring-grid-bare": Needed(
        0, f"{_SPRINGS}; should the arms disappoint: none, over four domes a cell", material=PLAIN
    ),
    "corner-plate": Needed(
        0, "as the plates; instead of them over spring-grid-bare", ledge=0.6, material=CLEAR, change=_CHANGE
    ),
}
_LID = "white, face down, layers of 0.2 mm, no support"
POD_PRINTS = {
    "pod-body": Needed(SEATS + DEALERS, "any colour, floor down, no support"),
    **{f"pod-lid-{seat}": Needed(1, _LID, 3.8, material=WHITE) for seat in range(1, SEATS + 1)},
    "pod-lid-D": Needed(DEALERS, f"{_LID}; the dealer's: without keys and lights", 3.8, material=WHITE),
    "pod-frame": Needed(SEATS + DEALERS, "any colour, face down, no support; pressed into the lid"),
    "pod-rest": Needed(SEATS + DEALERS, "any colour, pins up, no support"),
}
BAR_PRINTS = {
    "bar-body": Needed(1, "as the pods' bodies"),
    "bar-lid": Needed(1, _LID, 2.6, material=WHITE),
}
TRAY_PRINTS = {
    "rear-panel": Needed(1, "black, flat, no support"),
    "post": Needed(17, "any colour, standing, no support; or cut from a tube"),
}
SPRUNG: Mapping[str, Needed] = {**CELL_PRINTS, **POD_PRINTS, **BAR_PRINTS, **TRAY_PRINTS}
