"""What shines: games coloured by value, where something may be laid or chosen, who is asked."""

from __future__ import annotations

from collections.abc import Mapping

from glowtable import table
from glowtable.grid import CELLS, SEATS
from glowtable.table import OFF, Light, Picture

from .cells import cell_at, cell_of, choice_cells
from .state import OPEN, Phase, first_free
from .views import View

COUNT_LIGHTS = (  # a colour and a pattern of its own for each number; from the last on all alike
    OFF,
    Light(table.BLUE, table.DIM),
    Light(table.GREEN, table.STEADY),
    Light(table.YELLOW, table.BREATHE),
    Light(table.ORANGE, table.FLASH),
    Light(table.RED, table.BLINK),  # a flash of red is a refused press
)
TEN_K = 10  # a cell counts its game's value so
CONTENDS, CHOOSE = Light(table.SKY, table.BREATHE), Light(table.WHITE, table.PICK)
Lights = Mapping[int | None, Light]  # games beside their rows lie on no cell


def still(view: View) -> Picture:
    """The published games, coloured by value."""
    return _paint_picture(view, {})


def paint(view: View) -> Picture:
    """The cells for a secret choice; where a stack may be laid; in the ceremony only the games still in it."""
    lights: Lights = {}
    if view.phase == Phase.SEAL:
        lights = {cell: CHOOSE for seat in view.acting for cell in choice_cells(seat)}
    if view.phase == Phase.MONTH:
        lights = {_next_cell(view, seat): CHOOSE for seat, tray in enumerate(view.trays) if tray.publishable}
    if view.drawn:
        lights = {cell_of(game): CONTENDS if game.contends else OFF for game in view.games}
    return _paint_picture(view, lights)


def _next_cell(view: View, seat: int) -> int | None:
    return cell_at(seat, first_free({game.place for game in view.games if game.owner == seat}))


def _paint_picture(view: View, lights: Lights) -> Picture:
    """White is ready; who is still asked breathes or counts the ideas to take; who is ruined is dark."""
    games = {cell_of(game): _counting_light(game.value_k // TEN_K) for game in view.games}
    cells = tuple(lights.get(cell, games.get(cell, OFF)) for cell in range(CELLS))
    return Picture(cells, tuple(_seat_light(view, seat) if seat in view.alive else OFF for seat in range(SEATS)))


def _counting_light(number: int) -> Light:
    """Tens of thousands, or ideas; what is below nothing is dark like it."""
    return COUNT_LIGHTS[min(max(0, number), len(COUNT_LIGHTS) - 1)]


def _seat_light(view: View, seat: int) -> Light:
    """After brainstorming the light counts ideas as cells count tens of thousands."""
    to_take = view.to_take[seat]
    if to_take and (seat in view.acting or view.phase == Phase.DRAW):
        return _counting_light(to_take)
    if seat in view.acting:
        return Light(table.SKY, table.BREATHE) if view.phase in OPEN else Light(table.WHITE, table.BREATHE)
    return Light(table.WHITE, table.STEADY) if view.phase in OPEN or seat == view.seat else Light(table.SKY, table.DIM)
