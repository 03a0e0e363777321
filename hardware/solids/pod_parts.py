"""What is bought for a pod, as plain solids where it is: board with its parts, plug and cable, module, keys, screws.

The board's parts and holes are those of its layout. Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.layout.footprints import FOOTPRINTS, pads_at, turned_box
from hardware.layout.plan import U
from hardware.layout.pods import HIGH, POD, WIDE
from hardware.layout.shapes import Pad
from hardware.model.pod import POD as BOARD
from hardware.product import cell
from hardware.product import pod as p
from hardware.product import table as t
from hardware.solids.bought import keycap, switch
from hardware.solids.pod import KEYS_AT, REAR
from hardware.solids.shapes import OVER, Solid, Spot, all_of, box, rod, span

HEIGHTS = {  # above the board, of what is on its front; keys apart
    "WS2812B": 1.7,
    "C_0805": 1.45,
    "R_0805": 0.6,
    "LED_0805": 1.1,
    "C_can_6.3": 5.8,
    "SOT23-3": 1.3,
    "SOT23-6": 1.45,
    "D_SOD123": 1.35,
    "Header_2x07": 9.1,
    "Header_1x08": p.SOCKET,
}
SOLDER = 2.0  # below the board, where wires come through


def spot_of(x: float, y: float) -> Spot:
    """A place of the layout, in mm from its top left corner, as the pod counts."""
    return x - WIDE / 2, HIGH / 2 - y


def board() -> Solid:
    """With its holes, what stands on it, and the solder below."""
    low = p.BOARD_TOP - t.POD_BOARD[2]
    plate = box((WIDE, HIGH, t.POD_BOARD[2]), floor=low)
    holes = all_of(rod(width, 10, spot, low - 5) for width, spot in bare_holes())
    solder = all_of(rod(width, SOLDER + OVER, spot, low - SOLDER) for width, spot in joints())
    return plate - holes + solder + all_of(parts().values())


def parts() -> dict[str, Solid]:
    """The bodies on the front, by name."""
    found = {}
    for part in BOARD.parts:
        place, name = POD.parts[part.ref], part.kind.footprint
        if name in HEIGHTS:
            left, top, right, bottom = turned_box(FOOTPRINTS[name].body, place.turn)
            (x0, y0), (x1, y1) = (spot_of(place.x * U + a, place.y * U + b) for a, b in ((left, bottom), (right, top)))
            found[part.ref] = span(x0, x1, y0, y1, p.BOARD_TOP - OVER, p.BOARD_TOP + HEIGHTS[name])
    return found


def bare_holes() -> Iterator[tuple[float, Spot]]:
    """Width and spot of those for screws, for the rest's pins, for keys."""
    for x, y in POD.holes:
        yield from ((pad.size, spot_of(pad.x, pad.y)) for pad in pads_at(FOOTPRINTS[POD.hole], x * U, y * U, 0))
    yield from ((pad.size, spot) for pad, spot in _pads() if not pad.number)


def joints() -> Iterator[tuple[float, Spot]]:
    """Width and spot of the pads in which wires are soldered."""
    yield from ((pad.size, spot) for pad, spot in _pads() if pad.number and pad.drill)


def _pads() -> Iterator[tuple[Pad, Spot]]:
    for part in BOARD.parts:
        place = POD.parts[part.ref]
        for pad in pads_at(FOOTPRINTS[part.kind.footprint], place.x * U, place.y * U, place.turn):
            yield pad, spot_of(pad.x, pad.y)


def plug() -> Solid:
    """Of the flat cable, in its header; what of it is in the shroud is left out."""
    low = p.BOARD_TOP + HEIGHTS["Header_2x07"]
    return box((*p.PLUG, p.BOARD_TOP + t.PLUG - low), (0, p.PLUG_AT), low)


def cable() -> Solid:
    """From the plug out through the rear wall, lying on its sill."""
    wide, thick = p.CABLE
    return span(-wide / 2, wide / 2, p.PLUG_AT + p.PLUG[1] / 2, REAR + 20, p.CABLE_LOW, p.CABLE_LOW + thick)


def module() -> Solid:
    """The reader: its board, below it its parts and the plastic of its pins, above it the pins' tips."""
    low, middle = p.MODULE_LOW, (0, t.POD_MODULE)
    deep, along = p.MODULE_PARTS[2], p.PINS_AT - 2 - p.MODULE_PARTS[1] / 2
    return (
        box(p.MODULE, middle, low)
        + box((*p.MODULE_PARTS[:2], deep + OVER), (0, along), low - deep)
        + box((20.4, 2.5, p.PINS + OVER), (0, p.PINS_AT), low - p.PINS)
        + box((19.0, 1.5, p.MODULE_TIPS + OVER), (0, p.PINS_AT), low + p.MODULE[2] - OVER)
    )


def housings(pressed: float = 0) -> Solid:
    """The switches of the keys on the board."""
    plate = p.BOARD_TOP + p.KEY_BODY
    return all_of(switch(pressed).translate([*spot, plate]) for spot in KEYS_AT)


def caps(pressed: float = 0) -> Solid:
    plate = p.BOARD_TOP + p.KEY_BODY
    return all_of(keycap().translate([*spot, plate - pressed]) for spot in KEYS_AT)


def screws() -> Solid:
    """Up from the floor, their heads sunk into it."""
    across, long = p.SCREW
    cone = (rod(2 * across, 0.01) + rod(across, 0.01, floor=across / 2)).hull()
    return all_of((cone + rod(across, long)).translate([*spot, 0]) for spot in p.SCREWS_AT)


def card() -> Solid:
    """One that lies on the lid."""
    return box((cell.CARD, cell.CARD, cell.CARD_HEIGHT), (0, t.POD_CARD), t.POD_TOP)
