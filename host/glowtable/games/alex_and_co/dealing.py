"""Before the first turn: who begins, which cards leave the match, the hands and the face-down display.

Source: ALEX & CO EN, "Set-up" (A-04 to A-08)
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.game import CHANCE, Action, Arg, Chances
from glowtable.kit.action_lists import bare_action, outcomes
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.tuples import replaced

from .cards import FIRST, KINDS, SET, SETS, SIZE
from .state import FIRST_LAID, HAND, NOBODY, UNKNOWN, Phase, State, size, terms_for
from .steps import Luck, Steps

# With three players one of each of these leaves, in this order: a set of each size, an ESG and a SAZ card.
SIZES_LEAVING = (6, 5, 4, 3, 2)
KINDS_LEAVING = ("ESG", "SAZ")
LEAVING = (
    *(mask_of(first for first, size in zip(FIRST, SIZE, strict=True) if size == n) for n in SIZES_LEAVING),
    *(mask_of(card for card, kind in enumerate(KINDS) if kind == each) for each in KINDS_LEAVING),
)


def setup(seats: int, options: Mapping[str, Arg]) -> State:
    """Before anybody has a card: who begins is still open (A-08)."""
    none = (0,) * seats
    phase = Phase.STARTER if options["first_player"] == "random" else Phase.OWNER
    return State(terms_for(seats, options), phase, NOBODY, hands=none, unread=none, shown=none, aware=none, denied=none)


def begins(state: State) -> tuple[Action, ...]:
    """Whoever says so owns the game. Source: EN, "the owner of the game" (A-08)"""
    return tuple(Action(seat, "begin") for seat in state.terms.everybody)


def begin(state: State, action: Action) -> State:
    seat = int(action.args[0]) if action.seat == CHANCE else action.seat
    after = state._replace(active=seat)
    if state.terms.seats == 3:
        return after._replace(phase=Phase.OUT, seat=NOBODY)
    return _hand_of(after, 0)


def starters(state: State) -> Chances:
    return outcomes("starter").of((1 << state.terms.seats) - 1)


def leaving(state: State) -> Chances:
    """A set is named by its designer. Source: EN, "remove one set of each size" (A-04)"""
    return outcomes("out").of(LEAVING[state.tally])


def out(state: State, action: Action) -> State:
    card = int(action.args[0])
    cards = SETS[SET[card]] if SET[card] >= 0 else 1 << card
    after = state._replace(bag=state.bag & ~cards, gone=state.gone | cards, tally=state.tally + 1)
    return after if after.tally < len(LEAVING) else _hand_of(after._replace(tally=0), 0)


def _hand_of(state: State, seat: int) -> State:
    """A hand is dealt, or first it is asked whether it is read; after the last one the display is laid."""
    if seat == state.terms.seats:
        return _laid(state)
    asked = state.terms.options["knowledge"] == "trust"
    return state._replace(phase=Phase.HAND if asked else Phase.DEAL, seat=seat)


def knowledge(state: State) -> tuple[Action, ...]:
    """DESIGN: a hand is known to the table, or its player is trusted."""
    return bare_action(state.seat, "full") + bare_action(state.seat, "trust")


def full(state: State, action: Action) -> State:
    return state._replace(phase=Phase.DEAL)


def trust(state: State, action: Action) -> State:
    seat = state.seat
    after = state._replace(trust=state.trust | 1 << seat, unread=replaced(state.unread, seat, HAND))
    return _hand_of(after, seat + 1)


def dealt(state: State) -> Chances:
    return outcomes("deal").of(state.bag)


def deal(state: State, action: Action) -> State:
    """Source: EN, "deal each player a hand of eight cards" (A-05)"""
    seat, bit = state.seat, 1 << int(action.args[0])
    after = state._replace(hands=replaced(state.hands, seat, state.hands[seat] | bit), bag=state.bag ^ bit)
    return after if size(after, seat) < HAND else _hand_of(after, seat + 1)


def _laid(state: State) -> State:
    """The display is laid, the rest is the draw pile (A-06), and the first turn begins."""
    places = state.terms.places
    rest = state.bag.bit_count() - sum(state.unread)
    laid = state._replace(faces=(UNKNOWN,) * places, came=(FIRST_LAID,) * places, pile=rest - places)
    return laid._replace(phase=Phase.TURN, seat=state.active)


STEPS: Steps = {
    (Phase.OWNER, ""): (begins, {"begin": begin}),
    (Phase.HAND, ""): (knowledge, {"full": full, "trust": trust}),
}
LUCK: Luck = {
    (Phase.STARTER, ""): (starters, {"starter": begin}),
    (Phase.OUT, ""): (leaving, {"out": out}),
    (Phase.DEAL, ""): (dealt, {"deal": deal}),
}
