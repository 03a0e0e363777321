"""Values on the print beside their parts, wherever there is room for them; the others are in the legend alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from hardware.layout.footprints import footprint
from hardware.layout.ink import ROOM, apart, body_boxes, is_free, print_box, taken_by, text_box
from hardware.layout.legend import legend
from hardware.layout.plan import Layout, Print, U
from hardware.layout.shapes import FRONT, Rectangle
from hardware.model.board import Board, Part
from hardware.places import Point

SIZE = 0.8  # mm high: the least that houses print
GAPS = (ROOM, 0.6, 1.2, 1.6)  # mm from a part to its value, the last one beyond its reference
SLIDES = tuple(sorted((n / 4 for n in range(-6, 7)), key=abs))  # mm, along the part's side
SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))
PLAIN = 0.7  # mm by which a value is nearer to its own part than to any other
BESIDE = 3.0  # mm: a word so near to its part is read as the part's
EDGE, FAR = 0.5, 1000.0  # mm: what stays bare along the edge; further than any board


def value_prints(board: Board, layout: Layout) -> list[Print]:
    """What a layout with a legend has printed beside its own words; UserError if the legend's areas are too small."""
    return [*beside_parts(board, layout), *legend(board, layout.legend)] if layout.legend else []


def beside_parts(board: Board, layout: Layout) -> Iterator[Print]:
    """The values that find room; connectors and test points have words of their own."""
    taken = [*taken_by(board, layout, FRONT), *around(layout)]
    hulls = hulls_of(board, layout)
    for part in board.parts:
        if is_sized(part) and not is_said(part, hulls[part.ref], layout.prints):
            others = [box for ref, box in hulls.items() if ref != part.ref]
            for box, text in candidates(part.value, hulls[part.ref]):
                if is_free(box, taken) and is_nearest(box, hulls[part.ref], others):
                    taken.append(box)
                    yield text
                    break


def is_sized(part: Part) -> bool:
    """Whether the value of a part is a size or a type that one asks for."""
    return part.is_fitted and part.kind.letter not in ("J", "TP", "SW") and not footprint(part.kind.footprint).is_below


def is_said(part: Part, hull: Rectangle, prints: Sequence[Print]) -> bool:
    """Whether a word beside a part says its value."""
    return any(
        text.text == part.value and not text.is_back and apart(print_box(text), hull) <= BESIDE for text in prints
    )


def hulls_of(board: Board, layout: Layout) -> dict[str, Rectangle]:
    """Ref -> what the part covers, with the room below it where there is some."""
    return {part.ref: hull(body_boxes(footprint(part.kind.footprint), layout.parts[part.ref])) for part in board.parts}


def around(layout: Layout) -> Iterator[Rectangle]:
    """All that is beyond the edges of the board, as something in the way."""
    width, height = layout.size_mm
    yield from ((-FAR, -FAR, EDGE, FAR), (width - EDGE, -FAR, FAR, FAR))
    yield from ((-FAR, -FAR, FAR, EDGE), (-FAR, height - EDGE, FAR, FAR))


def is_nearest(box: Rectangle, own: Rectangle, others: Sequence[Rectangle]) -> bool:
    return all(apart(box, other) >= apart(box, own) + PLAIN for other in others)


def hull(boxes: Sequence[Rectangle]) -> Rectangle:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def candidates(text: str, part: Rectangle) -> Iterator[tuple[Rectangle, Print]]:
    """Where a value may stand, nearest first: level above and below its part, level or upright beside it."""
    for gap, slide, (dx, dy), is_upright in product(GAPS, SLIDES, SIDES, (False, True)):
        if not (dy and is_upright):
            half_x, half_y = half_of(text, is_upright)
            x = (part[0] + part[2]) / 2 + dx * ((part[2] - part[0]) / 2 + gap + half_x) + (slide if dy else 0)
            y = (part[1] + part[3]) / 2 + dy * ((part[3] - part[1]) / 2 + gap + half_y) + (slide if dx else 0)
            at = round(x, 2), round(y, 2)
            yield text_box(text, at, SIZE, is_upright), Print(text, at[0] / U, at[1] / U, SIZE, False, is_upright)


def half_of(text: str, is_upright: bool) -> Point:
    left, top, right, bottom = text_box(text, (0, 0), SIZE, is_upright)
    return max(-left, right), max(-top, bottom)
