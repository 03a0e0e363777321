"""What a layout says of a board: where its parts sit, what is printed on it, and what copper is drawn by hand."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from hardware.layout.shapes import Rectangle
from hardware.places import Place, Point

U = 2.54
AS_DRAWN, QUARTER, HALF, THREE_QUARTERS = range(4)  # how far a part is turned, counter-clockwise
HOLE = "Hole_M3"
COPPER = ("F.Cu", "B.Cu", "In2.Cu")  # layers for tracks, as the router numbers them
PLANE = "In1.Cu"  # of a board with four layers: one unbroken area of ground, next to FRONT and INNER
HOLE_GAP = 0.3  # from a bare hole to copper, on a board with a plane


class Print(NamedTuple):
    """A word on the board or on its back, millimetres high: centred, or one that begins there; upright or level."""

    text: str
    x: float
    y: float
    size: float = 1.2
    is_back: bool = False
    is_upright: bool = False
    is_left: bool = False


class Line(NamedTuple):
    """A straight track that is drawn and not found, along x or along y; millimetres from the top left corner."""

    net: str
    layer: int
    start: Point
    end: Point
    width: float


class Layout(NamedTuple):
    """`hole` is the footprint at each of the holes. With a plane the back is ground, and other tracks avoid it.

    A board that is soldered by hand gets one spoke for a pad at least, for heat must not be led away.

    `layers` are those for tracks: with three there is a fourth between them, all ground, and fast nets keep to the
    layers beside it. `names` has references that do not stand where their footprint has them: how far from the part's
    origin, in mm. `legend` are areas of the back, in mm, for the list of values; a board that has some has values
    beside its parts, too. `bare` are areas, in mm, whose front has too many pins for ground between them; `clear` are
    those without any copper.
    """

    width: float
    height: float
    parts: Mapping[str, Place]
    holes: tuple[tuple[float, float], ...]
    prints: tuple[Print, ...]
    hole: str = HOLE
    lines: tuple[Line, ...] = ()
    has_plane: bool = False
    is_by_hand: bool = False
    bare: tuple[Rectangle, ...] = ()
    clear: tuple[Rectangle, ...] = ()
    names: Mapping[str, Point] = MappingProxyType({})
    layers: int = 2
    legend: tuple[Rectangle, ...] = ()

    @property
    def copper(self) -> tuple[str, ...]:
        """The layers for tracks."""
        return COPPER[: self.layers]

    @property
    def all_copper(self) -> tuple[str, ...]:
        return (*self.copper, PLANE) if self.has_inner_plane else self.copper

    @property
    def has_inner_plane(self) -> bool:
        return self.layers > 2

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.width * U, self.height * U
