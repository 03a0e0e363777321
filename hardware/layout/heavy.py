"""Whether copper that is drawn for a heavy net is there, whole, and as wide as its current asks.

It is what is locked on the board. The neck at a pad carries that pad's share; all other copper carries the whole net.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.layout.distances import to_line
from hardware.model.board import Board, Part
from hardware.model.current import LEAST_MM, least_mm, net_currents, passed_on, width_mm
from hardware.model.file import File, Point, Track
from hardware.model.kinds import GROUND


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
