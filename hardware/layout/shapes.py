"""What a land pattern is: pads, body, print. Millimetres; x to the right, y down."""

from __future__ import annotations

from typing import NamedTuple

from hardware.places import Point

Rectangle = tuple[float, float, float, float]  # left, top, right, bottom
FRONT, BACK, INNER = range(3)  # layers for tracks, as the router numbers them


class Pad(NamedTuple):
    """A plated hole; without a number a bare one, and `size` is then the hole's. Flat ones are on one layer."""

    number: str
    x: float
    y: float
    size: float = 1.6
    drill: float = 0.8
    height: float = 0  # where it is not as high as wide
    layer: int | None = None
    is_probed: bool = False  # and never soldered: the ground around it may take all heat

    @property
    def is_square(self) -> bool:
        return self.number == "1" or self.is_flat

    @property
    def is_flat(self) -> bool:
        return self.layer is not None

    def is_on(self, layer: int) -> bool:
        return self.layer in (None, layer)

    @property
    def half(self) -> Point:
        """From its middle to its edges."""
        return self.size / 2, (self.height or self.size) / 2


class Footprint(NamedTuple):
    """`silk` are lines to print, `body` is what nothing else may overlap, `name_at` where the reference stands.

    The value stands below the body on the drawing, for soldering; of a chip it is printed on the board. A part
    below the board is told as seen from above, through the board, and printed on its back.
    """

    pads: tuple[Pad, ...]
    body: Rectangle
    silk: tuple[tuple[Point, ...], ...]
    name_at: Point
    value_at: Point | None = None
    is_chip: bool = False
    is_below: bool = False
    name_size: float = 1.0
    free: tuple[float, float] | None = None  # from where to where, across, flat parts have room under the body

    @property
    def is_flat(self) -> bool:
        """Whether a board house places it."""
        return any(pad.is_flat for pad in self.pads)


def box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


def below(shape: Footprint) -> Footprint:
    """The same part on the back of the board: its mirror image."""
    left, top, right, bottom = shape.body
    return shape._replace(
        pads=tuple(pad._replace(x=-pad.x) for pad in shape.pads),
        body=(-right, top, -left, bottom),
        silk=tuple(tuple((-x, y) for x, y in line) for line in shape.silk),
        name_at=(-shape.name_at[0], shape.name_at[1]),
        value_at=None,
        is_below=True,
    )
