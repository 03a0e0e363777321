"""How Punto lies on the table: what a press, a card or a typed text means, and how hands do an action.

An event's meaning comes from the state, what is legal the rules are asked. What shines is in lights.py, what people
are in words.py, where cards belong in where_is.py: these look at the public view alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from glowtable.game import CHANCE, NO_READER, PUBLIC, Action, Refusal, Surface
from glowtable.grid import seat_name, seat_of
from glowtable.kit.events import if_possible, read_by_event
from glowtable.messages import say
from glowtable.table import Card, Event, Key, Press, Said

from . import cells, refusals
from .cards import DECK, NAMES
from .kinds import VOCABULARY
from .letters import COLOUR_WORDS
from .lights import entry_cells, paint, still
from .lines import cell_named
from .rules import RULES
from .stacks import TURNS, turn_of
from .state import Phase, State
from .views import View, with_trophy
from .where_is import cards_on_cells, expected_at, where_is
from .words import PASSING, description, face, held, instruction, label, prompts, put_back, setup_instructions

if TYPE_CHECKING:
    from glowtable.game.moment import Moment

CELL_LIKE = r"[a-z]\d+"  # a cell, be it on the lattice or off it


_if_possible = if_possible(RULES)

# -- what an event means


def _show_card(reader: int, text: str, state: State) -> Action | Refusal:
    """A card at its seat's own reader, by its name or by its kind: then a copy that may be in the stack."""
    if state.phase in (Phase.TURN, Phase.PLACE) and reader != state.seat:
        return refusals.not_your_turn(state)
    cards = DECK.copies_of(text)
    if not cards:
        return VOCABULARY.no_such_card()
    if state.phase is Phase.PLACE and state.card in cards:
        return _if_possible(TURNS[state.card], state)
    return _if_possible(turn_of(state.stacks, state.seat, text) or TURNS[cards[0]], state)


def _press_cell(cell: int, state: State) -> Action | Refusal:
    return _choose_cell(cells.on_lattice(cell, RULES.view(state, PUBLIC)), state)


def _choose_cell(cell: int | str, state: State) -> Action | Refusal:
    kind = "trophy" if state.phase is Phase.TROPHY else "place"
    return _if_possible(Action(state.seat, kind, (cell,)), state)


def _parse_text(text: str, state: State) -> Action | Refusal | None:
    """`R5@c3`, `@c3` or `c3` lays the card turned up, `R5` turns it up; None for what is no notation of Punto."""
    if text.startswith("starter "):
        seat = seat_of(text.removeprefix("starter "))
        return None if seat is None else _if_possible(Action(CHANCE, "starter", (seat,)), state)
    name, at, where = text.strip().partition("@")
    if not at and DECK.copies_of(name):
        return _show_card(state.seat, name, state)
    return _lay_card(name, where, state) if at else _lay_card("", name, state)


def _lay_card(name: str, where: str, state: State) -> Action | Refusal | None:
    """This card, "" for the one turned up, laid there; None if that is no place."""
    where = where.strip().lower()
    cell = cell_named(where, state.terms.lattice.side)
    if cell is None and not re.fullmatch(CELL_LIKE, where):
        return None
    cards = DECK.copies_of(name)
    if name and not cards:
        return VOCABULARY.no_such_card()
    if name and state.phase is Phase.PLACE and state.card not in cards:
        return refusals.first_stays(state)
    return _choose_cell(where if cell is None else cell, state)


def _press_key(seat: int, key: str, state: State) -> Action | None:
    action = Action(seat, "begin")
    return action if key == "confirm" and action in RULES.legal(state, seat) else None


read = read_by_event({Card: _show_card, Press: _press_cell, Key: _press_key, Said: _parse_text})


def reader(state: State) -> int:
    """The seat whose turn it is shows its card at its own reader."""
    return NO_READER if state.phase in (Phase.STARTER, Phase.YOUNGEST, Phase.OVER) else state.seat


# -- what a phone shows, and what hands do


def moment(view: View, seat: int) -> Moment | None:
    """Nobody holds a hand, so only what the seat to act does is said anew."""
    if seat != view.seat:
        return None
    from glowtable.game.moment import Moment  # most people play without phones

    if view.phase == Phase.PLACE:
        head = say("Place {colour} {points}.", colour=COLOUR_WORDS[view.card[0]], points=view.card[1])
        covers = {cell for cell, _ in view.piles} & set(view.cells)
        return Moment(
            head, say("Tap a light square, or a bright card to cover it.") if covers else say("Tap a light square.")
        )
    if view.phase == Phase.TROPHY:
        return Moment(say("You won the round!"), say("Tap the bright card you keep as a trophy."))
    return None


def gesture(action: Action, state: State) -> Event:
    return GESTURES[action.kind](action, state)


def _cell_to_press(action: Action, state: State) -> Event:
    """A press; beyond the window of the floating frame it is typed."""
    view = RULES.view(state, PUBLIC)
    cell = int(action.args[0])
    on_table = cells.on_table(cell, view)
    return Said(f"{view.card[:2]}@{cells.cell_label(cell, view)}") if on_table is None else Press(on_table)


GESTURES: Mapping[str, Callable[[Action, State], Event]] = {
    "starter": lambda action, state: Said(f"starter {seat_name(int(action.args[0]))}"),
    "begin": lambda action, state: Key(action.seat, "confirm"),
    "turn": lambda action, state: Card(state.seat, NAMES[int(action.args[0])]),
    "shown": lambda action, state: Card(state.seat, str(action.args[0])),
    "place": _cell_to_press,
    "trophy": _cell_to_press,
}


def dealt_by_software(view: View) -> bool:
    return view.phase == Phase.STARTER


def asks_who(view: View) -> bool:
    """Who is youngest (P-09)."""
    return view.phase == Phase.YOUNGEST


def announce_before(action: Action, state: State) -> bool:
    """Which cards go where after a round (P-23, P-30, P-31)."""
    return state.phase is Phase.BEGIN


def rounds_over(view: View) -> int:
    return len(view.rounds)


class PuntoSurface(Surface[State, View]):
    """How Punto lies on the table."""

    passing = PASSING
    read = staticmethod(read)
    gesture = staticmethod(gesture)
    reader = staticmethod(reader)
    entry_cells = staticmethod(entry_cells)
    dealt_by_software = staticmethod(dealt_by_software)
    asks_who = staticmethod(asks_who)
    announce_before = staticmethod(announce_before)
    paint = staticmethod(paint)
    board = staticmethod(still)
    while_held = staticmethod(with_trophy)
    while_over = staticmethod(with_trophy)
    face = staticmethod(face)
    cards_on_cells = staticmethod(cards_on_cells)
    where_is = staticmethod(where_is)
    expected_at = staticmethod(expected_at)
    prompts = staticmethod(prompts)
    card_asked = staticmethod(lambda view: view.card if view.phase == Phase.PLACE else "")
    instruction = staticmethod(instruction)
    label = staticmethod(label)
    setup_instructions = staticmethod(setup_instructions)
    description = staticmethod(description)
    held = staticmethod(held)
    rounds_over = staticmethod(rounds_over)
    put_back = staticmethod(put_back)
    moment = staticmethod(moment)


SURFACE = PuntoSurface()
