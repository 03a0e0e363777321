"""What is wrong with a board that KiCad cannot know: widths for currents, screws' heads, cells, print, footprints.

Gaps, joints and edges are KiCad's to judge, and copper is read back from the gerbers. Copper that is drawn for a heavy
net is what is locked: the neck at a pad carries that pad's share, all other copper the whole net.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from hardware.layout.cells import misplaced, under_pegs
from hardware.layout.distances import Line, to_line
from hardware.layout.lands import LANDS, hangs
from hardware.layout.silk import print_faults
from hardware.model.board import Board, Part
from hardware.model.current import LEAST_MM, least_mm, net_currents, net_widths, passed_on, width_mm
from hardware.model.file import FRONT, File, Pad, Point, Track, net_name
from hardware.model.kinds import GROUND

HEAD_MM = {3.2: 5.6, 2.7: 5.0}  # of a screw, by its hole: pan heads, as is usual
HEAD_GAP = 0.5  # from a screw's head to copper
THIN_MM = 0.25  # a track of little current, between the pads of a small package
TOLERANCE = 1e-3
PLAIN = ("bank",)  # without a list of values: its parts have them printed on themselves
RULE = re.compile(r"A\.NetName == '(.*?)'.*?\(min ([\d.]+)mm\)", re.DOTALL)


def narrow_tracks(file: File, board: Board) -> Iterator[str]:
    widths = net_widths(board)
    for net, width in sorted({(track.net, track.width) for track in file.tracks}):
        least = THIN_MM if widths[net] == LEAST_MM else widths[net]
        if width < least - TOLERANCE:
            yield f"net {net} has a track of {width} mm and needs {widths[net]} mm"


def other_footprints(file: File, board: Board) -> Iterator[str]:
    """Parts on another footprint than their kind's, or on the other side."""
    for part in board.parts:
        placed, lands = file.parts[part.ref], LANDS.get(part.kind.footprint, ())
        if placed.footprint not in lands:
            yield f"{part.ref} is on {placed.footprint} and must be on {' or '.join(lands)}"
        if placed.is_below != hangs(part.kind):
            yield f"{part.ref} is on the wrong side of the board"


def unfilled(file: File) -> Iterator[str]:
    for area in file.areas:
        if area.net and not area.is_filled:
            yield f"the area {area.name} of {area.net} is not filled"


def under_heads(file: File) -> Iterator[str]:
    """Copper that the head of a screw, or half a millimetre beside it, would touch."""
    for ref, screw in file.holes.items():
        head = HEAD_MM[screw.pads[0].drill] / 2
        for name, room in around(file, screw.at):
            if room - head < HEAD_GAP - TOLERANCE:
                where = "goes through" if room <= 0 else f"is {room - head:.2f} mm from the head of"
                yield f"{name} {where} the screw in {ref}"


def around(file: File, at: Point) -> Iterator[tuple[str, float]]:
    """All copper but areas, and how far it is from a point."""
    for track in file.tracks:
        yield f"track of {track.net}", to_line(at, (track.start, track.end)) - track.width / 2
    for via in file.vias:
        yield f"via of {via.net}", hypot(via.at[0] - at[0], via.at[1] - at[1]) - via.size / 2
    for ref, part in file.parts.items():
        for pad in part.pads:
            if pad.net:
                yield f"{ref} pad {pad.number}", from_pad(pad, at)


def from_pad(pad: Pad, at: Point) -> float:
    """From the rectangle around a pad; 0 within it."""
    dx, dy = (max(abs(a - b) - half, 0.0) for a, b, half in zip(at, pad.at, pad.half, strict=True))
    return hypot(dx, dy)


def edges(pad: Pad) -> list[Line]:
    (x, y), (a, b) = pad.at, pad.half
    return list(pairwise([(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b), (x - a, y - b)]))


def unruled(board: Board, rules: str) -> Iterator[str]:
    """Nets whose width KiCad is not told: its own check knows no current."""
    told = {net_name(name): float(width) for name, width in RULE.findall(rules)}
    wide = {net: width for net, width in net_widths(board).items() if width > LEAST_MM}
    for net in sorted(told.keys() | wide.keys(), key=str):
        if told.get(net) != wide.get(str(net)):
            current = net_currents(board).get(str(net), 0)
            yield f"KiCad's rule for {net} says {told.get(net)} mm; {current:.0f} mA need {wide.get(str(net))} mm"


def weak_copper(file: File, board: Board) -> Iterator[str]:
    """Lines of a heavy net that are too narrow, and its parts that they do not reach; ground's copper is its plane."""
    for net, wide in board.heavy.items():
        if net != GROUND:
            yield from weak(net, wide, board, file)


def weak(net: str, wide: float, board: Board, file: File) -> Iterator[str]:
    lines = [track for track in file.tracks if track.net == net and track.is_locked]
    ends = dict(carriers(board, file, net))
    for ref in sorted({ref for ref, at in ends if not any(reaches(line, at) for line in lines)}):
        yield f"no copper is drawn from {ref} for {net}"
    for line in lines:
        shares = [share for (_, at), share in ends.items() if reaches(line, at)]
        need = wide if line.width >= wide else min((least_mm(share) for share in shares), default=wide)
        if line.width < need:
            x, y = line.start
            yield f"the copper of {net} from {x:.2f}, {y:.2f} is {line.width:g} mm wide and needs {need:.2f} mm"


def carriers(board: Board, file: File, net: str) -> Iterator[tuple[tuple[str, Point], float]]:
    """The pads by which more current comes or goes than a track may carry, each with its share in mA."""
    currents = net_currents(board)
    for part in board.parts:
        onward = passed_on(part, net)
        if not (part.kind.is_connector or onward or brings(part, net)):
            continue
        numbers = {pin.number for pin, its in part.pins() if its == net}
        pads = [pad for pad in file.parts[part.ref].pads if pad.number in numbers]
        alike = [other for other in board.parts if other.kind == part.kind and dict(other.nets) == dict(part.nets)]
        share = currents[onward[0] if onward else net] / len(pads) / len(alike) if pads else 0.0
        if width_mm(share) > LEAST_MM:
            yield from (((part.ref, pad.at), share) for pad in pads)


def brings(part: Part, net: str) -> bool:
    """Whether a part passes current to that net."""
    return any(part.net(out) == net for _, out in part.kind.passes)


def reaches(line: Track, at: Point) -> bool:
    return to_line(at, (line.start, line.end)) <= line.width / 2


def faults(file: File, board: Board) -> list[str]:
    """All that is wrong with a board's file; empty if it is sound."""
    places = {ref: part.at for ref, part in file.parts.items()}
    lines = {ref: [line for pad in part.pads for line in edges(pad)] for ref, part in file.parts.items()}
    front = (
        (f"{ref} pad {pad.number}", line, 0.0)
        for ref, part in file.parts.items()
        for pad in part.pads
        if pad.is_on(FRONT) and pad.is_plated
        for line in edges(pad)
    )
    checks = [narrow_tracks(file, board), other_footprints(file, board), unfilled(file), under_heads(file)]
    checks += [weak_copper(file, board), misplaced(places, file.size), under_pegs(front, places, file.size)]
    if board.name not in PLAIN:
        checks.append(print_faults(file, board, lines))
    return [fault for check in checks for fault in check]
