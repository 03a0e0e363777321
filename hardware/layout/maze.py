"""Tracks for a board: a maze router on a grid of layers, whose nets bargain for room until none is in the way.

A net is a tree of steps between neighbouring nodes; where two nets want a node, it becomes dearer for both, and dearer
again each round. Everything is integers and lists in a fixed order, so the same board gives the same tracks.
Source of the method: McMurchie and Ebeling, "PathFinder: A Negotiation-Based Performance-Driven Router".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from glowtable.messages import FAILED, UserError, say
from numpy.typing import NDArray

from hardware.layout.route import NARROW, OPEN, Grid, Land, Tracks
from hardware.layout.search import Costs, Pairs, Search

ALONG, AGAINST = 10, 15  # what a step costs: the way of its layer, across it
CROSSED = ((ALONG, AGAINST), (AGAINST, ALONG))  # per layer, what a step across and one upright costs: a layer each
IN_PLANE = ((AGAINST, AGAINST), (ALONG, ALONG))  # the net of the plane, on the back
OVER_PLANE = ((ALONG, AGAINST), (3 * ALONG, 2 * ALONG))  # all other nets, where there is one
FAST = ((ALONG, ALONG), (6 * ALONG, 6 * ALONG))  # those of them whose way back is the plane
SHADE = 16  # what it costs to cross a fast net on the other layer, or for that what cuts its ground; in steps
CUT = 0.4  # mm: so near to a pad a track's middle has no whole ground: the gap of the ground, and half a track

Numbers = NDArray[np.int64]  # one of each node
NOWHERE = np.empty(0, np.int64)


class Net:
    """A net under way: what there is to join, its width, what its steps cost, and what it occupies now.

    Each of `places` are the nodes of a pad; `base` are nodes that are joined already, by drawn tracks.
    """

    def __init__(self, number: int, name: str, width: float, places: list[tuple[int, ...]], base: list[int]) -> None:
        self.number, self.name, self.width, self.places, self.base = number, name, width, places, base
        self.costs: Costs = CROSSED
        self.is_fast = self.is_plane = False
        self.is_open = self.may_change = np.empty(0, np.bool_)  # of each node, and of each place for a via
        self.cover = NOWHERE
        self.steps: Pairs = []
        self.vias: list[int] = []

    @property
    def is_wide(self) -> bool:
        return self.width > NARROW

    def owns(self, owners: list[int]) -> NDArray[np.bool_]:
        """Whether each is open to the net."""
        found: NDArray[np.bool_] = np.isin(owners, (OPEN, self.number))
        return found


class Maze(Grid):
    """The board's nets on its nodes, as they bargain."""

    layers_for_tracks = 2
    change = 70  # what a via costs
    rounds = 80
    pressures = (2, 1.6, 200)  # by how much a node in use is dearer: at first, each round times, at most
    is_spaced = False

    def __init__(
        self, size_mm: tuple[float, float], lands: Sequence[Land], widths: Mapping[str, float], lines: Sequence[Land]
    ) -> None:
        super().__init__(size_mm, lands, lines, self.layers_for_tracks)
        names = sorted({land.net for land in lands if land.net})
        self.nets = [
            Net(n, name, widths[name], self.places_of(name), self.base_of(name)) for n, name in enumerate(names)
        ]
        numbers = {name: n for n, name in enumerate(names)}
        near = {width: self.map_of(width / 2, numbers) for width in {net.width for net in self.nets}}
        vias = self.via_map(numbers)
        for net in self.nets:
            net.is_open, net.may_change = net.owns(near[net.width]), net.owns(vias)
        self.used = self.zeros()  # how many nets cover a node
        self.crowd = self.zeros()  # how many nets cover it or its neighbours, counted for each
        self.worth = self.zeros() + 1  # more for each time it was fought for
        self.fast = self.zeros()  # how many fast nets cover it
        self.cuts = self.zeros()  # how often ground is cut there, for what runs on the other layer
        self.pressure = 1

    def zeros(self) -> Numbers:
        return np.zeros(self.layers * self.size, np.int64)

    def cut(self, plane: str) -> None:
        """Pads and drawn lines cut the ground around them, but for flat pads of the plane's net."""
        for land in (*self.lands, *self.lines):
            if land.net != plane or not land.pad.is_flat:
                for place in self.around(land.pad, CUT):
                    for layer in self.on(land.pad):
                        self.cuts[place + layer * self.size] += 1

    # -- one net

    def take(self, net: Net, nodes: Iterable[int], pairs: Pairs, vias: Iterable[int] = ()) -> None:
        """The net has these steps, and vias where they change the layer and at further places.

        It occupies its nodes, a wide one their neighbours too, a via those of all layers.
        """
        size = self.size
        net.steps = [(a, b) for a, b in pairs if a % size != b % size]
        net.vias = [*vias, *self.vias_of(pairs)]
        cover = {near for node in nodes for near in (self.cross(node) if net.is_wide else (node,))}
        cover |= {near for place in net.vias for node in self.through(place) for near in self.cross(node)}
        net.cover = np.fromiter(cover, np.int64)
        self.count(net, 1)

    def vias_of(self, pairs: Pairs) -> set[int]:
        """The places where steps change the layer."""
        return {a % self.size for a, b in pairs if a % self.size == b % self.size}

    def give_up(self, net: Net) -> None:
        self.count(net, -1)
        net.cover = NOWHERE

    def count(self, net: Net, by: int) -> None:
        """A net's nodes are used once more, or once less."""
        cover = net.cover
        self.used[cover] += by
        self.cuts[cover] += 0 if net.is_plane else by
        self.fast[cover] += by if net.is_fast else 0
        for aside in self.cross(0):
            self.crowd[cover + aside] += by

    def shade(self, net: Net) -> Numbers | int:
        """How often each node is dear for a net though it is free: for what is on the other layer."""
        if net.is_plane:
            return 0
        return np.roll(self.cuts if net.is_fast else self.fast, self.size)

    def is_fought_for(self, net: Net) -> bool:
        return bool((self.used[net.cover] > 1).any())

    def route(self, net: Net) -> None:
        """A tree over all pads of the net: the pad nearest to it joins next."""
        joined, waiting = [*net.base], [*net.places]
        if not joined:
            joined += waiting.pop(0)
        nodes, pairs, search = {*joined}, Pairs(), self.search(net)
        far = [min(self.distance(pad[0], node) for node in joined) for pad in waiting]
        while waiting:
            nearest = far.index(min(far))
            goal = waiting.pop(nearest)
            del far[nearest]
            found = some(net, search.to_pad(nodes, goal))
            pairs += found
            nodes.update(goal, *found)
            self.keep_off(search, found)
            far = [min(old, self.distance(pad[0], goal[0])) for old, pad in zip(far, waiting, strict=True)]
        self.take(net, nodes - set(net.base), pairs)

    def search(self, net: Net) -> Search:
        return Search(
            self, net.costs, self.change, self.prices(net).data, self.holes(net).data, self.aim(net), self.is_spaced
        )

    def prices(self, net: Net) -> Numbers:
        """What it costs the net to come to each node by a step, in units of that step; 0: it may not."""
        used = self.crowd if net.is_wide else self.used
        return self.worth * (1 + self.pressure * used + SHADE * self.shade(net)) * net.is_open

    def holes(self, net: Net) -> Numbers:
        """What it costs the net to come to each node by a via, likewise: as much on all layers."""
        crowd = self.crowd.reshape(self.layers, self.size).sum(axis=0)
        return np.tile((1 + self.pressure * crowd) * net.may_change, self.layers)

    def aim(self, net: Net) -> tuple[int, int]:
        """What a step across and one upright costs at least."""
        across, upright = (min(way) for way in zip(*net.costs, strict=True))
        return across, upright

    def keep_off(self, search: Search, found: Pairs) -> None:
        """What a way that was found closes to the net's next ones: nothing."""

    # -- all nets

    def settle(self) -> int:
        """Rounds until no node is fought for; UserError names a net that still is."""
        order = sorted(self.nets, key=lambda net: (not net.is_fast, not net.is_wide, -len(net.places), net.number))
        start, growth, most = self.pressures
        for done in range(self.rounds + 1):
            fighters = [net for net in order if not done or self.is_fought_for(net)]
            if not fighters:
                return done
            if done == self.rounds:
                break
            for net in fighters:
                self.give_up(net)
                self.route(net)
            self.remember(done)
            self.pressure = min(int(start * growth**done), most)
            order = order[1:] + order[:1]
        names = ", ".join(net.name for net in self.nets if self.is_fought_for(net))
        raise UserError(say("nets {names} find no room beside each other: give their parts more", names=names), FAILED)

    def remember(self, done: int) -> None:
        """Where nets fight becomes dearer for good."""
        self.worth[self.used > 1] += 1 + done

    def tracks(self) -> dict[str, Tracks]:
        """Those of every net, by its name."""
        return {net.name: self.tracks_of(net) for net in self.nets}

    def tracks_of(self, net: Net) -> Tracks:
        steps = [(self.at(min(a, b)), self.at(max(a, b))) for a, b in net.steps]
        return Tracks(sorted(steps), sorted({self.at(via)[1:] for via in net.vias}))


def some(net: Net, way: Pairs | None) -> Pairs:
    """A way; UserError if there is none at any price."""
    if way is None:
        raise UserError(say("net {net} cannot be routed: give its parts more room", net=net.name), FAILED)
    return way


def routed(
    size_mm: tuple[float, float],
    lands: Sequence[Land],
    widths: Mapping[str, float],
    lines: Sequence[Land] = (),
    plane: str | None = None,
    fast: Collection[str] = (),
) -> dict[str, Tracks]:
    """The tracks of every net, by its name; `lines` are tracks that are there, `plane` the net the back is for."""
    maze = Maze(size_mm, lands, widths, lines)
    for net in maze.nets:
        net.is_plane, net.is_fast = net.name == plane, net.name in fast
        if plane:
            net.costs = IN_PLANE if net.is_plane else FAST if net.is_fast else OVER_PLANE
    if plane:
        maze.cut(plane)
    maze.settle()
    return maze.tracks()
