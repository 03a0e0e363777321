"""What shines at Punto, from the public view alone."""

from __future__ import annotations

from collections.abc import Mapping

from glowtable import table
from glowtable.game import Action
from glowtable.table import Light, Picture

from . import cells
from .cards import CARD_KINDS, COLOURS
from .stacks import turn_of
from .state import ROUND_ENDED, Phase
from .views import View, stacks_of

LED = dict(zip(COLOURS, (table.RED, table.GREEN, table.BLUE, table.YELLOW), strict=True))
# Where values 1..9 of a seat's first and second colour are entered: two blocks of a row and a half.
ENTRY_CELLS = (range(9), range(18, 27))


def still(view: View) -> Picture:
    """The cards as they lie."""
    return Picture.of(cells.all_on_table(_card_lights(view, table.STEADY), view), _seat_lights(view, table.STEADY))


def paint(view: View) -> Picture:
    """Legal cells by pattern: empty, cover, pick. After a round what won breathes, the trophy blinks."""
    lights = {**_card_lights(view, table.DIM), **_winning_lights(view), **_choice_lights(view)}
    return Picture.of(cells.all_on_table(lights, view), _asked_seats(view))


def _card_lights(view: View, pattern: str) -> dict[int, Light]:
    return {cell: Light(LED[pile[-1][0]], pattern) for cell, pile in view.piles}


def _winning_lights(view: View) -> dict[int, Light]:
    """The line or the rows that won the round just ended, and the card that leaves the game."""
    if view.phase not in ROUND_ENDED:
        return {}
    ended = view.rounds[-1]
    lights = _card_lights(view, table.BREATHE)
    won = {cell: lights[cell] for line in ended.lines for cell in line if cell in lights}
    return {**won, ended.cell: Light(LED[ended.trophy[0]], table.BLINK)} if ended.trophy else won


def _choice_lights(view: View) -> dict[int, Light]:
    cards = _card_lights(view, table.PICK)
    if view.phase == Phase.TROPHY:
        return {cell: cards[cell] for cell in view.cells}
    return {
        cell: Light(table.SKY, table.COVER) if cell in cards else Light(table.GREEN, table.OPEN) for cell in view.cells
    }


def _seat_lights(view: View, pattern: str) -> dict[int, Light]:
    """Each seat in the first colour of its side."""
    sides = zip(view.sides, view.colours, strict=True)
    return {seat: Light(LED[colours[0]], pattern) for seats, colours in sides for seat in seats}


def _asked_seats(view: View) -> dict[int, Light]:
    """White whose turn it is, breathing who begins; all breathe while the youngest is asked for."""
    if view.phase == Phase.YOUNGEST:
        return _seat_lights(view, table.BREATHE)
    lights = _seat_lights(view, table.DIM)
    if view.phase not in (Phase.STARTER, Phase.OVER):
        lights[view.seat] = Light(table.WHITE, table.BREATHE if view.phase == Phase.BEGIN else table.STEADY)
    return lights


def entry_cells(view: View) -> Mapping[int, tuple[Action, Light]]:
    """Values 1..9 of a seat's first colour from a1 on, of its second or the neutral one from d1 on."""
    side = next((side for side, seats in enumerate(view.sides) if view.seat in seats), 0)
    colours = view.colours[side] + view.neutral
    stacks = stacks_of(view)
    entries: dict[int, tuple[Action, Light]] = {}
    for kind in dict.fromkeys(CARD_KINDS) if view.phase == Phase.TURN else ():
        if turn := turn_of(stacks, view.seat, kind):
            cell = ENTRY_CELLS[colours.index(kind[0])][int(kind[1]) - 1]
            entries[cell] = (turn, Light(LED[kind[0]], table.PICK))
    return entries
