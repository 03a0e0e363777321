"""The cheapest way over a board's nodes for one net, as its prices are now. Knows no other net.

The queue has integers: the least that a way can cost, what it has cost so far (the most first), its node; or, below
zero, the node at which a way ends in a via. A way may come to a node again for less: what `aim` says that a way costs
at least may be too much, which finds ways sooner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from hardware.layout.route import Grid

NODES, FAR = 1 << 20, 1 << 50  # more nodes than any board has; more than any way costs
LAST, FIRST = NODES - 1, FAR - NODES  # the bits of a node; so much a cost counts that is paid already
Pairs = list[tuple[int, int]]
Costs = Sequence[tuple[int, int]]  # per layer, what a step across and one upright costs
Prices = memoryview  # of each node, as integers, in units of the move that comes there; 0: none may
Move = tuple[int, int, Prices]  # how far in the list of nodes, what it costs at least, in which prices


class Goal(NamedTuple):
    """Where a way may end, the moves of each layer, and what it costs at least from each column and from each row."""

    ends: Collection[int]
    moves: Sequence[Sequence[Move]]
    across: Sequence[int]
    upright: Sequence[int]
    is_plane: bool = False  # then it may end in a via anywhere, too


class Search:
    """Ways of a net whose steps have `prices` and whose vias have those of `holes`.

    `aim` is what a step nearer to the goal counts, across and upright. If the net is spaced it has no via one step
    from another of the same way, which would be drilled into it.
    """

    def __init__(
        self,
        grid: Grid,
        costs: Costs,
        change: int,
        prices: Prices,
        holes: Prices,
        aim: tuple[int, int],
        is_spaced: bool = False,
    ) -> None:
        self.grid, self.size, self.change, self.holes, self.aim = grid, grid.size, change, holes, aim
        self.spaced = holes if is_spaced else None
        self.steps = [[*steps(ways, grid.columns, prices)] for ways in costs]
        self.moves = [[*moves, *self.changes(layer)] for layer, moves in enumerate(self.steps)]
        self.best = [FAR] * (grid.layers * grid.size)  # what a node has cost; FAR between two searches

    def changes(self, layer: int) -> Iterable[Move]:
        """By a via to each other layer."""
        others = (other - layer for other in range(self.grid.layers) if other != layer)
        return ((far * self.size, self.change, self.holes) for far in others)

    def close(self, nodes: Iterable[int]) -> None:
        """No further via of the net may be there."""
        for node in nodes:
            self.holes[node] = 0

    def to_pad(self, sources: Collection[int], pad: Sequence[int]) -> Pairs | None:
        """The cheapest way from the sources to a node of a pad, last step first, as pairs of nodes; None if none is."""
        across, upright = (aim * FAR for aim in self.aim)
        column, row = self.grid.column[pad[0]], self.grid.row[pad[0]]
        columns = [across * abs(column - other) for other in range(self.grid.columns)]
        rows = [upright * abs(row - other) for other in range(self.grid.rows)]
        return self.way(sources, Goal(pad, self.moves, columns, rows))

    def to_plane(self, sources: Collection[int], plane: Collection[int]) -> Pairs | None:
        """Likewise on one layer to a node of the plane's net, or to where a via to it may be."""
        nothing = [0] * max(self.grid.columns, self.grid.rows)
        return self.way(sources, Goal(plane, self.steps, nothing, nothing, is_plane=True))

    def way(self, sources: Collection[int], goal: Goal) -> Pairs | None:
        came = dict[int, int]()
        end = self.end(sources, goal, came)
        for reached in (sources, came):
            for node in reached:
                self.best[node] = FAR
        return None if end is None else trail(came, end)

    def end(self, sources: Collection[int], goal: Goal, came: dict[int, int]) -> int | None:
        """The end that is reached first; `came` then has from where each node was."""
        best, size, spaced, count = self.best, self.size, self.spaced, len(self.best)
        column, row, (ends, moves, across, upright, is_plane) = self.grid.column, self.grid.row, goal
        waiting = dict.fromkeys(sources, 0)
        for node in sources:
            best[node] = 0
        queue = [across[column[node]] + upright[row[node]] + node for node in sources]
        heapify(queue)
        while queue:
            node = heappop(queue) & LAST
            if node in ends:
                return node
            if node >= count:
                return LAST - node
            cost = waiting.pop(node, None)
            if cost is None:
                continue
            for step, way, prices in moves[node // size]:
                other = node + step
                if cost + way < best[other] and (price := prices[other]):
                    total = cost + way * price
                    if total < best[other] and not (prices is spaced and self.is_beside_via(came, node)):
                        best[other] = waiting[other] = total
                        came[other] = node
                        heappush(queue, total * FIRST + across[column[other]] + upright[row[other]] + other)
            if is_plane and (price := self.holes[node]) and not self.is_beside_via(came, node):
                heappush(queue, (cost + self.change * price) * FIRST - 1 - node)
        return None

    def is_beside_via(self, came: Mapping[int, int], node: int) -> bool:
        """Whether a way came to a node by one step from a via."""
        before = came.get(node, node)
        return before != node and came.get(before, node) % self.size == before % self.size


def steps(ways: tuple[int, int], columns: int, prices: Prices) -> Iterable[Move]:
    return ((step, way, prices) for way, aside in zip(ways, (1, columns), strict=True) for step in (-aside, aside))


def trail(came: Mapping[int, int], node: int) -> Pairs:
    pairs = []
    while node in came:
        pairs.append((came[node], node))
        node = came[node]
    return pairs
