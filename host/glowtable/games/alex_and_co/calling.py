"""Call: an exact card is named, of a player or of a face-down place, with proof of the right to it.

Source: ALEX & CO EN, "Call" (A-14 to A-18)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.tuples import replaced

from .asking import answer_step, ask, players
from .cards import SET, SETS
from .hands import gain, hand_over, show
from .sets import by_set, incomplete, incomplete_elsewhere
from .state import GAP, UNKNOWN, End, Mode, Phase, State, possible
from .steps import Steps
from .turn import all_taken, back_to_turn, end_turn, final, refill

CALL = "call"


def places_with_cards(state: State) -> int:
    """The places with a card, as a bit set."""
    return mask_of([place for place, face in enumerate(state.faces) if face != GAP])


def begin(state: State, action: Action) -> State:
    return state._replace(phase=Phase.WHOM, act=CALL)


def targets(state: State) -> tuple[Action, ...]:
    """A player or one face-down card (A-16)."""
    return actions_for(state.seat, "at").of(places_with_cards(state)) + players(state)


def at(state: State, action: Action) -> State:
    return state._replace(phase=Phase.NAME, turned=(int(action.args[0]),))


def ask_player(state: State, action: Action) -> State:
    return state._replace(phase=Phase.NAME, whom=int(action.args[0]))


def pointed(state: State) -> int:
    """All cards of the displayed sets that give a right to call (A-14)."""
    if state.terms.options["call_from_own_display"] == "yes":
        return incomplete_elsewhere(state, state.active) | incomplete(state, state.active)
    return incomplete_elsewhere(state, state.active)


def rights(state: State) -> int:
    """The cards that may be called. Source: EN, "at least one card of this set as a hand card" (A-14)"""
    found = pointed(state)
    for number, _ in by_set(possible(state, state.active)):
        found |= SETS[number]
    return found


def names(state: State) -> tuple[Action, ...]:
    """Cards of a right; without any only the way back, and the seat cannot call until it gets a card."""
    return actions_for(state.seat, "name").of(rights(state)) + _back_if_unread(state) or bare_action(state.seat, "back")


def _back_if_unread(state: State) -> tuple[Action, ...]:
    """Of a hand that is not read only its player knows whether it gives a right (A-14, A-35)."""
    return bare_action(state.seat, "back") if state.trust >> state.seat & 1 else ()


def back(state: State, action: Action) -> State:
    return back_to_turn(state)._replace(barred=True)


def name(state: State, action: Action) -> State:
    return state._replace(phase=Phase.PROOF, card=int(action.args[0]))


def proofs(state: State) -> tuple[Action, ...]:
    """A hand card of the set, or a player who displays it. Source: EN, "Briefly show a card" (A-15)"""
    whole = SETS[SET[state.card]]
    own = state.terms.options["call_from_own_display"] == "yes"
    displaying = mask_of(
        [seat for seat in state.terms.everybody if (own or seat != state.seat) and incomplete(state, seat) & whole]
    )
    in_hand = actions_for(state.seat, "prove").of(possible(state, state.seat) & whole)
    return in_hand + actions_for(state.seat, "point").of(displaying) + _back_if_unread(state)


def prove(state: State, action: Action) -> State:
    return put(show(state, state.seat, int(action.args[0])))


def point(state: State, action: Action) -> State:
    return put(state)


def put(state: State) -> State:
    """The question: is it there? (A-17)"""
    if not state.turned:
        return ask(state._replace(asks=((state.whom, state.card),)), wanted, answered)
    face = state.faces[state.turned[0]]
    return state._replace(phase=Phase.FLIP) if face == UNKNOWN else flipped(state, face)


def wanted(card: int) -> int:
    return 1 << card


def answered(state: State, yes: bool) -> State:
    """Source: EN, "if correct: You get the card and may perform this action again" (A-18)"""
    if yes:
        return back_to_turn(hand_over(state, state.whom, state.active, state.card))._replace(mode=Mode.CALLED)
    denied = replaced(state.denied, state.whom, state.denied[state.whom] | 1 << state.card)
    return end_turn(state._replace(denied=denied))


def flipped(state: State, card: int) -> State:
    """The card on the place is turned up for all: taken, or turned back (A-17)."""
    if card != state.card:
        return end_turn(state)._replace(back=state.turned)
    after = refill(gain(state, state.active, 1 << card), state.turned)
    if all_taken(after):
        return final(after, End.TAKEN)
    return back_to_turn(after)._replace(mode=Mode.CALLED)


STEPS: Steps = {
    (Phase.WHOM, CALL): (targets, {"at": at, "ask": ask_player}),
    (Phase.NAME, CALL): (names, {"name": name, "back": back}),
    (Phase.PROOF, CALL): (proofs, {"prove": prove, "point": point, "back": back}),
    (Phase.ANSWER, CALL): answer_step(wanted, answered),
}
