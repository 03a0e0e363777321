"""Whether the parts of the second table's cells sit where plate, springs and light need them. Read from a board's file.

Knows no layout: a part's tens say its cell, the last digit which of its corners, 0 being the middle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import dist, isqrt

from hardware.places import Point
from hardware.product import cell

TOLERANCE = 0.05
BESIDE_MM = 6.0  # an LED's capacitor is no further from it
NUMBERED = re.compile(r"([A-Z]+)([1-9])([0-4])")


def middles(outline: tuple[Point, Point], count: int) -> list[Point]:
    """The middles of as many cells, in rows around the middle of the board."""
    (left, top), (right, bottom) = outline
    side = isqrt(count)
    aside = [(n - (side - 1) / 2) * cell.PITCH for n in range(side)]
    return [((left + right) / 2 + x, (top + bottom) / 2 + y) for y in aside for x in aside]


def misplaced(places: Mapping[str, Point], outline: tuple[Point, Point]) -> Iterator[str]:
    """Domes and LEDs that are not where product/cell.py has them, and LEDs with no capacitor beside them."""
    found = {ref: match.groups() for ref in places if (match := NUMBERED.fullmatch(ref))}
    cells = sorted({number for letter, number, corner in found.values() if letter == "SW" and corner == "0"})
    if not cells:
        return
    centres = dict(zip(cells, middles(outline, len(cells)), strict=True))
    capacitors = [places[ref] for ref, (letter, _, _) in found.items() if letter == "C"]
    for ref, (letter, number, corner) in found.items():
        spots = wanted(letter, corner)
        x, y = centres[number]
        if spots and min(dist(places[ref], (x + dx, y + dy)) for dx, dy in spots) > TOLERANCE:
            at = f"{places[ref][0] - x:.2f}, {places[ref][1] - y:.2f}"
            yield f"{ref} is at {at} of its cell and must be at {spots[0][0]:g}, {spots[0][1]:g}"
        if letter == "LED" and min((dist(places[ref], other) for other in capacitors), default=99) > BESIDE_MM:
            yield f"{ref} has no capacitor within {BESIDE_MM:g} mm"


def wanted(letter: str, corner: str) -> tuple[Point, ...]:
    """Where such a part may sit in its cell; empty where nothing but clearance is asked."""
    if letter == "SW":
        return ((0.0, 0.0),) if corner == "0" else cell.turned(cell.CORNER_DOMES)
    return cell.turned(cell.LED) if letter == "LED" else ()
