"""What is wrong with a board's file, told without KiCad: joints, gaps, widths, parts and their nets. Knows no router.

The areas of ground are not looked at: a board must be whole by its tracks alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from math import cos, radians, sin
from typing import Any, NamedTuple

from hardware.layout.distances import Point, between
from hardware.layout.pcb import COPPER, EDGE_GAP, unconnected
from hardware.layout.route import CLEARANCE
from hardware.model.board import Board
from hardware.model.current import net_widths
from hardware.schematic.sheet import kicad_net
from hardware.sexp import child, children, parse

BIN_MM = 5
TOLERANCE = 1e-3


class Piece(NamedTuple):
    """A straight piece of copper on one layer, with round ends; `joint` tells pieces that are one thing."""

    net: str
    layer: str
    a: Point
    b: Point
    half: float
    name: str


class File(NamedTuple):
    """What a board's file holds; pads are (ref, number) -> net."""

    pads: dict[tuple[str, str], str]
    pieces: list[Piece]
    tracks: list[tuple[str, float]]
    outline: tuple[Point, Point]
    edges: frozenset[tuple[int, int]]  # pieces that touch though they are on different layers


def floats(node: list[str]) -> list[float]:
    return [float(item) for item in node[1:]]


def read(text: str) -> File:
    root = parse(text)
    names = {number: name for _, number, name in children(root, "net")}
    pieces: list[Piece] = []
    edges: set[tuple[int, int]] = set()
    pads = {}
    for part in children(root, "footprint"):
        ref = next(field[2] for field in children(part, "property") if field[1] == "Reference")
        for pad in children(part, "pad"):
            net = child(pad, "net")[2] if len(child(pad, "net")) > 2 else ""
            if pad[1]:
                pads[ref, pad[1]] = net
            through(pieces, edges, list(pad_pieces(pad, floats(child(part, "at")), net, f"{ref} pad {pad[1]}")))
    tracks = []
    for track in children(root, "segment"):
        net, width = names[child(track, "net")[1]], floats(child(track, "width"))[0]
        ends = [tuple(floats(child(track, end))) for end in ("start", "end")]
        pieces.append(Piece(net, child(track, "layer")[1], ends[0], ends[1], width / 2, f"track of {net}"))  # type: ignore[arg-type]
        tracks.append((net, width))
    for via in children(root, "via"):
        x, y = floats(child(via, "at"))
        net = names[child(via, "net")[1]]
        through(pieces, edges, [((x, y), (x, y), floats(child(via, "size"))[0] / 2, net, f"via of {net}")])
    outline = child(root, "gr_rect")
    corners = tuple(tuple(floats(child(outline, end))) for end in ("start", "end"))
    return File(pads, pieces, tracks, corners, frozenset(edges))  # type: ignore[arg-type]


def through(pieces: list[Piece], edges: set[tuple[int, int]], lines: list[Any]) -> None:
    """Copper that goes through the board: on both layers, all of it joined."""
    first = len(pieces)
    for layer in COPPER:
        pieces += [Piece(net, layer, a, b, half, name) for a, b, half, net, name in lines]
    edges.update((first, other) for other in range(first + 1, len(pieces)))


def pad_pieces(pad: list[Any], at: list[float], net: str, name: str) -> Iterator[Any]:
    """A round pad is a dot; a square one its middle and its four edges."""
    x, y = turned_by(floats(child(pad, "at"))[:2], at[2] if len(at) > 2 else 0)
    middle, half = (at[0] + x, at[1] + y), floats(child(pad, "size"))[0] / 2
    if pad[3] != "rect":
        yield middle, middle, half, net, name
        return
    yield middle, middle, half / 2, net, name
    corners = [(middle[0] + half * i, middle[1] + half * j) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))]
    for a, b in pairwise(corners):
        yield a, b, 0.0, net, name


def turned_by(point: list[float], degrees: float) -> Point:
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

    for n, m in file.edges:
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


def faults(text: str, board: Board) -> list[str]:
    """All that is wrong with a board's file; empty if it is sound."""
    file = read(text)
    checks = (gaps(file), joints(file), narrow_tracks(file, board), other_parts(file, board), over_the_edge(file))
    return [fault for check in checks for fault in check]
