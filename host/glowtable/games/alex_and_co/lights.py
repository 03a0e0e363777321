"""What shines: the face-down cards, what may be chosen, and who acts. Of the public view alone.

Cards that were turned back shine like all others: to remember them is the game.
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable import table
from glowtable.grid import CELLS, SEATS
from glowtable.table import OFF, Light, Picture

from .state import Phase
from .views import GONE, View

MENU_LIGHT = {
    "call": Light(table.ORANGE, table.PICK),
    "swap": Light(table.PURPLE, table.PICK),
    "reveal": Light(table.GREEN, table.PICK),
}


def board(view: View) -> Picture:
    """The face-down cards as they lie."""
    return Picture(_paint_cells(view, {}), _seat_lights(view))


def paint(view: View) -> Picture:
    """What may be chosen; cards that lie open, are turned back or have come, and the pair; who acts or may be asked."""
    lights = {place: Light(table.BLUE, table.BREATHE) for place in view.filled}
    lights |= {place: Light(table.ORANGE, table.BREATHE) for place in view.back}
    lights |= {place: Light(table.ORANGE, table.STEADY) for place in view.turned}
    lights |= {place: Light(table.ORANGE, table.BLINK) for place in view.pair}
    lights |= {place: Light(table.SKY, table.PICK) for place in view.cells}
    lights |= {cell: MENU_LIGHT[kind] for kind, cell in view.offered}
    if view.phase == Phase.DISPLAY:
        lights = dict.fromkeys(range(CELLS), Light(table.BLUE, table.BREATHE))
    return Picture(_paint_cells(view, lights), _seat_lights(view))


def _paint_cells(view: View, lights: Mapping[int, Light]) -> tuple[Light, ...]:
    lying = {place: Light(table.BLUE, table.DIM) for place, card in enumerate(view.places) if card != GONE}
    return tuple(lights.get(cell) or lying.get(cell, OFF) for cell in range(CELLS))


def _seat_lights(view: View) -> tuple[Light, ...]:
    """White who acts; those who may be asked breathe, in green who has handed over what was rightly asked for."""
    lights = [Light(table.SKY, table.DIM) if seat < view.seats else OFF for seat in range(SEATS)]
    for seat in view.gave:
        lights[seat] = Light(table.GREEN, table.BREATHE)
    for seat in view.players:
        lights[seat] = Light(table.SKY, table.BREATHE)
    if view.phase == Phase.OWNER:
        return tuple(Light(table.WHITE, table.BREATHE) if light != OFF else OFF for light in lights)
    if view.seat >= 0 and view.phase != Phase.OVER:
        lights[view.seat] = Light(table.WHITE, table.STEADY)
    return tuple(lights)
