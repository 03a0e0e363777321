"""What is wrong with a board that KiCad cannot know: widths for currents, screws' heads, cells, print, footprints.

Gaps, joints and edges are KiCad's to judge, and copper is read back from the gerbers. Copper that is drawn for a heavy
net is what is locked: the neck at a pad carries that pad's share, all other copper the whole net. A part's tens say its
cell, the last digit which of its corners: 0 the middle. The legend is what stands on the back as "value: parts", its
lines from top to bottom; on the front a word belongs to the part whose copper is nearest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist, hypot, isqrt

from hardware.layout.lands import LANDS, hangs
from hardware.model.board import Board, Part
from hardware.model.current import LEAST_MM, least_mm, net_currents, net_widths, passed_on, width_mm
from hardware.model.file import FRONT, File, Pad, Point, Track, Word, net_name
from hardware.model.kinds import GROUND
from hardware.product import cell

HEAD_MM = {3.2: 5.6, 2.7: 5.0}  # of a screw, by its hole: pan heads, as is usual
HEAD_GAP = 0.5  # from a screw's head to copper
THIN_MM = 0.25  # a track of little current, between the pads of a small package
TOLERANCE = 1e-3
PLAIN = ("bank",)  # without a list of values: its parts have them printed on themselves
RULE = re.compile(r"A\.NetName == '(.*?)'.*?\(min ([\d.]+)mm\)", re.DOTALL)

PLACE_MM = 0.05  # how far from its spot in its cell a part may be
BESIDE_MM = 6.0  # an LED's capacitor is no further from it
PEG_GAP = 0.5  # from a peg that stands on the panel to a pad; a plate's own play is half of it
IN_CELL = re.compile(r"([A-Z]+)([1-9])([0-4])")

SILK, BACK_SILK = "F.SilkS", "B.SilkS"
LETTER = 0.9  # wide, as a share of its height
ENTRY = re.compile(r"([^:]+): (.+)")
REFS = re.compile(r"([A-Z]+)(\d+)(?:-\1(\d+))?")
SERIES = re.compile(r"(.* )(\d+) to (\d+)")
POINTS, SIZED = ("TP",), ("BZ", "C", "D", "F", "Q", "R", "U")  # parts with values beside them
WORD_MM = 3.0  # from the middle line of a word to its part's pads, at most

Line = tuple[Point, Point]


def narrow_tracks(file: File, board: Board) -> Iterator[str]:
    widths = net_widths(board)
    for net, width in sorted({(track.net, track.width) for track in file.tracks}):
        least = THIN_MM if widths[net] == LEAST_MM else widths[net]
        if width < least - TOLERANCE:
            yield f"net {net} has a track of {width} mm and needs {widths[net]} mm"


def other_footprints(file: File, board: Board) -> Iterator[str]:
    """Parts on another footprint than their kind's, or on the other side."""
    for part in board.parts:
        placed, lands = file.parts[part.ref], LANDS.get(part.kind.footprint, ())
        if placed.footprint not in lands:
            yield f"{part.ref} is on {placed.footprint} and must be on {' or '.join(lands)}"
        if placed.is_below != hangs(part.kind):
            yield f"{part.ref} is on the wrong side of the board"


def unfilled(file: File) -> Iterator[str]:
    for area in file.areas:
        if area.net and not area.is_filled:
            yield f"the area {area.name} of {area.net} is not filled"


def under_heads(file: File) -> Iterator[str]:
    """Copper that the head of a screw, or half a millimetre beside it, would touch."""
    for ref, screw in file.holes.items():
        head = HEAD_MM[screw.pads[0].drill] / 2
        for name, room in around(file, screw.at):
            if room - head < HEAD_GAP - TOLERANCE:
                where = "goes through" if room <= 0 else f"is {room - head:.2f} mm from the head of"
                yield f"{name} {where} the screw in {ref}"


def around(file: File, at: Point) -> Iterator[tuple[str, float]]:
    """All copper but areas, and how far it is from a point."""
    for track in file.tracks:
        yield f"track of {track.net}", to_line(at, (track.start, track.end)) - track.width / 2
    for via in file.vias:
        yield f"via of {via.net}", hypot(via.at[0] - at[0], via.at[1] - at[1]) - via.size / 2
    for ref, part in file.parts.items():
        for pad in part.pads:
            if pad.net:
                yield f"{ref} pad {pad.number}", from_pad(pad, at)


def from_pad(pad: Pad, at: Point) -> float:
    """From the rectangle around a pad; 0 within it."""
    dx, dy = (max(abs(a - b) - half, 0.0) for a, b, half in zip(at, pad.at, pad.half, strict=True))
    return hypot(dx, dy)


def edges(pad: Pad) -> list[Line]:
    (x, y), (a, b) = pad.at, pad.half
    return list(pairwise([(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b), (x - a, y - b)]))


def unruled(board: Board, rules: str) -> Iterator[str]:
    """Nets whose width KiCad is not told: its own check knows no current."""
    told = {net_name(name): float(width) for name, width in RULE.findall(rules)}
    wide = {net: width for net, width in net_widths(board).items() if width > LEAST_MM}
    for net in sorted(told.keys() | wide.keys(), key=str):
        if told.get(net) != wide.get(str(net)):
            current = net_currents(board).get(str(net), 0)
            yield f"KiCad's rule for {net} says {told.get(net)} mm; {current:.0f} mA need {wide.get(str(net))} mm"


def weak_copper(file: File, board: Board) -> Iterator[str]:
    """Lines of a heavy net that are too narrow, and its parts that they do not reach; ground's copper is its plane."""
    for net, wide in board.heavy.items():
        if net != GROUND:
            yield from weak(net, wide, board, file)


def weak(net: str, wide: float, board: Board, file: File) -> Iterator[str]:
    lines = [track for track in file.tracks if track.net == net and track.is_locked]
    ends = dict(carriers(board, file, net))
    for ref in sorted({ref for ref, at in ends if not any(reaches(line, at) for line in lines)}):
        yield f"no copper is drawn from {ref} for {net}"
    for line in lines:
        shares = [share for (_, at), share in ends.items() if reaches(line, at)]
        need = wide if line.width >= wide else min((least_mm(share) for share in shares), default=wide)
        if line.width < need:
            x, y = line.start
            yield f"the copper of {net} from {x:.2f}, {y:.2f} is {line.width:g} mm wide and needs {need:.2f} mm"


def carriers(board: Board, file: File, net: str) -> Iterator[tuple[tuple[str, Point], float]]:
    """The pads by which more current comes or goes than a track may carry, each with its share in mA."""
    currents = net_currents(board)
    for part in board.parts:
        onward = passed_on(part, net)
        if not (part.kind.is_connector or onward or brings(part, net)):
            continue
        numbers = {pin.number for pin, its in part.pins() if its == net}
        pads = [pad for pad in file.parts[part.ref].pads if pad.number in numbers]
        alike = [other for other in board.parts if other.kind == part.kind and dict(other.nets) == dict(part.nets)]
        share = currents[onward[0] if onward else net] / len(pads) / len(alike) if pads else 0.0
        if width_mm(share) > LEAST_MM:
            yield from (((part.ref, pad.at), share) for pad in pads)


def brings(part: Part, net: str) -> bool:
    """Whether a part passes current to that net."""
    return any(part.net(out) == net for _, out in part.kind.passes)


def reaches(line: Track, at: Point) -> bool:
    return to_line(at, (line.start, line.end)) <= line.width / 2


# -- cells


def misplaced(file: File) -> Iterator[str]:
    """Domes and LEDs that are not where product/cell.py has them, and LEDs with no capacitor beside them."""
    found, centres = numbered(file.parts), centres_of(file)
    capacitors = [file.parts[ref].at for ref, (letter, _, _) in found.items() if letter == "C"]
    for ref, (letter, number, corner) in found.items() if centres else ():
        at, (x, y) = file.parts[ref].at, centres[number]
        spots = ((0.0, 0.0),) if letter + corner == "SW0" else cell.turned(cell.LED) if letter == "LED" else ()
        if spots and min(dist(at, (x + dx, y + dy)) for dx, dy in spots) > PLACE_MM:
            (want_x, want_y), (dx, dy) = spots[0], (at[0] - x, at[1] - y)
            yield f"{ref} is at {dx:.2f}, {dy:.2f} of its cell and must be at {want_x:g}, {want_y:g}"
        if letter == "LED" and min((dist(at, other) for other in capacitors), default=99) > BESIDE_MM:
            yield f"{ref} has no capacitor within {BESIDE_MM:g} mm"


def numbered(refs: Iterable[str]) -> dict[str, tuple[str, str, str]]:
    """Letter, cell and corner of each part that has them in its name."""
    matches = ((ref, IN_CELL.fullmatch(ref)) for ref in refs)
    return {ref: (match[1], match[2], match[3]) for ref, match in matches if match}


def centres_of(file: File) -> dict[str, Point]:
    """The middle of each cell, by its number: whatever has a dome is one; in rows around the middle of the board."""
    found = numbered(file.parts).values()
    cells = sorted({number for letter, number, corner in found if letter + corner == "SW0"})
    side = isqrt(len(cells))
    aside = [(n - (side - 1) / 2) * cell.PITCH for n in range(side)]
    middles = [(file.size[0] / 2 + x, file.size[1] / 2 + y) for y in aside for x in aside]
    return dict(zip(cells, middles, strict=True))


def under_pegs(file: File) -> Iterator[str]:
    """Pads on the front, and so parts on them, on which a plate's peg would come down."""
    middles = centres_of(file).values()
    pegs = [(x + dx, y - dy) for x, y in middles for dx, dy in cell.turned(cell.STOP_AT)]  # a plate's y runs upwards
    front = ((ref, pad) for ref, part in file.parts.items() for pad in part.pads if pad.is_on(FRONT) and pad.is_plated)
    for ref, pad in front:
        for line in edges(pad):
            room = min((to_line(peg, line) for peg in pegs), default=99) - cell.STOP / 2
            if room < PEG_GAP:
                yield f"{ref} pad {pad.number} is {'under' if room < 0 else f'{room:.2f} mm from'} a peg of its plate"


# -- print


def print_faults(file: File, board: Board) -> Iterator[str]:
    """Values that nobody can read, and those beside another part."""
    pads = {ref: [line for pad in part.pads for line in edges(pad)] for ref, part in file.parts.items()}
    said = legend_of(file.words)
    for letters in (POINTS, SIZED):
        for word, part in readings(file.words, [part for part in board.parts if part.kind.letter in letters], pads):
            said.setdefault(part.ref, word.text)
            if part.value != word.text:
                yield f"{word.text} stands beside {part.ref}, which is {part.value}"
    for part in board.parts:
        if part.is_fitted and said.get(part.ref) != part.value:
            yield f"the value of {part.ref}, {part.value}, cannot be read on the board"


def legend_of(found: Sequence[Word]) -> dict[str, str]:
    """Ref -> value, by the legend: column by column from the left as one sees the back, which is mirrored."""
    ordered = sorted((word for word in found if word.layer == BACK_SILK), key=lambda word: (-word.at[0], word.at[1]))
    entries: list[str] = []
    for text in (word.text for word in ordered):
        if text.startswith(" ") and entries:
            entries[-1] += f" {text.strip()}"
        else:
            entries.append(text)
    matches = (ENTRY.fullmatch(entry) for entry in entries)
    return {ref: value for match in matches if match for ref, value in valued(match[1], match[2])}


def valued(value: str, refs: str) -> Iterator[tuple[str, str]]:
    """Each part of an entry with its value; "Pod 1 to 3: J11-J13" gives each its own number."""
    spans = [(letter, int(first), int(last or first)) for letter, first, last in REFS.findall(refs)]
    names = [f"{letter}{n}" for letter, first, last in spans for n in range(first, last + 1)]
    series = SERIES.fullmatch(value)
    values = [f"{series[1]}{n}" for n in range(int(series[2]), int(series[3]) + 1)] if series else [value] * len(names)
    yield from zip(names, values, strict=False)


def readings(
    found: Sequence[Word], parts: Sequence[Part], pads: Mapping[str, Sequence[Line]]
) -> Iterator[tuple[Word, Part]]:
    """Each word on the front that is a value of one of these parts, and the part that it stands beside."""
    values = {part.value for part in parts}
    for word in (word for word in found if word.layer == SILK and word.text in values):
        (x, y), half = word.at, LETTER * word.height * len(word.text) / 2
        line = ((x, y - half), (x, y + half)) if word.is_upright else ((x - half, y), (x + half, y))
        room, nearest = min((min(between(line, edge) for edge in pads[part.ref]), part.ref) for part in parts)
        if room <= WORD_MM:
            yield word, next(part for part in parts if part.ref == nearest)


# -- distances


def between(one: Line, other: Line) -> float:
    """From one straight line to another; 0 if they cross."""
    if crosses(one, other):
        return 0.0
    return min(*(to_line(end, other) for end in one), *(to_line(end, one) for end in other))


def side(line: Line, point: Point) -> float:
    """Above zero on one side of a line, below on the other."""
    (ax, ay), (bx, by) = line
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)


def crosses(one: Line, other: Line) -> bool:
    return side(one, other[0]) * side(one, other[1]) < 0 and side(other, one[0]) * side(other, one[1]) < 0


def to_line(point: Point, line: Line) -> float:
    """From a point to the nearest one of a line from end to end."""
    (ax, ay), (bx, by) = line
    long = (bx - ax) ** 2 + (by - ay) ** 2
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / long if long else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - ax - along * (bx - ax), point[1] - ay - along * (by - ay))


def faults(file: File, board: Board) -> list[str]:
    """All that is wrong with a board's file; empty if it is sound."""
    checks = [narrow_tracks(file, board), other_footprints(file, board), unfilled(file), under_heads(file)]
    checks += [weak_copper(file, board), misplaced(file), under_pegs(file)]
    if board.name not in PLAIN:
        checks.append(print_faults(file, board))
    return [fault for check in checks for fault in check]
