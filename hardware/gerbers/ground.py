"""How much of a net's tracks has ground right below or above it: a signal's way back, which must not be broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

import shapely
from shapely import Geometry

from hardware.gerbers.faults import Case
from hardware.model.kinds import GROUND

Under = Callable[[str, float], Geometry]  # side and width of a track -> where the track lies over ground


def grounds(case: Case, rails: Sequence[str] = (GROUND,)) -> Under:
    """Where a board's tracks have ground, or another of these rails, under all of their width."""

    @cache
    def under(side: str, width: float) -> Geometry:
        found = [
            area
            for other in beside(side, list(case.plot.copper))
            for n, area in enumerate(case.joined.islands[other])
            if set(rails) & set(case.nets_of((other, n)))
        ]
        return shapely.union_all(found).buffer(-width / 2)

    return under


def beside(side: str, stack: Sequence[str]) -> list[str]:
    """The layers next to one, above and below it."""
    at = stack.index(side)
    return [*stack[max(0, at - 1) : at], *stack[at + 1 : at + 2]]


def lengths(case: Case, under: Under) -> dict[str, tuple[float, float]]:
    """Net -> how long its tracks are and how much of them lies over ground, in mm.

    What lies in a pad or in the ring of a via is no track: nobody can put ground below a plated hole.
    """
    found: dict[str, tuple[float, float]] = {}
    for side, copper in case.plot.copper.items():
        pads = shapely.union_all(copper.flashes)
        for track in copper.tracks:
            free = track.line.difference(pads)
            for net in case.nets_at(track.line.centroid, side):
                long, over = found.get(net, (0.0, 0.0))
                found[net] = long + free.length, over + free.intersection(under(side, track.width)).length
    return found


def share(found: Mapping[str, tuple[float, float]], nets: Iterable[str]) -> float:
    """The part, 0 to 1, of the length of these nets that lies over ground."""
    kept = [found[net] for net in nets if net in found]
    return sum(over for _, over in kept) / sum(long for long, _ in kept)
