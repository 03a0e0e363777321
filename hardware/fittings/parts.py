"""What pods and bar are both fitted with, as plain solids: a board with its parts, MX switches, their caps, screws.

The middle of the board is the origin; heights count from the underside of pod or bar. Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hardware.bodies.models import body_of
from hardware.bodies.solids import height
from hardware.layout.footprints import footprint, pads_at, turned_box
from hardware.layout.library import BARE
from hardware.layout.plan import Layout, U
from hardware.layout.shapes import Pad
from hardware.model.board import Board
from hardware.places import Place
from hardware.product import pod as p
from hardware.solids.bought import keycap, switch
from hardware.solids.shapes import OVER, Solid, Spot, all_of, box, rod, span

HEIGHTS = {  # above the board, if not as drawn: the highest that such a part may be; a socket without its contacts
    "C_0805": 1.45,
    "R_0805": 0.6,
    "LED_0805": 1.1,
    "C_can_6.3": 5.8,
    "SOT23-3": 1.3,
    "SOT23-6": 1.45,
    "D_SOD123": 1.35,
    "Header_2x07": 9.1,
    "Socket_1x08": p.SOCKET,
}
KEY = "Key_MX"  # its footprint; keys are solids of their own
SOLDER = 2.0  # below the board, where wires come through
PLATE = p.BOARD_TOP + p.KEY_BODY  # where a plate would hold the switches


class Fitted(NamedTuple):
    """A board and its layout, and how wide, deep and thick it is, in mm."""

    board: Board
    layout: Layout
    size: tuple[float, float, float]

    def spot(self, x: float, y: float) -> Spot:
        """A place of the layout, in mm from its top left corner, as pod or bar counts."""
        return x - self.size[0] / 2, self.size[1] / 2 - y

    def solid(self) -> Solid:
        """With its holes, what stands on it, and the solder below."""
        low = p.BOARD_TOP - self.size[2]
        holes = all_of(rod(width, 10, spot, low - 5) for width, spot in self.bare_holes())
        solder = all_of(rod(width, SOLDER + OVER, spot, low - SOLDER) for width, spot in self.joints())
        return box(self.size, floor=low) - holes + solder + all_of(self.parts().values())

    def parts(self) -> dict[str, Solid]:
        """The bodies on the front, by name; without keys."""
        found = {}
        for part in self.board.parts:
            place, name = self.layout.parts[part.ref], part.kind.footprint
            if name not in {*BARE, KEY}:
                left, top, right, bottom = turned_box(footprint(name).body, place.turn)
                corners = ((left, bottom), (right, top))
                (x0, y0), (x1, y1) = (self.spot(place.x * U + x, place.y * U + y) for x, y in corners)
                found[part.ref] = span(x0, x1, y0, y1, p.BOARD_TOP - OVER, p.BOARD_TOP + height_of(name))
        return found

    def bare_holes(self) -> Iterator[tuple[float, Spot]]:
        """Width and spot of those without copper: for screws, keys and what else is put in."""
        yield from ((pad.size, spot) for pad, spot in self.pads() if not pad.number)

    def joints(self) -> Iterator[tuple[float, Spot]]:
        """Width and spot of the pads in which wires are soldered."""
        yield from ((pad.size, spot) for pad, spot in self.pads() if pad.number and pad.drill)

    def pads(self) -> Iterator[tuple[Pad, Spot]]:
        """Of parts and of holes for screws."""
        placed = [(part.kind.footprint, self.layout.parts[part.ref]) for part in self.board.parts]
        for name, place in (*placed, *((self.layout.hole, Place(x, y, 0)) for x, y in self.layout.holes)):
            for pad in pads_at(footprint(name), place.x * U, place.y * U, place.turn):
                yield pad, self.spot(pad.x, pad.y)


def height_of(name: str) -> float:
    """Of what stands on a footprint, above the board, in mm."""
    return HEIGHTS.get(name) or height(body_of(name))


def switches(spots: Iterable[Spot], pressed: float = 0) -> Solid:
    return all_of(switch(pressed).translate([*spot, PLATE]) for spot in spots)


def caps(spots: Iterable[Spot], pressed: float = 0) -> Solid:
    return all_of(keycap().translate([*spot, PLATE - pressed]) for spot in spots)


def screws(spots: Iterable[Spot]) -> Solid:
    """Up from the floor, their heads sunk into it."""
    across, long = p.SCREW
    cone = (rod(2 * across, 0.01) + rod(across, 0.01, floor=across / 2)).hull()
    return all_of((cone + rod(across, long)).translate([*spot, 0]) for spot in spots)
