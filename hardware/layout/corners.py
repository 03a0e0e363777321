"""Corners of tracks cut at 45 degrees, wherever everything else stays far enough away. Stairs become slopes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from hardware.layout.distances import between, to_line
from hardware.layout.plan import COPPER
from hardware.layout.route import CLEARANCE, SLACK, STEP, VIA, Land, Node, Step, Tracks
from hardware.layout.shapes import Pad
from hardware.places import Point

NEARBY = 3  # steps around a corner in which another track could be too near
BIN = 8  # steps
AROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


class Corners:
    """All tracks of a board while their corners are cut; `held` has per node the nets there and half their width."""

    def __init__(self, tracks: Mapping[str, Tracks], lands: Sequence[Land], widths: Mapping[str, float]) -> None:
        self.steps = {net: set(track.steps) for net, track in tracks.items()}
        self.vias = {net: set(track.vias) for net, track in tracks.items()}
        self.widths = widths
        self.lands: dict[tuple[int, int], list[Land]] = defaultdict(list)
        for land in lands:
            for place in bins(land.pad):
                self.lands[place].append(land)
        self.own_pads = {(land.net, round(land.pad.x / STEP), round(land.pad.y / STEP)) for land in lands}
        self.held: dict[Node, dict[str, float]] = defaultdict(dict)
        for net in tracks:
            self.hold(net)

    def hold(self, net: str) -> None:
        for step in self.steps[net]:
            for node in step:
                self.held[node][net] = self.widths[net] / 2
        for x, y in self.vias[net]:
            for layer in range(len(COPPER)):
                self.held[layer, x, y][net] = VIA / 2

    def cut(self) -> dict[str, Tracks]:
        """Pass after pass, until no further corner can be cut."""
        while sum(self.cut_net(net) for net in self.steps):
            pass
        return {net: Tracks(sorted(steps), sorted(self.vias[net])) for net, steps in self.steps.items()}

    def cut_net(self, net: str) -> int:
        """How many corners of a net could be cut now."""
        cuts = 0
        for corner, a, b in list(self.corners(net)):
            old = {_step(a, corner), _step(corner, b)}
            if old <= self.steps[net] and self.is_free(net, a, b) and self.is_smooth(net, corner, a, b):
                self.steps[net] = (self.steps[net] - old) | {_step(a, b)}
                del self.held[corner][net]
                cuts += 1
        return cuts

    def corners(self, net: str) -> Iterator[tuple[Node, Node, Node]]:
        """Every node where two straight steps meet at a right angle, with no pad or via; and its two neighbours."""
        met: dict[Node, list[Node]] = defaultdict(list)
        for a, b in sorted(self.steps[net]):
            met[a].append(b)
            met[b].append(a)
        for node, others in sorted(met.items()):
            is_end = (net, *node[1:]) in self.own_pads or node[1:] in self.vias[net]
            if len(others) == 2 and not is_end and _is_square(node, *others):
                yield node, others[0], others[1]

    def is_smooth(self, net: str, corner: Node, a: Node, b: Node) -> bool:
        """Whether a straight track from a to b leaves no acute angle at its ends."""
        return not any(
            is_acute(far, _vector(here, there))
            for here, far in ((a, _vector(a, b)), (b, _vector(b, a)))
            for there in self.steps_at(net, here)
            if there != corner
        )

    def steps_at(self, net: str, node: Node) -> Iterator[Node]:
        """The nodes to which the net goes on from one."""
        layer, x, y = node
        for dx, dy in AROUND:
            other = (layer, x + dx, y + dy)
            if _step(node, other) in self.steps[net]:
                yield other

    def is_free(self, net: str, a: Node, b: Node) -> bool:
        """Whether a straight track from a to b is far enough from all other nets."""
        half, line = self.widths[net] / 2, (_place(a), _place(b))
        for x in range(a[1] - NEARBY, a[1] + NEARBY + 1):
            for y in range(a[2] - NEARBY, a[2] + NEARBY + 1):
                for other, other_half in self.held.get((a[0], x, y), {}).items():
                    if other != net and to_line((x * STEP, y * STEP), line) < half + other_half + CLEARANCE:
                        return False
        return all(gap(pad, line) >= half + CLEARANCE + SLACK for pad in self.others(net, a))

    def others(self, net: str, node: Node) -> Iterator[Pad]:
        """Pads and holes of other nets around a node of its layer."""
        near = self.lands.get((node[1] // BIN, node[2] // BIN), ())
        return (land.pad for land in near if land.net != net and land.pad.is_on(node[0]))


def bins(pad: Pad) -> Iterator[tuple[int, int]]:
    """The bins of nodes to which a pad is near."""
    (half_x, half_y), far = pad.half, NEARBY * STEP
    size = BIN * STEP
    for x in range(int((pad.x - half_x - far) // size), int((pad.x + half_x + far) // size) + 1):
        for y in range(int((pad.y - half_y - far) // size), int((pad.y + half_y + far) // size) + 1):
            yield x, y


def gap(pad: Pad, line: tuple[Point, Point]) -> float:
    """From a line to a pad's copper; below zero inside a round one."""
    half_x, half_y = pad.half
    if not pad.is_square:
        return to_line((pad.x, pad.y), line) - half_x
    corners = [(pad.x + i * half_x, pad.y + j * half_y) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))]
    if abs(line[0][0] - pad.x) <= half_x and abs(line[0][1] - pad.y) <= half_y:
        return 0.0
    return min(between(edge, line) for edge in pairwise(corners))


def _step(a: Node, b: Node) -> Step:
    return min(a, b), max(a, b)


def _vector(a: Node, b: Node) -> tuple[int, int]:
    return b[1] - a[1], b[2] - a[2]


def is_acute(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two directions are less than a right angle apart."""
    return one[0] * other[0] + one[1] * other[1] > 0


def _place(node: Node) -> tuple[float, float]:
    return node[1] * STEP, node[2] * STEP


def _is_square(corner: Node, a: Node, b: Node) -> bool:
    (ax, ay), (bx, by) = ((other[1] - corner[1], other[2] - corner[2]) for other in (a, b))
    return ax * bx + ay * by == 0 and abs(ax) + abs(ay) == abs(bx) + abs(by) == 1


def cut_corners(tracks: Mapping[str, Tracks], lands: Sequence[Land], widths: Mapping[str, float]) -> dict[str, Tracks]:
    """The tracks with every corner cut that can be."""
    return Corners(tracks, lands, widths).cut()
