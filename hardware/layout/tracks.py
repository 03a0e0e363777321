"""A board's tracks: routed again, or read back from its file; and where its grid lies on paper."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from glowtable.messages import USAGE, UserError, say

from hardware.layout.corners import cut_corners
from hardware.layout.footprints import HEAD_GAP, HEAD_MM, footprint, pads_at
from hardware.layout.layouts import LAYOUTS
from hardware.layout.maze import routed
from hardware.layout.plan import COPPER, HOLE_GAP, Layout, U
from hardware.layout.route import CLEARANCE, STEP, Land, Step, Tracks
from hardware.layout.shapes import Pad, Rectangle
from hardware.layout.stack import stacked
from hardware.layout.stitch import stitched
from hardware.model.board import Board, Part
from hardware.model.current import net_widths
from hardware.model.fast import fast_nets
from hardware.model.kinds import GROUND
from hardware.model.rules import sound
from hardware.places import Place, Point
from hardware.sexp import child, children, parse

ORIGIN = 50.8  # of the board on its paper


def layout_of(board: Board) -> Layout:
    """Its layout; UserError if a part has no place or a place no part."""
    layout = LAYOUTS[board.name]
    for ref in sorted(set(board.by_ref) ^ set(layout.parts)):
        raise UserError(say("{board}: {ref} must have a place on the board", board=board.name, ref=ref), USAGE)
    return layout


def lands(board: Board, layout: Layout) -> list[Land]:
    """Every pad and hole of the board, with its net."""
    return part_lands(board, layout) + screw_lands(layout)


def part_lands(board: Board, layout: Layout) -> list[Land]:
    found = []
    for part in board.parts:
        nets = {pin.number: net for pin, net in part.pins()}
        found += [Land(nets.get(pad.number), pad) for pad in placed_pads(part, layout.parts[part.ref])]
    return found


def screw_lands(layout: Layout) -> list[Land]:
    return [Land(None, pad) for x, y in layout.holes for pad in pads_at(footprint(layout.hole), x * U, y * U, 0)]


def kept_clear(layout: Layout) -> list[Land]:
    """What is neither pad nor line as tracks must see it: a screw with a head and room around it, bare areas."""
    head = HEAD_MM[layout.hole] + 2 * (HEAD_GAP - CLEARANCE)
    screws = [Land(None, land.pad._replace(size=head)) for land in screw_lands(layout)]
    return screws + [Land(None, pad) for area in layout.clear for pad in filling(area, layout.layers)]


def with_room(land: Land) -> Land:
    """A part's hole as tracks on a board with a plane must see it."""
    size = land.pad.size + 2 * (HOLE_GAP - CLEARANCE)
    return land if land.pad.number else Land(land.net, land.pad._replace(size=size))


def filling(area: Rectangle, layers: int) -> Iterator[Pad]:
    """An area as something on so many layers that tracks must keep away from."""
    left, top, right, bottom = area
    for layer in range(layers):
        yield Pad("", (left + right) / 2, (top + bottom) / 2, right - left, 0, bottom - top, layer)


def drawn_lines(layout: Layout) -> list[Land]:
    """The tracks that were drawn and not found, as rectangles."""
    found = []
    for line in layout.lines:
        (ax, ay), (bx, by) = line.start, line.end
        size, height = abs(bx - ax) + line.width, abs(by - ay) + line.width
        found.append(Land(line.net, Pad("", (ax + bx) / 2, (ay + by) / 2, size, 0, height, line.layer)))
    return found


def bare_lands(layout: Layout) -> list[Land]:
    """The areas without ground on the front, where no via would meet any."""
    return [Land(None, Pad("1", (a + c) / 2, (b + d) / 2, c - a, 0, d - b)) for a, b, c, d in layout.bare]


def placed_pads(part: Part, place: Place) -> list[Pad]:
    return list(pads_at(footprint(part.kind.footprint), place.x * U, place.y * U, place.turn))


def on_board(column: int, row: int) -> Point:
    return ORIGIN + column * STEP, ORIGIN + row * STEP


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


def tracks_in(text: str) -> dict[str, Tracks]:
    """The tracks of a board's file, in the router's form."""
    root = parse(text)
    names = {number: name.removeprefix("/") for _, number, name in children(root, "net")}
    tracks: dict[str, Tracks] = {}
    for line in (segment for segment in children(root, "segment") if not children(segment, "locked")):
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
    """Its tracks, routed again."""
    layout = layout_of(board)
    pads, lines, widths = part_lands(sound(board), layout), drawn_lines(layout), net_widths(board)
    if layout.has_plane:
        pads = [with_room(land) for land in pads]
    pads += kept_clear(layout)
    if layout.has_inner_plane:
        found = stacked(layout.size_mm, pads, widths, lines, GROUND, fast_nets(board))
    else:
        found = routed(layout.size_mm, pads, widths, lines, GROUND if layout.has_plane else None, fast_nets(board))
    tracks = cut_corners(found, [*pads, *lines], widths)
    if layout.has_plane and not layout.has_inner_plane:
        tracks[GROUND] = stitched(tracks, [*pads, *lines, *bare_lands(layout)], widths, GROUND)
    return tracks
