"""Asking a player for a card, whatever the action: whom one may ask, and the answer.

For a tracked hand the table answers, truly; the player of an untracked hand answers, and is checked by what
everybody knows (A-17, A-38).
"""

from __future__ import annotations

from collections.abc import Callable

from glowtable.game import Action, Chances
from glowtable.kit.action_lists import actions_for, bare_action, outcomes, weighted_outcomes
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.hands import hand_size, known_cards, unknown_count
from glowtable.kit.phases import Step, only_seat

from .cards import DESIGNERS
from .hands import forget
from .state import Phase, State, possible, unseen

Answered = Callable[[State, bool], State]
Wanted = Callable[[int], int]  # from the card named to the cards that fulfil the wish


def others_with_cards(state: State) -> int:
    """The seats that may be asked: all others with a card in hand, as a bit set."""
    return mask_of([seat for seat in state.terms.everybody if seat != state.active and hand_size(state, seat)])


def players(state: State, seat: int) -> tuple[Action, ...]:
    return actions_for(seat, "ask").of(others_with_cards(state))


def ask_player(state: State, action: Action) -> State:
    """Whom; now what."""
    return state._replace(phase=Phase.NAME, whom=int(action.args[0]))


def designers(state: State, seat: int) -> tuple[Action, ...]:
    """All of the match, but none twice. Source: EN, "two different designer cards" (A-12, A-19)"""
    named = 1 << state.card if state.asks else 0
    return actions_for(seat, "name").of(DESIGNERS & ~state.gone & ~named)


def this_card(card: int) -> int:
    """Only the card named fulfils the wish."""
    return 1 << card


def ask(state: State, wanted: Wanted, answered: Answered) -> State:
    """The next question is put; of an untracked hand the answer is awaited."""
    seat, card = state.asks[0]
    if state.untracked >> seat & 1:
        return state._replace(phase=Phase.ANSWER, seat=seat, whom=seat, card=card)
    return answered(state._replace(whom=seat, card=card), bool(state.hands[seat] & wanted(card)))


def answer_step(wanted: Wanted, answered: Answered) -> Step[State]:
    """The step in which the player of an untracked hand answers."""
    return Step(
        only_seat,
        lambda state, seat: _possible_answers(state, seat, wanted(state.card)),
        {
            "yes": lambda state, action: answered(state, True),
            # none of these: where the table had read one in this hand, it was misled
            "no": lambda state, action: answered(
                forget(state, state.seat, state.hands[state.seat] & wanted(state.card)), False
            ),
        },
    )


def _possible_answers(state: State, seat: int, wanted: int) -> tuple[Action, ...]:
    """What this player can truly say, as far as everybody can tell."""
    yes = bare_action(seat, "yes") if possible(state, seat) & wanted else ()
    hidden = unseen(state)
    all_there = unknown_count(state, seat) == hidden.bit_count()
    if wanted & (known_cards(state, seat) | (hidden if all_there else 0)):
        return yes  # it was shown, or all cards that are hidden are there
    return yes + bare_action(seat, "no")


def drawn_from(state: State, wanted: int) -> Chances:
    """A card drawn unseen from the hand of `whom`, of these cards: each of the hand is equally likely.

    If the player of an untracked hand says to have one, though the table has read them all in other hands, it is one
    of those.
    """
    held, count = state.hands[state.whom] & wanted, state.hidden_count[state.whom]
    bag = state.bag & wanted if count else 0
    if not held | bag:
        return outcomes("draw").of(possible(state, state.whom) & wanted)
    weight = state.bag.bit_count() if bag else 1
    return weighted_outcomes("draw", weight, held) + weighted_outcomes("draw", count, bag)
