"""Does a body belong on its footprint? Wires in the holes, ends on the pads, nothing beside, nothing that floats."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from hardware.bodies.solids import METAL, Body, Prism, Solid, X, Y, Z, extent, seen_from_above
from hardware.layout.footprints import courtyard, footprint
from hardware.layout.shapes import Footprint, Pad
from hardware.places import Point
from hardware.solids.sizes import BOARD

BESIDE = 0.5  # how far a body may reach out of its courtyard
FARTHER = {  # those that reach farther, and why
    "Pico_below": 1.1,  # its USB, out of its board
    "Key_side": 1.1,  # its button, out of the hub's edge
    "Key_MX": 0.6,  # its housing, wider above the plate than below
}
MARKED = {  # the last solid of their bodies marks pad 1
    *("D_SOD123", "D_SMA", "LED_0805", "SOT23-3", "SOT23-6", "SOIC14", "SOIC16", "SOIC20W"),
    *("DIP14", "DIP16"),
}
NEAR = 0.01


def faults(name: str, body: Body) -> list[str]:
    """What is wrong with a body on a footprint, a sentence each."""
    shape = footprint(name)
    found = [*misplaced(shape, body), *unmet(shape, body), *reaching_out(name, shape, body), *floating(body)]
    if name in MARKED and nearest(shape, middle(body[-1])).number != "1":
        found.append("its mark is not at pad 1")
    return [f"{name}: {fault}" for fault in found]


def misplaced(shape: Footprint, body: Body) -> Iterator[str]:
    """Solids that are within the board and in no hole, or on the board's other side."""
    for solid in body:
        low, high = extent(solid)[0][Z], extent(solid)[1][Z]
        is_outside = high <= -BOARD + NEAR if shape.is_below else low >= -NEAR
        if not is_outside and not any(is_in_hole(solid, pad) for pad in shape.pads):
            yield f"what is at {told(middle(solid))} is in no hole"


def unmet(shape: Footprint, body: Body) -> Iterator[str]:
    """Pads without a wire in their hole or a metal end on them."""
    for pad in shape.pads:
        meets = is_on if pad.is_flat else is_wire
        if pad.number and not any(meets(solid, pad) for solid in body):
            yield f"pad {pad.number} at {told((pad.x, pad.y))} meets nothing"


def reaching_out(name: str, shape: Footprint, body: Body) -> Iterator[str]:
    left, top, right, bottom = courtyard(shape)
    a, b, c, d = seen_from_above(body)
    beside = max(left - a, top - b, c - right, d - bottom)
    if beside > FARTHER.get(name, BESIDE):
        yield f"it reaches {beside:.2f} mm out of its courtyard"


def floating(body: Body) -> Iterator[str]:
    """Solids that no other holds; told by the boxes around them."""
    held, waiting = [body[0]], list(body[1:])
    while touching := [solid for solid in waiting if any(touch(solid, other) for other in held)]:
        held += touching
        waiting = [solid for solid in waiting if solid not in touching]
    yield from (f"what is at {told(middle(solid))} floats" for solid in waiting)


def touch(one: Solid, other: Solid) -> bool:
    (low, high), (least, most) = extent(one), extent(other)
    return all(low[n] <= most[n] + NEAR and least[n] <= high[n] + NEAR for n in (X, Y, Z))


def is_wire(solid: Solid, pad: Pad) -> bool:
    """Whether it goes through the board in a pad's hole."""
    low, high = extent(solid)
    return low[Z] < -BOARD and high[Z] > -NEAR and is_in_hole(solid, pad)


def is_in_hole(solid: Solid, pad: Pad) -> bool:
    """Whether all of a solid, seen from above, is within a pad's hole."""
    if isinstance(solid, Prism):
        reach = max(dist(corner, (pad.x, pad.y)) for corner in solid.outline)
    else:
        reach = dist(middle(solid), (pad.x, pad.y)) + solid.diameter / 2 + (solid.length if solid.axis != Z else 0)
    return reach <= pad.drill / 2


def is_on(solid: Solid, pad: Pad) -> bool:
    """Whether it is a metal end that lies on a flat pad."""
    x, y = middle(solid)
    is_over = abs(x - pad.x) <= pad.half[0] and abs(y - pad.y) <= pad.half[1]
    return solid.colour == METAL and abs(extent(solid)[0][Z]) <= NEAR and is_over


def middle(solid: Solid) -> Point:
    low, high = extent(solid)
    return (low[X] + high[X]) / 2, (low[Y] + high[Y]) / 2


def nearest(shape: Footprint, spot: Point) -> Pad:
    return min((pad for pad in shape.pads if pad.number), key=lambda pad: dist((pad.x, pad.y), spot))


def told(spot: Point) -> str:
    return f"{spot[0]:.2f}, {spot[1]:.2f}"
