"""The bar of the table's own keys: does it shut over its board, do its keys move, are their names whole?

Measured as a pod is, in mm³ of what two parts share. Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from hardware.fittings import bar_parts
from hardware.product import bar as b
from hardware.product import pod as p
from hardware.product import table as t
from hardware.proofs.claims import Claim
from hardware.proofs.pod import LEAST_PINCH, air, overlap, overlap_lifted
from hardware.solids import bar
from hardware.solids.shapes import Solid, all_of, box
from hardware.solids.sizes import STEM_TRAVEL

OFF = ("lid",)
EVERYWHERE = 500.0  # mm: wider than anything here


def parts(pressed: float = 0.0) -> dict[str, Solid]:
    """All of the closed bar by name, its keys pressed so many mm; named as a pod's where the same may meet."""
    return {
        "body": bar.body(),
        "lid": bar.lid(),
        "board": bar_parts.board(),
        "plug": bar_parts.plug(),
        "cable": bar_parts.wires(),
        "switches": bar_parts.switches(pressed),
        "caps": bar_parts.caps(pressed),
        "screws": bar_parts.screws(),
    }


def claims(of: Mapping[str, Solid] | None = None) -> Iterator[Claim]:
    """Of all parts; by default as they are made."""
    of = of or parts()
    pressed = {**of, "caps": bar_parts.caps(STEM_TRAVEL), "switches": bar_parts.switches(STEM_TRAVEL)}
    yield Claim("overlap: any two parts at rest", overlap(of), 0, "mm³")
    yield Claim("overlap: any two parts, keys pressed", overlap(pressed), 0, "mm³")
    yield Claim("overlap: the lid on its way up", overlap_lifted(of, OFF), 0, "mm³")
    yield Claim("overlap: the plug on its way in, lid off", overlap_lifted(of, ("plug",), OFF), 0, "mm³")
    yield Claim("air over the wires of the lead", air(_inside(of["cable"]), of["lid"]), b.AIR, "mm", at_most=False)
    pinch = b.WIRES[1] + p.TAPE - (b.EXIT[1] - p.RIDGE[1])
    yield Claim("wires pinched by the lid's ridge", pinch, LEAST_PINCH, "mm", at_most=False)
    yield Claim("keys above the lid at rest", of["caps"].bounding_box()[5] - t.POD_TOP, 2, "mm", at_most=False)
    yield Claim("height of the closed bar on its feet", t.FOOT + of["lid"].bounding_box()[5], t.TOP, "mm")
    yield from name_claims(of["lid"])


def _inside(cable: Solid) -> Solid:
    """What of the wires is between plug and wall: there nothing pinches them."""
    return cable ^ box((EVERYWHERE, t.KEY_BAR_BOARD[1], EVERYWHERE))


def name_claims(lid: Solid) -> Iterator[Claim]:
    """Of the lid's face: nothing is missing but the openings and the names, which keep clear of each other."""
    names = list(bar.names())
    deep = b.WORD[2]
    face = box((*t.KEY_BAR[:2], deep), floor=t.POD_TOP - deep)
    left = face - lid - all_of(bar.opening(y) for y in b.KEY_ROWS)
    yield Claim("face of the lid hollow where no name is", float((left - all_of(names)).volume()), 0.01, "mm³")
    yield Claim("name not sunk into the lid", float((all_of(names) ^ lid).volume()), 0.01, "mm³")
    yield Claim("from a name to an edge", min(map(_clear, names)), b.MARGIN, "mm", at_most=False)
    yield Claim("from a name to the next", _least_gap(names), b.MARGIN, "mm", at_most=False)


def _least_gap(solids: Sequence[Solid]) -> float:
    """Between any two of them, in mm, 50 at most; looked for no further than the least that is found."""
    least = 50.0
    for one, other in combinations(solids, 2):
        least = min(least, float(one.min_gap(other, least)))
    return least


def _clear(name: Solid) -> float:
    """From a name to the nearest opening or to the lid's edge, in mm."""
    outside = box((EVERYWHERE, EVERYWHERE, 10), floor=p.LID_LOW - 5) - box((*t.KEY_BAR[:2], 10), floor=p.LID_LOW - 5)
    return float(name.min_gap(outside + all_of(bar.opening(y) for y in b.KEY_ROWS), 50.0))
