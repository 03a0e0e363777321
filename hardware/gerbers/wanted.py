"""What a board's gerbers must hold, from its file: where each pad and hole is, and on which net."""

from __future__ import annotations

from typing import NamedTuple

from shapely import Geometry, LineString, Point, Polygon, box

from hardware.gerbers.read import ROUND, Hole
from hardware.layout.assembly import CORNER, placed
from hardware.layout.check import HEAD_MM
from hardware.model.board import Board
from hardware.model.file import Pad, file_of


class Pin(NamedTuple):
    """A pad of a part; without a net nothing else may touch it. `drill` in mm, 0 if it is flat."""

    name: str
    net: str | None
    at: Point
    shape: Geometry
    sides: tuple[str, ...]
    drill: float


class Wanted(NamedTuple):
    """`bare` are holes without copper; `screws` has the middle of each that holds a screw, `head_mm` wide, by name."""

    pins: tuple[Pin, ...]
    bare: tuple[Hole, ...]
    screws: dict[str, Point]
    head_mm: float
    outline: Polygon
    has_paste: bool
    copper: tuple[str, ...]  # layers, from the front


def at(x: float, y: float) -> Point:
    """A place of the board as the gerbers say it."""
    return Point(CORNER + x, -(CORNER + y))


def land(pad: Pad) -> Geometry:
    """The copper of a pad: a line or a rectangle with round corners."""
    x, y = at(*pad.at).coords[0]
    wide, high = (half - pad.corner for half in pad.half)
    if pad.corner and min(wide, high) < 1e-6:
        ends = [(x - wide, y - high), (x + wide, y + high)]
        return (LineString(ends) if max(wide, high) > 1e-6 else Point(x, y)).buffer(pad.corner, ROUND)
    inner = box(x - wide, y - high, x + wide, y + high)
    return inner.buffer(pad.corner, ROUND) if pad.corner else inner


def wanted(board: Board) -> Wanted:
    """All that is asked of a board's gerbers, in their millimetres, y upwards."""
    file = file_of(board.name)
    pins, bare = [], []
    nets = {(part.ref, pin.number): net for part in board.parts for pin, net in part.pins()}
    for ref, part in file.parts.items():
        for n, pad in enumerate(part.pads):
            if pad.is_plated:
                sides = (pad.layer,) if pad.layer else file.copper
                net = nets.get((ref, pad.number))
                name = f"{ref} pad {pad.number}" if pad.number else f"{ref} peg {n}"
                pins.append(Pin(name, net, at(*pad.at), land(pad), sides, pad.drill))
            else:
                bare.append(Hole(at(*pad.at), pad.drill, False))
    screws = {ref: at(*hole.at) for ref, hole in file.holes.items()}
    drills = {hole.pads[0].drill for hole in file.holes.values()}
    bare += [Hole(point, drill, False) for point in screws.values() for drill in drills]
    wide, high = file.size
    outline = box(*at(0, high).coords[0], *at(wide, 0).coords[0])
    return Wanted(tuple(pins), tuple(bare), screws, HEAD_MM[max(drills)], outline, bool(placed(board)), file.copper)
