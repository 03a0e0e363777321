"""Is what the board houses get the board of the model? Each check yields what is wrong, a sentence each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

import shapely
from shapely import Geometry, Point, STRtree

from hardware.gerbers.joined import Island, Joined
from hardware.gerbers.read import ROUND, Copper, Hole, Plot
from hardware.gerbers.wanted import Pin, Wanted
from hardware.model.kinds import GROUND

PLANE = "In1.Cu"
EXACT = 0.005  # mm: what the files round, and circles drawn as polygons
NEAR = 0.02  # mm: how far a hole may be from its place
LOOK = 0.5  # mm: gaps of copper that are wider are not measured
LOOK_HEAD = 1.0
LEAST = {"ring": 0.2, "clearance": 0.2, "hole to copper": 0.25, "copper to edge": 0.5, "screw head": 0.5}  # mm


class Gap(NamedTuple):
    """A width that must not be too small; mm."""

    mm: float
    about: str


class Case(NamedTuple):
    """A board as plotted and as wanted; `names` has the nets that were found on each piece of copper."""

    plot: Plot
    wanted: Wanted
    joined: Joined
    names: dict[Island, list[str]]

    def nets_of(self, island: Island) -> list[str]:
        """The nets to which an island belongs: one if all is well."""
        return self.names.get(self.joined.piece(island), [])

    def nets_at(self, place: Point, side: str) -> list[str]:
        island = self.joined.at(place, side)
        return self.nets_of(island) if island else []


def case(plot: Plot, wanted: Wanted) -> Case:
    joined = Joined(plot)
    names: dict[Island, list[str]] = defaultdict(list)
    for pin in wanted.pins:
        for piece in pieces_of(pin, joined):
            if (name := pin.net or pin.name) not in names[piece]:
                names[piece].append(name)
    return Case(plot, wanted, joined, dict(names))


def pieces_of(pin: Pin, joined: Joined) -> list[Island]:
    """The pieces of copper a pad belongs to: one if all is well."""
    islands = (joined.at(pin.at, side) for side in pin.sides)
    return sorted({joined.piece(island) for island in islands if island})


def where(place: Point) -> str:
    return f"{place.x:.2f}, {place.y:.2f}"


# -- what is joined


def poor_pads(case: Case) -> Iterator[str]:
    """Pads whose copper is not whole, or that the solder mask covers."""
    for pin in case.wanted.pins:
        pad = pin.shape.buffer(-EXACT)
        for side in pin.sides:
            island = case.joined.at(pin.at, side)
            if island is None or not case.joined.polygon(island).contains(pad):
                yield f"{pin.name} has too little copper on {side}"
            elif side in case.plot.open and not case.plot.open[side].contains(pad):
                yield f"{pin.name} is under the solder mask on {side}"


def opens(case: Case) -> Iterator[str]:
    """Nets that are more than one piece of copper."""
    nets: dict[str, dict[Island, str]] = defaultdict(dict)
    for pin in case.wanted.pins:
        for piece in pieces_of(pin, case.joined):
            nets[pin.net or pin.name].setdefault(piece, pin.name)
    for net, pieces in nets.items():
        if len(pieces) > 1:
            yield f"net {net} is open: {', '.join(pieces.values())} are not joined"


def shorts(case: Case) -> Iterator[str]:
    for nets in case.names.values():
        if len(nets) > 1:
            yield f"nets {', '.join(nets)} are joined"


def orphans(case: Case) -> Iterator[str]:
    for piece, islands in case.joined.pieces().items():
        if piece not in case.names:
            side, _ = islands[0]
            yield f"copper at {where(case.joined.polygon(islands[0]).representative_point())} on {side} is on no net"


def torn_planes(case: Case) -> Iterator[str]:
    """A layer that is all ground is one area, and no track runs through it."""
    for side in sorted({PLANE} & case.plot.copper.keys()):
        grounds = [n for n in range(len(case.joined.islands[side])) if GROUND in case.nets_of((side, n))]
        if len(grounds) != 1:
            yield f"ground on {side} is in {len(grounds)} pieces"
        for track in case.plot.copper[side].tracks:
            yield f"a track runs through the plane on {side} at {where(track.line.centroid)}"


# -- holes and edge


def drills(case: Case) -> Iterator[str]:
    """Every pad with a wire has its hole, every bare hole is there, and there is no other bare one."""
    asked = [(f"{pin.name} has no plated hole", Hole(pin.at, pin.drill, True)) for pin in case.wanted.pins if pin.drill]
    asked += [(f"at {where(hole.at)} there is no bare hole", hole) for hole in case.wanted.bare]
    drilled = Holes(case.plot.holes)
    yield from (f"{problem} of {hole.size:.2f} mm" for problem, hole in asked if hole not in drilled)
    bare = Holes(case.wanted.bare)
    for hole in case.plot.holes:
        if not hole.is_plated and hole not in bare:
            yield f"nobody asked for the bare hole at {where(hole.at)}"


class Holes:
    """Holes among which another one is looked for, by its place, its size and whether it is plated."""

    def __init__(self, holes: tuple[Hole, ...]) -> None:
        self.holes, self._tree = holes, STRtree([hole.at for hole in holes])

    def __contains__(self, hole: Hole) -> bool:
        near = (self.holes[n] for n in self._tree.query(hole.at, predicate="dwithin", distance=NEAR))
        return any(abs(other.size - hole.size) < NEAR and other.is_plated == hole.is_plated for other in near)


def barrels(case: Case) -> Iterator[str]:
    """Plated holes that copper does not surround on every layer."""
    for hole in case.plot.holes:
        for side in case.plot.copper if hole.is_plated else ():
            if case.joined.at(hole.at, side) is None:
                yield f"the hole at {where(hole.at)} has no copper on {side}"


def edge(case: Case) -> Iterator[str]:
    if shapely.hausdorff_distance(case.plot.outline.exterior, case.wanted.outline.exterior) > EXACT:
        left, bottom, right, top = case.wanted.outline.bounds
        yield f"the board's edge is not the one wanted, {right - left:.2f} x {top - bottom:.2f} mm"


# -- widths


def rings(case: Case) -> Iterator[Gap]:
    """Copper around plated holes."""
    for hole in case.plot.holes:
        for side in case.plot.copper if hole.is_plated else ():
            if island := case.joined.at(hole.at, side):
                edge = case.joined.polygon(island).boundary.distance(hole.at)
                yield Gap(edge - hole.size / 2, f"ring of the hole at {where(hole.at)} on {side}")


def clearances(case: Case) -> Iterator[Gap]:
    """Between pieces of copper; where they are too near to each other, the place is said."""
    for here, there, mm in case.joined.neighbours(LOOK):
        spot = f" at {where(between(case, here, there))}" if mm < LEAST["clearance"] else ""
        yield Gap(mm, f"gap between {' and '.join(sorted({named(case, here), named(case, there)}))}{spot} on {here[0]}")


def between(case: Case, one: Island, other: Island) -> Point:
    return shapely.shortest_line(case.joined.polygon(one), case.joined.polygon(other)).centroid


def named(case: Case, island: Island) -> str:
    return " and ".join(case.nets_of(island)) or "copper on no net"


def bare_holes(case: Case) -> Iterator[Gap]:
    """From bare holes to copper; below zero where they go through it."""
    for hole in case.plot.holes:
        for side in case.plot.copper if not hole.is_plated else ():
            for island, mm in case.joined.near(hole.at, side, hole.size / 2 + LOOK):
                about = f"gap between {named(case, island)} and the hole at {where(hole.at)} on {side}"
                yield Gap(mm - hole.size / 2, about)


def edges(case: Case) -> Iterator[Gap]:
    around = case.plot.outline.exterior
    for side, islands in case.joined.islands.items():
        for n, island in enumerate(islands):
            mm = around.distance(island) if case.plot.outline.contains(island) else 0.0
            yield Gap(mm, f"gap between {named(case, (side, n))} and the board's edge on {side}")


def heads(case: Case) -> Iterator[Gap]:
    """From the heads of screws to tracks and pads of either side; ground's area may lie under them."""
    for name, place in case.wanted.screws.items():
        head = place.buffer(case.wanted.head_mm / 2, ROUND)
        for side in case.plot.copper:
            under: dict[str, float] = {}
            for shape in drawn(case.plot.copper[side]):
                if (mm := shape.distance(head)) < LOOK_HEAD:
                    net = " and ".join(case.nets_at(shape.representative_point(), side))
                    under[net] = min(mm, under.get(net, mm))
            yield from (
                Gap(mm, f"gap between {net} and the head of the screw in {name} on {side}") for net, mm in under.items()
            )


def drawn(copper: Copper) -> Iterator[Geometry]:
    """Tracks and pads: all but areas."""
    yield from (track.line.buffer(track.width / 2, ROUND) for track in copper.tracks)
    yield from copper.flashes


WIDTHS: dict[str, Callable[[Case], Iterator[Gap]]] = {
    "ring": rings,
    "clearance": clearances,
    "hole to copper": bare_holes,
    "copper to edge": edges,
    "screw head": heads,
}
CHECKS = (edge, drills, barrels, poor_pads, opens, shorts, orphans, torn_planes)


def widths(case: Case) -> dict[str, list[Gap]]:
    """All that is measured, by its kind."""
    return {name: list(measured(case)) for name, measured in WIDTHS.items()}


def too_small(found: dict[str, list[Gap]]) -> Iterator[str]:
    for name, gaps in found.items():
        for mm, about in gaps:
            if mm < LEAST[name] - EXACT:
                yield f"{about} is {mm:.2f} mm and must be {LEAST[name]} mm"


def least(found: dict[str, list[Gap]]) -> dict[str, float]:
    """The smallest width of each kind, in mm; kinds of which the board has none are left out."""
    return {name: min(gap.mm for gap in gaps) for name, gaps in found.items() if gaps}


def faults(case: Case, found: dict[str, list[Gap]]) -> list[str]:
    """All that is wrong with a board's gerbers; empty if they are the board of the model."""
    return [*(fault for check in CHECKS for fault in check(case)), *too_small(found)]
