"""Which pins of a sheet are joined by wire, and which by name."""

from __future__ import annotations

from typing import NamedTuple

from hardware.model.kinds import BOTTOM, TOP
from hardware.places import Point
from hardware.schematic.names import RAILS
from hardware.schematic.symbols import (
    OUTWARD,
    SIDES,
    U,
)

FAR = 10 * U  # pins further apart are joined by name


class Pinned(NamedTuple):
    """A pin on the sheet: where it ends, where it points, what is on it."""

    ref: str
    number: str
    at: Point
    side: str
    net: str | None


def neighbours(pin: Pinned, pins: list[Pinned]) -> list[Pinned]:
    """The pins to be joined with this one by wire, itself among them: rail pins side by side, or one that faces it."""
    same = [other for other in pins if other.net == pin.net is not None]
    if pin.net in RAILS:
        return [
            other for other in same if other.ref == pin.ref and other.side == pin.side and pin.side in (TOP, BOTTOM)
        ]
    facing = [other for other in same if face(pin, other)]
    return [pin, facing[0]] if facing else []


def face(a: Pinned, b: Pinned) -> bool:
    """Whether two pins look at each other along a line, from near enough."""
    dx, dy = b.at[0] - a.at[0], b.at[1] - a.at[1]
    ax, ay = OUTWARD[a.side]
    opposite = SIDES[(SIDES.index(a.side) + 2) % 4] == b.side
    along, aside = dx * ax + dy * ay, dx * ay - dy * ax
    return opposite and 0 < along <= FAR and abs(aside) < 0.01


def middle(a: Point, b: Point) -> tuple[Point, int]:
    """Where a name is written on a wire, and how it is turned."""
    return (min(a[0], b[0]), max(a[1], b[1])), 0 if abs(a[1] - b[1]) < 0.01 else 90
