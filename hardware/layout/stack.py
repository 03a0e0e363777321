"""Tracks for a board of four layers: three for tracks, and between them one that is nothing but ground.

The router of two layers, on more of them. The plane's net needs no tree: each of its flat pads goes to a via nearby.
Nets whose way back is the plane stay on the layers beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from heapq import heapify, heappop, heappush

from glowtable.messages import FAILED, UserError, say

from hardware.layout.route import (
    CLEARANCE,
    OPEN,
    SHUT,
    SLACK,
    VIA,
    Land,
    Maze,
    Net,
    Tracks,
    thinned,
    together,
    trail,
)
from hardware.layout.shapes import Pad

LAYERS = 3  # for tracks: front, back, inside
FAST = ((10, 15), (50, 50), (15, 10))  # per layer, what a step across and one upright costs a net that needs ground
OTHERS = ((11, 16), (10, 13), (17, 12))
HEAVY = ((11, 16), (10, 13), (30, 30))  # inside, copper is half as thick and air does not cool it
CHANGE = 40  # what a via costs
AIM = 14  # how much a step nearer to the goal counts: more than the cheapest costs, which finds ways sooner
SPOKE = 0.35  # how much further a via stays from a hole of the plane, whose spokes it would cut
GROWTH, MOST_PRESSURE = 1.3, 300  # of the pressure, a round
ROUNDS, LATE = 160, 25
Pairs = list[tuple[int, int]]


class Stack(Maze):
    """The board as nodes 0..LAYERS*size-1: a place's nodes are `size` apart."""

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
        self.used = [0] * (LAYERS * self.size)
        self.worth = [0] * (LAYERS * self.size)
        self.column = [place % self.columns for place in range(self.size)] * LAYERS
        self.row = [place // self.columns for place in range(self.size)] * LAYERS
        self.steps = {
            net.name: self.steps_of(FAST if net.name in fast else HEAVY if net.is_wide else OTHERS) for net in self.nets
        }

    def steps_of(self, costs: Sequence[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
        """Per layer, from a node to each of its neighbours, and what that costs."""
        up = self.columns
        return [((-1, across), (1, across), (-up, along), (up, along)) for across, along in costs]

    # -- pads

    def on(self, pad: Pad) -> Iterable[int]:
        return range(LAYERS) if pad.layer is None else (pad.layer,)

    def places_of(self, name: str) -> list[tuple[int, ...]]:
        """Of pads that no drawn track of the net meets: those are joined already."""
        lines = [line.pad for line in self.lines if line.net == name]
        pads = [land.pad for land in self.lands if land.net == name]
        pads = [pad for pad in pads if not any(meet(pad, line) for line in lines)]
        return [tuple(self.node(pad.x, pad.y) + layer * self.size for layer in self.on(pad)) for pad in pads]

    def base_of(self, name: str) -> list[int]:
        pads = [thinned(land.pad) for land in self.lines if land.net == name]
        return [place + layer * self.size for pad in pads for layer in self.on(pad) for place in self.around(pad, 0)]

    def mark(self, owners: list[int], pad: Pad, reach: float, owner: int) -> None:
        for place in self.around(pad, reach + CLEARANCE + SLACK):
            for node in (place + layer * self.size for layer in self.on(pad)):
                if owners[node] != owner:
                    owners[node] = owner if owners[node] == OPEN else SHUT

    def empty_map(self) -> list[int]:
        return super().empty_map()[: self.size] * LAYERS

    def via_map(self, numbers: Mapping[str, int]) -> list[int]:
        owners = self.empty_map()
        for land in self.lands:
            is_spoked = land.net == self.plane and land.pad.layer is None
            self.mark(owners, land.pad, VIA / 2 + (SPOKE if is_spoked else 0), SHUT)
        for land in self.lines:
            self.mark(owners, land.pad, VIA / 2, numbers[land.net] if land.net else SHUT)
        layers = [owners[layer * self.size : (layer + 1) * self.size] for layer in range(LAYERS)]
        return [reduce(together, owned) for owned in zip(*layers, strict=True)]

    # -- one net

    def through(self, place: int) -> list[int]:
        """The nodes of a place, layer by layer."""
        return [place + layer * self.size for layer in range(LAYERS)]

    def occupy(self, net: Net, nodes: Iterable[int], pairs: Pairs, holes: Iterable[int] = ()) -> None:
        """The net has these steps, and vias where they change the layer and at further places."""
        size = self.size
        net.steps = [(a, b) for a, b in pairs if a % size != b % size]
        net.vias = sorted({*holes, *(a % size for a, b in pairs if a % size == b % size)})
        cover: set[int] = set()
        for node in nodes:
            cover.update(self.cross(node) if net.is_wide else (node,))
        for place in net.vias:
            cover.update(node for half in self.through(place) for node in self.cross(half))
        net.cover = cover
        for node in cover:
            self.used[node] += 1

    def leave(self, net: Net) -> None:
        for node in net.cover:
            self.used[node] -= 1
        net.cover = set()

    def join(self, net: Net) -> None:
        """A tree over all pads of the net: the pad nearest to it joins next."""
        joined, waiting = [*net.base], [*net.places]
        if not joined:
            joined += waiting.pop(0)
        nodes, pairs = {*joined}, Pairs()
        far = [min(self.apart(pad[0], node) for node in joined) for pad in waiting]
        while waiting:
            nearest = far.index(min(far))
            goal = waiting.pop(nearest)
            del far[nearest]
            vias = {a % self.size for a, b in pairs if a % self.size == b % self.size}
            found = self.way(net, nodes, goal, beside=self.around_vias(vias))
            pairs += found
            nodes.update(goal, *found)
            far = [min(old, self.apart(pad[0], goal[0])) for old, pad in zip(far, waiting, strict=True)]
        self.occupy(net, nodes - set(net.base), pairs)

    def around_vias(self, vias: set[int]) -> set[int]:
        """The places where another via would be drilled too near to one of these."""
        return {place for via in vias for place in self.cross(via)} - vias

    def apart(self, a: int, b: int) -> int:
        """In steps, on any layer."""
        return abs(self.column[a] - self.column[b]) + abs(self.row[a] - self.row[b])

    def sink(self, net: Net) -> None:
        """Each flat pad of the plane's net goes to a hole of that net, or to a via of its own."""
        holes = {node for pad in net.places if len(pad) > 1 for node in pad}
        nodes, pairs, vias = {*holes}, Pairs(), set[int]()
        for pad in (pad for pad in net.places if len(pad) == 1):
            found = self.way(net, {*pad}, (), nodes, self.around_vias(vias))
            end = found[0][1] if found else pad[0]
            if end not in nodes:
                vias.add(end % self.size)
                nodes.update(self.through(end % self.size))
            pairs += found
            nodes.update(pad, *found)
        self.occupy(net, nodes - holes, pairs, vias)

    def way(
        self,
        net: Net,
        sources: set[int],
        goal: tuple[int, ...],
        plane: Collection[int] = (),
        beside: Collection[int] = (),
    ) -> Pairs:
        """The cheapest way from the sources to a pad, last step first, as pairs of nodes.

        Without a pad, to the plane: to a node of `plane`, or to where a via may be. UserError if there is none.
        """
        near, vias, used, worth, size = self.near[net.width], self.vias, self.used, self.worth, self.size
        column, row, steps, pressure, mine = (
            self.column,
            self.row,
            self.steps[net.name],
            self.pressure,
            (OPEN, net.number),
        )
        to_x, to_y, least = (column[goal[0]], row[goal[0]], AIM) if goal else (0, 0, 0)
        wide = (0, -1, 1, -self.columns, self.columns) if net.is_wide else (0,)
        best, came = dict.fromkeys(sources, 0), dict[int, int]()
        queue = [((abs(column[node] - to_x) + abs(row[node] - to_y)) * least, 0, node) for node in sorted(sources)]
        heapify(queue)
        known = best.get
        while queue:
            _, cost, node = heappop(queue)
            cost = -cost
            if node in goal or node < 0 or node in plane:
                return trail(came, ~node if node < 0 else node)
            if cost > best[node]:
                continue
            for step, price in steps[node // size]:
                other = node + step
                if near[other] not in mine:
                    continue
                others = used[other] if len(wide) == 1 else sum(used[other + aside] for aside in wide)
                total = cost + price * (1 + worth[other]) * (1 + pressure * others)
                if total < known(other, total + 1):
                    best[other], came[other] = total, node
                    rest = (abs(column[other] - to_x) + abs(row[other] - to_y)) * least
                    heappush(queue, (total + rest, -total, other))
            place = node % size
            if vias[place] in mine and place not in beside and not self.is_beside_via(came, node):
                total = cost + CHANGE * self.via_cost(place)
                if not goal:
                    heappush(queue, (total, -total, ~node))
                    continue
                rest = (abs(column[node] - to_x) + abs(row[node] - to_y)) * least
                for other in self.through(place):
                    if total < known(other, total + 1):
                        best[other], came[other] = total, node
                        heappush(queue, (total + rest, -total, other))
        raise UserError(say("net {net} cannot be routed: give its parts more room", net=net.name), FAILED)

    def is_beside_via(self, came: Mapping[int, int], node: int) -> bool:
        """Whether a way came to a node by one step from a via: another one there would be drilled into it."""
        before = came.get(node, node)
        return before != node and came.get(before, node) % self.size == before % self.size

    def via_cost(self, place: int) -> int:
        used = self.used
        return 1 + self.pressure * sum(used[node] for half in self.through(place) for node in self.cross(half))

    # -- all nets

    def remember(self, done: int) -> None:
        """Where nets fight becomes dearer for good; later also around it, so that they do not just cross beside it."""
        around = (0,) if done < LATE else tuple(dx + dy * self.columns for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        for node, users in enumerate(self.used):
            for aside in around if users > 1 else ():
                self.worth[node + aside] += max(1, done // 5)

    def agree(self) -> int:
        """Rounds until no node is fought for; UserError names the nets that still fight."""
        order = sorted(self.nets, key=lambda net: (not net.is_wide, -len(net.places), net.number))
        for done in range(ROUNDS):
            fighters = [net for net in order if not done or self.is_fought_for(net)]
            if not fighters:
                return done
            for net in fighters:
                self.leave(net)
                (self.sink if net.name == self.plane else self.join)(net)
            self.remember(done)
            self.pressure = min(int(GROWTH**done), MOST_PRESSURE)
            order = order[1:] + order[:1]
        names = ", ".join(net.name for net in self.nets if self.is_fought_for(net))
        raise UserError(say("nets {names} find no room beside each other: give their parts more", names=names), FAILED)


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
    stack.agree()
    return {net.name: stack.tracks(net) for net in stack.nets}
