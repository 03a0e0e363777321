"""Do the table's measures fit each other? Who does not is refused by its name, before anything is cut by it."""

from __future__ import annotations

from collections.abc import Iterator

from glowtable.messages import UserError, say

from hardware.product import cell
from hardware.product import table as t

AROUND = (0.5, 4.0)  # mm of air between panels and frame, both sides together: oak moves
GRIP = (3.0, cell.BOSS[1] - cell.WALLS[0])  # of a long screw in the walls: it holds, and does not meet its hole's end
OAK = 5.0  # beside a screw


def measures() -> Iterator[tuple[str, float, float, float, str]]:
    """What it is, its mm, from and to how many it may have, and what is to be changed."""
    inside, panels, half = t.OUTSIDE - 2 * t.BAR, 2 * t.QUARTER, t.OUTSIDE / 2
    screws = max(max(map(abs, spot)) for spot in t.FRAME_SCREWS)
    grip = t.LONG_SCREW[1] - t.BASE - t.ROOM - cell.PANEL - cell.SHEET[1]
    yield "a panel's thickness", cell.PANEL, 0.8, 2.0, "PANEL in cell.py"  # what houses make
    yield "the base's thickness", t.BASE, 3.0, 10.0, "BASE in table.py"
    yield "a bar's width", t.BAR, 2 * OAK + t.WOOD_SCREW, half, "BAR in table.py"
    walls = cell.PITCH - 2 * cell.PLATE_HALF
    yield "the room between two plates", walls, cell.WALL + 0.5, cell.WALL + 4, "PITCH, WALL or PLATE_HALF in cell.py"
    what = "OUTSIDE or BAR in table.py, or PITCH in cell.py"
    yield "the frame's inside", inside, panels + AROUND[0], panels + AROUND[1], what
    yield "the base's side", t.BASE_SIDE, inside + t.BAR, t.OUTSIDE, "BASE_SIDE in table.py"
    yield "the frame's screws' way out", screws, inside / 2 + OAK, half - OAK, "FRAME_SCREWS in table.py"
    yield "the tray's height", max(t.TOP, t.FRAME_TOP), t.PANEL_TOP, t.MOST_HEIGHT, "ROOM or BASE in table.py"
    yield "a long screw's grip", grip, *GRIP, "LONG_SCREW in table.py"


def check_measures() -> None:
    """UserError names the first that does not fit, with its bounds."""
    for what, mm, low, high, names in measures():
        if not low <= mm <= high:
            sentence = "{what} is {mm} mm and may be {low} to {high}: change {names}"
            figures = {"mm": f"{mm:.1f}", "low": f"{low:.1f}", "high": f"{high:.1f}"}
            raise UserError(say(sentence, what=what, names=names, **figures))
