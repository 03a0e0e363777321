"""Does wire 1 of each flat cable meet pin 1 at both ends, folded as it is drawn?

At a corner a flat cable is folded over, and wire 1 changes from its left edge to its right one; folded straight back
over its own plug it stays where it is. So it is known at which edge it arrives. Where that is the wrong one, a corner
would have to be folded twice, away from the way and straight back over itself; headers stand so that none has to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from hardware.model.file import File, file_of
from hardware.product import table as t
from hardware.proofs.claims import Claim
from hardware.tray.routes import Route, routes

Step = tuple[int, int]  # along x or along y, as seen from above; y to the rear
COMES_FROM = {(0, 1): "front", (0, -1): "rear", (1, 0): "left", (-1, 0): "right"}
PLUG = "J1"  # of a quarter and of a pod
QUARTER_PORTS = ("J7", "J8", "J10", "J9")  # of the hub, as QUARTER_NAMES
POD_PORTS = tuple(f"J{11 + n}" for n in range(len(t.PODS)))
ROUNDING = 1e-6  # mm
ASIDE = 3  # so many widths more take a cable past its plug and back to it


class Cable(NamedTuple):
    """Its way, and from the middle of its headers towards pin 1: at the hub, and where it goes."""

    route: Route
    port: str
    first: Step
    last: Step


def cables(files: Mapping[str, File] | None = None) -> Iterator[Cable]:
    """Data of the quarters, then the pods'."""
    found = files or {name: file_of(name) for name in ("hub2", "quarter", "pod")}
    ways = {route.to: route for route in routes()}
    quarter, pod = (towards_pin_1(found[name], PLUG) for name in ("quarter", "pod"))
    for n, (name, port) in enumerate(zip(t.QUARTER_NAMES, QUARTER_PORTS, strict=True)):
        last = direction(t.turned_about(quarter, -90 * n))
        yield Cable(ways[f"data {name}"], port, towards_pin_1(found["hub2"], port), last)
    for each, port in zip(t.PODS, POD_PORTS, strict=True):
        last = direction(t.turned_about(pod, each.turn))
        yield Cable(ways[each.name], port, towards_pin_1(found["hub2"], port), last)


def towards_pin_1(file: File, ref: str) -> Step:
    """From a header's far end to its pin 1, as the board is seen from above."""
    pads = {pad.number: pad.at for pad in file.parts[ref].pads}
    one, far = pads["1"], pads[str(len(pads) - 1)]  # the last of the odd pins
    return direction((one[0] - far[0], far[1] - one[1]))


def direction(way: tuple[float, float]) -> Step:
    """Its direction; it runs along x or along y."""
    x, y = ((each > ROUNDING) - (each < -ROUNDING) for each in way)
    return x, y


def legs(route: Route) -> list[Step]:
    """In which directions it runs, seen from above: between any two it is folded."""
    seen = [corner[:2] for corner in route.corners]
    steps = [direction((b[0] - a[0], b[1] - a[1])) for a, b in pairwise(seen) if a != b]
    return [step for n, step in enumerate(steps) if n == 0 or step != steps[n - 1]]


def edge(leg: Step, towards: Step) -> int:
    """At which edge of a cable on this leg pin 1 is: 1 left, -1 right, 0 if it comes along the header's rows."""
    return leg[0] * towards[1] - leg[1] * towards[0]


def ways(cable: Cable) -> list[list[Step]]:
    """Its legs; one that comes along the rows of its plug has one more fold there, to either side."""
    drawn = legs(cable.route)
    if edge(drawn[-1], cable.last):
        return [drawn]
    x, y = drawn[-1]
    return [[*drawn, (y, x)], [*drawn, (-y, -x)]]


def fits(cable: Cable, way: list[Step]) -> bool:
    """Whether wire 1 arrives at pin 1."""
    changed = -1 if len(way) % 2 == 0 else 1
    return edge(way[0], cable.first) * changed == edge(way[-1], cable.last) != 0


def is_folded_twice(cable: Cable) -> bool:
    """Whether some corner must be folded twice."""
    return not any(fits(cable, way) for way in ways(cable))


def claims(files: Mapping[str, File] | None = None) -> Iterator[Claim]:
    for cable in cables(files):
        to = cable.route.to
        about = f"cable to {to}: corners folded twice for pin 1 to meet pin 1"
        yield Claim(about, is_folded_twice(cable), 0, "corner")
        if len(ways(cable)) > 1:
            reaches = cable.route.needed + ASIDE * cable.route.wide
            yield Claim(f"cable to {to}, with slack and all its folds", reaches, cable.route.bought, "mm")


def compared() -> list[tuple[str, ...]]:
    """How each cable comes to its plug: a head, and lines."""
    rows = []
    for cable in cables():
        way = next((way for way in ways(cable) if fits(cable, way)), ways(cable)[0])
        rows.append((cable.route.to, cable.port, f"{len(way) - 1}", COMES_FROM[way[-1]]))
    return [("flat cable to", "from the hub's", "folds", "comes to its plug from"), *rows]
