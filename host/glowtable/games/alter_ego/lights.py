"""Which light means what on a table of Alter Ego: villains, hostages, henchmen, the phase, who is asked.

A colour never speaks alone: each meaning has a pattern of its own, too. All is shown from the public view.
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable import table
from glowtable.grid import CELLS, SEATS
from glowtable.table import OFF, Light, Picture

from .cells import HENCHMEN_DECK, LAMP, OFFERS, POOLS, TEAMWORK, henchman_cell, pressed_cells
from .rounds import OPEN
from .state import NOBODY, Phase, Status
from .views import SeenHenchman, SeenVillain, View

LAMPS = {  # the round's phases, a colour and a pattern of its own each
    Phase.INCOME: Light(table.YELLOW, table.STEADY),
    Phase.SUPPORT: Light(table.GREEN, table.BREATHE),
    Phase.PATROL: Light(table.BLUE, table.DIM),
    Phase.AFTERMATH: Light(table.BLUE, table.DIM),
    Phase.FIGHT: Light(table.ORANGE, table.FLASH),
    Phase.RECOUP: Light(table.PURPLE, table.BLINK),
}
LEVELS = (  # tokens left in a pool or stack, a colour and a pattern of its own each; from the last on all alike
    Light(table.RED, table.BLINK),
    Light(table.ORANGE, table.FLASH),
    Light(table.YELLOW, table.BREATHE),
    Light(table.SKY, table.STEADY),
    Light(table.BLUE, table.DIM),
    Light(table.GREEN, table.STEADY),
)
NEARER = (  # tokens left on an arch villain that waits: the fewer, the brighter; then all alike
    Light(table.ORANGE, table.BLINK),
    Light(table.YELLOW, table.STEADY),
    Light(table.YELLOW, table.BREATHE),
    Light(table.YELLOW, table.DIM),
)
IN_PLAY, OFFERED, HOLDS, HOLDS_NONE = (
    Light(table.RED, table.STEADY),
    Light(table.WHITE, table.DIM),
    Light(table.SKY, table.STEADY),
    Light(table.SKY, table.DIM),
)
SEAT_COLOURS = (table.SKY, table.PURPLE, table.YELLOW, table.GREEN)
SILENT = (Phase.HUNT, Phase.CHOOSE)
AFFORDABLE, CHOICE_LIGHT = Light(table.GREEN, table.PICK), Light(table.WHITE, table.PICK)


def board(view: View) -> Picture:
    """The cards and tokens as they lie."""
    return Picture(_paint_cells(view, {}), _seat_lights(view))


def paint(view: View) -> Picture:
    """Green are villains that can be paid, white other choices; on patrol the table is dim, for it is silent."""
    lit = AFFORDABLE if view.phase is Phase.TARGET else CHOICE_LIGHT
    cells = _paint_cells(view, dict.fromkeys(pressed_cells(view), lit))
    if view.phase in SILENT:
        cells = tuple(light if light == OFF else Light(light.colour, table.DIM) for light in cells)
    return Picture(cells, _seat_lights(view))


def _paint_cells(view: View, lights: Mapping[int, Light]) -> tuple[Light, ...]:
    lying = _city_lights(view) | {at: _villain_light(each) for at, each in enumerate(view.villains)}
    lying |= {OFFERS + at: OFFERED for at, name in enumerate(view.row) if name}
    lying |= {henchman_cell(each.place): _henchman_light(each) for each in view.henchmen}
    return tuple(lights.get(cell) or lying.get(cell, OFF) for cell in range(CELLS))


def _city_lights(view: View) -> dict[int, Light]:
    """Pools, the henchmen's deck, teamwork tokens, and the phase lamp."""
    pools = {POOLS + at: LEVELS[min(n, len(LEVELS) - 1)] for at, n in enumerate(view.pools[:3])}
    deck, teamwork = (Light(table.BLUE, table.DIM) if n else OFF for n in (view.deck, view.teamwork))
    return {**pools, HENCHMEN_DECK: deck, TEAMWORK: teamwork, LAMP: LAMPS.get(view.within, OFF)}


def _villain_light(villain: SeenVillain) -> Light:
    if villain.status is Status.WAITING:
        return NEARER[min(villain.tokens, len(NEARER) - 1)]
    return IN_PLAY if villain.status is Status.IN_PLAY else OFF


def _henchman_light(henchman: SeenHenchman) -> Light:
    """One that came this round breathes in the colour of the seat that brought it."""
    if henchman.brought != NOBODY:
        return Light(SEAT_COLOURS[henchman.brought], table.BREATHE)
    return HOLDS if any(henchman.hostages) else HOLDS_NONE


def _seat_lights(view: View) -> tuple[Light, ...]:
    """Each in its colour: who is asked breathes, who is ready is white; forced cards blink in their phase's colour."""
    return tuple(_seat_light(view, seat) if seat < view.seats else OFF for seat in range(SEATS))


def _seat_light(view: View, seat: int) -> Light:
    forced = view.people[seat].forced
    if view.phase is Phase.RECOUP and forced:
        return Light(LAMPS[Phase(forced[0])].colour, table.BLINK)
    if seat in view.acting:
        return Light(SEAT_COLOURS[seat], table.BREATHE)
    ready = seat in view.ready and view.phase in (*OPEN, Phase.CHOOSE)
    return Light(table.WHITE, table.STEADY) if ready else Light(SEAT_COLOURS[seat], table.DIM)
