"""Which light means what on a table of Alter Ego: villains, hostages, henchmen, the phase, who is asked.

A colour never speaks alone: each meaning has a pattern of its own, too. All is shown from the public view.
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.grid import CELLS, SEATS
from glowtable.table import (
    BLINK,
    BLUE,
    BREATHE,
    DIM,
    FLASH,
    GREEN,
    OFF,
    ORANGE,
    PICK,
    PURPLE,
    RED,
    SKY,
    STEADY,
    WHITE,
    YELLOW,
    Light,
    Picture,
)

from .cells import HENCHMEN_DECK, LAMP, OFFERS, POOLS, TEAMWORK, henchman_cell, pressed_cells
from .rounds import OPEN
from .state import NOBODY, Phase, Status
from .views import SeenHenchman, SeenVillain, View

LAMPS = {  # the round's phases, a colour and a pattern of its own each
    Phase.INCOME: Light(YELLOW, STEADY),
    Phase.SUPPORT: Light(GREEN, BREATHE),
    Phase.PATROL: Light(BLUE, DIM),
    Phase.AFTERMATH: Light(BLUE, DIM),
    Phase.FIGHT: Light(ORANGE, FLASH),
    Phase.RECOUP: Light(PURPLE, BLINK),
}
LEVELS = (  # tokens left in a pool or stack, a colour and a pattern of its own each; from the last on all alike
    Light(RED, BLINK),
    Light(ORANGE, FLASH),
    Light(YELLOW, BREATHE),
    Light(SKY, STEADY),
    Light(BLUE, DIM),
    Light(GREEN, STEADY),
)
NEARER = (  # tokens left on an arch villain that waits: the fewer, the brighter; then all alike
    Light(ORANGE, BLINK),
    Light(YELLOW, STEADY),
    Light(YELLOW, BREATHE),
    Light(YELLOW, DIM),
)
IN_PLAY, OFFERED, HOLDS, HOLDS_NONE = Light(RED, STEADY), Light(WHITE, DIM), Light(SKY, STEADY), Light(SKY, DIM)
SEAT_COLOURS = (SKY, PURPLE, YELLOW, GREEN)
SILENT = (Phase.HUNT, Phase.CHOOSE)
AFFORDABLE, CHOICE_LIGHT = Light(GREEN, PICK), Light(WHITE, PICK)


def board(view: View) -> Picture:
    """The cards and tokens as they lie."""
    return Picture(_cells(view, {}), _seats(view))


def paint(view: View) -> Picture:
    """Green are villains that can be paid, white other choices; on patrol the table is dim, for it is silent."""
    lit = AFFORDABLE if view.phase is Phase.TARGET else CHOICE_LIGHT
    cells = _cells(view, dict.fromkeys(pressed_cells(view), lit))
    return Picture(tuple(map(_dimmed, cells)) if view.phase in SILENT else cells, _seats(view))


def _dimmed(light: Light) -> Light:
    return light if light == OFF else Light(light.colour, DIM)


def _cells(view: View, lights: Mapping[int, Light]) -> tuple[Light, ...]:
    lying = _city(view) | {at: _villain(each) for at, each in enumerate(view.villains)}
    lying |= {OFFERS + at: OFFERED for at, name in enumerate(view.row) if name}
    lying |= {henchman_cell(each.place): _henchman(each) for each in view.henchmen}
    return tuple(lights.get(cell) or lying.get(cell, OFF) for cell in range(CELLS))


def _city(view: View) -> dict[int, Light]:
    """Pools, the henchmen's deck, teamwork tokens, and the phase lamp."""
    pools = {POOLS + at: LEVELS[min(n, len(LEVELS) - 1)] for at, n in enumerate(view.pools[:3])}
    deck, teamwork = (Light(BLUE, DIM) if n else OFF for n in (view.deck, view.teamwork))
    return {**pools, HENCHMEN_DECK: deck, TEAMWORK: teamwork, LAMP: LAMPS.get(view.within, OFF)}


def _villain(villain: SeenVillain) -> Light:
    if villain.status is Status.WAITING:
        return NEARER[min(villain.tokens, len(NEARER) - 1)]
    return IN_PLAY if villain.status is Status.IN_PLAY else OFF


def _henchman(henchman: SeenHenchman) -> Light:
    """One that came this round breathes in the colour of the seat that brought it."""
    if henchman.brought != NOBODY:
        return Light(SEAT_COLOURS[henchman.brought], BREATHE)
    return HOLDS if any(henchman.hostages) else HOLDS_NONE


def _seats(view: View) -> tuple[Light, ...]:
    """Each in its colour: who is asked breathes, who is ready is white; forced cards blink in their phase's colour."""
    return tuple(_seat(view, seat) if seat < view.seats else OFF for seat in range(SEATS))


def _seat(view: View, seat: int) -> Light:
    forced = view.people[seat].forced
    if view.phase is Phase.RECOUP and forced:
        return Light(LAMPS[Phase(forced[0])].colour, BLINK)
    if seat in view.acting:
        return Light(SEAT_COLOURS[seat], BREATHE)
    ready = seat in view.ready and view.phase in (*OPEN, Phase.CHOOSE)
    return Light(WHITE, STEADY) if ready else Light(SEAT_COLOURS[seat], DIM)
