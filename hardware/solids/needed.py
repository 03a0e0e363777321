"""The printed parts by name: how many a table needs, and how they are printed. Makes none.

`NEEDED` are those of a table, `SPRUNG` those of the second table's cells.
"""

from __future__ import annotations

from typing import NamedTuple

from hardware.solids.sizes import CELLS, TILE_CELLS


class Needed(NamedTuple):
    pieces: int
    how: str


SEATS, DEALERS = 6, 1
NEEDED = {
    "tile": Needed((CELLS // TILE_CELLS) ** 2, "white, no support; with black ones seats 1 and 2 read no cell"),
    "press-plate": Needed(CELLS**2, "white, face down, no support; the socket must clamp the stem: print one and try"),
    "nfc-plate": Needed(0, "face down, no support; 36 instead of the press plates for NFC cells"),
    "reader-cup": Needed(DEALERS, "floor down; its roof is a bridge of 40 mm: slow, with the fan on"),
    "seat-pod": Needed(SEATS, "as the cup; the plate of the keys is a bridge of 18 mm"),
    "key-bar": Needed(1, "floor down; the plate of the keys is a bridge of 18 mm"),
    "diffuser": Needed(CELLS**2 + SEATS, "clear or thin white, on its back, no support"),
    "card-insert": Needed(SEATS + DEALERS, "for square cards only; no support"),
}

QUARTERS = 4
SPRUNG = {
    "coupon-springs": Needed(1, "the kit: PETG, face down, layers of 0.2 mm, no support"),
    "coupon-walls": Needed(1, "the kit: white with much pigment, no support"),
    "sprung-plate": Needed(CELLS**2, "opal or natural PETG, never solid white, face down, no support"),
    "tip": Needed(CELLS**2, "TPU 95A, its wide end down; pressed into the rod"),
    "spring-grid": Needed(QUARTERS, "as the kit's springs"),
    "wall-grid": Needed(QUARTERS, "as the kit's walls"),
    "spring-grid-bare": Needed(0, "should the arms disappoint: the same without them, over four domes a cell"),
}
