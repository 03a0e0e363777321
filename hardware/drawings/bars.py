"""What the bar of the table's own keys is made of as it is drawn, and where it stands. Needs manifold3d."""

from __future__ import annotations

from hardware.drawings.pods import SEEN
from hardware.fittings import bar_parts
from hardware.product import pod as p
from hardware.product import table as t
from hardware.solids import bar
from hardware.solids.shapes import OVER, Solid, all_of, box


def before(solid: Solid) -> Solid:
    """A part of the bar where it stands on its feet, before the tray."""
    return solid.translate([*t.bar_spot(), t.FOOT])


def names() -> Solid:
    """As if they were filled: a little above the face into which they are sunk."""
    return all_of(bar.names()).translate([0, 0, SEEN - OVER])


def plate() -> Solid:
    """The board by itself."""
    low = p.BOARD_TOP - t.KEY_BAR_BOARD[2]
    return bar_parts.board() ^ box((*t.KEY_BAR[:2], t.KEY_BAR_BOARD[2] + 2.0), floor=low - 2.0)
