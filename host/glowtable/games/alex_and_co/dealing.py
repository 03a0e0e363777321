"""Before the first turn, in this order: who begins, which cards leave the match, the hands, the face-down display.

Source: ALEX & CO EN, "Set-up" (A-04 to A-08)
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.game import CHANCE, Action, Arg, Chances
from glowtable.kit.action_lists import bare_action, outcomes
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.hands import Dealing
from glowtable.kit.phases import ChanceStep, Step, Steps, only_seat

from .cards import DECK, FIRST, PRINTED, SET, SETS, SIZE
from .hands import find
from .state import FIRST_LAID, HAND, NOBODY, UNKNOWN, AlexParameters, Phase, State

# With three players one of each of these leaves, in this order: a set of each size, an ESG and a SAZ card.
SIZES_LEAVING = (6, 5, 4, 3, 2)
SPECIALS_LEAVING = ("ESG", "SAZ")
LEAVING = (
    *(mask_of(first for first, size in zip(FIRST, SIZE, strict=True) if size == n) for n in SIZES_LEAVING),
    *(mask_of(card for card in DECK if PRINTED[card] == kind) for kind in SPECIALS_LEAVING),
)


def setup(seats: int, options: Mapping[str, Arg]) -> State:
    """Before anybody has a card: who begins is still open (A-08)."""
    none = (0,) * seats
    phase = Phase.STARTER if options["first_player"] == "random" else Phase.OWNER
    return State(
        AlexParameters.of(seats, options),
        phase,
        NOBODY,
        hands=none,
        hidden_count=none,
        shown=none,
        aware=none,
        denied=none,
    )


def everybody(state: State) -> int:
    return (1 << state.terms.seats) - 1


def begins(state: State, seat: int) -> tuple[Action, ...]:
    """Who says so owns the game. Source: EN, "the owner of the game" (A-08)"""
    return bare_action(seat, "begin")


def begin(state: State, action: Action) -> State:
    seat = int(action.args[0]) if action.seat == CHANCE else action.seat
    after = state._replace(active=seat)
    if state.terms.seats == 3:
        return after._replace(phase=Phase.OUT, seat=NOBODY)
    return HANDS.begin(after)


def starters(state: State) -> Chances:
    return outcomes("starter").of(everybody(state))


def leaving(state: State) -> Chances:
    """A set is named by its designer. Source: EN, "remove one set of each size" (A-04)"""
    return outcomes("out").of(LEAVING[state.tally])


def out(state: State, action: Action) -> State:
    card = int(action.args[0])
    cards = SETS[SET[card]] if SET[card] >= 0 else 1 << card
    after = state._replace(bag=state.bag & ~cards, gone=state.gone | cards, tally=state.tally + 1)
    return after if after.tally < len(LEAVING) else HANDS.begin(after._replace(tally=0))


def _after_deal(state: State) -> State:
    """All hands are dealt: next the display is laid, before who begins."""
    return state._replace(phase=Phase.DISPLAY, seat=state.active)


def display(state: State, seat: int) -> tuple[Action, ...]:
    """Source: EN, "Now lay out a face-down display" (A-06)"""
    return bare_action(seat, "laid")


def laid(state: State, action: Action) -> State:
    """The display lies, the rest is the draw pile (A-06), and the first turn begins."""
    places = state.terms.places
    rest = state.bag.bit_count() - sum(state.hidden_count)
    return state._replace(phase=Phase.TURN, faces=(UNKNOWN,) * places, came=(FIRST_LAID,) * places, pile=rest - places)


# EN, "deal each player a hand of eight cards"
HANDS: Dealing[State] = Dealing(HAND, Phase.HAND, Phase.DEAL, _after_deal, find)
STEPS: Steps[State] = {
    (Phase.OWNER, ""): Step(everybody, begins, {"begin": begin}),
    (Phase.STARTER, ""): ChanceStep(starters, {"starter": begin}),
    (Phase.OUT, ""): ChanceStep(leaving, {"out": out}),
    (Phase.HAND, ""): HANDS.ask_step,
    (Phase.DEAL, ""): HANDS.deal_step,
    (Phase.DISPLAY, ""): Step(only_seat, display, {"laid": laid}),
}
