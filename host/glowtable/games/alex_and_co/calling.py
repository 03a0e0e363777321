"""Call: an exact card is named, of a player or of a face-down place, with proof of the right to it.

Source: ALEX & CO EN, "Call" (A-14 to A-18)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.phases import Step, Steps, only_seat

from .asking import answer_step, ask, ask_player, players, this_card
from .cards import SET, SETS
from .hands import deny, gain, hand_over, show
from .sets import by_set, incomplete, incomplete_elsewhere
from .state import GAP, UNKNOWN, End, Mode, Phase, State, possible
from .turn import all_taken, back_to_turn, end_turn, final, refill

CALL = "call"


def places_with_cards(state: State) -> int:
    """The places with a card, as a bit set."""
    return mask_of([place for place, face in enumerate(state.faces) if face != GAP])


def targets(state: State, seat: int) -> tuple[Action, ...]:
    """A player or one face-down card (A-16)."""
    return actions_for(seat, "at").of(places_with_cards(state)) + players(state, seat)


def pointed(state: State) -> int:
    """All cards of the displayed sets that give a right to call (A-14)."""
    if state.terms.options["call_from_own_display"] == "yes":
        return incomplete_elsewhere(state, state.active) | incomplete(state.shown[state.active])
    return incomplete_elsewhere(state, state.active)


def rights(state: State) -> int:
    """The cards that may be called. Source: EN, "at least one card of this set as a hand card" (A-14)"""
    holders = pointed(state)
    for number, _ in by_set(possible(state, state.active)):
        holders |= SETS[number]
    return holders


def name_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Cards of a right; without any only the way back, and the seat cannot call until it gets a card."""
    return actions_for(seat, "name").of(rights(state)) + _back_if_untracked(state) or bare_action(seat, "back")


def _back_if_untracked(state: State) -> tuple[Action, ...]:
    """Of an untracked hand only its player knows whether it gives a right (A-14, A-35). Of any other it is unlisted."""
    return bare_action(state.seat, "back") if state.untracked >> state.seat & 1 else ()


def back(state: State, action: Action) -> State:
    return back_to_turn(state)._replace(barred=True)


def proofs(state: State, seat: int) -> tuple[Action, ...]:
    """A hand card of the set, or a player who displays it. Source: EN, "Briefly show a card" (A-15)"""
    whole = SETS[SET[state.card]]
    own = state.terms.options["call_from_own_display"] == "yes"
    others = [other for other in state.terms.everybody if own or other != seat]
    displaying = mask_of(other for other in others if incomplete(state.shown[other]) & whole)
    in_hand = actions_for(seat, "prove").of(possible(state, seat) & whole)
    return in_hand + actions_for(seat, "point").of(displaying) + _back_if_untracked(state)


def prove(state: State, action: Action) -> State:
    return put(show(state, state.seat, int(action.args[0])))


def put(state: State) -> State:
    """The question: is it there? (A-17)"""
    if not state.turned:
        return ask(state._replace(asks=((state.whom, state.card),)), this_card, answered)
    face = state.faces[state.turned[0]]
    return state._replace(phase=Phase.FLIP) if face == UNKNOWN else flipped(state, face)


def answered(state: State, yes: bool) -> State:
    """Source: EN, "if correct: You get the card and may perform this action again" (A-18)"""
    if yes:
        return back_to_turn(hand_over(state, state.whom, state.active, state.card))._replace(mode=Mode.CALLED)
    return end_turn(deny(state, state.whom, 1 << state.card))


def flipped(state: State, card: int) -> State:
    """The card on the place is turned up for all: taken, or turned back (A-17)."""
    if card != state.card:
        return end_turn(state)._replace(back=state.turned)
    after = refill(gain(state, state.active, 1 << card), state.turned)
    if all_taken(after):
        return final(after, End.TAKEN)
    return back_to_turn(after)._replace(mode=Mode.CALLED)


STEPS: Steps[State] = {
    (Phase.WHOM, CALL): Step(
        only_seat,
        targets,
        {
            "at": lambda state, action: state._replace(phase=Phase.NAME, turned=(int(action.args[0]),)),
            "ask": ask_player,
        },
    ),
    (Phase.NAME, CALL): Step(
        only_seat,
        name_actions,
        {"name": lambda state, action: state._replace(phase=Phase.PROOF, card=int(action.args[0])), "back": back},
    ),
    (Phase.PROOF, CALL): Step(
        only_seat, proofs, {"prove": prove, "point": lambda state, action: put(state), "back": back}
    ),
    (Phase.ANSWER, CALL): answer_step(this_card, answered),
}
