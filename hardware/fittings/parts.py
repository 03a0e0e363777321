"""What pods and bar are both fitted with, as plain solids: a board with its parts, MX switches, their caps, screws.

The middle of the board is the origin; heights count from the underside of pod or bar. Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hardware.model.file import File, Pad, file_of
from hardware.product import pod as p
from hardware.solids.bought import keycap, switch
from hardware.solids.shapes import OVER, Solid, Spot, all_of, box, rod, span

HEIGHTS = {  # above the board, by a part's footprint: the highest that such a part may be; a socket without contacts
    "C_0805_2012Metric": 1.45,
    "R_0805_2012Metric": 0.6,
    "LED_0805_2012Metric": 1.1,
    "LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm": 1.7,
    "CP_Elec_6.3x5.4": 5.8,
    "SOT-23": 1.3,
    "SOT-23-6": 1.45,
    "D_SOD-123": 1.35,
    "IDC-Header_2x07_P2.54mm_Vertical": 9.1,
    "JST_XH_B7B-XH-A_1x07_P2.50mm_Vertical": 7.0,
    "PinSocket_1x08_P2.54mm_Vertical": p.SOCKET,
}
APART = ("SW_Cherry_MX_1.00u_PCB", "TestPoint_THTPad_D1.5mm_Drill0.7mm")  # keys are solids of their own
SOLDER = 2.0  # below the board, where wires come through
PLATE = p.BOARD_TOP + p.KEY_BODY  # where a plate would hold the switches


class Fitted(NamedTuple):
    """A board by its name, and how wide, deep and thick it is, in mm."""

    name: str
    size: tuple[float, float, float]

    @property
    def file(self) -> File:
        return file_of(self.name)

    def spot(self, x: float, y: float) -> Spot:
        """A place of the board, in mm from its top left corner, as pod or bar counts."""
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
        for ref, part in self.file.parts.items():
            if part.package not in APART:
                left, top, right, bottom = part.body
                (x0, y0), (x1, y1) = self.spot(left, bottom), self.spot(right, top)
                found[ref] = span(x0, x1, y0, y1, p.BOARD_TOP - OVER, p.BOARD_TOP + HEIGHTS[part.package])
        return found

    def bare_holes(self) -> Iterator[tuple[float, Spot]]:
        """Width and spot of those without copper: for screws, keys and what else is put in."""
        yield from ((pad.drill, spot) for pad, spot in self.pads() if not pad.is_plated)

    def joints(self) -> Iterator[tuple[float, Spot]]:
        """Width and spot of the pads in which wires are soldered."""
        yield from ((max(pad.size), spot) for pad, spot in self.pads() if pad.number and pad.drill)

    def pads(self) -> Iterator[tuple[Pad, Spot]]:
        """Of parts and of holes for screws."""
        for part in (*self.file.parts.values(), *self.file.holes.values()):
            yield from ((pad, self.spot(*pad.at)) for pad in part.pads)


def switches(spots: Iterable[Spot], pressed: float = 0) -> Solid:
    return all_of(switch(pressed).translate([*spot, PLATE]) for spot in spots)


def caps(spots: Iterable[Spot], pressed: float = 0) -> Solid:
    return all_of(keycap().translate([*spot, PLATE - pressed]) for spot in spots)


def screws(spots: Iterable[Spot]) -> Solid:
    """Up from the floor, their heads sunk into it."""
    across, long = p.SCREW
    cone = (rod(2 * across, 0.01) + rod(across, 0.01, floor=across / 2)).hull()
    return all_of((cone + rod(across, long)).translate([*spot, 0]) for spot in spots)
