"""What a board's gerbers must hold, from its model: where each pad and hole is, and on which net."""

from __future__ import annotations

from typing import NamedTuple

from shapely import Geometry, Point, Polygon, box

from hardware.gerbers.read import ROUND, SIDES, STACK, Hole
from hardware.layout.assembly import placed
from hardware.layout.footprints import HEAD_MM, footprint
from hardware.layout.plan import COPPER, U
from hardware.layout.shapes import Pad
from hardware.layout.tracks import ORIGIN, layout_of, placed_pads
from hardware.model.board import Board


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
    """A place of the layout as the gerbers say it."""
    return Point(ORIGIN + x, -(ORIGIN + y))


def land(pad: Pad) -> Geometry:
    """The copper of a pad."""
    x, y = at(pad.x, pad.y).coords[0]
    wide, high = pad.half
    return box(x - wide, y - high, x + wide, y + high) if pad.is_square else Point(x, y).buffer(wide, ROUND)


def wanted(board: Board) -> Wanted:
    """All that is asked of a board's gerbers, in their millimetres, y upwards."""
    layout = layout_of(board)
    copper = STACK if layout.has_inner_plane else SIDES
    pins, bare = [], []
    for part in board.parts:
        nets = {pin.number: net for pin, net in part.pins()}
        for pad in placed_pads(part, layout.parts[part.ref]):
            if pad.number:
                sides = (COPPER[pad.layer],) if pad.layer is not None else copper
                drill = 0 if pad.is_flat else pad.drill
                pins.append(
                    Pin(f"{part.ref} pad {pad.number}", nets[pad.number], at(pad.x, pad.y), land(pad), sides, drill)
                )
            else:
                bare.append(Hole(at(pad.x, pad.y), pad.size, False))
    screws = {f"H{n}": at(x * U, y * U) for n, (x, y) in enumerate(layout.holes, 1)}
    (hole,) = footprint(layout.hole).pads
    bare += [Hole(point, hole.size, False) for point in screws.values()]
    wide, high = layout.size_mm
    outline = box(*at(0, high).coords[0], *at(wide, 0).coords[0])
    return Wanted(tuple(pins), tuple(bare), screws, HEAD_MM[layout.hole], outline, bool(placed(board)), copper)
