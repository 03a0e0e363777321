"""Reveal: up to four face-down cards are turned up, until two of them are a pair.

Source: ALEX & CO EN, "Reveal" (A-22 to A-24)
"""

from __future__ import annotations

from glowtable.game import Action, Chances
from glowtable.kit.action_lists import actions_for, any_of, bare_action, outcomes
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.phases import ChanceStep, Step, Steps, only_seat
from glowtable.kit.tuples import replaced

from . import calling
from .calling import places_with_cards
from .cards import ESG, SAZ, SET
from .hands import find, gain
from .state import GAP, UNKNOWN, End, Mode, Phase, State
from .turn import all_taken, back_to_turn, end_turn, final, refill

REVEAL = "reveal"
MAX_REVEALED = 4


def places(state: State, seat: int) -> tuple[Action, ...]:
    """Source: EN, "You reveal up to four cards from the face-down display" (A-22)"""
    more = actions_for(seat, "at").of(places_with_cards(state) & ~mask_of(state.turned))
    early = state.turned and state.terms.options["reveal_stop_early"] == "yes"
    return more + bare_action(seat, "stop") if early else more


def at(state: State, action: Action) -> State:
    place = int(action.args[0])
    after = state._replace(turned=(*state.turned, place))
    return after._replace(phase=Phase.FLIP) if state.faces[place] == UNKNOWN else up(after)


def up(state: State) -> State:
    """One more card lies open: a pair ends the action, so does the fourth card or the last (A-23)."""
    if pair(state):
        return state._replace(phase=Phase.PAIR)
    left = sum(face != GAP for face in state.faces)
    return over(state) if len(state.turned) == min(MAX_REVEALED, left) else state._replace(phase=Phase.REVEAL)


def pair(state: State) -> tuple[int, ...]:
    """The places of the pair, if the last card turned up makes one (A-23); none of cards that are forgotten."""
    *before, last = state.turned
    card = state.faces[last]
    for place in before:
        if UNKNOWN not in (card, state.faces[place]) and are_pair(state.faces[place], card):
            return place, last
    return ()


def are_pair(one: int, other: int) -> bool:
    """Two cards of one set, two ESG or two SAZ. Source: EN, "Pairs are two games of the same designer" (A-23)"""
    if SET[one] >= 0:
        return SET[one] == SET[other]
    both = 1 << one | 1 << other
    return both & ESG == both or both & SAZ == both


def take(state: State, action: Action) -> State:
    """Both go to the hand, and others come to their places (A-07, A-23)."""
    taken = pair(state)
    after = refill(gain(state, state.active, mask_of(state.faces[place] for place in taken)), taken)
    return final(after, End.TAKEN) if all_taken(after) else over(after)


def over(state: State, action: Action | None = None) -> State:
    """All others are turned back; what they are everybody has seen (A-24)."""
    left = tuple([place for place in state.turned if state.faces[place] >= 0])
    if state.terms.options["display_after_reveal"] == "no":
        return end_turn(state)._replace(back=left)
    return back_to_turn(state)._replace(mode=Mode.REVEALED, back=left)


def unseen(state: State) -> Chances:
    """The card on a place nobody has seen may be any that nobody has."""
    return outcomes("turn").of(state.bag)


def turn(state: State, action: Action) -> State:
    """Everybody sees the card and where it lies."""
    card = int(action.args[0])
    state = find(state, card)
    after = state._replace(faces=replaced(state.faces, state.turned[-1], card), bag=state.bag ^ 1 << card)
    return up(after) if state.act == REVEAL else calling.flipped(after, card)


STEPS: Steps[State] = {
    (Phase.REVEAL, REVEAL): Step(only_seat, places, {"at": at, "stop": over}),
    # IT, "la puoi prendere"
    (Phase.PAIR, REVEAL): Step(only_seat, any_of("take", "leave"), {"take": take, "leave": over}),
    (Phase.FLIP, REVEAL): ChanceStep(unseen, {"turn": turn}),
    (Phase.FLIP, calling.CALL): ChanceStep(unseen, {"turn": turn}),
}
