"""A pod: does it shut over its board, are its lights seen and its keys reached beside a card, does the reader read it?

Everything is put where it is and what any two share is measured, in mm³; left out is what shares room on purpose:
a screw and the lid it cuts its thread into, the cable and the ridge that pinches it. Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from hardware.fittings import pod_parts
from hardware.product import cell
from hardware.product import pod as p
from hardware.product import table as t
from hardware.proofs.claims import Claim
from hardware.solids import pod
from hardware.solids.bought import KEYCAP
from hardware.solids.shapes import Solid, box
from hardware.solids.sizes import STEM_TRAVEL

LED = 5.0  # its side
MARGIN = 0.5  # mm between what hangs and a light below
ROUNDING = 1e-2  # mm³: what is left of solids that only touch
MEANT = ({"lid", "screws"}, {"lid", "cable"}, {"switches", "caps"})
LIFTED = (1.0, 3.0, 6.0, 12.0, 20.0)  # mm, on the way up
LEAST_THREAD, LEAST_PINCH = 4.0, 0.1  # mm: an M3 screw in plastic holds by its length
# computed: through 1.3 mm of white with much pigment 10 mA stand out 2.5 to 1 in 300 lx
THICKEST_WINDOW = 1.0  # mm
MOST_OUT = 3.0  # mm of a tag beside the loop: 93 % of its area is over it, then
LEAST_WALL = 1.2  # mm: three lines of a 0.4 mm nozzle

Parts = Mapping[str, Solid]


def parts(pressed: float = 0.0) -> dict[str, Solid]:
    """All of a seat's closed pod by name, its keys pressed so many mm."""
    return {
        "body": pod.body(),
        "lid": pod.lid("1"),
        "frame": pod.frame(),
        "rest": pod.rest(),
        "board": pod_parts.board(),
        "plug": pod_parts.plug(),
        "cable": pod_parts.cable(),
        "module": pod_parts.module(),
        "switches": pod_parts.switches(pressed),
        "caps": pod_parts.caps(pressed),
        "screws": pod_parts.screws(),
        "card": pod_parts.card(),
    }


def claims(of: Parts | None = None) -> Iterator[Claim]:
    """Of all parts; by default as they are made."""
    of = of or parts()
    yield Claim("overlap: any two parts at rest", overlap(of), 0, "mm³")
    pressed = {**of, "caps": pod_parts.caps(STEM_TRAVEL), "switches": pod_parts.switches(STEM_TRAVEL)}
    yield Claim("overlap: any two parts, keys pressed", overlap(pressed), 0, "mm³")
    dealers = {**of, "lid": pod.lid("D"), "caps": Solid(), "switches": Solid()}
    yield Claim("overlap: any two parts of the dealer's", overlap(dealers), 0, "mm³")
    yield Claim("overlap: a lid on its way up, or down", overlap_lifted(of, ("lid", "frame")), 0, "mm³")
    yield Claim("overlap: a module on its way in, lid off", overlap_lifted(of, ("module",), ("lid", "frame")), 0, "mm³")
    yield Claim("overlap: a plug on its way in, lid off", overlap_lifted(of, ("plug",), ("lid", "frame")), 0, "mm³")
    yield from height_claims(of)
    yield from light_claims(of)
    yield from card_claims()
    yield from hold_claims(of)


def overlap(of: Parts) -> float:
    pairs = (({a, b}, of[a] ^ of[b]) for a, b in combinations(of, 2))
    return max(0.0, max(float(shared.volume()) for names, shared in pairs if names not in MEANT) - ROUNDING)


def overlap_lifted(of: Parts, moved: tuple[str, ...], off: tuple[str, ...] = ()) -> float:
    """What is moved up step by step, with all that stays; screws are out, the cable lies beside and the card too."""
    out = {*moved, *off, "screws", "cable", "card"}
    stays = [solid for name, solid in of.items() if name not in out]
    lifted = (of[name].translate([0, 0, high]) for high in LIFTED for name in moved)
    return max(0.0, max(float((one ^ other).volume()) for one in lifted for other in stays) - ROUNDING)


def height_claims(of: Parts) -> Iterator[Claim]:
    """How much air is under the lid, and how far above the antenna a card lies."""
    yield Claim("air over the plug of the flat cable", air(of["plug"], of["lid"]), p.PLUG_AIR, "mm", at_most=False)
    yield Claim("air over the tips of the reader's pins", air(of["module"], of["lid"]), 0.3, "mm", at_most=False)
    card, antenna = of["card"].bounding_box()[2], p.MODULE_LOW
    yield Claim("card to the antenna, were it on the module's far side", card - antenna, p.READS, "mm")
    yield Claim("height of a closed pod on its feet", t.FOOT + of["lid"].bounding_box()[5], t.TOP, "mm")
    yield Claim("keys above the lid at rest", of["caps"].bounding_box()[5] - t.POD_TOP, 2, "mm", at_most=False)


def air(below: Solid, lid: Solid) -> float:
    """How far a part can go up until it meets the lid, in mm, to a hundredth; 5 at most."""
    low, high = 0.0, 5.0
    while high - low > 0.01:
        middle = (low + high) / 2
        meets = (below.translate([0, 0, middle]) ^ lid).volume() > ROUNDING
        low, high = (low, middle) if meets else (middle, high)
    return low


def light_claims(of: Parts) -> Iterator[Claim]:
    """The four lights: what hangs over them, and how much of each shines through a thin window."""
    lights = [box((LED, LED, 40.0), spot, p.BOARD_TOP) for spot in pod.LIGHTS_AT]
    over = max(float((light ^ of["module"]).volume()) for light in lights)
    yield Claim("reader module over a light", over, 0, "mm³")
    yield Claim("reader module beside the lights", _before(of["module"]), MARGIN, "mm", at_most=False)
    covered = max(float((light ^ (of["card"] + of["frame"])).volume()) for light in lights)
    yield Claim("card and frame over a light", covered, 0, "mm³")
    shines = [box((LED, p.WINDOW[1], 40.0), spot, p.BOARD_TOP) for spot in pod.LIGHTS_AT]
    thick = max(float((light ^ of["lid"]).volume()) / (LED * p.WINDOW[1]) for light in shines)
    yield Claim("plastic over a light, mean", thick, THICKEST_WINDOW, "mm")


def _before(solid: Solid) -> float:
    """From the edge that a part turns towards the seat to the nearest edge of a light, seen from above."""
    return float(solid.bounding_box()[1]) - (t.POD_LIGHTS + LED / 2)


def card_claims() -> Iterator[Claim]:
    """A card on the lid: over the antenna with all of its tag, and beside it room for a finger on the keys."""
    card = t.POD_CARD - cell.CARD / 2 - p.FRAME_PLAY
    yield Claim("from a card to the keys' caps", card - (t.POD_KEYS + KEYCAP / 2), p.REACH, "mm", at_most=False)
    tag = abs(t.POD_CARD - p.ANTENNA_AT) + p.TAG / 2 + p.FRAME_PLAY
    yield Claim("tag of a card beyond the antenna's loop", max(0.0, tag - p.ANTENNA[1] / 2), MOST_OUT, "mm")


def hold_claims(of: Parts) -> Iterator[Claim]:
    """What holds lid and cable, and how thick the body's walls are."""
    thread = min(p.SCREW[1] - p.BOARD_TOP - p.BOSS_AIR, p.BOSS_DEEP)
    yield Claim("thread of a screw in the lid", thread, LEAST_THREAD, "mm", at_most=False)
    yield Claim("plastic above a screw's hole", p.LID_LOW - p.BOARD_TOP - p.BOSS_DEEP, 1, "mm", at_most=False)
    pinch = p.CABLE[1] + p.TAPE - (p.EXIT[1] - p.RIDGE[1])
    yield Claim("cable pinched by the lid's ridge", pinch, LEAST_PINCH, "mm", at_most=False)
    yield Claim("wall of the body at its thinnest", thinnest_wall(of["body"]), LEAST_WALL, "mm", at_most=False)


def thinnest_wall(body: Solid) -> float:
    """Measured through its left wall, half way up, in the middle of its length."""
    width = t.POD[0]
    needle = box((width / 2, 0.1, 0.1), (-width / 4, 0), t.POD_TOP / 2)
    return float((needle ^ body).volume()) / 0.01
