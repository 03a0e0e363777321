"""The file of a schematic: symbols in their blocks, a named wire at every pin, rails as rails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count, pairwise

from glowtable.messages import USAGE, UserError, say

from hardware.model.board import Board, Part
from hardware.model.kinds import BOTTOM, LEFT, POWER_OUT, RIGHT, TOP
from hardware.model.rules import sound
from hardware.places import Point
from hardware.schematic.blocks import SHEETS
from hardware.schematic.names import RAILS, SOURCE, part_uuid
from hardware.schematic.plan import Block, Sheet
from hardware.schematic.rails import power_definition
from hardware.schematic.symbols import (
    FLAGS,
    LIBRARY,
    OUTWARD,
    Symbol,
    U,
    definition,
    font,
    full_footprint,
    stroke,
    symbol,
)
from hardware.schematic.wires import Pinned, middle, neighbours
from hardware.sexp import NO, YES, Node, Word, dump, uid

VERSION = ("version", 20250114)
LETTER_MM = 1.15  # width of a letter of a net's name
ORIGIN = 1  # the blocks keep off the paper's frame
FLAG_NOTE = "Fed from elsewhere, or through a fuse or diode"


class Drawing:
    """One schematic under way; `nodes` grows, and everything on it has an identity of its own."""

    def __init__(self, board: Board) -> None:
        self.board = sound(board)
        self.sheet: Sheet = SHEETS[board.name]
        self.root = uid(board.name, "sheet")
        self.library: dict[str, Node] = {}
        self.nodes: list[Node] = []
        self.power = count(1)
        self.drawn: Counter[str] = Counter()

    def own(self, *names: object) -> Node:
        """An identity that depends on what it names and on how many of that name came before."""
        key = "/".join(map(str, names))
        self.drawn[key] += 1
        return "uuid", uid(self.board.name, key, self.drawn[key])

    # -- the whole

    def text(self) -> str:
        for block in self.sheet.blocks:
            self.block(block)
        self.flags()
        return (
            dump(
                (
                    "kicad_sch",
                    VERSION,
                    ("generator", "glowtable"),
                    ("generator_version", "9.0"),
                    ("uuid", self.root),
                    ("paper", self.sheet.paper),
                    ("title_block", ("title", self.board.title), ("company", "Glowtable"), ("comment", 1, SOURCE)),
                    ("lib_symbols", *(self.library[name] for name in sorted(self.library))),
                    *self.nodes,
                    ("sheet_instances", ("path", "/", ("page", "1"))),
                    ("embedded_fonts", NO),
                )
            )
            + "\n"
        )

    def block(self, block: Block) -> None:
        left, top, right, bottom = (on_paper(value) for value in block.frame)
        frame = (
            "rectangle",
            ("start", left, top),
            ("end", right, bottom),
            stroke(0.15, "dash"),
            ("fill", ("type", Word("none"))),
        )
        self.nodes.append((*frame, self.own("frame", block.title)))
        self.write(block.title, (left + U, top + 1.2), 2.0, bold=True)
        if block.note:
            self.write(block.note, (left + U, top + 4.0), 1.4)
        pins = [
            pin
            for ref, place in block.places.items()
            for pin in self.place(ref, (on_paper(place.x), on_paper(place.y)), place.turn)
        ]
        self.connect(pins)

    def write(self, text: str, at: Point, size: float, bold: bool = False) -> None:
        effects = ("effects", font(size, *([("bold", YES)] if bold else [])), ("justify", Word("left"), Word("top")))
        self.nodes.append(("text", text, ("exclude_from_sim", NO), ("at", *at, 0), effects, self.own("text", text)))

    # -- parts

    def place(self, ref: str, at: Point, turn: int) -> list[Pinned]:
        part = self.board.by_ref[ref]
        drawn = symbol(part.kind, turn)
        self.library.setdefault(drawn.name, definition(drawn))
        self.nodes.append(self.instance(part, drawn, at))
        return [
            Pinned(ref, end.pin.number, (at[0] + end.at[0], at[1] + end.at[1]), end.side, part.net(end.pin.name))
            for end in drawn.ends
        ]

    def instance(self, part: Part, drawn: Symbol, at: Point) -> Node:
        numbers = [end.pin.number for end in drawn.ends]
        return (
            "symbol",
            ("lib_id", f"{LIBRARY}:{drawn.name}"),
            ("at", *at, 0),
            ("unit", 1),
            *FLAGS,
            ("dnp", NO if part.is_fitted else YES),
            ("uuid", part_uuid(self.board, part.ref)),
            *self.fields(part, drawn, at),
            *(("pin", number, self.own(part.ref, number)) for number in numbers),
            self.instances(part.ref),
        )

    def instances(self, ref: str) -> Node:
        path = ("path", f"/{self.root}", ("reference", ref), ("unit", 1))
        return ("instances", ("project", self.board.name, path))

    def fields(self, part: Part, drawn: Symbol, at: Point) -> Iterator[Node]:
        (ref_at, value_at), justify = name_places(drawn, at)
        yield field("Reference", part.ref, ref_at, justify)
        yield field("Value", part.value, value_at, justify)
        for name, text in (("Footprint", full_footprint(part.kind.footprint)), ("Datasheet", ""), ("Description", "")):
            yield ("property", name, text, ("at", *at, 0), ("effects", font(), ("hide", YES)))

    # -- nets

    def connect(self, pins: list[Pinned]) -> None:
        """Pins of a rail side by side get one symbol, pins that look at each other a wire, all others a name."""
        done: set[tuple[str, str]] = set()
        for pin in pins:
            if (pin.ref, pin.number) in done:
                continue
            group = neighbours(pin, pins) or [pin]
            done |= {(other.ref, other.number) for other in group}
            self.join(pin, group)

    def join(self, pin: Pinned, group: list[Pinned]) -> None:
        if pin.net is None:
            self.nodes.append(("no_connect", ("at", *pin.at), self.own("open", pin.ref, pin.number)))
        elif pin.net in RAILS:
            self.rail(pin.net, group)
        elif faces := [other for other in group if other.side != pin.side]:
            self.wire(pin.at, faces[0].at)
            self.name(pin.net, *middle(pin.at, faces[0].at), "left")
        else:
            self.stub(pin)

    def rail(self, net: str, group: list[Pinned]) -> None:
        self.wires_along([pin.at for pin in group])
        centre = group[len(group) // 2]
        self.power_symbol(net, centre.at, centre.side)

    def wires_along(self, points: list[Point]) -> None:
        for a, b in pairwise(points):
            self.wire(a, b)

    def wire(self, a: Point, b: Point) -> None:
        points = ("pts", ("xy", *a), ("xy", *b))
        self.nodes.append(("wire", points, stroke(0), self.own("wire", *a, *b)))

    def stub(self, pin: Pinned) -> None:
        """A wire away from the pin, as long as the net's name, which is written on it."""
        assert pin.net is not None
        dx, dy = OUTWARD[pin.side]
        length = U * -(-len(pin.net) * LETTER_MM // U)
        far = pin.at[0] + dx * length, pin.at[1] + dy * length
        self.wire(pin.at, far)
        angle, justify = {LEFT: (0, "left"), RIGHT: (180, "right"), TOP: (270, "right"), BOTTOM: (90, "left")}[pin.side]
        self.name(pin.net, far, angle, justify)

    def name(self, net: str, at: Point, angle: int, justify: str) -> None:
        effects = ("effects", font(), ("justify", Word(justify), Word("bottom")))
        self.nodes.append(("label", net, ("at", *at, angle), effects, self.own("label", net, *at)))

    # -- rails and flags

    def power_symbol(self, net: str, at: Point, side: str, is_flag: bool = False) -> None:
        name = f"{'FLAG' if is_flag else net}_{side}"
        value = "PWR_FLAG" if is_flag else net
        self.library.setdefault(name, power_definition(name, value, side, is_flag))
        ref = f"#{'FLG' if is_flag else 'PWR'}{next(self.power):02d}"
        dx, dy = OUTWARD[side]
        text_at = at[0] + dx * (2.2 * U - 1.5), at[1] + dy * 1.35 * U
        hidden = ("effects", font(), ("hide", YES))
        justify = {LEFT: [("justify", Word("right"))], RIGHT: [("justify", Word("left"))]}.get(side, [])
        self.nodes.append(
            (
                "symbol",
                ("lib_id", f"{LIBRARY}:{name}"),
                ("at", *at, 0),
                ("unit", 1),
                *FLAGS,
                ("dnp", NO),
                self.own(ref),
                ("property", "Reference", ref, ("at", *at, 0), hidden),
                ("property", "Value", value, ("at", *text_at, 0), ("effects", font(1.1), *justify)),
                *(
                    ("property", other, "", ("at", *at, 0), hidden)
                    for other in ("Footprint", "Datasheet", "Description")
                ),
                ("pin", "1", self.own(ref, "1")),
                self.instances(ref),
            )
        )

    def flags(self) -> None:
        """Mark rails that a fuse or diode feeds: KiCad thinks that current stops at a passive pin."""
        nets = [net for net in RAILS if net in self.board.nets and is_fed_passively(self.board, net)]
        if not nets:
            return
        bottom = max(block.frame[3] for block in self.sheet.blocks) + 2
        self.write(FLAG_NOTE, (on_paper(5), on_paper(bottom)), 1.4)
        for n, net in enumerate(nets):
            at = on_paper(8 + 8 * n), on_paper(bottom + 6)
            self.power_symbol(net, at, TOP)
            self.power_symbol(net, at, BOTTOM, is_flag=True)


def on_paper(units: float) -> float:
    return (units + ORIGIN) * U


def is_fed_passively(board: Board, net: str) -> bool:
    return not any(node.pin.type == POWER_OUT for node in board.nets[net])


def field(name: str, text: str, at: Point, justify: str) -> Node:
    placed = [("justify", Word(justify))] if justify else []
    return ("property", name, text, ("at", *at, 0), ("effects", font(), *placed))


def name_places(drawn: Symbol, at: Point) -> tuple[tuple[Point, Point], str]:
    """Where name and value of a part are printed, and how they are justified."""
    x, y = at
    if drawn.is_box:
        left, above, below = x - drawn.half_width, y + drawn.top - 0.6 * U, y + drawn.bottom + 0.6 * U
        tops = [end.at[0] for end in drawn.ends if end.side == TOP]
        has_bottom = any(end.side == BOTTOM for end in drawn.ends)
        return ((left, above), (x + max(tops, default=-U) + U, above) if has_bottom else (left, below)), "left"
    if drawn.turn % 2:
        return ((x, y - 1.3 * U), (x, y + 1.3 * U)), ""
    return ((x + 1.3 * U, y - 0.5 * U), (x + 1.3 * U, y + 0.5 * U)), "left"


def unplaced(board: Board) -> None:
    """UserError if a part is drawn nowhere, or a place has no part."""
    placed = Counter(ref for block in SHEETS[board.name].blocks for ref in block.places)
    wrong = sorted(set(board.by_ref) ^ set(placed)) + [ref for ref, times in placed.items() if times > 1]
    for ref in wrong:
        raise UserError(say("{board}: {ref} must be drawn once on the schematic", board=board.name, ref=ref), USAGE)


def schematic(board: Board) -> tuple[str, str]:
    """The text of a board's schematic, and of a library with its symbols."""
    unplaced(board)
    drawing = Drawing(board)
    text = drawing.text()
    return text, library(drawing.library)


def library(symbols: dict[str, Node]) -> str:
    own = [("symbol", node[1].removeprefix(LIBRARY + ":"), *node[2:]) for _, node in sorted(symbols.items())]
    head = (("version", 20241209), ("generator", "glowtable"), ("generator_version", "9.0"))
    return dump(("kicad_symbol_lib", *head, *own)) + "\n"
