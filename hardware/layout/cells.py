"""Whether the parts of the table's cells sit where plate, springs and light need them. Read from a board's file.

A part's tens say its cell, the last digit which of its corners: 0 the middle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import dist, isqrt

from hardware.layout.distances import Line, to_line
from hardware.model.file import Point
from hardware.product import cell

TOLERANCE = 0.05
BESIDE_MM = 6.0  # an LED's capacitor is no further from it
PEG_GAP = 0.5  # from a peg that stands on the panel to a pad; a plate's own play is half of it
NUMBERED = re.compile(r"([A-Z]+)([1-9])([0-4])")
Pad = tuple[str, Line, float]  # its name, a line of its copper, and half that line's width


def middles(size: Point, count: int) -> list[Point]:
    """The middles of as many cells, in rows around the middle of the board."""
    side = isqrt(count)
    aside = [(n - (side - 1) / 2) * cell.PITCH for n in range(side)]
    return [(size[0] / 2 + x, size[1] / 2 + y) for y in aside for x in aside]


def misplaced(places: Mapping[str, Point], size: Point) -> Iterator[str]:
    """Domes and LEDs that are not where product/cell.py has them, and LEDs with no capacitor beside them."""
    found = numbered(places)
    centres = centres_of(found, size)
    if not centres:
        return
    capacitors = [places[ref] for ref, (letter, _, _) in found.items() if letter == "C"]
    for ref, (letter, number, corner) in found.items():
        spots = wanted(letter + corner)
        x, y = centres[number]
        if spots and min(dist(places[ref], (x + dx, y + dy)) for dx, dy in spots) > TOLERANCE:
            at = f"{places[ref][0] - x:.2f}, {places[ref][1] - y:.2f}"
            yield f"{ref} is at {at} of its cell and must be at {spots[0][0]:g}, {spots[0][1]:g}"
        if letter == "LED" and min((dist(places[ref], other) for other in capacitors), default=99) > BESIDE_MM:
            yield f"{ref} has no capacitor within {BESIDE_MM:g} mm"


def numbered(places: Iterable[str]) -> dict[str, tuple[str, str, str]]:
    """Letter, cell and corner of each part that has them in its name."""
    matches = ((ref, NUMBERED.fullmatch(ref)) for ref in places)
    return {ref: (match[1], match[2], match[3]) for ref, match in matches if match}


def centres_of(found: Mapping[str, tuple[str, str, str]], size: Point) -> dict[str, Point]:
    """The middle of each cell, by its number: whatever has a dome is one."""
    cells = sorted({number for letter, number, corner in found.values() if letter == "SW" and corner == "0"})
    return dict(zip(cells, middles(size, len(cells)), strict=True)) if cells else {}


def wanted(kind: str) -> tuple[Point, ...]:
    """Where such a part, told by letter and corner, may sit in its cell; empty where only clearance is asked."""
    return ((0.0, 0.0),) if kind == "SW0" else cell.turned(cell.LED) if kind.startswith("LED") else ()


def under_pegs(pads: Iterable[Pad], places: Iterable[str], size: Point) -> Iterator[str]:
    """Pads on the front, and so parts on them, on which a plate's peg would come down."""
    middles = centres_of(numbered(places), size).values()
    pegs = [(x + dx, y - dy) for x, y in middles for dx, dy in cell.turned(cell.STOP_AT)]  # a plate's y runs upwards
    for name, line, half in pads:
        room = min((to_line(peg, line) for peg in pegs), default=99) - half - cell.STOP / 2
        if room < PEG_GAP:
            yield f"{name} is {'under' if room < 0 else f'{room:.2f} mm from'} a peg of its plate"
