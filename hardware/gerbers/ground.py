"""How much of a net's tracks has ground right below or above it: a signal's way back, which must not be broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

import numpy as np
import shapely
from shapely import Geometry, STRtree

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
        area = shapely.union_all(found).buffer(-width / 2)
        shapely.prepare(area)
        return area

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
        pads = Pads(copper.flashes)
        for track in copper.tracks:
            free = pads.without(track.line)
            part = within(free, under(side, track.width))
            for net in case.nets_at(track.line.centroid, side):
                long, over = found.get(net, (0.0, 0.0))
                found[net] = long + free.length, over + part
    return found


class Pads:
    """Pads and the rings of vias of a side, of which those are looked up that a track meets."""

    def __init__(self, shapes: Sequence[Geometry]) -> None:
        self._shapes, self._tree = np.array(shapes, dtype=object), STRtree(shapes)

    def without(self, line: Geometry) -> Geometry:
        """What of a line lies in none of them."""
        met = self._tree.query(line, predicate="intersects")
        return line.difference(shapely.union_all(self._shapes[met])) if len(met) else line


def within(line: Geometry, area: Geometry) -> float:
    """The length of a line that lies in an area that is prepared: most lie in it whole or not at all."""
    if area.covers(line):
        return float(line.length)
    return float(line.intersection(area).length) if area.intersects(line) else 0.0


def share(found: Mapping[str, tuple[float, float]], nets: Iterable[str]) -> float:
    """The part, 0 to 1, of the length of these nets that lies over ground."""
    kept = [found[net] for net in nets if net in found]
    return sum(over for _, over in kept) / sum(long for long, _ in kept)
