"""How many beds the table's prints fill, and what they weigh: of each material by itself.

On a bed they lie side by side, the largest first. Each piece goes into the free corner that it fits most
tightly. Fewer beds may do, but never fewer than their areas need: a test compares.
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
    return sum(len(filled(pieces)) for pieces in pieces_by_material(which).values())


def pieces_by_material(which: Callable[[Needed], bool] = lambda each: True) -> dict[str, list[Sides]]:
    """Width and depth of each piece of such prints, from the committed files."""
    found: dict[str, list[Sides]] = defaultdict(list)
    for name, each in NEEDED.items():
        if name not in EARLIER and each.pieces and which(each):
            width, depth, _ = size_of(name)
            found[each.material] += [(width, depth)] * each.pieces
    return found


def filled(pieces: Iterable[Sides], bed: Sides = BED[:2]) -> list[list[Sides]]:
    """What is left free on each bed. A piece must fit on an empty one: workshop.py refuses others by name."""
    found: list[list[Sides]] = []
    whole = bed[0] + BESIDE, bed[1] + BESIDE
    for width, depth in sorted(pieces, key=lambda sides: -sides[0] * sides[1]):
        piece = width + BESIDE, depth + BESIDE
        if not any(put(free, piece) for free in found):
            found.append([whole])
            put(found[-1], piece)
    return found


def put(free: list[Sides], piece: Sides) -> bool:
    """Whether it went into one of these free rectangles, whose rest is then free."""
    turns = (piece, piece[::-1])
    fits = [
        (min(wide - a, deep - b), n, a, b)
        for n, (wide, deep) in enumerate(free)
        for a, b in turns
        if a <= wide and b <= deep
    ]
    if not fits:
        return False
    _, n, a, b = min(fits)
    wide, deep = free.pop(n)
    across = wide - a < deep - b  # the longer rest stays whole
    free += [(wide - a, b), (wide, deep - b)] if across else [(wide - a, deep), (a, deep - b)]
    return True


def grams_by_material(parts: Mapping[str, Needed] = NEEDED) -> dict[str, float]:
    """As sliced; of a plate what is printed before the filament is changed, and after."""
    grams: dict[str, float] = defaultdict(float)
    for name, each in parts.items():
        of = slice_of(name)
        grams[each.material] += each.pieces * of.first
        if each.change:
            grams[each.change.material] += each.pieces * (of.grams - of.first)
    return grams
