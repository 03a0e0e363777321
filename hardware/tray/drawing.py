"""Outlines to drill and cut by, 1:1 in mm, as DXF of release 12: what every program for drawing and cutting reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from hardware.product import cell
from hardware.product import table as t
from hardware.product.table import Spot


class Circle(NamedTuple):
    layer: str
    middle: Spot
    diameter: float


class Outline(NamedTuple):
    """A closed line through corners."""

    layer: str
    corners: tuple[Spot, ...]


Mark = Circle | Outline
CUT, DRILL, GLUE, SEEN = "CUT", "DRILL", "GLUE", "SEEN"  # layers: the last two are for the eye


def base_marks() -> Iterator[Mark]:
    """The base from above: its outline and holes; where posts, feet, frame and hub come to lie."""
    yield rectangle(CUT, (0, 0), t.BASE_SIDE, t.BASE_SIDE)
    yield from (Circle(DRILL, spot, cell.SCREW_HOLE) for spot in t.CROSSINGS)
    yield from (Circle(DRILL, spot, t.WOOD_SCREW) for spot in t.FRAME_SCREWS)
    yield from (Circle(DRILL, spot, t.HUB_SCREW) for spot in t.HUB_HOLES)
    yield Circle(DRILL, t.BOOTSEL_AT, t.PIN_HOLE)
    yield from (Circle(GLUE, spot, t.POST) for spot in t.POSTS)
    yield from (Circle(GLUE, spot, t.FOOT_ACROSS) for spot in t.FEET)
    yield rectangle(SEEN, t.HUB_AT, *t.HUB[:2])
    yield rectangle(SEEN, (0, 0), t.OUTSIDE - 2 * t.BAR, t.OUTSIDE - 2 * t.BAR)


def frame_marks() -> Iterator[Mark]:
    """The frame from above, and in its underside the notches and the window."""
    inner = t.OUTSIDE - 2 * t.BAR
    at = -(t.OUTSIDE - t.BAR) / 2
    yield rectangle(SEEN, (0, 0), t.OUTSIDE, t.OUTSIDE)
    yield rectangle(SEEN, (0, 0), inner, inner)
    for pod in t.PODS:
        size = (t.NOTCH[0], t.BAR) if pod.turn % 180 == 0 else (t.BAR, t.NOTCH[0])
        yield rectangle(CUT, t.turned_about((pod.along, at), pod.turn), *size)
    yield rectangle(CUT, (t.KEY_BAR_ALONG, at), t.NOTCH[0], t.BAR)
    yield rectangle(CUT, (0, -at), t.REAR_WINDOW, t.BAR)


def rectangle(layer: str, middle: Spot, width: float, depth: float) -> Outline:
    (x, y), w, d = middle, width / 2, depth / 2
    return Outline(layer, ((x - w, y - d), (x + w, y - d), (x + w, y + d), (x - w, y + d)))


def dxf(marks: Iterable[Mark]) -> bytes:
    """The drawing; its lines end as the format has them on every machine."""
    entities = [pair for mark in marks for pair in _entities(mark)]
    pairs = [(0, "SECTION"), (2, "ENTITIES"), *entities, (0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\r\n{value}\r\n" for code, value in pairs).encode("ascii")


def _entities(mark: Mark) -> Iterator[tuple[int, str]]:
    if isinstance(mark, Circle):
        yield from ((0, "CIRCLE"), (8, mark.layer), *_at(10, mark.middle), (40, f"{mark.diameter / 2:.3f}"))
        return
    for first, last in pairwise((*mark.corners, mark.corners[0])):
        yield from ((0, "LINE"), (8, mark.layer), *_at(10, first), *_at(11, last))


def _at(code: int, spot: Spot) -> Iterator[tuple[int, str]]:
    return ((code + 10 * n, f"{value:.3f}") for n, value in enumerate(spot))
