"""A state that a seat cannot tell from the true one: hidden cards change places, and others' sealed choices."""

from __future__ import annotations

from random import Random

from glowtable.kit.bit_sets import mask_of, members

from .state import CHOICES, State, choices_are_secret


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
    return _exchange_choices(state._replace(hands=tuple(hands), away=away, bag=bag), seat, rng)


def _exchange_choices(state: State, seat: int, rng: Random) -> State:
    """What others have chosen in secret may be anything."""
    if not choices_are_secret(state):
        return state
    sealed = [rng.choice(CHOICES) if choice and at != seat else choice for at, choice in enumerate(state.sealed)]
    return state._replace(sealed=tuple(sealed))
