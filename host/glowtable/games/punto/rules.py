"""The rules of Punto: the sheet and nothing else.

Here is what a turn is. How a round ends and the next begins is in rounds.py, what is known of the stacks in
stacks.py, why something is impossible in refusals.py, what eyes may see in views.py, who won in ledger.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from glowtable.game import CHANCE, Action, Arg, Chances, DrawSource, Rules
from glowtable.kit.action_lists import actions_for, bare_action

from . import refusals, rounds, views
from .board import lay_card
from .cards import CARD_KINDS, NO_CARD, SEATS
from .ledger import outcome
from .lines import TABLE_SIDE, box, frames
from .stacks import TURNS, lift_card, settle_copy, stack_size, turn_chances, turn_of
from .state import ROUND_ENDED, Phase, PuntoParameters, State

STARTER, YOUNGEST, TURN, PLACE, OVER = Phase.STARTER, Phase.YOUNGEST, Phase.TURN, Phase.PLACE, Phase.OVER
MAX_SEATS = SEATS[-1]
ONE_SEAT = tuple((seat,) for seat in range(MAX_SEATS))
STACKS = tuple(DrawSource(seat) for seat in range(MAX_SEATS))
LOT = DrawSource("starter", keeps=False)
STARTERS = tuple((Action(CHANCE, "starter", (seat,)), 1) for seat in range(MAX_SEATS))


def setup(seats: int, options: Mapping[str, Arg]) -> State:
    """Before the first card: who begins is still open. UserError if teams are not four.

    Source: Punto DE, "Der jüngste Spieler beginnt" (P-09)
    """
    terms = PuntoParameters.of(seats, options)
    phase = STARTER if options["first_player"] == "random" else YOUNGEST
    return State(terms, phase, 0, NO_CARD, 0, terms.dealt, 0, 0, (), ())


def to_act(state: State) -> tuple[int, ...]:
    phase = state.phase
    if phase is TURN or phase is STARTER:
        return (CHANCE,)
    if phase is YOUNGEST:
        return tuple(range(state.terms.seats))
    return () if phase is OVER else ONE_SEAT[state.seat]


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """What a seat may do; there is no passing. Source: Punto DE, "muss jede aufgedeckte Karte" (P-17)"""
    if state.cells:
        kind = "place" if state.phase is PLACE else "trophy"
        return actions_for(seat, kind).of(state.cells) if seat == state.seat else ()
    return bare_action(seat, "begin") if seat in to_act(state) and seat != CHANCE else ()


def chance(state: State) -> Chances:
    """The top card of the stack whose turn it is, or who begins.

    Source: Punto EN, "He reveals his top card" (P-12)
    """
    if state.phase is TURN:
        return turn_chances(state.stacks, state.seat)
    return STARTERS[: state.terms.seats] if state.phase is STARTER else ()


def legal_set(state: State, seat: int) -> tuple[str, int] | None:
    """The cells."""
    return ("place" if state.phase is PLACE else "trophy", state.cells) if seat == state.seat and state.cells else None


def chance_set(state: State) -> tuple[str, int] | None:
    """The cards of a stack in which no others are mixed."""
    return None if state.phase is not TURN or state.stacks.mixed else ("turn", state.stacks.sure[state.seat])


def draw_source(state: State) -> DrawSource:
    """The stack of the seat whose turn it is; the lot that draws who begins (P-09, P-12)."""
    return STACKS[state.seat] if state.phase is TURN else LOT


def apply(state: State, action: Action) -> State:
    return EFFECTS[action.kind](state, action)


def _apply_turn(state: State, action: Action) -> State:
    """A card is turned up; with no cell to go to it ends the round (P-12, P-25)."""
    card: Any = action.args[0]
    terms, _, seat, _, _, stacks, board, near, laid, done = state
    cells = placeable(terms, board, near, card)
    after = State(terms, PLACE, seat, card, cells, lift_card(stacks, seat, card), board, near, laid, done)
    return after if cells else rounds.stalemate(after)


def _apply_shown(state: State, action: Action) -> State:
    """A card of a kind is turned up; which copy it is makes no difference to the board (P-01)."""
    kind: Any = action.args[0]
    stacks, card = settle_copy(state.stacks, state.seat, kind)
    return _apply_turn(state._replace(stacks=stacks), TURNS[card])


def placeable(terms: PuntoParameters, board: int, near: int, card: int) -> int:
    """The cells a card may be laid on: empty ones beside a card, and cards with fewer points.

    Source: Punto EN, "Place next to a card", "Placed on top" (P-10, P-13, P-14, P-16)
    """
    lattice = terms.lattice
    occupied = board >> lattice.occupied & lattice.full
    if not occupied:
        return terms.first_cells
    beside = near & ~occupied
    if terms.floating:
        beside &= frames(*box(occupied, lattice.side), lattice.side, TABLE_SIDE)
    return beside | board >> lattice.lower[card] & lattice.full


def _apply_place(state: State, action: Action) -> State:
    """The card lies; a line ends the round at once, so does the next seat's empty stack (P-18, P-25)."""
    cell: Any = action.args[0]
    terms, _, seat, card, _, stacks, board, near, laid, done = state
    lattice = terms.lattice
    board = lay_card(lattice, board, cell, card)
    next_seat = (seat + 1) % terms.seats
    laid = (*laid, (cell, card))
    after = State(terms, TURN, next_seat, NO_CARD, 0, stacks, board, near | lattice.near[cell], laid, done)
    if card < terms.coloured:
        shown = board >> lattice.same[card] & lattice.full
        if shown.bit_count() >= terms.need:
            for line in terms.windows[cell]:
                if shown & line == line:
                    return rounds.win_by_line(after, seat, cell)
    return after if stack_size(stacks, next_seat) else rounds.stalemate(after)


EFFECTS: Mapping[str, Callable[[State, Action], State]] = {
    "begin": lambda state, action: (
        state._replace(phase=TURN, seat=action.seat) if state.phase is YOUNGEST else rounds.gather_cards(state)
    ),
    "starter": lambda state, action: state._replace(phase=TURN, seat=int(action.args[0])),
    "turn": _apply_turn,
    "shown": _apply_shown,
    "place": _apply_place,
    "trophy": lambda state, action: rounds.take_trophy(state, int(action.args[0])),
}


def _may_be_shown(state: State, action: Action) -> bool:
    if action.kind != "shown" or action.seat != CHANCE or state.phase is not TURN or len(action.args) != 1:
        return False
    kind = action.args[0]
    return kind in CARD_KINDS and turn_of(state.stacks, state.seat, str(kind)) is not None


def round_number(state: State) -> int:
    """Counts up when a round begins, not when one ends."""
    return len(state.rounds) + (state.phase not in ROUND_ENDED)


# Nothing is hidden, and nothing in a state holds the order of a stack: `seen` and `determinize` need not be said (P-07)
class PuntoRules(Rules[State, views.View]):
    """The sheet of Punto."""

    setup = staticmethod(setup)
    to_act = staticmethod(to_act)
    legal = staticmethod(legal)
    apply = staticmethod(apply)
    view = staticmethod(views.view)
    glance = staticmethod(views.glance)
    outcome = staticmethod(outcome)
    chance = staticmethod(chance)
    legal_set = staticmethod(legal_set)
    chance_set = staticmethod(chance_set)
    why = staticmethod(refusals.why)
    is_unlisted = staticmethod(_may_be_shown)
    draw_source = staticmethod(draw_source)
    round_number = staticmethod(round_number)


RULES = PuntoRules()
