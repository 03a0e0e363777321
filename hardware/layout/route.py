"""Tracks for a board: a maze router on a grid of two layers, whose nets bargain for room until none is in the way.

A net is a tree of steps between neighbouring nodes; where two nets want a node, it becomes dearer for both, and dearer
again each round. Everything is integers and lists in a fixed order, so the same board gives the same tracks.
Source of the method: McMurchie and Ebeling, "PathFinder: A Negotiation-Based Performance-Driven Router".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
ROUNDS = 80
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
        self.worth = [0] * (2 * self.size)  # how often it was fought for
        self.pressure = 1

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
        for node in cover:
            self.used[node] += 1

    def give_up(self, net: Net) -> None:
        for node in net.cover:
            self.used[node] -= 1
        net.cover = set()

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
        while waiting:
            nearest = far.index(min(far))
            goal = waiting.pop(nearest)
            del far[nearest]
            for a, b in self.path(net, nodes, goal):
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
        a, b = a % self.size, b % self.size
        return abs(a % self.columns - b % self.columns) + abs(a // self.columns - b // self.columns)

    def path(self, net: Net, sources: set[int], goal: tuple[int, ...]) -> list[tuple[int, int]]:
        """The cheapest way from the tree to a pad, as pairs of nodes; UserError if there is none at any price."""
        best, came = dict.fromkeys(sources, 0), dict[int, int]()
        end = goal[0]
        queue = [(self.distance(node, end) * ALONG, 0, node) for node in sorted(sources)]
        heapify(queue)
        prices = self.prices(net)
        while queue:
            _, cost, node = heappop(queue)
            if node in goal:
                return trail(came, node)
            if cost > best[node]:
                continue
            for other, price in self.moves(net, node, prices):
                total = cost + price
                if total < best.get(other, total + 1):
                    best[other], came[other] = total, node
                    heappush(queue, (total + self.distance(other, end) * ALONG, total, other))
        raise UserError(say("net {net} cannot be routed: give its parts more room", net=net.name), FAILED)

    def moves(self, net: Net, node: int, prices: Callable[[int], int]) -> Iterator[tuple[int, int]]:
        """Where a net may go from a node, and what that costs: to its neighbours, and through a via."""
        near, size, place = self.near[net.width], self.size, node % self.size
        across, upright = net.costs[node >= size]
        for step, price in ((-1, across), (1, across), (-self.columns, upright), (self.columns, upright)):
            if near[node + step] in (OPEN, net.number):
                yield node + step, price * prices(node + step)
        if self.vias[place] in (OPEN, net.number):
            yield (place if node >= size else place + size), CHANGE * self.via_price(place)

    def prices(self, net: Net) -> Callable[[int], int]:
        """What it costs this net to go through a node, in units of a step."""
        used, worth, pressure = self.used, self.worth, self.pressure
        if not net.is_wide:
            return lambda node: (1 + worth[node]) * (1 + pressure * used[node])
        columns = self.columns

        def wide(node: int) -> int:
            others = used[node] + used[node - 1] + used[node + 1] + used[node - columns] + used[node + columns]
            return (1 + worth[node]) * (1 + pressure * others)

        return wide

    def via_price(self, place: int) -> int:
        others = sum(self.used[node] for half in (place, place + self.size) for node in self.cross(half))
        return 1 + self.pressure * others

    # -- all nets

    def settle(self) -> int:
        """Rounds until no node is fought for; UserError names a net that still is."""
        order = sorted(self.nets, key=lambda net: (not net.is_wide, -len(net.places), net.number))
        for done in range(ROUNDS):
            fighters = [net for net in order if not done or self.is_fought_for(net)]
            if not fighters:
                return done
            for net in fighters:
                self.give_up(net)
                self.route(net)
            for node, users in enumerate(self.used):
                if users > 1:
                    self.worth[node] += 1
            self.pressure = min(1 + done, 12)
            order = order[1:] + order[:1]
        names = ", ".join(net.name for net in self.nets if self.is_fought_for(net))
        raise UserError(say("nets {names} find no room beside each other: give their parts more", names=names), FAILED)

    def at(self, node: int) -> Node:
        layer, place = divmod(node, self.size)
        return layer, place % self.columns, place // self.columns

    def tracks(self, net: Net) -> Tracks:
        steps = [(self.at(min(a, b)), self.at(max(a, b))) for a, b in net.steps]
        return Tracks(sorted(steps), sorted({self.at(via)[1:] for via in net.vias}))


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
) -> dict[str, Tracks]:
    """The tracks of every net, by its name; `lines` are tracks that are there, `plane` the net the back is for."""
    maze = Maze(size_mm, lands, widths, lines)
    for net in maze.nets if plane else ():
        net.costs = IN_PLANE if net.name == plane else OVER_PLANE
    maze.settle()
    return {net.name: maze.tracks(net) for net in maze.nets}
