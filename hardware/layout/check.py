"""What is wrong with a board's file, found without KiCad: joints, gaps, widths, parts and their nets. Knows no router.

The areas of ground are not looked at: a board must be whole by its tracks alone. Only a plane inside the board counts
as copper: it joins every hole of ground.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from math import cos, radians, sin
from typing import Any, NamedTuple

from hardware.layout.cells import misplaced, under_pegs
from hardware.layout.distances import Line, between, to_line
from hardware.layout.footprints import HEAD_GAP, HEAD_MM
from hardware.layout.heavy import weak_copper
from hardware.layout.layouts import LAYOUTS
from hardware.layout.plan import PLANE
from hardware.layout.project import EDGE_GAP
from hardware.layout.route import CLEARANCE
from hardware.layout.silk import print_faults
from hardware.model.board import Board
from hardware.model.current import net_widths
from hardware.model.kinds import GROUND
from hardware.places import Point
from hardware.schematic.names import kicad_net, unconnected
from hardware.sexp import child, children, parse

BIN_MM = 5
TOLERANCE = 1e-3


class Piece(NamedTuple):
    """A straight piece of copper on one layer, with round ends."""

    net: str
    layer: str
    a: Point
    b: Point
    half: float
    name: str


class Hole(NamedTuple):
    """A bare hole, and the footprint it belongs to."""

    ref: str
    at: Point
    kind: str


class File(NamedTuple):
    """What a board's file holds; pads are (ref, number) -> net."""

    pads: dict[tuple[str, str], str]
    pieces: list[Piece]
    tracks: list[tuple[str, float]]
    outline: tuple[Point, Point]
    joined: frozenset[tuple[int, int]]  # pieces of one thing, on any layer
    holes: list[Hole]
    places: dict[str, Point]


def floats(node: list[str]) -> list[float]:
    return [float(item) for item in node[1:]]


class Reader:
    """A board's file being read, thing by thing."""

    def __init__(self, text: str) -> None:
        self.root = parse(text)
        self.copper = [name for _, name, *_ in child(self.root, "layers")[1:] if name.endswith(".Cu")]
        self.nets = {number: name for _, number, name in children(self.root, "net")}
        self.pads: dict[tuple[str, str], str] = {}
        self.pieces: list[Piece] = []
        self.joined: set[tuple[int, int]] = set()
        self.tracks: list[tuple[str, float]] = []
        self.holes: list[Hole] = []
        self.places: dict[str, Point] = {}

    def file(self) -> File:
        for part in children(self.root, "footprint"):
            self.part(part)
        for track in children(self.root, "segment"):
            self.track(track)
        for via in children(self.root, "via"):
            self.via(via)
        start, end = (point(child(child(self.root, "gr_rect"), name)) for name in ("start", "end"))
        return File(self.pads, self.pieces, self.tracks, (start, end), frozenset(self.joined), self.holes, self.places)

    def part(self, part: list[Any]) -> None:
        ref = next(field[2] for field in children(part, "property") if field[1] == "Reference")
        self.places[ref] = point(child(part, "at"))
        for pad in children(part, "pad"):
            net = child(pad, "net")[2] if len(child(pad, "net")) > 2 else ""
            if pad[1] and self.pads.setdefault((ref, pad[1]), net) != net:
                self.pads[ref, pad[1]] = f"{self.pads[ref, pad[1]]} and {net}"
            layers = [layer for layer in self.copper if {layer, "*.Cu"} & set(child(pad, "layers"))]
            self.through(net, f"{ref} pad {pad[1]}", pad_lines(pad, floats(child(part, "at"))), layers)
            if not pad[1]:
                self.holes.append(Hole(ref, middle_of(pad, floats(child(part, "at"))), part[1].split(":")[-1]))

    def track(self, track: list[Any]) -> None:
        net, width = self.nets[child(track, "net")[1]], floats(child(track, "width"))[0]
        start, end = (point(child(track, name)) for name in ("start", "end"))
        self.pieces.append(Piece(net, child(track, "layer")[1], start, end, width / 2, f"track of {net}"))
        self.tracks.append((net, width))

    def via(self, via: list[Any]) -> None:
        net, at = self.nets[child(via, "net")[1]], point(child(via, "at"))
        self.through(net, f"via of {net}", [(at, at, floats(child(via, "size"))[0] / 2)], self.copper)

    def through(self, net: str, name: str, lines: Iterable[tuple[Point, Point, float]], layers: Sequence[str]) -> None:
        """Copper of one thing, all of it joined: that of a hole is on every layer."""
        first, lines = len(self.pieces), list(lines)
        self.pieces += [Piece(net, layer, a, b, half, name) for layer in layers for a, b, half in lines]
        self.joined.update((first, other) for other in range(first + 1, len(self.pieces)))


def read(text: str) -> File:
    return Reader(text).file()


def point(node: list[str]) -> Point:
    x, y = floats(node)[:2]
    return x, y


def pad_lines(pad: list[Any], at: list[float]) -> Iterator[tuple[Point, Point, float]]:
    """Lines and half their width: a round pad is a dot, a square one its middle and its four edges."""
    middle, (half_x, half_y) = middle_of(pad, at), (side / 2 for side in floats(child(pad, "size")))
    if pad[3] != "rect":
        yield middle, middle, half_x
        return
    if round((at[2] if len(at) > 2 else 0) / 90) % 2:
        half_x, half_y = half_y, half_x
    yield middle, middle, min(half_x, half_y) / 2
    square = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
    corners = [(middle[0] + half_x * i, middle[1] + half_y * j) for i, j in square]
    yield from ((a, b, 0.0) for a, b in pairwise(corners))


def middle_of(pad: list[Any], at: list[float]) -> Point:
    """The middle of a pad of a part that sits there."""
    x, y = turned_by(point(child(pad, "at")), at[2] if len(at) > 2 else 0)
    return at[0] + x, at[1] + y


def turned_by(point: Point, degrees: float) -> Point:
    """Counter-clockwise, y down."""
    x, y = point
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return x * c + y * s, y * c - x * s


# -- distances


def distance(one: Piece, other: Piece) -> float:
    """Between the edges of two pieces of a layer; below zero if they overlap."""
    return between((one.a, one.b), (other.a, other.b)) - one.half - other.half


def close_pairs(pieces: list[Piece]) -> Iterable[tuple[int, int]]:
    """Pairs of pieces of a layer that might be nearer than the clearance."""
    bins: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    for n, piece in enumerate(pieces):
        reach = piece.half + CLEARANCE
        xs, ys = sorted((piece.a[0], piece.b[0])), sorted((piece.a[1], piece.b[1]))
        for x in range(int((xs[0] - reach) // BIN_MM), int((xs[1] + reach) // BIN_MM) + 1):
            for y in range(int((ys[0] - reach) // BIN_MM), int((ys[1] + reach) // BIN_MM) + 1):
                bins[piece.layer, x, y].append(n)
    return dict.fromkeys(pair for members in bins.values() for pair in combinations(members, 2))


# -- the checks: each yields what is wrong, a sentence each


def gaps(file: File) -> Iterator[str]:
    for n, m in close_pairs(file.pieces):
        one, other = file.pieces[n], file.pieces[m]
        if one.net != other.net or not one.net:
            room = distance(one, other)
            if room < CLEARANCE - TOLERANCE and one.name != other.name:
                yield f"{one.name} and {other.name} are {room:.2f} mm apart"


def joints(file: File) -> Iterator[str]:
    """Each net is one piece of copper."""
    group = list(range(len(file.pieces)))

    def head(n: int) -> int:
        while group[n] != n:
            group[n] = group[group[n]]
            n = group[n]
        return n

    in_plane = [n for n, piece in enumerate(file.pieces) if piece.layer == PLANE and piece.net == GROUND]
    for n, m in (*file.joined, *pairwise(in_plane)):
        group[head(n)] = head(m)
    for n, m in close_pairs(file.pieces):
        if file.pieces[n].net == file.pieces[m].net and distance(file.pieces[n], file.pieces[m]) < -TOLERANCE:
            group[head(n)] = head(m)
    heads: dict[str, set[int]] = defaultdict(set)
    for n, piece in enumerate(file.pieces):
        heads[piece.net].add(head(n))
    for net, islands in heads.items():
        if net and len(islands) > 1:
            yield f"net {net} is in {len(islands)} pieces"


def narrow_tracks(file: File, board: Board) -> Iterator[str]:
    widths = {kicad_net(net): width for net, width in net_widths(board).items()}
    for net, width in sorted(set(file.tracks)):
        if width < widths[net] - TOLERANCE:
            yield f"net {net} has a track of {width} mm and needs {widths[net]} mm"


def other_parts(file: File, board: Board) -> Iterator[str]:
    """Every pin of every part is on the board, on its net, and nothing else is."""
    expected = {
        (part.ref, pin.number): kicad_net(net) if net else unconnected(part, pin)
        for part in board.parts
        for pin, net in part.pins()
    }
    for ref, number in sorted(set(expected) | set(file.pads)):
        wanted, found = expected.get((ref, number)), file.pads.get((ref, number))
        if wanted != found:
            yield f"{ref} pad {number} is on net {found} and must be on {wanted}"


def over_the_edge(file: File) -> Iterator[str]:
    (left, top), (right, bottom) = file.outline
    for piece in file.pieces:
        room = piece.half + EDGE_GAP - TOLERANCE
        for x, y in (piece.a, piece.b):
            if not (left + room <= x <= right - room and top + room <= y <= bottom - room):
                yield f"{piece.name} is too near to the edge of the board"
                break


def under_heads(file: File) -> Iterator[str]:
    """Copper that the head of a screw, or half a millimetre beside it, would touch."""
    for hole in file.holes:
        head = HEAD_MM.get(hole.kind, 0) / 2
        for piece in file.pieces if head else ():
            room = to_line(hole.at, (piece.a, piece.b)) - piece.half - head
            if piece.net and room < HEAD_GAP - TOLERANCE:
                where = "goes through" if room <= -head else f"is {room:.2f} mm from the head of"
                yield f"{piece.name} {where} the screw in {hole.ref}"


def acute_angles(file: File) -> Iterator[str]:
    """Two tracks of a net that meet at their ends at less than a right angle; etching fills such corners badly."""
    ends: dict[tuple[str, str, Point], list[Point]] = defaultdict(list)
    for piece in file.pieces:
        if piece.a != piece.b and piece.name.startswith("track"):
            for here, there in ((piece.a, piece.b), (piece.b, piece.a)):
                ends[piece.net, piece.layer, here].append((there[0] - here[0], there[1] - here[1]))
    for (net, _, (x, y)), ways in ends.items():
        for one, other in combinations(ways, 2):
            if one[0] * other[0] + one[1] * other[1] > TOLERANCE:
                yield f"tracks of {net} meet at an acute angle at {x:.2f}, {y:.2f}"


def pads_of(file: File) -> dict[str, list[Line]]:
    """Ref -> the lines of its pads."""
    found: dict[str, list[Line]] = defaultdict(list)
    for piece in file.pieces:
        ref, is_pad, _ = piece.name.partition(" pad ")
        if is_pad and ref[0] != "H":
            found[ref].append((piece.a, piece.b))
    return found


def is_front_pad(piece: Piece) -> bool:
    return piece.layer == "F.Cu" and " pad " in piece.name


def faults(text: str, board: Board) -> list[str]:
    """All that is wrong with a board's file; empty if it is sound."""
    file = read(text)
    checks = [gaps(file), joints(file), narrow_tracks(file, board), other_parts(file, board), over_the_edge(file)]
    checks += [acute_angles(file), under_heads(file)]
    if board.heavy:
        checks += [weak_copper(board, LAYOUTS[board.name])]
    if LAYOUTS[board.name].has_plane:
        pads = ((piece.name, (piece.a, piece.b), piece.half) for piece in file.pieces if is_front_pad(piece))
        checks += [misplaced(file.places, file.outline), under_pegs(pads, file.places, file.outline)]
    if LAYOUTS[board.name].legend:
        checks += [print_faults(text, board, pads_of(file))]
    return [fault for check in checks for fault in check]
