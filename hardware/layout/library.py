"""How a footprint is written, on a board and in KiCad's library of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from hardware.layout.footprints import HEAD_MM, courtyards, footprint
from hardware.layout.shapes import Footprint, Pad
from hardware.schematic.symbols import LIBRARY, stroke
from hardware.sexp import NO, YES, Node, Word, dump, uid

Own = Callable[..., Node]  # an identity for what it is given the names of
SILK, BACK_SILK = "F.SilkS", "B.SilkS"
FAB, COURT, BACK_COURT = "F.Fab", "F.CrtYd", "B.CrtYd"
FLAT_LAYERS = (("F.Cu", "F.Mask", "F.Paste"), ("B.Cu", "B.Mask", "B.Paste"))
HIDDEN = ("hide", YES)
MODELS = f"{LIBRARY}.3dshapes"  # the folder of the bodies' files, beside those of the boards
BARE = {*HEAD_MM, "TestPoint"}  # footprints on which nothing stands
AS_IT_IS = (("offset", ("xyz", 0, 0, 0)), ("scale", ("xyz", 1, 1, 1)), ("rotate", ("xyz", 0, 0, 0)))
HOLE_FLAGS = ("attr", Word("board_only"), Word("exclude_from_pos_files"), Word("exclude_from_bom"))


def bold(size: float) -> Node:
    return ("font", ("size", size, size), ("thickness", round(size * 0.15, 3)))


def lettering(size: float, is_back: bool, is_left: bool = False) -> Node:
    """How text is written; that on the back is to be read from there, and one at the left begins where it stands."""
    words = [*(("left",) if is_left else ()), *(("mirror",) if is_back else ())]
    return ("effects", bold(size), *((("justify", *map(Word, words)),) if words else ()))


def silk_of(is_back: bool) -> str:
    return BACK_SILK if is_back else SILK


def fields(shape: Footprint, ref: str, value: str, turn: int, own: Own) -> Iterator[Node]:
    """Reference and value; a name is upright however its part is turned."""
    upright = 90 * (turn % 2)
    unnamed = () if shape.silk else (HIDDEN,)
    unvalued = () if shape.value_at else (HIDDEN,)
    at = ("at", *shape.name_at, upright)
    written = ("layer", silk_of(shape.is_below)), *unnamed, own("ref"), lettering(shape.name_size, shape.is_below)
    yield ("property", "Reference", ref, at, *written)
    layer, size, angle = (SILK, 1.0, 90 - upright) if shape.is_chip else (FAB, 0.7, upright)
    at = ("at", *(shape.value_at or shape.name_at), angle)
    yield ("property", "Value", value, at, ("layer", layer), *unvalued, own("value"), ("effects", bold(size)))
    for name in ("Datasheet", "Description"):
        yield ("property", name, "", ("at", 0, 0, 0), ("layer", FAB), HIDDEN, own(name), ("effects", bold(1.27)))


def drawn(shape: Footprint, own: Own) -> Iterator[Node]:
    layer = ("layer", silk_of(shape.is_below))
    for n, line in enumerate(shape.silk):
        for m, (a, b) in enumerate(pairwise(line)):
            yield ("fp_line", ("start", *a), ("end", *b), stroke(0.15, "solid"), layer, own("line", n, m))
    layer = ("layer", BACK_COURT if shape.is_below else COURT)
    for n, (left, top, right, bottom) in enumerate(courtyards(shape)):
        edges = ("start", left, top), ("end", right, bottom)
        yield ("fp_rect", *edges, stroke(0.05, "solid"), ("fill", NO), layer, own("court", *range(n)))


def pad_node(pad: Pad, turn: int) -> Node:
    at = ("at", pad.x, pad.y, turn * 90) if turn else ("at", pad.x, pad.y)
    size, drill = ("size", pad.size, pad.height or pad.size), ("drill", pad.drill)
    if pad.layer is not None:
        return ("pad", pad.number, Word("smd"), Word("rect"), at, size, ("layers", *FLAT_LAYERS[pad.layer]))
    if not pad.number:
        return ("pad", "", Word("np_thru_hole"), Word("circle"), at, size, drill, ("layers", "*.Cu", "*.Mask"))
    form = Word("rect" if pad.is_square else "circle")
    layers = ("layers", "*.Cu", "*.Mask")
    solid = (("zone_connect", 2),) if pad.is_probed else ()
    return ("pad", pad.number, Word("thru_hole"), form, at, size, drill, layers, ("remove_unused_layers", NO), *solid)


def mounting(shape: Footprint, is_fitted: bool = True) -> Node:
    """How a part is put on a board."""
    kind = Word("smd" if shape.is_flat else "through_hole")
    return ("attr", kind, *(() if is_fitted else (Word("dnp"),)))


def model_of(name: str, is_shown: bool = True) -> Iterator[Node]:
    """How a footprint names its body's file, unless it is bare; one that is not shown is named and hidden."""
    if name not in BARE:
        hidden = () if is_shown else (HIDDEN,)
        yield ("model", f"${{KIPRJMOD}}/../{MODELS}/{name}.step", *hidden, *AS_IT_IS)


def footprint_file(name: str) -> str:
    shape = footprint(name)

    def own(*names: object) -> Node:
        return "uuid", uid("footprint", name, *names)

    flags = HOLE_FLAGS if name in HEAD_MM else mounting(shape)
    return (
        dump(
            (
                "footprint",
                name,
                ("version", 20241229),
                ("generator", "glowtable"),
                ("generator_version", "9.0"),
                ("layer", "F.Cu"),
                *fields(shape, "REF**", name, 0, own),
                flags,
                *drawn(shape, own),
                *((*pad_node(pad, 0), own("pad", n)) for n, pad in enumerate(shape.pads)),
                ("embedded_fonts", NO),
                *model_of(name),
            )
        )
        + "\n"
    )
