"""How kinds of parts look on a schematic, and where their pins end. Millimetres; x to the right, y down.

A part with two ends is drawn in one of four turns: its first pin on top, left, at the bottom, right.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hardware.model.kinds import BOTTOM, LEFT, RIGHT, TOP, Kind, Pin
from hardware.places import Point, turned
from hardware.sexp import NO, YES, Node, Word

U = 2.54  # the grid of schematics
LIBRARY = "glowtable"
SIDES = (TOP, LEFT, BOTTOM, RIGHT)  # each a quarter turn counter-clockwise from the one before
OUTWARD = {TOP: (0, -1), LEFT: (-1, 0), BOTTOM: (0, 1), RIGHT: (1, 0)}
PIN_ANGLE = {TOP: 270, LEFT: 0, BOTTOM: 90, RIGHT: 180}  # a pin's line runs from its end to the body

Line = tuple[Point, ...]


class Shape(NamedTuple):
    """A body upright, its first pin on top: lines, and those that are filled; where its pins begin."""

    lines: tuple[Line, ...]
    filled: tuple[Line, ...] = ()
    begins: float = 2.54  # half the body's length


def _box(x: float, y: float) -> Line:
    return ((-x, -y), (x, -y), (x, y), (-x, y), (-x, -y))


_TRIANGLE: Line = ((-1.27, 1.27), (1.27, 1.27), (0, -1.27), (-1.27, 1.27))
_HOOKS: Line = ((-1.27, -0.76), (-1.27, -1.27), (1.27, -1.27), (1.27, -1.78))
SHAPES = {
    "resistor": Shape((_box(1.016, 2.54),)),
    "capacitor": Shape((((-2.03, -0.76), (2.03, -0.76)), ((-2.03, 0.76), (2.03, 0.76))), begins=0.76),
    "bulk": Shape(
        (((-2.03, 0.76), (2.03, 0.76)), ((-1.78, -2.29), (-0.76, -2.29)), ((-1.27, -2.8), (-1.27, -1.78))),
        (((-2.03, -0.96), (2.03, -0.96), (2.03, -0.56), (-2.03, -0.56), (-2.03, -0.96)),),
        begins=0.76,
    ),
    "diode": Shape((_TRIANGLE, ((-1.27, -1.27), (1.27, -1.27))), begins=1.27),
    "schottky": Shape((_TRIANGLE, _HOOKS), begins=1.27),
    "fuse": Shape((_box(0.76, 2.54), ((0, -2.54), (0, 2.54)))),
    "key": Shape((((0, 2.54), (0, 1.27), (-1.9, -1.6)), ((0, -2.54), (0, -1.27))), begins=2.54),
    "buzzer": Shape((((0, -2.54), (1.8, -1.8), (2.54, 0), (1.8, 1.8), (0, 2.54), (0, -2.54)),)),
}
NPN = Shape(
    (((0, -1.9), (0, 1.9)), ((0, -0.8), (2.54, -2.54)), ((0, 0.8), (2.54, 2.54)), ((-2.54, 0), (0, 0))),
    (((2.54, 2.54), (1.3, 2.3), (1.9, 1.35), (2.54, 2.54)),),
)
NPN_ENDS = {"B": ((-5.08, 0.0), LEFT), "C": ((2.54, -5.08), TOP), "E": ((2.54, 5.08), BOTTOM)}
POWER_SHAPES = {
    "ground": Shape((((0, 0), (0, -1.1)), ((-0.7, -1.1), (0.7, -1.1), (0, -2.0), (-0.7, -1.1)))),
    "rail": Shape((((0, 0), (0, -1.9)), ((-0.76, -1.14), (0, -1.9), (0.76, -1.14)))),
    "flag": Shape((((0, 0), (0, -1.27), (-1, -1.9), (0, -2.54), (1, -1.9), (0, -1.27)),)),
}


class End(NamedTuple):
    """Where a pin ends, relative to the symbol, and to which side it points."""

    pin: Pin
    at: Point
    side: str


class Symbol(NamedTuple):
    name: str
    kind: Kind
    turn: int
    ends: tuple[End, ...]
    half_width: float
    top: float
    bottom: float

    @property
    def is_box(self) -> bool:
        return self.kind.shape == "box"


def symbol(kind: Kind, turn: int = 0) -> Symbol:
    if kind.shape == "box":
        return _box_symbol(kind)
    if kind.shape == "npn":
        ends = tuple(End(pin, *NPN_ENDS[pin.name]) for pin in kind.pins)
        return Symbol(kind.name, kind, 0, ends, 2.54, -2.54, 2.54)
    reach = 1.5 * U
    ends = tuple(
        End(pin, turned((0, y), turn), SIDES[(turn + quarter) % 4])
        for pin, y, quarter in zip(kind.pins, (-reach, reach), (0, 2), strict=True)
    )
    size = 2.54 if turn % 2 == 0 else 3.81
    return Symbol(f"{kind.name}_{turn}", kind, turn, ends, size, -2.54, 2.54)


def _box_symbol(kind: Kind) -> Symbol:
    by_side = {side: [pin for pin in kind.pins if pin.side == side] for side in SIDES}
    rows = max(len(by_side[LEFT]), len(by_side[RIGHT]))
    longest = max((len(pin.name) for side in (LEFT, RIGHT) for pin in by_side[side]), default=3)
    columns = max(len(by_side[TOP]), len(by_side[BOTTOM]))
    half = U * max(
        2, -(-(longest * 1.15 * (1 + bool(by_side[LEFT] and by_side[RIGHT])) + 3) // (2 * U)), columns // 2 + 1
    )
    top, bottom = -U, (rows + (columns > 2)) * U
    ends = [
        *(End(pin, (-half - U, n * U), LEFT) for n, pin in enumerate(by_side[LEFT])),
        *(End(pin, (half + U, n * U), RIGHT) for n, pin in enumerate(by_side[RIGHT])),
        *(End(pin, (x, top - U), TOP) for pin, x in _spread(by_side[TOP])),
        *(End(pin, (x, bottom + U), BOTTOM) for pin, x in _spread(by_side[BOTTOM])),
    ]
    return Symbol(kind.name, kind, 0, tuple(ends), half, top, bottom)


def _spread(pins: list[Pin]) -> Iterable[tuple[Pin, float]]:
    """Pins along an edge: different ones far enough from each other for their names, those of a kind side by side."""
    step = 1 if len(pins) > 2 else 3
    return ((pin, U * step * (n - len(pins) // 2)) for n, pin in enumerate(pins))


# -- as KiCad's library has them: there y goes up


def definition(symbol: Symbol) -> Node:
    name = symbol.name
    hidden = () if symbol.is_box else (("pin_numbers", ("hide", YES)),)
    names = ("pin_names", ("offset", 0.5), *(() if symbol.is_box else (("hide", YES),)))
    return (
        "symbol",
        f"{LIBRARY}:{name}",
        *hidden,
        names,
        *FLAGS,
        *properties(symbol.kind.letter, symbol.kind.name, symbol.kind.footprint),
        ("symbol", f"{name}_0_1", *body(symbol)),
        ("symbol", f"{name}_1_1", *(pin_line(symbol, end) for end in symbol.ends)),
        ("embedded_fonts", NO),
    )


FLAGS = (("exclude_from_sim", NO), ("in_bom", YES), ("on_board", YES))


def properties(letter: str, value: str, footprint: str) -> Iterable[Node]:
    texts = {
        "Reference": letter,
        "Value": value,
        "Footprint": full_footprint(footprint),
        "Datasheet": "",
        "Description": "",
    }
    for name, text in texts.items():
        shown = () if name in ("Reference", "Value") else (("hide", YES),)
        yield ("property", name, text, ("at", 0, 0, 0), ("effects", font(), *shown))


def full_footprint(name: str) -> str:
    return f"{LIBRARY}:{name}" if name else ""


def font(size: float = 1.27, *more: Node) -> Node:
    return ("font", ("size", size, size), *more)


def body(symbol: Symbol) -> Iterable[Node]:
    if symbol.is_box:
        start, end = ("start", -symbol.half_width, -symbol.top), ("end", symbol.half_width, -symbol.bottom)
        return [("rectangle", start, end, stroke(0.254), ("fill", ("type", Word("background"))))]
    return outlines(shape_of(symbol), symbol.turn)


def outlines(shape: Shape, turn: int) -> list[Node]:
    lines = [(line, "none") for line in shape.lines] + [(line, "outline") for line in shape.filled]
    return [
        (
            "polyline",
            ("pts", *(("xy", *up(turned(point, turn))) for point in line)),
            stroke(0.254),
            ("fill", ("type", Word(fill))),
        )
        for line, fill in lines
    ]


def up(point: Point) -> Point:
    return point[0], -point[1]


def stroke(width: float, kind: str = "default") -> Node:
    return ("stroke", ("width", width), ("type", Word(kind)))


def pin_line(symbol: Symbol, end: End) -> Node:
    x, y = up(end.at)
    return (
        "pin",
        Word(end.pin.type),
        Word("line"),
        ("at", x, y, PIN_ANGLE[end.side]),
        ("length", pin_length(symbol, end)),
        ("name", end.pin.name, ("effects", font(1.0))),
        ("number", end.pin.number, ("effects", font(1.0))),
    )


def pin_length(symbol: Symbol, end: End) -> float:
    return U if symbol.is_box else max(map(abs, end.at)) - shape_of(symbol).begins


def shape_of(symbol: Symbol) -> Shape:
    return NPN if symbol.kind.shape == "npn" else SHAPES[symbol.kind.shape]
