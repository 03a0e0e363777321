"""The table as a whole: do cables reach, do plugs and pins get in, does anything meet, and how high is it?

Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from hardware.product import table as t
from hardware.product.table import Pod
from hardware.proofs.claims import Claim
from hardware.solids.shapes import Solid
from hardware.tray.routes import clearances, routes
from hardware.tray.wood import core, large_parts, pins, plugs

ROUNDING = 1e-2  # mm³: what is left of solids that only touch
HARD = ("base", "frame", "rear panel", "posts", "hub")
HEADS_CLEAR = 0.3  # mm over what the table stands on


def claims(
    pods: Sequence[Pod] = t.PODS, parts: Mapping[str, Solid] | None = None, bar: float = t.KEY_BAR_ALONG
) -> Iterator[Claim]:
    """By default of the table as it is designed."""
    parts = parts or large_parts()
    yield Claim("height of the tray", max(t.TOP, t.FRAME_TOP), t.MOST_HEIGHT, "mm")
    yield Claim("screw heads, level with the wood, above what it stands on", t.FOOT, HEADS_CLEAR, "mm", at_most=False)
    yield from reach_claims(pods, bar)
    yield from access_claims(parts)
    hard = [parts[name] for name in HARD]
    through = (core(route) ^ part for route in routes(pods, bar) for part in hard)
    yield Claim("cables through wood, hub, posts or rear panel", _worst(through), 0, "mm³")
    pairs = combinations(parts.values(), 2)
    yield Claim("overlap: any two large parts", _worst(a ^ b for a, b in pairs), 0, "mm³")


def reach_claims(pods: Sequence[Pod] = t.PODS, bar: float = t.KEY_BAR_ALONG) -> Iterator[Claim]:
    for route in routes(pods, bar):
        yield Claim(f"cable to {route.to}: with {t.SLACK:.0f} mm to turn and plug", route.needed, route.bought, "mm")
    nearest = min(room for _, room in clearances(pods, bar))
    yield Claim("cables clear of the posts", nearest, 0, "mm", at_most=False)


def access_claims(parts: Mapping[str, Solid]) -> Iterator[Claim]:
    """What a plug or a pin would have to cut away on its way in."""
    around = [parts[name] for name in HARD]
    for kind, ways in (("plug", plugs()), ("pin", pins())):
        for name, way in ways.items():
            yield Claim(f"in the way of the {kind}: {name}", _worst(way ^ part for part in around), 0, "mm³")


def _worst(shared: Iterator[Solid]) -> float:
    return max(0.0, max(float(solid.volume()) for solid in shared) - ROUNDING)
