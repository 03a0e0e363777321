"""Tracks for a board of four layers: three for tracks, and between them one that is nothing but ground.

The router of two layers, on more of them. The plane's net needs no tree: each of its flat pads goes to a via nearby.
Nets whose way back is the plane stay on the layers beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from hardware.layout.maze import Maze, Net, Numbers, some
from hardware.layout.route import Land, Tracks
from hardware.layout.search import Pairs, Search
from hardware.layout.shapes import Pad

FAST = ((10, 15), (50, 50), (15, 10))  # per layer, what a step across and one upright costs a net that needs ground
OTHERS = ((11, 16), (10, 13), (17, 12))
HEAVY = ((11, 16), (10, 13), (30, 30))  # inside, copper is half as thick and air does not cool it
AIM = 14  # how much a step nearer to the goal counts: more than the cheapest costs, which finds ways sooner
SPOKE = 0.35  # how much further a via stays from a hole of the plane, whose spokes it would cut
LATE = 25  # rounds
AROUND = (-1, 0, 1)


class Stack(Maze):
    """A board with a plane inside: front, back, inside are its layers for tracks."""

    layers_for_tracks = 3
    change = 40  # what a via costs
    rounds = 160
    pressures = (1, 1.3, 300)
    is_spaced = True

    def __init__(
        self,
        size_mm: tuple[float, float],
        lands: Sequence[Land],
        widths: Mapping[str, float],
        lines: Sequence[Land],
        plane: str,
        fast: Collection[str],
    ) -> None:
        self.plane = plane
        super().__init__(size_mm, lands, widths, lines)
        for net in self.nets:
            net.costs = FAST if net.name in fast else HEAVY if net.is_wide else OTHERS

    def places_of(self, name: str) -> list[tuple[int, ...]]:
        """Of pads that no drawn track of the net meets: those are joined already."""
        lines = [line.pad for line in self.lines if line.net == name]
        pads = [land.pad for land in self.lands if land.net == name]
        return [self.nodes_of(pad) for pad in pads if not any(meet(pad, line) for line in lines)]

    def spoke(self, land: Land) -> float:
        return SPOKE if land.net == self.plane and not land.pad.is_flat else 0.0

    # -- one net

    def route(self, net: Net) -> None:
        if net.name == self.plane:
            self.sink(net)
        else:
            super().route(net)

    def sink(self, net: Net) -> None:
        """Each flat pad of the plane's net goes to a hole of that net, or to a via of its own."""
        holes = {node for pad in net.places if len(pad) > 1 for node in pad}
        nodes, pairs, vias, search = {*holes}, Pairs(), set[int](), self.search(net)
        for pad in (pad for pad in net.places if len(pad) == 1):
            found = some(net, search.to_plane(pad, nodes))
            end = found[0][1] if found else pad[0]
            if end not in nodes:
                vias.add(end % self.size)
                nodes.update(self.through(end % self.size))
                self.close_around(search, vias)
            pairs += found
            nodes.update(pad, *found)
        self.take(net, nodes - holes, pairs, vias)

    def shade(self, net: Net) -> Numbers | int:
        return 0

    def aim(self, net: Net) -> tuple[int, int]:
        return AIM, AIM

    def keep_off(self, search: Search, found: Pairs) -> None:
        self.close_around(search, self.vias_of(found))

    def close_around(self, search: Search, vias: set[int]) -> None:
        """No further via may be where it would be drilled too near to one of these."""
        for place in {near for via in vias for near in self.cross(via)} - vias:
            search.close(self.through(place))

    # -- all nets

    def remember(self, done: int) -> None:
        """Later also around where nets fight, so that they do not just cross beside it."""
        around = (0,) if done < LATE else tuple(dx + dy * self.columns for dx in AROUND for dy in AROUND)
        for aside in around:
            self.worth[np.flatnonzero(self.used > 1) + aside] += max(1, done // 5)


def meet(pad: Pad, line: Pad) -> bool:
    """Whether a drawn track lies on a pad."""
    is_there = pad.layer is None or pad.layer == line.layer
    reach_x, reach_y = (a + b for a, b in zip(pad.half, line.half, strict=True))
    return is_there and abs(pad.x - line.x) < reach_x and abs(pad.y - line.y) < reach_y


def stacked(
    size_mm: tuple[float, float],
    lands: Sequence[Land],
    widths: Mapping[str, float],
    lines: Sequence[Land],
    plane: str,
    fast: Collection[str],
) -> dict[str, Tracks]:
    """The tracks of every net, by its name; `lines` are tracks that are there, `fast` the nets that need ground."""
    stack = Stack(size_mm, lands, widths, lines, plane, fast)
    stack.settle()
    return stack.tracks()
