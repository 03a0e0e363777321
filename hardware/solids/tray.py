"""The printed parts of the table's tray where they stand: rear panel and posts.

`PRINTS` lays them on a printer's bed. Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.product import cell
from hardware.product import table as t
from hardware.product.table import Opening
from hardware.solids.shapes import OVER, Solid, all_of, box, rod, span
from hardware.solids.sprung import standing


def rear_panel() -> Solid:
    """Where it stands: inside the rear bar, before its window."""
    inside = t.OUTSIDE / 2 - t.BAR
    width, height = t.PANEL_SIZE
    plate = span(-width / 2, width / 2, inside - t.PANEL_THICK, inside, t.BASE_TOP, t.BASE_TOP + height)
    return plate - all_of(_through(opening) for opening in t.OPENINGS)


def _through(opening: Opening) -> Solid:
    size = (opening.width, t.PANEL_THICK + 2 * OVER, opening.height)
    return box(size, (opening.x, t.OUTSIDE / 2 - t.BAR - t.PANEL_THICK / 2), opening.z - opening.height / 2)


def post() -> Solid:
    """One between base and panels, at the origin: hollow for a long screw."""
    return rod(t.POST, t.ROOM, floor=t.BASE_TOP) - rod(cell.SCREW_HOLE, t.ROOM + 2 * OVER, floor=t.BASE_TOP - OVER)


PRINTS: Mapping[str, Callable[[], Solid]] = {
    "rear-panel": lambda: standing(rear_panel().rotate([90, 0, 0])),
    "post": lambda: standing(post()),
}
