"""Vias along the ground's tracks, so that front and back are one ground at short distances."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from hardware.layout.corners import BIN, bins
from hardware.layout.corners import gap as pad_gap
from hardware.layout.distances import Line, to_line
from hardware.layout.route import CLEARANCE, SLACK, STEP, VIA, Land, Tracks
from hardware.layout.shapes import Pad
from hardware.places import Point

EVERY = 16  # steps from via to via
REACH = range(-3, 4)  # in which another net's track could be too near
Spot = tuple[int, int]  # column, row


def stitched(tracks: Mapping[str, Tracks], lands: Sequence[Land], widths: Mapping[str, float], net: str) -> Tracks:
    """The tracks of a net with further vias, wherever they keep their distance from all else and from each other."""
    own, taken = tracks[net], Taken(tracks, lands, widths, net)
    vias = list(own.vias)
    for _, column, row in sorted({node for step in own.steps for node in step}):
        is_far = all(max(abs(column - x), abs(row - y)) >= EVERY for x, y in vias)
        if is_far and taken.is_free((column, row)):
            vias.append((column, row))
    return Tracks(own.steps, sorted(vias))


class Taken:
    """What a via must keep away from: every pad, and the tracks and vias of other nets, on both layers."""

    def __init__(
        self, tracks: Mapping[str, Tracks], lands: Sequence[Land], widths: Mapping[str, float], net: str
    ) -> None:
        self.pads: dict[Spot, list[Pad]] = defaultdict(list)
        for land in lands:
            for place in bins(land.pad):
                self.pads[place].append(land.pad)
        self.lines: dict[Spot, list[tuple[float, Line]]] = defaultdict(list)  # by each of their ends
        for name, track in tracks.items():
            for (_, *a), (_, *b) in track.steps if name != net else ():
                self.hold((a[0], a[1]), (b[0], b[1]), widths[name] / 2)
            for via in track.vias if name != net else ():
                self.hold(via, via, VIA / 2)

    def hold(self, a: Spot, b: Spot, half: float) -> None:
        for end in {a, b}:
            self.lines[end].append((half, (on_board(a), on_board(b))))

    def is_free(self, spot: Spot) -> bool:
        at, room = on_board(spot), VIA / 2 + CLEARANCE + SLACK
        near = ((spot[0] + dx, spot[1] + dy) for dx in REACH for dy in REACH)
        return all(to_line(at, line) - half >= room for end in near for half, line in self.lines.get(end, ())) and all(
            pad_gap(pad, (at, at)) >= room for pad in self.pads.get((spot[0] // BIN, spot[1] // BIN), ())
        )


def on_board(spot: Spot) -> Point:
    return spot[0] * STEP, spot[1] * STEP
