"""The table's parts as solids where they stand, in the order in which they are put together.

Needs manifold3d. What a pod is made of is in pods.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import pairwise

from hardware.product import cell
from hardware.product import table as t
from hardware.product.table import Spot
from hardware.solids import sprung, tray
from hardware.solids.shapes import Solid, all_of, box, rod, span
from hardware.tray.routes import COMPUTER, Point, Route, drawn_routes

FLAT_THICK = 0.6  # of a cable
LIE = 0.1  # how much higher each cable is drawn than the one before, so that one sees which lies on which
PLUG = (8.0, 6.0)  # of a cable's end: long, high
WOOD_SCREW, HUB_SCREW, HEAD = (3.5, 25.0), (3.0, 12.0), 2.1  # heads are drawn below the wood into which they are sunk
NUT = (5.5, 2.4)
OPENINGS = {each.name: each for each in t.OPENINGS}
USB_ENDS = t.OUTSIDE / 2 + 60  # there the cable to the computer is cut off


# -- wood and what holds it


def screws(spots: Iterable[Spot], across: float, long: float, under: float) -> Solid:
    """Upright, their heads below a height."""
    head = rod(2 * across, HEAD, floor=under - HEAD)
    return sprung.everywhere(rod(across, long, floor=under) + head, spots)


posts = partial(sprung.everywhere, tray.post(), t.POSTS)
feet = partial(sprung.everywhere, rod(t.FOOT_ACROSS, t.FOOT), t.FEET)
wood_screws = partial(screws, t.FRAME_SCREWS, *WOOD_SCREW, t.FOOT)
long_screws = partial(screws, t.CROSSINGS, *t.LONG_SCREW, t.FOOT)


# -- the hub


hub_screws = partial(screws, t.HUB_HOLES, *HUB_SCREW, t.FOOT)
spacers = partial(sprung.everywhere, rod(6.0, t.HUB_SPACER, floor=t.BASE_TOP), t.HUB_HOLES)
nuts = partial(sprung.everywhere, rod(*NUT, floor=t.HUB_TOP), t.HUB_HOLES)


def hub() -> Solid:
    """The board with the sockets its cables go into, as far as the table knows them."""
    board = box(t.HUB, t.HUB_AT, t.BASE_TOP + t.HUB_SPACER)
    leads = [*t.POD_LEADS.values(), *t.DATA_LEADS]
    return board + all_of(box((18.0, 8.0, 6.0), lead.port, t.HUB_TOP) for lead in leads)


def switch() -> Solid:
    """In its opening, its rim outside."""
    of, inside = OPENINGS["switch"], t.OUTSIDE / 2 - t.BAR
    rim = box((of.width + 2, 2.0, of.height + 2), (of.x, inside + 1), of.z - of.height / 2 - 1)
    return rim + box((of.width - 0.4, 16.0, of.height - 0.4), (of.x, inside - 8), of.z - of.height / 2 + 0.2)


def supply_cable() -> Solid:
    """From beside the hub's screw terminal out through its opening."""
    of = OPENINGS["supply terminal"]
    return rod(5.0, t.OUTSIDE / 2 + 30 - t.REAR_EDGE).rotate([-90, 0, 0]).translate([of.x, t.REAR_EDGE, of.z])


def pico() -> Solid:
    usb = box((8.0, 6.0, 3.0), (t.PICO_AT[0], t.PICO_AT[1] + t.PICO[1] / 2 - 2), t.PICO_LOW - 3.0)
    return box(t.PICO, t.PICO_AT, t.PICO_LOW) + usb


# -- cables


def cables(kind: str) -> Solid:
    """All whose kind begins so, each a ribbon with its plugs."""
    lie = ((LIE * n, each) for n, each in enumerate(drawn_routes(USB_ENDS)) if each.kind.startswith(kind))
    return all_of(_ribbon(route).translate([0, 0, above]) for above, route in lie)


def _ribbon(route: Route) -> Solid:
    half, legs, along = route.wide / 2, [], 0
    for first, last in pairwise(route.corners):
        level = first[2] == last[2]
        along = int(first[0] == last[0]) if level else along  # a leg up keeps to the one before
        legs.append(_leg((first, last), half, None if level else along))
    ends = [route.corners, *([] if route.to == COMPUTER else [route.corners[::-1]])]
    return all_of([*legs, *(_plug(end, before, half) for end, before, *_ in ends)])


def _leg(ends: tuple[Point, Point], half: float, thin: int | None) -> Solid:
    """Thin up and down, or, of a leg that goes up, along this axis."""
    grow = [half, half, FLAT_THICK / 2]
    if thin is not None:
        grow[thin], grow[2] = FLAT_THICK / 2, 0.0
    left, near, low = (min(at) - by for at, by in zip(zip(*ends, strict=True), grow, strict=True))
    right, far, high = (max(at) + by for at, by in zip(zip(*ends, strict=True), grow, strict=True))
    return span(left, right, near, far, low, high)


def _plug(end: Point, before: Point, half: float) -> Solid:
    """Below its cable's end, across it."""
    length, high = PLUG
    size = (length, 2 * half) if end[1] == before[1] != end[0] else (2 * half, length)
    return box((*size, high), end[:2], end[2] - high)


# -- quarters


def quarters(solid: Solid, height: float = t.PANEL_TOP) -> Solid:
    """What is on one quarter, on all four."""
    turns = (solid.rotate([0, 0, -90 * n]) for n in range(4))
    spots = cell.turned(t.QUARTER_AT)
    return all_of(each.translate([*spot, height]) for each, spot in zip(turns, spots, strict=True))


def panels() -> Solid:
    """Four boards, with a dome and four LEDs for each cell."""
    board = box((t.QUARTER, t.QUARTER, cell.PANEL), floor=-cell.PANEL)
    parts = box(cell.DOME) + sprung.four(box(cell.LED_SIZE, cell.LED))
    holes = sprung.everywhere(rod(cell.SCREW_HOLE, 10, floor=-5), sprung.crossings(sprung.CELLS))
    return quarters(board + sprung.everywhere(parts, sprung.spots(sprung.CELLS)) - holes)


def spring_grids() -> Solid:
    return quarters(sprung.spring_grid())


def wall_grids() -> Solid:
    return quarters(sprung.wall_grid())


def plates() -> Solid:
    return quarters(sprung.everywhere(sprung.plate(), sprung.spots(sprung.CELLS)))


def tips() -> Solid:
    return quarters(sprung.everywhere(sprung.tip(), sprung.spots(sprung.CELLS)))
