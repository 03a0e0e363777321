"""What a seat may do in its turn, and in the last step.

Whether Call is offered is judged by what everybody knows: a light that showed more would tell of a hand.
Source: ALEX & CO EN, "Sequence of Play" (A-09, A-10, A-31)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import Action
from glowtable.grid import CELLS
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.hands import hand_size
from glowtable.kit.phases import Effects, Step, Steps, only_seat

from . import calling, special
from .asking import others_with_cards
from .cards import ESG, SAZ
from .sets import displayable, done, lay_card, lay_next, more_of_set
from .state import Mode, Phase, State, possible
from .turn import end_turn

ACTIONS = {"call": Phase.WHOM, "swap": Phase.WHOM, "reveal": Phase.REVEAL}  # one is compulsory; what comes first
# What each state of a turn allows, in order.
OFFERED = {
    Mode.FRESH: ("call", "swap", "reveal"),
    Mode.PLAYED: ("call", "swap", "end"),
    Mode.CALLED: ("call", "end"),
    Mode.REVEALED: ("end",),
}


def turn(state: State, seat: int) -> tuple[Action, ...]:
    """Everything the sheet allows now, displaying at any moment included."""
    offered: tuple[Action, ...] = ()
    for kind in OFFERED[state.mode]:
        if MAY[kind](state):
            offered += bare_action(seat, kind)
    # ESG and SAZ cards are played before the action, against somebody with a card
    if state.mode in (Mode.FRESH, Mode.PLAYED) and others_with_cards(state):
        held = possible(state, seat)
        offered += actions_for(seat, "esg").of(held & ESG) + actions_for(seat, "saz").of(held & SAZ)
    return offered + actions_for(seat, "lay").of(displayable(state))


def menu(state: State) -> dict[str, int]:
    """The cell on which each action is chosen: the first ones where no card is to be turned back or has just come."""
    marked = {*state.filled, *state.back}
    free = (cell for cell in range(CELLS) if cell not in marked)
    return dict(zip(ACTIONS, free, strict=False))


def on_cells(state: State) -> tuple[tuple[str, int], ...]:
    """The actions that may be chosen now, as all may know, with their cells; cards are played by showing them."""
    if state.phase is not Phase.TURN:
        return ()
    cells = menu(state)
    kinds = [kind for kind in OFFERED[state.mode] if kind in ACTIONS]
    return tuple([(kind, cells[kind]) for kind in kinds if MAY[kind](state)])


def places(state: State) -> int:
    """The places that may be chosen now, as a bit set."""
    if state.phase is Phase.WHOM and state.act == calling.CALL:
        return calling.places_with_cards(state)
    return calling.places_with_cards(state) & ~mask_of(state.turned) if state.phase is Phase.REVEAL else 0


def players(state: State) -> int:
    """The seats that may be chosen now, as a bit set."""
    return others_with_cards(state) if state.phase is Phase.WHOM else 0


def may_call(state: State) -> bool:
    """As far as everybody knows: any hand card may be of a set (A-14)."""
    return not state.barred and bool(hand_size(state, state.active) or calling.pointed(state))


def may_swap(state: State) -> bool:
    """A card to give and somebody to ask (A-19)."""
    return bool(hand_size(state, state.active) and others_with_cards(state))


def may_end(state: State) -> bool:
    """After the action; after ESG or SAZ cards there may be nothing left to do (A-35)."""
    if state.mode is not Mode.PLAYED:
        return True
    return not may_swap(state) and not may_call(state)


MAY: Mapping[str, Callable[[State], bool]] = {
    "call": may_call,
    "swap": may_swap,
    "reveal": lambda state: True,
    "end": may_end,
}


def last_step(state: State, seat: int) -> tuple[Action, ...]:
    """Source: EN, "All players may now display any remaining sets" (A-31)"""
    return actions_for(seat, "lay").of(displayable(state)) + bare_action(seat, "pass")


def pass_on(state: State, action: Action) -> State:
    """Clockwise until all have passed; then the match is over (A-31)."""
    count = state.tally + 1
    if count == state.terms.seats:
        return state._replace(phase=Phase.OVER, tally=count)
    return state._replace(seat=(state.seat + 1) % state.terms.seats, tally=count, retracted=0)


def shown_by_table(state: State) -> State:
    """The table displays for the hands it knows all that scores, and passes for them (A-31, final_auto)."""
    while state.phase is Phase.FINAL and not state.untracked >> state.seat & 1:
        state = pass_on(_all_laid(state), Action(state.seat, "pass"))
    return state


def _all_laid(state: State) -> State:
    while cards := displayable(state):
        card = (cards & -cards).bit_length() - 1
        state = lay_card(state, Action(state.seat, "lay", (card,)))
        while state.phase is Phase.LAY:
            following = more_of_set(state, state.seat)[0]
            state = (lay_next if following.kind == "lay" else done)(state, following)
    return state


EFFECTS: Effects[State] = {
    **dict.fromkeys(ACTIONS, lambda state, action: state._replace(phase=ACTIONS[action.kind], act=action.kind)),
    "esg": special.play_special,
    "saz": special.play_special,
    "lay": lay_card,
    "end": lambda state, action: end_turn(state),
}
STEPS: Steps[State] = {
    (Phase.TURN, ""): Step(only_seat, turn, EFFECTS),
    (Phase.FINAL, ""): Step(only_seat, last_step, {"lay": lay_card, "pass": pass_on}),
}
