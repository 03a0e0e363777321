"""What print on a board must keep away from, as rectangles in mm from its top left corner. Knows nothing of values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hardware.layout.footprints import courtyards, footprint, turned_box
from hardware.layout.plan import Layout, Print, U
from hardware.layout.shapes import BACK, FRONT, Footprint, Rectangle
from hardware.layout.tracks import lands
from hardware.model.board import Board
from hardware.places import Place, Point, turned

ROOM = 0.16  # from print to print, to bare copper and to a hole; KiCad is told 0.15
MASK = 0.05  # by how much the mask leaves more bare than a pad
STROKE = 0.15  # of what is drawn; that of letters is 0.15 of their height
ADVANCE = 0.96  # of KiCad's letters: the widest usual one, as a share of their height
UP, DOWN = 0.67, 0.54  # their ink above and below the middle, stroke and all, as a share of their height


def text_box(text: str, at: Point, size: float, is_upright: bool = False) -> Rectangle:
    """Where the ink of a text is whose middle is there; an upright one is read from the right."""
    half = ADVANCE * size * len(text) / 2
    box = (-half, -UP * size, half, DOWN * size)
    return moved(turned_box(box, 1) if is_upright else box, at)


def moved(box: Rectangle, by: Point) -> Rectangle:
    return box[0] + by[0], box[1] + by[1], box[2] + by[0], box[3] + by[1]


def grown(box: Rectangle, by: float) -> Rectangle:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def apart(one: Rectangle, other: Rectangle) -> float:
    """From one rectangle to another along the axis where they are further apart; below zero if they overlap."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def is_free(box: Rectangle, taken: Sequence[Rectangle]) -> bool:
    return all(apart(box, other) >= ROOM for other in taken)


def body_boxes(shape: Footprint, place: Place) -> list[Rectangle]:
    """Where a part stands: nobody reads what is printed below it."""
    return [moved(turned_box(box, place.turn), middle(place)) for box in courtyards(shape)]


def middle(place: Place) -> Point:
    return place.x * U, place.y * U


def print_box(text: Print) -> Rectangle:
    return text_box(text.text, (text.x * U, text.y * U), text.size)


def taken_by(board: Board, layout: Layout, side: int) -> Iterator[Rectangle]:
    """Bare copper, holes, lines, words and references of a side; on it bodies of parts, too."""
    for land in lands(board, layout):
        if land.pad.is_on(side):
            half_x, half_y = land.pad.half
            yield grown(moved((-half_x, -half_y, half_x, half_y), (land.pad.x, land.pad.y)), MASK)
    for part in board.parts:
        shape, place = footprint(part.kind.footprint), layout.parts[part.ref]
        if side == (BACK if shape.is_below else FRONT):
            yield from body_boxes(shape, place)
            yield from lines_of(shape, place)
            yield reference_box(part.ref, shape, place, layout)
    yield from (print_box(text) for text in layout.prints if text.is_back == (side == BACK))


def lines_of(shape: Footprint, place: Place) -> Iterator[Rectangle]:
    for line in shape.silk:
        for (ax, ay), (bx, by) in pairwise(line):
            box = turned_box((min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)), place.turn)
            yield moved(grown(box, STROKE / 2), middle(place))


def reference_box(ref: str, shape: Footprint, place: Place, layout: Layout) -> Rectangle:
    """Of a part turned by a quarter the reference is turned, too."""
    x, y = layout.names.get(ref) or turned(shape.name_at, place.turn)
    return text_box(ref, (place.x * U + x, place.y * U + y), shape.name_size, place.turn % 2 == 1)
