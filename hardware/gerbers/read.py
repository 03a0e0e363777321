"""A zip of gerbers and drills as shapes. Knows no board, no layout and no router: only what a board house is sent.

Millimetres, y upwards, as in the files. Net names in the files are not read: copper tells what it joins.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZipFile

import shapely
from gerbonara import ExcellonFile, GerberFile
from gerbonara.apertures import ObroundAperture
from gerbonara.graphic_objects import Arc, Flash, Line, Region
from gerbonara.graphic_primitives import Circle
from gerbonara.utils import MM
from glowtable.messages import UserError, say
from shapely import Geometry, LineString, Point, Polygon

SIDES = ("F.Cu", "B.Cu")
COPPER = {"F.Cu": "F_Cu.gtl", "In1.Cu": "In1_Cu.g1", "In2.Cu": "In2_Cu.g2", "B.Cu": "B_Cu.gbl"}
WHERE = {"F.Cu": "Top", "B.Cu": "Bot"}  # the others are inside
FILES = {  # how a file's name ends -> what it must say it is
    "F_Mask.gts": ("Soldermask", "Top"),
    "B_Mask.gbs": ("Soldermask", "Bot"),
    "F_Silkscreen.gto": ("Legend", "Top"),
    "B_Silkscreen.gbo": ("Legend", "Bot"),
    "Edge_Cuts.gm1": ("Profile", "NP"),
}
PASTE = {"F_Paste.gtp": ("Paste", "Top")}
DRILLS = {"PTH.drl": True, "NPTH.drl": False}  # whether its holes are plated
ROUND = 16  # straight lines to a quarter of a circle: a pad 3 mm wide is 2 um too narrow


class Track(NamedTuple):
    """A straight line of copper."""

    line: LineString
    width: float


class Copper(NamedTuple):
    """A side's copper: its islands, of which no two touch; and what was drawn, piece by piece."""

    islands: tuple[Polygon, ...]
    tracks: tuple[Track, ...]
    flashes: tuple[Geometry, ...]  # pads and the rings of vias


class Hole(NamedTuple):
    at: Point
    size: float
    is_plated: bool

    @property
    def shape(self) -> Geometry:
        return self.at.buffer(self.size / 2, ROUND)


class Plot(NamedTuple):
    """All that matters to a board's electricity.

    `copper` has its layers from the front; `open` is where the solder mask is open, a shape for each side.
    """

    copper: Mapping[str, Copper]
    holes: tuple[Hole, ...]
    outline: Polygon
    open: Mapping[str, Geometry]


def plot(packed: bytes, has_paste: bool, stack: Sequence[str] = SIDES) -> Plot:
    """What a zip of gerbers draws; UserError if a file is missing, is another one's, or draws what is not known."""
    coppers = {COPPER[side]: ("Copper", f"L{n}", WHERE.get(side, "Inr")) for n, side in enumerate(stack, 1)}
    wanted = coppers | FILES | (PASTE if has_paste else {})
    with ZipFile(BytesIO(packed)) as archive:
        files = {name.partition("-")[2]: archive.read(name).decode() for name in archive.namelist()}
    for name in sorted(files.keys() ^ {*wanted, *DRILLS}):
        there = say("{name} does not belong into the gerbers", name=name)
        raise UserError(there if name in files else say("{name} is missing from the gerbers", name=name))
    layers = {name: layer(name, files[name], says) for name, says in wanted.items()}
    masks = {side: area(layers[name]) for side, name in zip(SIDES, ("F_Mask.gts", "B_Mask.gbs"), strict=True)}
    for mask in masks.values():
        shapely.prepare(mask)
    return Plot(
        {side: copper(layers[COPPER[side]]) for side in stack},
        tuple(hole for name in DRILLS for hole in holes(name, files[name])),
        outline(layers["Edge_Cuts.gm1"]),
        masks,
    )


@contextmanager
def readable(name: str) -> Iterator[None]:
    """Around a file being read; UserError if it breaks the rules of its form."""
    try:
        yield
    except SyntaxError as error:
        raise UserError(say("{name} cannot be read: {problem}", name=name, problem=str(error))) from error


def layer(name: str, text: str, says: tuple[str, ...]) -> list[Any]:
    """The things a gerber draws, all of them dark."""
    with readable(name):
        file = GerberFile.from_string(text, filename=name)
    found = tuple(file.file_attrs.get(".FileFunction", ()))
    if found != says:
        raise UserError(say("{name} says it is {found}", name=name, found=" ".join(found) or "nothing"))
    for item in file.objects:
        is_round = isinstance(item, Arc) and says[0] == "Legend"  # of print; copper has none
        if not item.polarity_dark or not (is_round or isinstance(item, Flash | Line | Region)):
            raise UserError(say("{name} draws what cannot be read: {item}", name=name, item=type(item).__name__))
    return list(file.objects)


def shapes(item: Any) -> Iterator[Geometry]:
    """The area of a line, a flash or a region."""
    if isinstance(item, Line):
        yield way(item).buffer(item.aperture.equivalent_width(MM) / 2, ROUND)
        return
    if isinstance(item.aperture if isinstance(item, Flash) else None, ObroundAperture):
        yield oval(item)
        return
    for primitive in item.to_primitives(MM):
        if isinstance(primitive, Circle):
            yield Point(primitive.x, primitive.y).buffer(primitive.r, ROUND)
        else:
            yield solid(primitive.to_arc_poly())


def oval(item: Any) -> Geometry:
    """A pad with two round ends, that lies along x or y."""
    wide, high = item.aperture.w / 2, item.aperture.h / 2
    end = min(wide, high)
    line = LineString([(item.x - wide + end, item.y - high + end), (item.x + wide - end, item.y + high - end)])
    return line.buffer(end, ROUND)


def solid(outline: Any) -> Geometry:
    """A polygon; where its edge runs back along itself, as around a hole in a plane, that edge is no gap."""
    if any(outline.arc_centers or ()):
        raise UserError(say("a round edge of copper cannot be read"))
    return shapely.make_valid(Polygon(outline.outline), method="structure", keep_collapsed=False)


def way(item: Any) -> LineString:
    return LineString([(item.x1, item.y1), (item.x2, item.y2)])


def area(items: list[Any]) -> Geometry:
    return shapely.union_all([shape for item in items for shape in shapes(item)])


def copper(items: list[Any]) -> Copper:
    return Copper(
        tuple(shapely.get_parts(area(items))),
        tuple(Track(way(item), item.aperture.equivalent_width(MM)) for item in items if isinstance(item, Line)),
        tuple(shape for item in items if isinstance(item, Flash) for shape in shapes(item)),
    )


def holes(name: str, text: str) -> Iterator[Hole]:
    with warnings.catch_warnings(), readable(name):
        warnings.simplefilter("ignore", SyntaxWarning)  # KiCad says G90 after the head
        file = ExcellonFile.from_string(text, filename=name)
    for item in file.objects:
        if not isinstance(item, Flash | Line):
            raise UserError(say("{name} draws what cannot be read: {item}", name=name, item=type(item).__name__))
        at = way(item).centroid if isinstance(item, Line) else Point(item.x, item.y)  # a slot is a hole as wide
        yield Hole(at, item.aperture.equivalent_width(MM), DRILLS[name])


def outline(items: list[Any]) -> Polygon:
    """The board's edge, which must be one line around it."""
    around = shapely.get_parts(shapely.polygonize([way(item) for item in items if isinstance(item, Line)]))
    if len(around) != 1:
        raise UserError(say("the edge of the board goes around {count} areas", count=len(around)))
    return around[0]
