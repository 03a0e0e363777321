"""What the file of a KiCad board holds: parts with their pads, tracks, vias, areas, words. Knows no kind of part.

Millimetres from the board's top left corner, y down. Names of nets are those of the sheet they are drawn on: a sheet
that is used several times ends in a number, and its nets get it, so `/Cell 3/DATA1` is DATA31.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any, NamedTuple

from hardware.sexp import child, children, parse

Point = tuple[float, float]
Rectangle = tuple[float, float, float, float]  # left, top, right, bottom
BOARDS = Path(__file__).parents[1] / "boards"
FILLED = re.compile(r"\n\t\t\(filled_polygon\n.*?\n\t\t\)(?=\n)", re.DOTALL)  # long, and only KiCad's business
OUTLINES = ("fp_line", "fp_rect", "fp_circle", "fp_arc", "fp_poly")
FRONT, BACK = "F.Cu", "B.Cu"


class Pad(NamedTuple):
    """Copper of a part; without a number it is on no net. `layer` is None for one with a hole, `drill` its width."""

    number: str
    at: Point
    size: Point
    shape: str  # rect, roundrect, oval, circle
    corner: float  # radius
    drill: float
    is_plated: bool
    layer: str | None
    net: str | None

    @property
    def half(self) -> Point:
        return self.size[0] / 2, self.size[1] / 2

    def is_on(self, layer: str) -> bool:
        return self.layer in (None, layer)


class Placed(NamedTuple):
    """A part on the board; `fields` are what its symbol tells of it, `body` what its drawing covers."""

    ref: str
    value: str
    footprint: str
    at: Point
    angle: float
    is_below: bool
    is_fitted: bool
    fields: Mapping[str, str]
    pads: tuple[Pad, ...]
    body: Rectangle

    @property
    def is_flat(self) -> bool:
        """Whether an oven solders it, or some of its pads."""
        return any(pad.layer for pad in self.pads)

    @property
    def package(self) -> str:
        """The footprint's name without its library's."""
        return self.footprint.split(":")[-1]


class Track(NamedTuple):
    net: str
    layer: str
    start: Point
    end: Point
    width: float
    is_locked: bool = False

    @property
    def length(self) -> float:
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])


class Via(NamedTuple):
    net: str
    at: Point
    size: float


class Word(NamedTuple):
    text: str
    layer: str
    at: Point
    height: float
    is_upright: bool


class Area(NamedTuple):
    """Of copper; or, without a net, one in which something may not be."""

    net: str
    name: str
    layers: tuple[str, ...]
    corners: tuple[Point, ...]
    is_filled: bool


class File(NamedTuple):
    title: str
    size: Point
    copper: tuple[str, ...]  # layers, from the front
    parts: Mapping[str, Placed]
    holes: Mapping[str, Placed]  # for screws: bare, without a symbol
    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]
    areas: tuple[Area, ...]
    words: tuple[Word, ...]

    @property
    def has_inner_plane(self) -> bool:
        return len(self.copper) > 2


def net_name(name: str) -> str | None:
    """As people call a net; None for what a pin left open is on."""
    path, _, last = name.rpartition("/")
    if name.startswith("unconnected-") or not name:
        return None
    number = re.search(r" (\d+)$", path)
    return re.sub(r"^(\D+)", rf"\g<1>{number[1]}", last) if number else last


def floats(node: list[Any]) -> list[float]:
    return [float(item) for item in node[1:] if isinstance(item, str)]


def point(node: list[Any]) -> Point:
    x, y = floats(node)[:2]
    return x, y


def turned_by(at: Point, degrees: float) -> Point:
    """Counter-clockwise, y down."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return round(at[0] * c + at[1] * s, 6), round(at[1] * c - at[0] * s, 6)


class Reader:
    """A board's file being read, thing by thing."""

    def __init__(self, text: str) -> None:
        self.root = parse(FILLED.sub("\n\t\t(filled_polygon)", text))
        self.nets = {number: net_name(name) or "" for _, number, name in children(self.root, "net")}
        start, end = (point(child(child(self.root, "gr_rect"), name)) for name in ("start", "end"))
        self.corner, self.size = start, (round(end[0] - start[0], 4), round(end[1] - start[1], 4))

    def file(self) -> File:
        found = [self.part(node) for node in children(self.root, "footprint")]
        title = [*child(child(self.root, "title_block"), "title"), ""][1]
        copper = [name for _, name, *_ in child(self.root, "layers")[1:] if name.endswith(".Cu")]
        parts = {part.ref: part for part in sorted(found, key=lambda part: order(part.ref)) if "Kind" in part.fields}
        return File(
            title,
            self.size,
            tuple(sorted(copper, key=lambda name: (name == BACK, name))),
            parts,
            {part.ref: part for part in found if part.ref not in parts},
            tuple(self.track(node) for node in children(self.root, "segment")),
            tuple(self.via(node) for node in children(self.root, "via")),
            tuple(self.area(node) for node in children(self.root, "zone")),
            tuple(self.word(node) for node in children(self.root, "gr_text")),
        )

    def here(self, at: Point) -> Point:
        return round(at[0] - self.corner[0], 4), round(at[1] - self.corner[1], 4)

    def part(self, node: list[Any]) -> Placed:
        fields = {field[1]: field[2] for field in children(node, "property")}
        x, y, *angle = floats(child(node, "at"))
        turn = angle[0] if angle else 0.0
        flags = child(node, "attr")
        return Placed(
            fields.get("Reference", ""),
            fields.get("Value", ""),
            node[1],
            self.here((x, y)),
            turn,
            child(node, "layer")[1] == BACK,
            "dnp" not in flags,
            fields,
            tuple(self.pad(pad, (x, y), turn) for pad in children(node, "pad")),
            box([at for line in self.drawn(node) for at in line] or [(x, y)], (x, y), turn, self.corner),
        )

    def pad(self, pad: list[Any], middle: Point, turn: float) -> Pad:
        x, y, *angle = floats(child(pad, "at"))
        dx, dy = turned_by((x, y), turn)
        wide, high = floats(child(pad, "size"))[:2]
        if round((angle[0] if angle else 0) / 90) % 2:
            wide, high = high, wide
        ratio = floats(child(pad, "roundrect_rratio"))
        corner = min(wide, high) * (ratio[0] if ratio else {"circle": 0.5, "oval": 0.5}.get(pad[3], 0.0))
        drill = [float(size) for size in child(pad, "drill")[1:] if isinstance(size, str) and size != "oval"]
        layers = child(pad, "layers")[1:]
        layer = None if pad[2] != "smd" else BACK if BACK in layers else FRONT
        net = net_name([*child(pad, "net"), "", ""][2])
        at = self.here((middle[0] + dx, middle[1] + dy))
        hole = min(drill) if drill else 0.0
        return Pad(pad[1], at, (wide, high), pad[3], corner, hole, pad[2] != "np_thru_hole", layer, net)

    def drawn(self, node: list[Any]) -> Iterator[list[Point]]:
        """The corners of the body that a footprint draws."""
        for form in OUTLINES:
            for line in children(node, form):
                if child(line, "layer")[1].endswith(".Fab"):
                    yield corners(line)

    def track(self, node: list[Any]) -> Track:
        start, end = (self.here(point(child(node, name))) for name in ("start", "end"))
        net, layer, (width,) = self.nets[child(node, "net")[1]], child(node, "layer")[1], floats(child(node, "width"))
        return Track(net, layer, start, end, width, bool(children(node, "locked")))

    def via(self, node: list[Any]) -> Via:
        net, (size,) = self.nets[child(node, "net")[1]], floats(child(node, "size"))
        return Via(net, self.here(point(child(node, "at"))), size)

    def area(self, node: list[Any]) -> Area:
        layers = tuple((children(node, "layers") + children(node, "layer"))[0][1:])
        around = children(child(child(node, "polygon"), "pts"), "xy")
        name = net_name([*child(node, "net_name"), ""][1]) or ""
        is_filled = bool(children(node, "filled_polygon"))
        return Area(
            name, [*child(node, "name"), ""][1], layers, tuple(self.here(point(at)) for at in around), is_filled
        )

    def word(self, node: list[Any]) -> Word:
        x, y, *angle = floats(child(node, "at"))
        height = floats(child(child(child(node, "effects"), "font"), "size"))[0]
        return Word(node[1], child(node, "layer")[1], self.here((x, y)), height, bool(angle and angle[0] % 180))


def order(ref: str) -> tuple[str, int]:
    """Parts as one counts them: R2 before R10."""
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :] or 0)


def corners(line: list[Any]) -> list[Point]:
    """Of a line; of a circle those of the square around it."""
    found = [point(at) for name in ("start", "mid", "end") for at in children(line, name)]
    found += [point(at) for at in children(child(line, "pts"), "xy")]
    for middle in children(line, "center"):
        (x, y), (u, v) = point(middle), found[0]
        reach = hypot(u - x, v - y)
        found = [(x - reach, y - reach), (x + reach, y + reach)]
    return found


def box(around: list[Point], middle: Point, turn: float, corner: Point) -> Rectangle:
    """Around these corners of a part that sits there."""
    spots = [turned_by(at, turn) for at in around] if around != [middle] else [(0.0, 0.0)]
    xs, ys = [middle[0] + x - corner[0] for x, _ in spots], [middle[1] + y - corner[1] for _, y in spots]
    return round(min(xs), 4), round(min(ys), 4), round(max(xs), 4), round(max(ys), 4)


@cache
def file_of(name: str) -> File:
    """The committed board of this name."""
    return Reader(text_of(name)).file()


def text_of(name: str, folder: Path = BOARDS) -> str:
    return (folder / name / f"{name}.kicad_pcb").read_text("utf-8")
