"""Asking a player for a card, whatever the action: whom one may ask, and the answer.

Full hands answer by themselves, truly; a player whose hand is not read answers, and what everybody knows is
checked (A-17, A-38).
"""

from __future__ import annotations

from collections.abc import Callable

from glowtable.game import Action, Chances
from glowtable.kit.action_lists import actions_for, bare_action, outcomes
from glowtable.kit.bit_sets import mask_of

from .hands import forgotten
from .state import Phase, State, known, possible, size, unknown, unseen
from .steps import Step

Answered = Callable[[State, bool], State]
Wanted = Callable[[int], int]  # from the card named to the cards that fulfil the wish


def others_with_cards(state: State) -> int:
    """The seats that may be asked: all others with a card in hand, as a bit set."""
    return mask_of([seat for seat in state.terms.everybody if seat != state.active and size(state, seat)])


def players(state: State) -> tuple[Action, ...]:
    return actions_for(state.seat, "ask").of(others_with_cards(state))


def ask(state: State, wanted: Wanted, answered: Answered) -> State:
    """The next question is put; if its player is trusted, the answer is awaited."""
    seat, card = state.asks[0]
    if state.trust >> seat & 1:
        return state._replace(phase=Phase.ANSWER, seat=seat, whom=seat, card=card)
    return answered(state._replace(whom=seat, card=card), bool(state.hands[seat] & wanted(card)))


def answers(state: State, wanted: Wanted) -> tuple[Action, ...]:
    """What a trusted player can truly say, as far as everybody can tell."""
    yes = bare_action(state.seat, "yes") if possible(state, state.seat) & wanted(state.card) else ()
    return yes if _all_know_of(state, wanted(state.card)) else yes + bare_action(state.seat, "no")


def _all_know_of(state: State, cards: int) -> bool:
    """Everybody can tell that who is asked has one of these: it was shown, or all cards that are hidden are there."""
    hidden = unseen(state)
    all_there = unknown(state, state.seat) == hidden.bit_count()
    return bool(cards & (known(state, state.seat) | (hidden if all_there else 0)))


def _denied(state: State, cards: int) -> State:
    """A trusted player has none of these: where the table had read one in this hand, it was misled (A-38)."""
    return forgotten(state, state.seat, state.hands[state.seat] & cards)


def answer_step(wanted: Wanted, answered: Answered) -> Step:
    """The step in which a trusted player answers."""
    return (
        lambda state: answers(state, wanted),
        {
            "yes": lambda state, action: answered(state, True),
            "no": lambda state, action: answered(_denied(state, wanted(state.card)), False),
        },
    )


def drawn_from(state: State, wanted: int) -> Chances:
    """A card drawn unseen from the hand of `whom`, of these cards: each of the hand is equally likely.

    If a player who is trusted says to have one, though the table has read them all in other hands, it is one of those.
    """
    held, unread = state.hands[state.whom] & wanted, state.unread[state.whom]
    bag = state.bag & wanted if unread else 0
    if not held | bag:
        return outcomes("draw").of(possible(state, state.whom) & wanted)
    return outcomes("draw", state.bag.bit_count() if bag else 1).of(held) + outcomes("draw", unread).of(bag)
