"""What is bought for the bar, as plain solids where it is: board with its parts, plug and lead, keys, screws.

The board's parts and holes are those of its layout. Needs manifold3d.
"""

from __future__ import annotations

from hardware.layout.bars import BAR, HIGH
from hardware.layout.footprints import FOOTPRINTS, turned_box
from hardware.layout.plan import U
from hardware.layout.pods import WIDE
from hardware.layout.tracks import lands
from hardware.model.bar import BAR as BOARD
from hardware.product import bar as b
from hardware.product import pod as p
from hardware.product import table as t
from hardware.solids.bar import REAR
from hardware.solids.bought import keycap, switch
from hardware.solids.pod_parts import HEIGHTS, SOLDER
from hardware.solids.shapes import OVER, Solid, Spot, all_of, box, rod, span

STANDING = {"D_SOD123": HEIGHTS["D_SOD123"], "Plug_XH_7": b.SOCKET[2]}  # above the board; keys apart
PLATE = p.BOARD_TOP + p.KEY_BODY


def spot_of(x: float, y: float) -> Spot:
    """A place of the layout, in mm from its top left corner, as the bar counts."""
    return x - WIDE / 2, HIGH / 2 - y


def board() -> Solid:
    """With its holes, what stands on it, and the solder below."""
    low = p.BOARD_TOP - t.KEY_BAR_BOARD[2]
    pads = [(land.pad, spot_of(land.pad.x, land.pad.y)) for land in lands(BOARD, BAR)]
    holes = all_of(rod(pad.size, 10, spot, low - 5) for pad, spot in pads if not pad.number)
    solder = all_of(rod(pad.size, SOLDER + OVER, spot, low - SOLDER) for pad, spot in pads if pad.number and pad.drill)
    return box(t.KEY_BAR_BOARD, floor=low) - holes + solder + all_of(parts().values())


def parts() -> dict[str, Solid]:
    """The bodies on the board, by name."""
    found = {}
    for part in BOARD.parts:
        place, name = BAR.parts[part.ref], part.kind.footprint
        if name in STANDING:
            left, top, right, bottom = turned_box(FOOTPRINTS[name].body, place.turn)
            (x0, y0), (x1, y1) = (spot_of(place.x * U + x, place.y * U + y) for x, y in ((left, bottom), (right, top)))
            found[part.ref] = span(x0, x1, y0, y1, p.BOARD_TOP - OVER, p.BOARD_TOP + STANDING[name])
    return found


def plug() -> Solid:
    """Of the lead, in its header; what of it is in the header is left out."""
    wide, deep, high = b.PLUG
    low = p.BOARD_TOP + b.SOCKET[2]
    return box((wide, deep, p.BOARD_TOP + high - low), (0, t.KEY_BAR_PLUG + b.SOCKET_OFF), low)


def wires() -> Solid:
    """Of the lead: up from the plug, and out through the rear wall, lying on its sill."""
    (wide, thick), near = b.WIRES, t.KEY_BAR_PLUG - b.WIRES[1] / 2
    up = span(-wide / 2, wide / 2, near, near + thick, p.BOARD_TOP + b.PLUG[2], b.WIRES_LOW + thick)
    return up + span(-wide / 2, wide / 2, near, REAR + 20, b.WIRES_LOW, b.WIRES_LOW + thick)


def switches(pressed: float = 0) -> Solid:
    return all_of(switch(pressed).translate([*spot, PLATE]) for spot in t.KEY_BAR_KEYS)


def caps(pressed: float = 0) -> Solid:
    return all_of(keycap().translate([*spot, PLATE - pressed]) for spot in t.KEY_BAR_KEYS)


def screws() -> Solid:
    """Up from the floor, their heads sunk into it."""
    across, long = p.SCREW
    cone = (rod(2 * across, 0.01) + rod(across, 0.01, floor=across / 2)).hull()
    return all_of((cone + rod(across, long)).translate([*spot, 0]) for spot in b.SCREWS_AT)


def feet() -> Solid:
    return all_of(rod(t.FOOT_ACROSS, t.FOOT, spot, -t.FOOT) for spot in b.FEET_AT)
