"""How many beds the table's prints fill, and what they weigh: of each material by itself.

On a bed they lie in rows, the longest first, each piece in the first row that has room. Fewer beds may do, but never
fewer than their areas need: a test compares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from hardware.solids.needed import BESIDE, NEEDED, Needed
from hardware.solids.sizes import BED
from hardware.solids.slicing import size_of, slice_of

Sides = tuple[float, float]
EARLIER = ("coupon-springs", "coupon-walls")  # the kit's: an evening of their own


def beds(which: Callable[[Needed], bool] = lambda each: True) -> int:
    """Of the common size, all materials together."""
    return sum(filled(pieces) for pieces in pieces_by_material(which).values())


def pieces_by_material(which: Callable[[Needed], bool] = lambda each: True) -> dict[str, list[Sides]]:
    """Width and depth of each piece of such prints, from the committed files."""
    found: dict[str, list[Sides]] = defaultdict(list)
    for name, each in NEEDED.items():
        if name not in EARLIER and each.pieces and which(each):
            width, depth, _ = size_of(name)
            found[each.material] += [(width, depth)] * each.pieces
    return found


def filled(pieces: Iterable[Sides], bed: Sides = BED[:2]) -> int:
    """How many beds they fill. A piece must fit on an empty one: workshop.py refuses others by name."""
    beds: list[float] = []  # how deep each is still free
    rows: list[float] = []  # how wide; the longest pieces come first, so that a later one is no deeper than its row
    for across, along in sorted((sorted(sides) for sides in pieces), key=lambda sides: -sides[1]):
        wide, deep = across + BESIDE, along + BESIDE
        row = next((n for n, left in enumerate(rows) if left >= wide), len(rows))
        if row == len(rows):
            rows.append(bed[0] + BESIDE)
            which = next((n for n, left in enumerate(beds) if left >= deep), len(beds))
            beds += [bed[1] + BESIDE] * (which == len(beds))
            beds[which] -= deep
        rows[row] -= wide
    return len(beds)


def grams_by_material(parts: Mapping[str, Needed] = NEEDED) -> dict[str, float]:
    """As sliced; of a plate what is printed before the filament is changed, and after."""
    grams: dict[str, float] = defaultdict(float)
    for name, each in parts.items():
        of = slice_of(name)
        grams[each.material] += each.pieces * of.first
        if each.change:
            grams[each.change.material] += each.pieces * (of.grams - of.first)
    return grams
