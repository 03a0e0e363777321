"""A state that a seat cannot tell from the true one, and the state as far as everybody knows."""

from __future__ import annotations

from random import Random

from glowtable.game import Action
from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.hands import card_believed, forget_hidden

from .state import CHOICES, State, choices_are_secret, found_again


def public_state(state: State) -> State:
    """Hands hold cards nobody knows of but for the open ones; what the ruined put away nobody knows; any choice is the
    first one while choices are secret.
    """
    known = forget_hidden(found_again(state, state.away))
    if not choices_are_secret(state):
        return known
    return known._replace(sealed=tuple([choice and CHOICES[0] for choice in state.sealed]))


def believed(state: State, action: Action) -> State:
    """A card that comes is neither in a hand nor with what the ruined put away."""
    return card_believed(found_again(state, 1 << int(action.args[0])), action)


def determinize(state: State, seat: int, rng: Random) -> State:
    """Every card in others' hands that nobody has shown may be another one, and so may what the ruined put away.

    Of a seat whose hand is untracked nobody can say which cards of the bag it sees: there the bag stays.
    """
    hidden = [0 if each == seat else cards & ~state.open for each, cards in enumerate(state.hands)]
    pool = list(members(sum(hidden) | state.away | (0 if state.hidden_count[seat] else state.bag)))
    rng.shuffle(pool)
    hands = []
    for cards, known in zip(hidden, state.hands, strict=True):
        count = cards.bit_count()
        hands.append(known & ~cards | mask_of(pool[:count]))
        del pool[:count]
    count = state.away.bit_count()
    away, rest = mask_of(pool[:count]), mask_of(pool[count:])
    bag = state.bag if state.hidden_count[seat] else rest
    other = state._replace(hands=tuple(hands), away=away, bag=bag)
    if not choices_are_secret(state):
        return other
    sealed = [rng.choice(CHOICES) if choice and at != seat else choice for at, choice in enumerate(state.sealed)]
    return other._replace(sealed=tuple(sealed))
