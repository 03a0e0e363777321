"""What is bought for the bar, as plain solids where it is: board with its parts, plug and lead, keys, screws.

The board's parts and holes are those of its file. Needs manifold3d.
"""

from __future__ import annotations

from functools import partial

from hardware.fittings import parts as fitted
from hardware.fittings.parts import Fitted
from hardware.product import bar as b
from hardware.product import pod as p
from hardware.product import table as t
from hardware.solids.bar import CASE
from hardware.solids.shapes import Solid, all_of, box, rod, span

FITTED = Fitted("bar", t.KEY_BAR_BOARD)
board, parts = FITTED.solid, FITTED.parts
switches, caps = partial(fitted.switches, t.KEY_BAR_KEYS), partial(fitted.caps, t.KEY_BAR_KEYS)
screws = partial(fitted.screws, b.SCREWS_AT)


def plug() -> Solid:
    """Of the lead, in its header; what of it is in the header is left out."""
    wide, deep, high = b.PLUG
    low = p.BOARD_TOP + b.SOCKET[2]
    return box((wide, deep, p.BOARD_TOP + high - low), (0, t.KEY_BAR_PLUG + b.SOCKET_OFF), low)


def wires() -> Solid:
    """Of the lead: up from the plug, and out through the rear wall, lying on its sill."""
    (wide, thick), near = b.WIRES, t.KEY_BAR_PLUG - b.WIRES[1] / 2
    up = span(-wide / 2, wide / 2, near, near + thick, p.BOARD_TOP + b.PLUG[2], b.WIRES_LOW + thick)
    return up + span(-wide / 2, wide / 2, near, CASE.rear + 20, b.WIRES_LOW, b.WIRES_LOW + thick)


def feet() -> Solid:
    return all_of(rod(t.FOOT_ACROSS, t.FOOT, spot, -t.FOOT) for spot in b.FEET_AT)
