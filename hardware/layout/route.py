"""Tracks for a board: a maze router on a grid of two layers, whose nets bargain for room until none is in the way.

A net is a tree of steps between neighbouring nodes; where two nets want a node, it becomes dearer for both, and dearer
again each round. Everything is integers and lists in a fixed order, so the same board gives the same tracks.
Source of the method: McMurchie and Ebeling, "PathFinder: A Negotiation-Based Performance-Driven Router".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from glowtable.messages import FAILED, UserError, say

from hardware.layout.footprints import Pad

STEP = 0.635
CLEARANCE, SLACK = 0.2, 0.01
VIA, VIA_DRILL = 0.8, 0.4
NARROW = 0.4  # up to so wide two tracks may run on neighbouring nodes
EDGE = 2  # nodes along the edge of the board that stay free
FRONT, BACK = 0, 1
ALONG, AGAINST, CHANGE = 10, 15, 70  # what a step costs: the way of its layer, across it, to the other layer
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
    """A net under way: its pads' places on the grid, its width, and what it occupies now."""

    def __init__(self, number: int, name: str, width: float, places: list[int]) -> None:
        self.number, self.name, self.width, self.places = number, name, width, places
        self.cover: set[int] = set()
        self.steps: list[tuple[int, int]] = []
        self.vias: list[int] = []

    @property
    def is_wide(self) -> bool:
        return self.width > NARROW


class Maze:
    """The board as nodes 0..2*size-1, front first. `near`: for a width, the net whose pads are too near to a node."""

    def __init__(self, size_mm: tuple[float, float], lands: Sequence[Land], widths: Mapping[str, float]) -> None:
        self.columns, self.rows = (int(side / STEP) + 1 for side in size_mm)
        self.size = self.columns * self.rows
        self.lands = lands
        names = sorted({land.net for land in lands if land.net})
        self.nets = [Net(n, name, widths[name], self.places_of(name)) for n, name in enumerate(names)]
        numbers = {name: n for n, name in enumerate(names)}
        self.near = {width: self.map_of(width / 2, numbers) for width in sorted({net.width for net in self.nets})}
        self.no_via = [owner != OPEN for owner in self.map_of(VIA / 2, numbers)]
        self.used = [0] * (2 * self.size)  # how many nets cover a node
        self.worth = [0] * (2 * self.size)  # how often it was fought for
        self.pressure = 1

    def node(self, x: float, y: float) -> int:
        return round(y / STEP) * self.columns + round(x / STEP)

    def places_of(self, name: str) -> list[int]:
        return [self.node(land.pad.x, land.pad.y) for land in self.lands if land.net == name]

    def map_of(self, reach: float, numbers: Mapping[str, int]) -> list[int]:
        """For every place: OPEN, the one net whose pads are within reach and clearance of it, or SHUT."""
        owners = [SHUT] * self.size
        for row in range(EDGE, self.rows - EDGE):
            begin = row * self.columns
            owners[begin + EDGE : begin + self.columns - EDGE] = [OPEN] * (self.columns - 2 * EDGE)
        for land in self.lands:
            owner = numbers[land.net] if land.net else SHUT
            for place in self.around(land.pad, reach + CLEARANCE + SLACK):
                if owners[place] != owner:
                    owners[place] = owner if owners[place] == OPEN else SHUT
        return owners

    def around(self, pad: Pad, reach: float) -> Iterable[int]:
        """The places nearer to a pad's copper than that."""
        half = pad.size / 2
        far = int((half + reach) / STEP) + 1
        middle_x, middle_y = round(pad.x / STEP), round(pad.y / STEP)
        for row in range(max(0, middle_y - far), min(self.rows, middle_y + far + 1)):
            for column in range(max(0, middle_x - far), min(self.columns, middle_x + far + 1)):
                if gap(pad, column * STEP, row * STEP) < reach:
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
        nodes = {net.places[0], net.places[0] + self.size}
        joined, waiting = [net.places[0]], net.places[1:]
        vias: list[int] = []
        steps: list[tuple[int, int]] = []
        while waiting:
            goal = min(waiting, key=lambda place: min(self.distance(place, other) for other in joined))
            waiting.remove(goal)
            joined.append(goal)
            for a, b in self.path(net, nodes, goal):
                nodes.update((a, b))
                if abs(a - b) == self.size:
                    vias.append(min(a, b))
                else:
                    steps.append((a, b))
            nodes.update((goal, goal + self.size))
        self.take(net, nodes, vias, steps)

    def distance(self, a: int, b: int) -> int:
        """In steps, on any layer."""
        a, b = a % self.size, b % self.size
        return abs(a % self.columns - b % self.columns) + abs(a // self.columns - b // self.columns)

    def path(self, net: Net, sources: set[int], goal: int) -> list[tuple[int, int]]:
        """The cheapest way from the tree to a pad, as pairs of nodes; UserError if there is none at any price."""
        best, came = dict.fromkeys(sources, 0), dict[int, int]()
        queue = [(self.distance(node, goal) * ALONG, 0, node) for node in sorted(sources)]
        heapify(queue)
        prices = self.prices(net)
        while queue:
            _, cost, node = heappop(queue)
            if node % self.size == goal:
                return trail(came, node)
            if cost > best[node]:
                continue
            for other, price in self.moves(net, node, prices):
                total = cost + price
                if total < best.get(other, total + 1):
                    best[other], came[other] = total, node
                    heappush(queue, (total + self.distance(other, goal) * ALONG, total, other))
        raise UserError(say("net {net} cannot be routed: give its parts more room", net=net.name), FAILED)

    def moves(self, net: Net, node: int, prices: Callable[[int], int]) -> Iterator[tuple[int, int]]:
        """Where a net may go from a node, and what that costs: to its neighbours, and through a via."""
        near, size, place = self.near[net.width], self.size, node % self.size
        across, upright = (ALONG, AGAINST) if node < size else (AGAINST, ALONG)
        for step, price in ((-1, across), (1, across), (-self.columns, upright), (self.columns, upright)):
            if near[place + step] in (OPEN, net.number):
                yield node + step, price * prices(node + step)
        if not self.no_via[place]:
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


def trail(came: dict[int, int], node: int) -> list[tuple[int, int]]:
    pairs = []
    while node in came:
        pairs.append((came[node], node))
        node = came[node]
    return pairs


def gap(pad: Pad, x: float, y: float) -> float:
    """From a point to a pad's copper; below zero inside."""
    dx, dy, half = abs(x - pad.x), abs(y - pad.y), pad.size / 2
    if pad.is_square:
        dx, dy = max(dx - half, 0.0), max(dy - half, 0.0)
        return float((dx * dx + dy * dy) ** 0.5)
    return float((dx * dx + dy * dy) ** 0.5) - half


def routed(size_mm: tuple[float, float], lands: Sequence[Land], widths: Mapping[str, float]) -> dict[str, Tracks]:
    """The tracks of every net, by its name."""
    maze = Maze(size_mm, lands, widths)
    maze.settle()
    return {net.name: maze.tracks(net) for net in maze.nets}
