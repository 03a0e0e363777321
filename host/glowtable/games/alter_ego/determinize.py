"""A state that a seat cannot tell from the true one: hidden cards change places, and others' secret choices."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from glowtable.kit.bit_sets import mask_of, members

from .cards import NO_CARD
from .patrol import held, unseen
from .state import Phase, State, Vigilante

Others = dict[int, int]  # a hidden card -> the one that is there in the other world


def determinize(state: State, seat: int, rng: Random) -> State:
    """Each other hand is exchanged with its own deck, henchmen unseen among each other, nemeses, too."""
    people = tuple([each if at == seat else _other_hand(each, rng) for at, each in enumerate(state.people)])
    return _other_nemeses(_other_henchmen(state._replace(people=people), seat, rng), seat, rng)


def _other_hand(person: Vigilante, rng: Random) -> Vigilante:
    """What everybody knows of a hand stays; of one that is not read no card is known anyway."""
    hidden = person.hand & ~person.open
    if not hidden:
        return person
    cards = list(members(hidden | person.deck))
    rng.shuffle(cards)
    hand = mask_of(cards[: hidden.bit_count()])
    return person._replace(hand=person.hand & person.open | hand, deck=(hidden | person.deck) & ~hand)


def _exchange(cards: int, rng: Random) -> Callable[[int], int]:
    """A set of cards in the other world, where these have changed places at random."""
    here = members(cards)
    there = list(here)
    rng.shuffle(there)
    others: Others = dict(zip(here, there, strict=True))
    return lambda found: found & ~cards | mask_of([others[card] for card in members(found & cards)])


def _other_henchmen(state: State, seat: int, rng: Random) -> State:
    """A seat knows those it has drawn and those it has put back, and where; of all others nothing."""
    own = state.people[seat]
    other = _exchange(unseen(state) & ~(own.returned | held(own)), rng)
    people = [
        each
        if at == seat
        else each._replace(drawn=other(each.drawn), returned=other(each.returned), chosen=_chosen(each.chosen, other))
        for at, each in enumerate(state.people)
    ]
    return state._replace(deck=tuple(map(other, state.deck)), people=tuple(people))


def _chosen(card: int, other: Callable[[int], int]) -> int:
    return card if card == NO_CARD else members(other(1 << card))[0]


def _other_nemeses(state: State, seat: int, rng: Random) -> State:
    """Hidden until the end."""
    hidden = [each.nemesis for at, each in enumerate(state.people) if at != seat and each.nemesis != NO_CARD]
    if not hidden or state.phase is Phase.OVER:
        return state
    other = _exchange(state.nemeses | mask_of(hidden), rng)
    people = [
        each if at == seat else each._replace(nemesis=_chosen(each.nemesis, other))
        for at, each in enumerate(state.people)
    ]
    return state._replace(nemeses=other(state.nemeses), people=tuple(people))
