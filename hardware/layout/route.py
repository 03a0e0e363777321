"""Tracks for a board: a maze router on a grid of two layers, whose nets bargain for room until none is in the way.

A net is a tree of steps between neighbouring nodes; where two nets want a node, it becomes dearer for both, and dearer
again each round. Everything is integers and lists in a fixed order, so the same board gives the same tracks.
Source of the method: McMurchie and Ebeling, "PathFinder: A Negotiation-Based Performance-Driven Router".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import ceil
from typing import NamedTuple

from glowtable.messages import FAILED, UserError, say

from hardware.layout.shapes import Pad

STEP = 0.635
CLEARANCE, SLACK = 0.2, 0.01
VIA, VIA_DRILL = 0.8, 0.4
NARROW = 0.4  # up to so wide two tracks may run on neighbouring nodes
EDGE = 1.2  # along the edge of the board no track's middle may come
ALONG, AGAINST, CHANGE = 10, 15, 70  # what a step costs: the way of its layer, across it, to the other layer
CROSSED = ((ALONG, AGAINST), (AGAINST, ALONG))  # per layer, what a step across and one upright costs: a layer each
IN_PLANE = ((AGAINST, AGAINST), (ALONG, ALONG))  # the net of the plane, on the back
OVER_PLANE = ((ALONG, AGAINST), (3 * ALONG, 2 * ALONG))  # all other nets, where there is one
FAST = ((ALONG, ALONG), (6 * ALONG, 6 * ALONG))  # those of them whose way back is the plane
SHADE = 16  # what it costs to cross a fast net on the other layer, or for that what cuts its ground; in steps
CUT = 0.4  # mm: so near to a pad a track's middle has no whole ground: the gap of the ground, and half a track
STEEPER, STEEPEST = 1.6, 200  # by how much a node in use becomes dearer from round to round, and to what
ROUNDS = 80
NODES, BY_VIA, FAR = 1 << 20, 1 << 21, 1 << 50  # more nodes than any board has; costs, times so many
OPEN, SHUT = -1, -2  # of a node: no pad is near; pads of several nets are


Node = tuple[int, int, int]  # layer, column, row
Step = tuple[Node, Node]


class Land(NamedTuple):
    """A pad as the router sees it; a bare hole has no net."""

    net: str | None
    pad: Pad


class Tracks(NamedTuple):
    """The steps of a net, each a pair of nodes of one layer, and its vias, each (column, row)."""

    steps: list[Step]
    vias: list[tuple[int, int]]


class Net:
    """A net under way: what there is to join, its width, what its steps cost, and what it occupies now.

    Each of `places` are the nodes of a pad; `base` are nodes that are joined already, by drawn tracks.
    """

    def __init__(self, number: int, name: str, width: float, places: list[tuple[int, ...]], base: list[int]) -> None:
        self.number, self.name, self.width, self.places, self.base = number, name, width, places, base
        self.costs = CROSSED
        self.is_fast = self.is_plane = False
        self.cover: set[int] = set()
        self.steps: list[tuple[int, int]] = []
        self.vias: list[int] = []

    @property
    def is_wide(self) -> bool:
        return self.width > NARROW


class Maze:
    """The board as nodes 0..2*size-1, front first. `near`: for a width, the net whose pads are too near to a node."""

    def __init__(
        self, size_mm: tuple[float, float], lands: Sequence[Land], widths: Mapping[str, float], lines: Sequence[Land]
    ) -> None:
        self.size_mm = size_mm
        self.columns, self.rows = (int(side / STEP) + 1 for side in size_mm)
        self.size = self.columns * self.rows
        self.lands, self.lines = lands, lines
        names = sorted({land.net for land in lands if land.net})
        self.nets = [
            Net(n, name, widths[name], self.places_of(name), self.base_of(name)) for n, name in enumerate(names)
        ]
        numbers = {name: n for n, name in enumerate(names)}
        self.near = {width: self.map_of(width / 2, numbers) for width in sorted({net.width for net in self.nets})}
        self.vias = self.via_map(numbers)
        self.used = [0] * (2 * self.size)  # how many nets cover a node
        self.crowd = [0] * (2 * self.size)  # how many nets cover it or its neighbours, counted for each
        self.worth = [0] * (2 * self.size)  # how often it was fought for
        self.fast = [0] * (2 * self.size)  # how many fast nets cover it
        self.cuts = [0] * (2 * self.size)  # how often ground is cut there, for what runs on the other layer
        self.no_shade = [0] * (2 * self.size)
        self.pressure = 1
        places = range(self.size)
        self.column = [place % self.columns for place in places] * 2
        self.row = [place // self.columns for place in places] * 2

    def node(self, x: float, y: float) -> int:
        return round(y / STEP) * self.columns + round(x / STEP)

    def places_of(self, name: str) -> list[tuple[int, ...]]:
        pads = [land.pad for land in self.lands if land.net == name]
        return [tuple(self.node(pad.x, pad.y) + layer * self.size for layer in pad.layers) for pad in pads]

    def base_of(self, name: str) -> list[int]:
        """The nodes along the middles of a net's drawn tracks."""
        pads = [thinned(land.pad) for land in self.lines if land.net == name]
        return [place + layer * self.size for pad in pads for layer in pad.layers for place in self.around(pad, 0)]

    def map_of(self, reach: float, numbers: Mapping[str, int]) -> list[int]:
        """For every node: OPEN, the one net whose copper is within reach and clearance of it, or SHUT."""
        owners = self.empty_map()
        for land in (*self.lands, *self.lines):
            self.mark(owners, land.pad, reach, numbers[land.net] if land.net else SHUT)
        return owners

    def via_map(self, numbers: Mapping[str, int]) -> list[int]:
        """For every place: OPEN, the net on whose drawn track a via would be, or SHUT, as beside any pad."""
        owners = self.empty_map()
        for land in self.lands:
            self.mark(owners, land.pad, VIA / 2, SHUT)
        for land in self.lines:
            self.mark(owners, land.pad, VIA / 2, numbers[land.net] if land.net else SHUT)
        return [together(*both) for both in zip(owners[: self.size], owners[self.size :], strict=True)]

    def empty_map(self) -> list[int]:
        """All nodes open but those along the edge."""
        columns, rows = (
            self.inner(side, count) for side, count in zip(self.size_mm, (self.columns, self.rows), strict=True)
        )
        owners = [
            OPEN if row in rows and column in columns else SHUT
            for row in range(self.rows)
            for column in range(self.columns)
        ]
        return owners * 2

    def inner(self, side: float, count: int) -> range:
        """The columns or rows that are not too near to the edge."""
        return range(ceil(EDGE / STEP), min(count, int((side - EDGE) / STEP) + 1))

    def mark(self, owners: list[int], pad: Pad, reach: float, owner: int) -> None:
        """The nodes near to a pad's copper are its owner's, or nobody's if they were another's."""
        for place in self.around(pad, reach + CLEARANCE + SLACK):
            for node in (place + layer * self.size for layer in pad.layers):
                if owners[node] != owner:
                    owners[node] = owner if owners[node] == OPEN else SHUT

    def cut(self, plane: str) -> None:
        """Pads and drawn lines cut the ground around them, but for flat pads of the plane's net."""
        for land in (*self.lands, *self.lines):
            if land.net != plane or not land.pad.is_flat:
                for place in self.around(land.pad, CUT):
                    for layer in land.pad.layers:
                        self.cuts[place + layer * self.size] += 1

    def around(self, pad: Pad, reach: float) -> Iterable[int]:
        """The places nearer to a pad's copper than that; at reach 0 those in it."""
        far_x, far_y = (int((half + reach) / STEP) + 1 for half in pad.half)
        middle_x, middle_y = round(pad.x / STEP), round(pad.y / STEP)
        for row in range(max(0, middle_y - far_y), min(self.rows, middle_y + far_y + 1)):
            for column in range(max(0, middle_x - far_x), min(self.columns, middle_x + far_x + 1)):
                if gap(pad, column * STEP, row * STEP) <= reach:
                    yield row * self.columns + column

    # -- one net

    def cross(self, node: int) -> tuple[int, ...]:
        return node, node - 1, node + 1, node - self.columns, node + self.columns

    def take(self, net: Net, nodes: Iterable[int], vias: list[int], steps: list[tuple[int, int]]) -> None:
        """The net occupies its nodes, a wide one their neighbours too, a via those of both layers."""
        net.steps, net.vias = steps, vias
        cover: set[int] = set()
        for node in nodes:
            cover.update(self.cross(node) if net.is_wide else (node,))
        for place in vias:
            cover.update((*self.cross(place), *self.cross(place + self.size)))
        net.cover = cover
        self.count(net, 1)

    def give_up(self, net: Net) -> None:
        self.count(net, -1)
        net.cover = set()

    def count(self, net: Net, by: int) -> None:
        """A net's nodes are used once more, or once less."""
        for node in net.cover:
            self.used[node] += by
            self.cuts[node] += 0 if net.is_plane else by
            self.fast[node] += by if net.is_fast else 0
            for near in self.cross(node):
                self.crowd[near] += by

    def shade(self, net: Net) -> list[int]:
        """What makes a node dear for a net though it is free, by the node on the other layer."""
        if net.is_plane:
            return self.no_shade
        return self.cuts if net.is_fast else self.fast

    def is_fought_for(self, net: Net) -> bool:
        return any(self.used[node] > 1 for node in net.cover)

    def route(self, net: Net) -> None:
        """A tree over all pads of the net: the pad nearest to it joins next."""
        joined, waiting = [*net.base], [*net.places]
        if not joined:
            joined += waiting.pop(0)
        nodes = {*joined}
        far = [min(self.distance(pad[0], node) for node in joined) for pad in waiting]
        vias: list[int] = []
        steps: list[tuple[int, int]] = []
        prices = Prices(self, net)
        while waiting:
            nearest = far.index(min(far))
            goal = waiting.pop(nearest)
            del far[nearest]
            for a, b in self.path(net, prices, nodes, goal):
                nodes.update((a, b))
                if abs(a - b) == self.size:
                    vias.append(min(a, b))
                else:
                    steps.append((a, b))
            nodes.update(goal)
            far = [min(old, self.distance(pad[0], goal[0])) for old, pad in zip(far, waiting, strict=True)]
        self.take(net, nodes - set(net.base), vias, steps)

    def distance(self, a: int, b: int) -> int:
        """In steps, on any layer."""
        return abs(self.column[a] - self.column[b]) + abs(self.row[a] - self.row[b])

    def path(self, net: Net, prices: Prices, sources: set[int], goal: tuple[int, ...]) -> list[tuple[int, int]]:
        """The cheapest way from the tree to a pad, as pairs of nodes; UserError if there is none at any price.

        The queue has integers: the least that a way can cost, what it has cost so far (the most first), its node.
        """
        size, column, row = self.size, self.column, self.row
        across, upright = self.least(net, goal[0])
        best, came, done = dict.fromkeys(sources, 0), dict[int, int](), set[int]()
        queue = [(across[column[node]] + upright[row[node]] + 1) * FAR - NODES + node for node in sources]
        heapify(queue)
        moves, known = self.moves(net), best.get
        while queue:
            node = heappop(queue) % NODES
            if node in goal:
                return trail(came, node)
            if node in done:
                continue
            done.add(node)
            cost = best[node]
            for step, kind, way in moves[node >= size]:
                other = node + step
                if price := prices[other + kind]:
                    total = cost + way * price
                    if total < known(other, FAR):
                        best[other], came[other] = total, node
                        least = total + across[column[other]] + upright[row[other]] + 1
                        heappush(queue, least * FAR - (total + 1) * NODES + other)
        raise UserError(say("net {net} cannot be routed: give its parts more room", net=net.name), FAILED)

    def least(self, net: Net, goal: int) -> tuple[list[int], list[int]]:
        """What a net's way to a goal costs at least: from each column, and from each row."""
        across, upright = (min(way) for way in zip(*net.costs, strict=True))
        return (
            [across * abs(column - self.column[goal]) for column in range(self.columns)],
            [upright * abs(row - self.row[goal]) for row in range(self.rows)],
        )

    def moves(self, net: Net) -> list[tuple[tuple[int, int, int], ...]]:
        """Where a net may go from a node of each layer: how far in the list of nodes, by a via or not, its price."""
        return [
            (
                *(
                    (step, 0, way)
                    for way, aside in zip(ways, (1, self.columns), strict=True)
                    for step in (-aside, aside)
                ),
                (-self.size if layer else self.size, BY_VIA, CHANGE),
            )
            for layer, ways in enumerate(net.costs)
        ]

    # -- all nets

    def settle(self) -> int:
        """Rounds until no node is fought for; UserError names a net that still is."""
        order = sorted(self.nets, key=lambda net: (not net.is_fast, not net.is_wide, -len(net.places), net.number))
        for done in range(ROUNDS):
            fighters = [net for net in order if not done or self.is_fought_for(net)]
            if not fighters:
                return done
            for net in fighters:
                self.give_up(net)
                self.route(net)
            for node, users in enumerate(self.used):
                if users > 1:
                    self.worth[node] += 1 + done
            self.pressure = min(int(2 * STEEPER**done), STEEPEST)
            order = order[1:] + order[:1]
        names = ", ".join(net.name for net in self.nets if self.is_fought_for(net))
        raise UserError(say("nets {names} find no room beside each other: give their parts more", names=names), FAILED)

    def at(self, node: int) -> Node:
        layer, place = divmod(node, self.size)
        return layer, place % self.columns, place // self.columns

    def tracks(self, net: Net) -> Tracks:
        steps = [(self.at(min(a, b)), self.at(max(a, b))) for a, b in net.steps]
        return Tracks(sorted(steps), sorted({self.at(via)[1:] for via in net.vias}))


class Prices(dict[int, int]):
    """What it costs a net to come to a node, in units of that move, found out when asked; 0: it may not.

    To come there by a via has a price of its own, with BY_VIA added to the node.
    """

    def __init__(self, maze: Maze, net: Net) -> None:
        super().__init__()
        self.near, self.vias, self.own, self.size = maze.near[net.width], maze.vias, (OPEN, net.number), maze.size
        self.crowd, self.used, self.worth = maze.crowd, maze.crowd if net.is_wide else maze.used, maze.worth
        self.pressure, self.shade = maze.pressure, maze.shade(net)

    def __missing__(self, node: int) -> int:
        self[node] = price = self.via(node % BY_VIA % self.size) if node >= BY_VIA else self.step(node)
        return price

    def step(self, node: int) -> int:
        if self.near[node] not in self.own:
            return 0
        return (1 + self.worth[node]) * (1 + self.pressure * self.used[node] + SHADE * self.shade[node - self.size])

    def via(self, place: int) -> int:
        if self.vias[place] not in self.own:
            return 0
        return 1 + self.pressure * (self.crowd[place] + self.crowd[place + self.size])


def together(one: int, other: int) -> int:
    """Who owns a place on both layers."""
    if OPEN in (one, other):
        return other if one == OPEN else one
    return one if one == other else SHUT


def trail(came: dict[int, int], node: int) -> list[tuple[int, int]]:
    pairs = []
    while node in came:
        pairs.append((came[node], node))
        node = came[node]
    return pairs


def thinned(pad: Pad) -> Pad:
    """The middle of a drawn track, in which there are nodes wherever it lies."""
    cut = max(0.0, min(pad.size, pad.height) - 2 * STEP)
    return pad._replace(size=pad.size - cut, height=pad.height - cut)


def gap(pad: Pad, x: float, y: float) -> float:
    """From a point to a pad's copper; below zero inside a round one."""
    dx, dy = abs(x - pad.x), abs(y - pad.y)
    half_x, half_y = pad.half
    if pad.is_square:
        dx, dy = max(dx - half_x, 0.0), max(dy - half_y, 0.0)
        return float((dx * dx + dy * dy) ** 0.5)
    return float((dx * dx + dy * dy) ** 0.5) - half_x


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
    return {net.name: maze.tracks(net) for net in maze.nets}
