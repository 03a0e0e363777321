"""How Punto lies on the table: which light means what, what a press or a card means, what people are told.

What is shown and said comes from the public view alone, what an event means from the state; what is legal the
rules are asked. The sentences are in words.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from glowtable.game import CHANCE, PUBLIC, Action, Refusal, Surface
from glowtable.grid import CELLS, SEATS, seat_name, seat_of
from glowtable.messages import Message
from glowtable.table import (
    BLINK,
    BLUE,
    BREATHE,
    COVER,
    DIM,
    GREEN,
    OFF,
    OPEN,
    PICK,
    RED,
    SKY,
    STEADY,
    WHITE,
    YELLOW,
    Card,
    Event,
    Face,
    Key,
    Light,
    Picture,
    Press,
    Said,
)

from . import refusals, window
from .cards import COLOURS, KINDS, NAMES, copies_of
from .lines import cell_named
from .places import cards_on_cells, face_lines, home_of, pile_text
from .rules import RULES
from .stacks import TURNS, turn_of
from .state import ROUND_ENDED, Phase, State
from .views import View, stacks_of
from .words import description, instruction, prompts, setup_instructions, undo_instruction

LED = dict(zip(COLOURS, (RED, GREEN, BLUE, YELLOW), strict=True))
CELL_LIKE = re.compile(r"[a-z]\d+|-?\d+,-?\d+")  # a cell, be it on the lattice or off it
# Where values 1..9 of a seat's first and second colour are entered: two blocks of a row and a half.
SPELL_CELLS = ((0, 1, 2, 3, 4, 5, 6, 7, 8), (18, 19, 20, 21, 22, 23, 24, 25, 26))


# -- what an event means


def read(event: Event, state: State) -> Action | Refusal | None:
    """Cards are shown at the seat's own reader, cells pressed, `confirm` begins; the rest means nothing."""
    match event:
        case Card(reader, card):
            return _shown(reader, card, state)
        case Press(cell):
            return _pressed(cell, state)
        case Key(seat, "confirm"):
            action = Action(seat, "begin")
            return action if action in RULES.legal(state, seat) else None
        case Said(text):
            return _typed(text, state)
    return None


def _shown(reader: int, text: str, state: State) -> Action | Refusal:
    """A card by its name, or by its kind: then a copy that may be in the stack."""
    if state.phase in (Phase.TURN, Phase.PLACE) and reader != state.seat:
        return refusals.not_your_turn(state)
    cards = copies_of(text)
    if not cards:
        return refusals.no_such_card()
    if state.phase is Phase.PLACE and state.card in cards:
        return _checked(TURNS[state.card], state)
    return _checked(turn_of(state.stacks, state.seat, text) or TURNS[cards[0]], state)


def _pressed(cell: int, state: State) -> Action | Refusal:
    kind = "trophy" if state.phase is Phase.TROPHY else "place"
    return _checked(Action(state.seat, kind, (window.on_lattice(cell, RULES.view(state, PUBLIC)),)), state)


def _typed(text: str, state: State) -> Action | Refusal | None:
    """`R5@c3` or `@c3` lays the card turned up, `R5` turns it up; None for what is no notation of Punto."""
    if text.startswith("starter "):
        return _starter(text, state)
    name, at, where = text.strip().partition("@")
    if not at:
        return _shown(state.seat, name, state) if copies_of(name) else None
    where = where.strip().lower()
    cell = cell_named(where, state.terms.lattice.side)
    if cell is None and not CELL_LIKE.fullmatch(where):
        return None
    if name and not copies_of(name):
        return refusals.no_such_card()
    if state.phase is Phase.PLACE and name and state.card not in copies_of(name):
        return refusals.first_stays(state)
    kind = "trophy" if state.phase is Phase.TROPHY else "place"
    return _checked(Action(state.seat, kind, (where if cell is None else cell,)), state)


def _checked(action: Action, state: State) -> Action | Refusal:
    return RULES.refuse(state, action) or action


def _starter(text: str, state: State) -> Action | Refusal | None:
    seat = seat_of(text.removeprefix("starter "))
    return None if seat is None else _checked(Action(CHANCE, "starter", (seat,)), state)


def gesture(action: Action, state: State) -> Event:
    return GESTURES[action.kind](action, state)


def _press(action: Action, state: State) -> Event:
    """A press; beyond the window of the floating frame it is typed."""
    view = RULES.view(state, PUBLIC)
    lattice_cell = int(action.args[0])
    cell = window.on_table(lattice_cell, view)
    return Said(f"{view.card[:2]}@{window.name(lattice_cell, view)}") if cell is None else Press(cell)


GESTURES: Mapping[str, Callable[[Action, State], Event]] = {
    "starter": lambda action, state: Said(f"starter {seat_name(int(action.args[0]))}"),
    "begin": lambda action, state: Key(action.seat, "confirm"),
    "turn": lambda action, state: Card(state.seat, NAMES[int(action.args[0])]),
    "shown": lambda action, state: Card(state.seat, str(action.args[0])),
    "place": _press,
    "trophy": _press,
}


# -- what shines


def board(view: View) -> Picture:
    return Picture(_cells(view, _cards(view, STEADY)), _seats(view, STEADY))


def paint(view: View) -> Picture:
    """Legal cells by pattern: empty, cover, pick. After a round what won breathes, the trophy blinks."""
    lights = {**_cards(view, DIM), **_won(view), **_choices(view)}
    return Picture(_cells(view, lights), _asked_seats(view))


def _cells(view: View, lights: Mapping[int, Light]) -> tuple[Light, ...]:
    return tuple(lights.get(window.on_lattice(cell, view), OFF) for cell in range(CELLS))


def _cards(view: View, pattern: str) -> dict[int, Light]:
    return {cell: Light(LED[pile[-1][0]], pattern) for cell, pile in view.piles}


def _won(view: View) -> dict[int, Light]:
    """The line or the rows that won the round just ended, and the card that leaves the game."""
    if view.phase not in ROUND_ENDED:
        return {}
    ended = view.rounds[-1]
    lights = _cards(view, BREATHE)
    won = {cell: lights[cell] for line in ended.lines for cell in line if cell in lights}
    return {**won, ended.cell: Light(LED[ended.trophy[0]], BLINK)} if ended.trophy else won


def _choices(view: View) -> dict[int, Light]:
    cards = _cards(view, PICK)
    if view.phase == Phase.TROPHY:
        return {cell: cards[cell] for cell in view.cells}
    return {cell: Light(SKY, COVER) if cell in cards else Light(GREEN, OPEN) for cell in view.cells}


def _seats(view: View, pattern: str) -> tuple[Light, ...]:
    """Each seat in the first colour of its side."""
    colours = {seat: mine[0] for seats, mine in zip(view.sides, view.colours, strict=True) for seat in seats}
    return tuple(Light(LED[colours[seat]], pattern) if seat in colours else OFF for seat in range(SEATS))


def _asked_seats(view: View) -> tuple[Light, ...]:
    """White whose turn it is, breathing who begins; all breathe while the youngest is asked for."""
    if view.phase == Phase.YOUNGEST:
        return _seats(view, BREATHE)
    lights = list(_seats(view, DIM))
    if view.phase not in (Phase.STARTER, Phase.OVER):
        lights[view.seat] = Light(WHITE, BREATHE if view.phase == Phase.BEGIN else STEADY)
    return tuple(lights)


def manual_entry(view: View) -> Mapping[int, tuple[Action, Light]]:
    """Values 1..9 of a seat's first colour from a1 on, of its second or the neutral one from d1 on."""
    side = next((side for side, seats in enumerate(view.sides) if view.seat in seats), 0)
    colours = view.colours[side] + view.neutral
    stacks = stacks_of(view)
    cells: dict[int, tuple[Action, Light]] = {}
    for kind in dict.fromkeys(KINDS) if view.phase == Phase.TURN else ():
        if turn := turn_of(stacks, view.seat, kind):
            cell = SPELL_CELLS[colours.index(kind[0])][int(kind[1]) - 1]
            cells[cell] = (turn, Light(LED[kind[0]], PICK))
    return cells


def dealt_by_software(view: View) -> bool:
    return view.phase == Phase.STARTER


def rounds_over(view: View) -> int:
    return len(view.rounds)


# -- what eyes see in text


def face(view: View) -> Face:
    shown = {window.on_table(cell, view): pile[-1][:2] for cell, pile in view.piles}
    return Face(tuple(shown.get(cell, "") for cell in range(CELLS)), face_lines(view))


def expected_at(view: View, cell: int) -> Message:
    return pile_text(view, window.on_lattice(cell, view))


def where_is(view: View, card: str, found: bool = False) -> tuple[Message, int | None]:
    """All cards of the board lie open, so it is told of each (P-07)."""
    return home_of(view, card)


def reader(state: State) -> int:
    """Whoever is asked first shows the card."""
    return prompts(RULES.view(state, PUBLIC))[0].seat


SURFACE = Surface(
    read, gesture, paint, prompts, instruction, face, board, reader, manual_entry, dealt_by_software,
    setup_instructions, description=description, undo_instruction=undo_instruction, expected_at=expected_at,
    cards_on_cells=cards_on_cells, rounds_over=rounds_over, where_is=where_is,
)  # fmt: skip
