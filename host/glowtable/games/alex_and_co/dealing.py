"""Before the first turn, in this order: who begins, which cards leave the match, the hands, the face-down display.

Source: ALEX & CO EN, "Set-up" (A-04 to A-08)
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.game import CHANCE, Action, Arg
from glowtable.kit.action_lists import any_of, outcomes
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
    none, terms = (0,) * seats, AlexParameters.of(seats, options)
    phase = Phase.STARTER if options["first_player"] == "random" else Phase.OWNER
    return State(terms, phase, NOBODY, hands=none, hidden_count=none, shown=none, aware=none, denied=none)


def everybody(state: State) -> int:
    return (1 << state.terms.seats) - 1


def begin(state: State, action: Action) -> State:
    seat = int(action.args[0]) if action.seat == CHANCE else action.seat
    after = state._replace(active=seat)
    if state.terms.seats == 3:
        return after._replace(phase=Phase.OUT, seat=NOBODY)
    return HANDS.begin(after)


def out(state: State, action: Action) -> State:
    card = int(action.args[0])
    cards = SETS[SET[card]] if SET[card] >= 0 else 1 << card
    after = state._replace(bag=state.bag & ~cards, gone=state.gone | cards, tally=state.tally + 1)
    return after if after.tally < len(LEAVING) else HANDS.begin(after._replace(tally=0))


def laid(state: State, action: Action) -> State:
    """The display lies, the rest is the draw pile (A-06), and the first turn begins.

    Source: EN, "Now lay out a face-down display" (A-06)
    """
    places = state.terms.places
    rest = state.bag.bit_count() - sum(state.hidden_count)
    return state._replace(phase=Phase.TURN, faces=(UNKNOWN,) * places, came=(FIRST_LAID,) * places, pile=rest - places)


# EN, "deal each player a hand of eight cards"
HANDS: Dealing[State] = Dealing(
    HAND,
    Phase.HAND,
    Phase.DEAL,
    lambda state: state._replace(phase=Phase.DISPLAY, seat=state.active),  # next the display is laid
    find,
)
STEPS: Steps[State] = {
    # who says so owns the game; EN, "the owner of the game"
    (Phase.OWNER, ""): Step(everybody, any_of("begin"), {"begin": begin}),
    (Phase.STARTER, ""): ChanceStep(lambda state: outcomes("starter").of(everybody(state)), {"starter": begin}),
    # a set is named by its designer; EN, "remove one set of each size"
    (Phase.OUT, ""): ChanceStep(lambda state: outcomes("out").of(LEAVING[state.tally]), {"out": out}),
    (Phase.HAND, ""): HANDS.ask_step,
    (Phase.DEAL, ""): HANDS.deal_step,
    (Phase.DISPLAY, ""): Step(only_seat, any_of("laid"), {"laid": laid}),
}
