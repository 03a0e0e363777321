"""The file of a circuit board for KiCad: footprints, tracks, ground areas, print.

Ground is joined by tracks; the areas of copper around them are outlines here, which KiCad fills before a board is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import cos, pi, sin

from hardware.layout.footprints import HEAD_GAP, HEAD_MM, footprint
from hardware.layout.library import HOLE_FLAGS, drawn, fields, lettering, model_of, mounting, pad_node, silk_of
from hardware.layout.plan import COPPER, PLANE, U
from hardware.layout.project import EDGE_GAP
from hardware.layout.route import VIA, VIA_DRILL, Tracks
from hardware.layout.shapes import BACK, FRONT, Footprint, Rectangle
from hardware.layout.tracks import ORIGIN, layout_of, on_board, straightened
from hardware.layout.values import value_prints
from hardware.model.board import Board, Part
from hardware.model.current import net_widths
from hardware.model.kinds import GROUND, Pin
from hardware.model.rules import sound
from hardware.places import Place, Point, turned
from hardware.schematic.names import SOURCE, kicad_net, part_uuid, unconnected
from hardware.schematic.symbols import full_footprint, stroke
from hardware.sexp import NO, YES, Node, Word, dump, uid

EDGE = "Edge.Cuts"
A4_MM = 297 - 2 * 50.8
POUR_GAP = 0.25
PLANE_GAP = 0.2  # so that ground goes on between the pins of a plug
PASTE = "F.Paste"
INNER_LAYERS = {4: (PLANE, "power"), 6: ("In2.Cu", "signal")}
LAYERS = {
    0: ("F.Cu", "signal"),
    **INNER_LAYERS,
    2: ("B.Cu", "signal"),
    1: ("F.Mask", "user"),
    3: ("B.Mask", "user"),
    5: ("F.SilkS", "user"),
    7: ("B.SilkS", "user"),
    13: (PASTE, "user"),
    25: ("Edge.Cuts", "user"),
    29: ("B.CrtYd", "user"),
    31: ("F.CrtYd", "user"),
    33: ("B.Fab", "user"),
    35: ("F.Fab", "user"),
}


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
                    ("layers", *((str(n), name, Word(kind)) for n, (name, kind) in self.layers().items())),
                    ("setup", *self.colours(), ("pad_to_mask_clearance", 0.05), ("aux_axis_origin", *self.corner())),
                    ("net", 0, ""),
                    *(("net", number, name) for name, number in self.numbers.items()),
                    *self.parts(),
                    *self.holes(),
                    *self.prints(),
                    *self.lines(),
                    *self.copper(tracks),
                    *self.pours(),
                    *self.kept_clear(),
                    ("embedded_fonts", NO),
                )
            )
            + "\n"
        )

    def layers(self) -> dict[int, tuple[str, str]]:
        """The layers there are; that of solder paste only where a board house needs it."""
        is_flat = any(footprint(part.kind.footprint).is_flat for part in self.board.parts)
        inner = INNER_LAYERS if self.layout.has_inner_plane else {}
        return {
            n: layer
            for n, layer in LAYERS.items()
            if (is_flat or layer[0] != PASTE) and (n in inner or n not in INNER_LAYERS)
        }

    def colours(self) -> Iterator[Node]:
        """A board with LEDs is white: its light comes from the mask."""
        if self.board.has_leds:
            mask = (("F.Mask", "Top Solder Mask", "White"), ("B.Mask", "Bottom Solder Mask", "White"))
            silk = (("F.SilkS", "Top Silk Screen", "Black"), ("B.SilkS", "Bottom Silk Screen", "Black"))
            layers = (("layer", name, ("type", kind), ("color", colour)) for name, kind, colour in (*mask, *silk))
            yield ("stackup", *layers)

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
                mounting(footprint(part.kind.footprint), part.is_fitted),
                *drawn(footprint(part.kind.footprint), partial(self.uuid, part.ref)),
                *self.pads(part, place),
                ("embedded_fonts", NO),
                *model_of(part.kind.footprint, part.is_fitted),
            )

    def footprint(self, ref: str, value: str, name: str, place: Place) -> Node:
        """What every footprint begins with."""
        return (
            "footprint",
            full_footprint(name),
            ("layer", "F.Cu"),
            self.uuid(ref),
            ("at", ORIGIN + place.x * U, ORIGIN + place.y * U, place.turn * 90),
            *fields(self.named(ref, name, place.turn), ref, value, place.turn, partial(self.uuid, ref)),
        )

    def named(self, ref: str, name: str, turn: int) -> Footprint:
        """A footprint whose reference stands where the layout has it."""
        shape, aside = footprint(name), self.layout.names.get(ref)
        return shape._replace(name_at=turned(aside, -turn)) if aside else shape

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
            ref, name, shape = f"H{n}", self.layout.hole, footprint(self.layout.hole)
            yield (
                *self.footprint(ref, name, name, Place(x, y)),
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
        for n, text in enumerate((*self.layout.prints, *value_prints(self.board, self.layout))):
            at = ("at", ORIGIN + text.x * U, ORIGIN + text.y * U, 90 if text.is_upright else 0)
            yield (
                "gr_text",
                text.text,
                at,
                ("layer", silk_of(text.is_back)),
                self.uuid("print", n),
                lettering(text.size, text.is_back, text.is_left),
            )

    def lines(self) -> Iterator[Node]:
        """The tracks that were drawn and not found: locked, as KiCad calls it."""
        for n, line in enumerate(self.layout.lines):
            ends = [(name, ORIGIN + x, ORIGIN + y) for name, (x, y) in (("start", line.start), ("end", line.end))]
            layer, number = ("layer", COPPER[line.layer]), ("net", self.numbers[kicad_net(line.net)])
            yield ("segment", *ends, ("width", line.width), ("locked", YES), layer, number, self.uuid("line", n))

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
                    ("layers", COPPER[FRONT], COPPER[BACK]),
                    ("net", number),
                    self.uuid(net, "via", n),
                )

    def kept_clear(self) -> Iterator[Node]:
        """Of a board with a plane: no copper under the heads of its screws, and no ground between a plug's pins."""
        reach = HEAD_MM[self.layout.hole] / 2 + HEAD_GAP
        for n, (x, y) in enumerate(self.layout.holes if self.layout.has_plane else (), 1):
            ring = [(x * U + reach * cos(pi * k / 12), y * U + reach * sin(pi * k / 12)) for k in range(24)]
            yield self.rule_area(f"screw {n}", self.layout.all_copper, ring, "not_allowed")
        for n, area in enumerate(self.layout.bare, 1):
            yield self.rule_area(f"plug {n}", COPPER[:1], corners_of(area), "allowed")
        for n, area in enumerate(self.layout.clear, 1):
            yield self.rule_area(f"clear {n}", self.layout.all_copper, corners_of(area), "not_allowed")

    def rule_area(self, name: str, layers: Sequence[str], corners: list[Point], tracks: str) -> Node:
        """An area that no ground fills; whether tracks and vias may be there is told."""
        rules = {"tracks": tracks, "vias": tracks, "pads": "allowed", "copperpour": "not_allowed"}
        return (
            "zone",
            ("net", 0),
            ("net_name", ""),
            ("layers", *layers),
            self.uuid("kept clear", name),
            ("name", name),
            ("hatch", Word("edge"), 0.5),
            ("connect_pads", ("clearance", 0)),
            ("min_thickness", 0.25),
            ("filled_areas_thickness", NO),
            ("keepout", *((what, Word(rule)) for what, rule in {**rules, "footprints": "allowed"}.items())),
            ("placement", ("enabled", NO), ("sheetname", "")),
            ("fill", ("thermal_gap", 0.5), ("thermal_bridge_width", 0.5)),
            ("polygon", ("pts", *(("xy", ORIGIN + x, ORIGIN + y) for x, y in corners))),
        )

    def pours(self) -> Iterator[Node]:
        """Ground wherever there is room; none on a board without that net."""
        if GROUND not in self.numbers:
            return
        width, height = self.layout.size_mm
        near, right, bottom = ORIGIN + EDGE_GAP, ORIGIN + width - EDGE_GAP, ORIGIN + height - EDGE_GAP
        corners = ((near, near), (right, near), (right, bottom), (near, bottom))
        spokes = (Word("thru_hole_only"),) if self.layout.has_plane else ()  # an oven heats flat pads without any
        if self.layout.has_inner_plane:
            yield self.pour("plane", "plane", (PLANE,), PLANE_GAP, spokes, corners)
            if self.layout.is_by_hand:
                return  # pads have spokes to the plane alone, which hold no more heat than an iron gives
            spokes = (NO,)  # to the plane alone, so that a pad has all of its spokes there
        yield self.pour("pour", "ground", self.layout.copper, POUR_GAP, spokes, corners)

    def pour(
        self, own: str, name: str, layers: Sequence[str], gap: float, joined: tuple[Word, ...], corners: Sequence[Point]
    ) -> Node:
        return (
            "zone",
            ("net", self.numbers[GROUND]),
            ("net_name", GROUND),
            ("layers", *layers),
            self.uuid(own),
            ("name", name),
            ("hatch", Word("edge"), 0.5),
            ("connect_pads", *joined, ("clearance", gap)),
            ("min_thickness", 0.25),
            ("filled_areas_thickness", NO),
            ("fill", YES, ("thermal_gap", gap), ("thermal_bridge_width", 0.5), ("island_removal_mode", 0)),
            ("polygon", ("pts", *(("xy", *corner) for corner in corners))),
        )


def corners_of(area: Rectangle) -> list[Point]:
    left, top, right, bottom = area
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def pcb(board: Board, tracks: Mapping[str, Tracks]) -> str:
    return BoardFile(board).text(tracks)
