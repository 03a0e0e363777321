"""The grid that tracks run on: its nodes, whose copper is near to each, and what a track is. Knows no search.

A place is a column and a row, a node is a place on a layer: numbers, layer after layer, row after row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import ceil
from typing import NamedTuple

from hardware.layout.shapes import Pad

STEP = 0.635
HALF_STEP = STEP / 2  # where the middles of small packages sit
CLEARANCE, SLACK = 0.2, 0.01
VIA, VIA_DRILL = 0.8, 0.4
NARROW = 0.4  # up to so wide two tracks may run on neighbouring nodes
EDGE = 1.2  # along the edge of the board no track's middle may come
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


class Grid:
    """A board's nodes, and the pads and drawn lines on them. `column` and `row` are those of a node."""

    def __init__(self, size_mm: tuple[float, float], lands: Sequence[Land], lines: Sequence[Land], layers: int) -> None:
        self.size_mm, self.lands, self.lines, self.layers = size_mm, lands, lines, layers
        self.columns, self.rows = (int(side / STEP) + 1 for side in size_mm)
        self.size = self.columns * self.rows
        self.column = [place % self.columns for place in range(self.size)] * layers
        self.row = [place // self.columns for place in range(self.size)] * layers

    def node(self, x: float, y: float) -> int:
        return round(y / STEP) * self.columns + round(x / STEP)

    def on(self, pad: Pad) -> Iterable[int]:
        """The layers of a pad."""
        return range(self.layers) if pad.layer is None else (pad.layer,)

    def through(self, place: int) -> range:
        """The nodes of a place, layer by layer."""
        return range(place, self.layers * self.size, self.size)

    def cross(self, node: int) -> tuple[int, ...]:
        return node, node - 1, node + 1, node - self.columns, node + self.columns

    def distance(self, a: int, b: int) -> int:
        """In steps, on any layer."""
        return abs(self.column[a] - self.column[b]) + abs(self.row[a] - self.row[b])

    def at(self, node: int) -> Node:
        layer, place = divmod(node, self.size)
        return layer, place % self.columns, place // self.columns

    # -- pads

    def places_of(self, name: str) -> list[tuple[int, ...]]:
        """The nodes of each of a net's pads."""
        return [self.nodes_of(land.pad) for land in self.lands if land.net == name]

    def nodes_of(self, pad: Pad) -> tuple[int, ...]:
        return tuple(self.node(pad.x, pad.y) + layer * self.size for layer in self.on(pad))

    def base_of(self, name: str) -> list[int]:
        """The nodes along the middles of a net's drawn tracks."""
        pads = [thinned(land.pad) for land in self.lines if land.net == name]
        return [place + layer * self.size for pad in pads for layer in self.on(pad) for place in self.around(pad, 0)]

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
            self.mark(owners, land.pad, VIA / 2 + self.spoke(land), SHUT)
        for land in self.lines:
            self.mark(owners, land.pad, VIA / 2, numbers[land.net] if land.net else SHUT)
        layers = [owners[first : first + self.size] for first in self.through(0)]
        return [reduce(together, owned) for owned in zip(*layers, strict=True)]

    def spoke(self, land: Land) -> float:
        """How much further than others a via stays from a pad."""
        return 0.0

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
        return owners * self.layers

    def inner(self, side: float, count: int) -> range:
        """The columns or rows that are not too near to the edge."""
        return range(ceil(EDGE / STEP), min(count, int((side - EDGE) / STEP) + 1))

    def mark(self, owners: list[int], pad: Pad, reach: float, owner: int) -> None:
        """The nodes near to a pad's copper are its owner's, or nobody's if they were another's."""
        for place in self.around(pad, reach + CLEARANCE + SLACK):
            for node in (place + layer * self.size for layer in self.on(pad)):
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


def together(one: int, other: int) -> int:
    """Who owns a place on both layers."""
    if OPEN in (one, other):
        return other if one == OPEN else one
    return one if one == other else SHUT


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
