"""What is bought for a pod, as plain solids where it is: board with its parts, plug and cable, module, keys, screws.

The board's parts and holes are those of its file. Needs manifold3d.
"""

from __future__ import annotations

from functools import partial

from hardware.fittings import parts as fitted
from hardware.fittings.parts import HEIGHTS, Fitted
from hardware.product import cell
from hardware.product import pod as p
from hardware.product import table as t
from hardware.solids.pod import CASE, KEYS_AT
from hardware.solids.shapes import OVER, Solid, box, span

FITTED = Fitted("pod", t.POD_BOARD)
board, parts, bare_holes = FITTED.solid, FITTED.parts, FITTED.bare_holes
switches, caps = partial(fitted.switches, KEYS_AT), partial(fitted.caps, KEYS_AT)
screws = partial(fitted.screws, p.SCREWS_AT)


def plug() -> Solid:
    """Of the flat cable, in its header; what of it is in the shroud is left out."""
    low = p.BOARD_TOP + HEIGHTS["IDC-Header_2x07_P2.54mm_Vertical"]
    return box((*p.PLUG, p.BOARD_TOP + t.PLUG - low), (0, p.PLUG_AT), low)


def cable() -> Solid:
    """From the plug out through the rear wall, lying on its sill."""
    wide, thick = p.CABLE
    return span(-wide / 2, wide / 2, p.PLUG_AT + p.PLUG[1] / 2, CASE.rear + 20, p.CABLE_LOW, p.CABLE_LOW + thick)


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


def card() -> Solid:
    """One that lies on the lid."""
    return box((cell.CARD, cell.CARD, cell.CARD_HEIGHT), (0, t.POD_CARD), t.POD_TOP)
