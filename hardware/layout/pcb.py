"""The file of a circuit board for KiCad: footprints, tracks, ground areas, print. Also its footprint library and rules.

Ground is joined by tracks; the areas of copper around them are outlines here, which KiCad fills before a board is made.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise

from glowtable.game import say
from glowtable.trouble import USAGE, Trouble

from hardware.layout.corners import cut_corners
from hardware.layout.footprints import HOLE, Footprint, Pad, courtyard, footprint, pads_at
from hardware.layout.layouts import LAYOUTS, Layout, U
from hardware.layout.route import CLEARANCE, STEP, VIA, VIA_DRILL, Land, Step, Tracks, routed
from hardware.model.board import Board, Part
from hardware.model.current import LEAST_MM, net_currents, net_widths
from hardware.model.kinds import GROUND, Pin
from hardware.model.rules import sound
from hardware.places import Place, Point
from hardware.schematic.sheet import SOURCE, kicad_net, part_uuid
from hardware.schematic.symbols import full_footprint, stroke
from hardware.sexp import NO, YES, Node, Word, child, children, dump, parse, uid

Own = Callable[..., Node]  # an identity for what it is given the names of
ORIGIN = 50.8  # of the board on its paper
COPPER = ("F.Cu", "B.Cu")
SILK, FAB, COURT, EDGE = "F.SilkS", "F.Fab", "F.CrtYd", "Edge.Cuts"
A4_MM = 297 - 2 * 50.8
EDGE_GAP, POUR_GAP = 0.5, 0.3
LAYERS = {
    0: ("F.Cu", "signal"),
    2: ("B.Cu", "signal"),
    1: ("F.Mask", "user"),
    3: ("B.Mask", "user"),
    5: ("F.SilkS", "user"),
    7: ("B.SilkS", "user"),
    25: ("Edge.Cuts", "user"),
    29: ("B.CrtYd", "user"),
    31: ("F.CrtYd", "user"),
    33: ("B.Fab", "user"),
    35: ("F.Fab", "user"),
}


def layout_of(board: Board) -> Layout:
    """Its layout; Trouble if a part has no place or a place no part."""
    layout = LAYOUTS[board.name]
    for ref in sorted(set(board.by_ref) ^ set(layout.parts)):
        raise Trouble(say("{board}: {ref} must have a place on the board", board=board.name, ref=ref), USAGE)
    return layout


def lands(board: Board, layout: Layout) -> list[Land]:
    """Every pad and hole of the board, with its net."""
    found = []
    for part in board.parts:
        nets = {pin.number: net for pin, net in part.pins()}
        found += [Land(nets.get(pad.number), pad) for pad in placed_pads(part, layout.parts[part.ref])]
    return found + [Land(None, pad) for x, y in layout.holes for pad in pads_at(footprint(HOLE), x * U, y * U, 0)]


def placed_pads(part: Part, place: Place) -> list[Pad]:
    return list(pads_at(footprint(part.kind.footprint), place.x * U, place.y * U, place.turn))


class BoardFile:
    """One board file under way."""

    def __init__(self, board: Board) -> None:
        self.board = sound(board)
        self.layout = layout_of(board)
        self.numbers = {net: n for n, net in enumerate(self.nets(), 1)}

    def nets(self) -> list[str]:
        open_pins = [unconnected(part, pin) for part in self.board.parts for pin, net in part.pins() if net is None]
        return [*map(kicad_net, self.board.nets), *open_pins]

    def uuid(self, *names: object) -> Node:
        return "uuid", uid(self.board.name, "pcb", *names)

    def text(self, tracks: Mapping[str, Tracks]) -> str:
        return (
            dump(
                (
                    "kicad_pcb",
                    ("version", 20241229),
                    ("generator", "glowtable"),
                    ("generator_version", "9.0"),
                    ("general", ("thickness", 1.6), ("legacy_teardrops", NO)),
                    ("paper", "A4" if self.layout.size_mm[0] < A4_MM else "A3"),
                    ("title_block", ("title", self.board.title), ("company", "Glowtable"), ("comment", 1, SOURCE)),
                    ("layers", *((str(n), name, Word(kind)) for n, (name, kind) in LAYERS.items())),
                    ("setup", ("pad_to_mask_clearance", 0.05), ("aux_axis_origin", *self.corner())),
                    ("net", 0, ""),
                    *(("net", number, name) for name, number in self.numbers.items()),
                    *self.parts(),
                    *self.holes(),
                    *self.prints(),
                    *self.copper(tracks),
                    *self.pours(),
                    ("embedded_fonts", NO),
                )
            )
            + "\n"
        )

    def corner(self) -> Point:
        return ORIGIN, ORIGIN + self.layout.size_mm[1]

    # -- parts

    def parts(self) -> Iterator[Node]:
        for part in self.board.parts:
            place = self.layout.parts[part.ref]
            yield (
                *self.footprint(part.ref, part.value, part.kind.footprint, place),
                ("path", f"/{part_uuid(self.board, part.ref)}"),
                ("sheetname", "/"),
                ("sheetfile", f"{self.board.name}.kicad_sch"),
                ("attr", Word("through_hole")),
                *drawn(footprint(part.kind.footprint), partial(self.uuid, part.ref)),
                *self.pads(part, place),
                ("embedded_fonts", NO),
            )

    def footprint(self, ref: str, value: str, name: str, place: Place) -> Node:
        """What every footprint begins with."""
        return (
            "footprint",
            full_footprint(name),
            ("layer", "F.Cu"),
            self.uuid(ref),
            ("at", ORIGIN + place.x * U, ORIGIN + place.y * U, place.turn * 90),
            *fields(footprint(name), ref, value, place.turn, partial(self.uuid, ref)),
        )

    def pads(self, part: Part, place: Place) -> Iterator[Node]:
        pins = {pin.number: (pin, net) for pin, net in part.pins()}
        for n, pad in enumerate(footprint(part.kind.footprint).pads):
            yield (
                *pad_node(pad, place.turn),
                *self.on_net(part, *pins[pad.number] if pad.number else (None, None)),
                self.uuid(part.ref, "pad", n),
            )

    def on_net(self, part: Part, pin: Pin | None, net: str | None) -> tuple[Node, ...]:
        if pin is None:
            return ()
        name = kicad_net(net) if net else unconnected(part, pin)
        kind = pin.type if net else f"{pin.type}+no_connect"
        return ("net", self.numbers[name], name), ("pinfunction", pin.name), ("pintype", kind)

    def holes(self) -> Iterator[Node]:
        for n, (x, y) in enumerate(self.layout.holes, 1):
            ref, shape = f"H{n}", footprint(HOLE)
            yield (
                *self.footprint(ref, HOLE, HOLE, Place(x, y)),
                HOLE_FLAGS,
                *drawn(shape, partial(self.uuid, ref)),
                *((*pad_node(pad, 0), self.uuid(ref, "pad")) for pad in shape.pads),
                ("embedded_fonts", NO),
            )

    # -- board

    def prints(self) -> Iterator[Node]:
        width, height = self.layout.size_mm
        outline = ("gr_rect", ("start", ORIGIN, ORIGIN), ("end", ORIGIN + width, ORIGIN + height))
        yield (*outline, stroke(0.1), ("fill", NO), ("layer", EDGE), self.uuid("outline"))
        for text in self.layout.prints:
            at = ("at", ORIGIN + text.x * U, ORIGIN + text.y * U, 0)
            yield (
                "gr_text",
                text.text,
                at,
                ("layer", SILK),
                self.uuid("print", text.text),
                ("effects", bold(text.size)),
            )

    def copper(self, tracks: Mapping[str, Tracks]) -> Iterator[Node]:
        widths = net_widths(self.board)
        for net, (steps, vias) in tracks.items():
            number = self.numbers[kicad_net(net)]
            for n, ((layer, ax, ay), (_, bx, by)) in enumerate(straightened(steps)):
                ends = ("start", *on_board(ax, ay)), ("end", *on_board(bx, by))
                yield (
                    "segment",
                    *ends,
                    ("width", widths[net]),
                    ("layer", COPPER[layer]),
                    ("net", number),
                    self.uuid(net, n),
                )
            for n, (x, y) in enumerate(vias):
                size = ("size", VIA), ("drill", VIA_DRILL)
                yield (
                    "via",
                    ("at", *on_board(x, y)),
                    *size,
                    ("layers", *COPPER),
                    ("net", number),
                    self.uuid(net, "via", n),
                )

    def pours(self) -> Iterator[Node]:
        width, height = self.layout.size_mm
        near, right, bottom = ORIGIN + EDGE_GAP, ORIGIN + width - EDGE_GAP, ORIGIN + height - EDGE_GAP
        corners = ((near, near), (right, near), (right, bottom), (near, bottom))
        yield (
            "zone",
            ("net", self.numbers[GROUND]),
            ("net_name", GROUND),
            ("layers", *COPPER),
            self.uuid("pour"),
            ("name", "ground"),
            ("hatch", Word("edge"), 0.5),
            ("connect_pads", ("clearance", POUR_GAP)),
            ("min_thickness", 0.25),
            ("filled_areas_thickness", NO),
            ("fill", YES, ("thermal_gap", POUR_GAP), ("thermal_bridge_width", 0.5), ("island_removal_mode", 0)),
            ("polygon", ("pts", *(("xy", *corner) for corner in corners))),
        )


HIDDEN = ("hide", YES)
HOLE_FLAGS = ("attr", Word("board_only"), Word("exclude_from_pos_files"), Word("exclude_from_bom"))


def unconnected(part: Part, pin: Pin) -> str:
    """The net that KiCad gives a pin left open on purpose."""
    return f"unconnected-({part.ref}-{pin.name.replace('/', '{slash}')}-Pad{pin.number})"


def on_board(column: int, row: int) -> Point:
    return ORIGIN + column * STEP, ORIGIN + row * STEP


def bold(size: float) -> Node:
    return ("font", ("size", size, size), ("thickness", round(size * 0.15, 3)))


def fields(shape: Footprint, ref: str, value: str, turn: int, own: Own) -> Iterator[Node]:
    """Reference and value; a name stands upright to read, whichever way its part is turned."""
    upright = 90 * (turn % 2)
    unnamed = () if shape.silk else (HIDDEN,)
    unvalued = () if shape.value_at else (HIDDEN,)
    at = ("at", *shape.name_at, upright)
    yield ("property", "Reference", ref, at, ("layer", SILK), *unnamed, own("ref"), ("effects", bold(1.0)))
    layer, size, angle = (SILK, 1.0, 90 - upright) if shape.is_chip else (FAB, 0.7, upright)
    at = ("at", *(shape.value_at or shape.name_at), angle)
    yield ("property", "Value", value, at, ("layer", layer), *unvalued, own("value"), ("effects", bold(size)))
    for name in ("Datasheet", "Description"):
        yield ("property", name, "", ("at", 0, 0, 0), ("layer", FAB), HIDDEN, own(name), ("effects", bold(1.27)))


def drawn(shape: Footprint, own: Own) -> Iterator[Node]:
    lines = [(line, SILK, 0.15) for line in shape.silk]
    for n, (line, layer, width) in enumerate(lines):
        for m, (a, b) in enumerate(pairwise(line)):
            yield ("fp_line", ("start", *a), ("end", *b), stroke(width, "solid"), ("layer", layer), own("line", n, m))
    left, top, right, bottom = courtyard(shape)
    edges = ("start", left, top), ("end", right, bottom)
    yield ("fp_rect", *edges, stroke(0.05, "solid"), ("fill", NO), ("layer", COURT), own("court"))


def pad_node(pad: Pad, turn: int) -> Node:
    at = ("at", pad.x, pad.y, turn * 90) if turn else ("at", pad.x, pad.y)
    size, drill = ("size", pad.size, pad.size), ("drill", pad.drill)
    if not pad.number:
        return ("pad", "", Word("np_thru_hole"), Word("circle"), at, size, drill, ("layers", "*.Cu", "*.Mask"))
    form = Word("rect" if pad.is_square else "circle")
    layers = ("layers", "*.Cu", "*.Mask")
    return ("pad", pad.number, Word("thru_hole"), form, at, size, drill, layers, ("remove_unused_layers", NO))


def straightened(steps: list[Step]) -> list[Step]:
    """Sorted steps that go on in the same direction, as one."""
    waiting, lines = dict.fromkeys(steps), []
    for (layer, ax, ay), (_, bx, by) in steps:
        dx, dy = bx - ax, by - ay
        if ((layer, ax, ay), (layer, bx, by)) not in waiting:
            continue
        while (step := ((layer, ax, ay), (layer, ax + dx, ay + dy))) in waiting:
            del waiting[step]
            ax, ay = ax + dx, ay + dy
        lines.append(((layer, bx - dx, by - dy), (layer, ax, ay)))
    return lines


def footprint_file(name: str) -> str:
    shape = footprint(name)

    def own(*names: object) -> Node:
        return "uuid", uid("footprint", name, *names)

    flags = HOLE_FLAGS if name == HOLE else ("attr", Word("through_hole"))
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
            )
        )
        + "\n"
    )


def rules_file(board: Board) -> str:
    """What KiCad must also check: that the copper of each net is as wide as its current asks."""
    lines = ["(version 1)"]
    currents = net_currents(board)
    for net, width in net_widths(board).items():
        if width > LEAST_MM:
            lines += [
                f'(rule "{net} carries {currents[net]:.0f} mA"',
                f"\t(condition \"A.NetName == '{kicad_net(net)}' && A.Type == 'Track'\")",
                f"\t(constraint track_width (min {width}mm)))",
            ]
    return "\n".join(lines) + "\n"


def project_file(board: Board) -> str:
    rules = {
        "min_clearance": CLEARANCE,
        "min_track_width": LEAST_MM,
        "min_via_diameter": VIA,
        "min_through_hole_diameter": VIA_DRILL,
        "min_copper_edge_clearance": EDGE_GAP,
        "min_resolved_spokes": 1,
    }
    default = {
        "name": "Default",
        "clearance": CLEARANCE,
        "track_width": LEAST_MM,
        "via_diameter": VIA,
        "via_drill": VIA_DRILL,
    }
    project = {
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 3},
        "board": {"design_settings": {"rules": rules}},
        "net_settings": {"classes": [default], "meta": {"version": 4}},
    }
    return json.dumps(project, indent=2) + "\n"


def tracks_in(text: str) -> dict[str, Tracks]:
    """The tracks of a board's file, as the router told them."""
    root = parse(text)
    names = {number: name.removeprefix("/") for _, number, name in children(root, "net")}
    tracks: dict[str, Tracks] = {}
    for line in children(root, "segment"):
        net = tracks.setdefault(names[child(line, "net")[1]], Tracks([], []))
        net.steps.extend(
            steps_between(
                COPPER.index(child(line, "layer")[1]), *(on_grid(child(line, end)) for end in ("start", "end"))
            )
        )
    for via in children(root, "via"):
        tracks.setdefault(names[child(via, "net")[1]], Tracks([], [])).vias.append(on_grid(child(via, "at")))
    return {net: Tracks(sorted(steps), sorted(vias)) for net, (steps, vias) in sorted(tracks.items())}


def on_grid(point: list[str]) -> tuple[int, int]:
    column, row = (round((float(value) - ORIGIN) / STEP) for value in point[1:])
    return column, row


def steps_between(layer: int, first: tuple[int, int], last: tuple[int, int]) -> Iterator[Step]:
    """The steps of a straight line, each from its smaller node to its larger."""
    long = max(abs(last[0] - first[0]), abs(last[1] - first[1]))
    nodes = [
        (layer, first[0] + (last[0] - first[0]) * n // long, first[1] + (last[1] - first[1]) * n // long)
        for n in range(long + 1)
    ]
    return ((min(a, b), max(a, b)) for a, b in pairwise(nodes))


def tracks_of(board: Board) -> dict[str, Tracks]:
    """Its tracks, routed anew."""
    layout = layout_of(board)
    found, widths = lands(sound(board), layout), net_widths(board)
    return cut_corners(routed(layout.size_mm, found, widths), found, widths)


def pcb(board: Board, tracks: Mapping[str, Tracks]) -> str:
    return BoardFile(board).text(tracks)
