"""A state that a seat cannot tell from the true one, and the state as far as everybody knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from glowtable.game import Action
from glowtable.kit.bit_sets import mask_of, members

from .cards import NO_CARD
from .patrol import held, unseen
from .state import Phase, State, Vigilante, changed, with_person

Others = dict[int, int]  # a hidden card -> the one that is there in the other world


def public_state(state: State) -> State:
    """Of hands only the open cards are known; henchmen drawn and nemeses are not, nor what lies where in their decks.

    Who has chosen a henchman, or has a nemesis, seems to have the first that may be it.
    """
    henchmen, nemeses = unseen(state), 0
    if state.phase is not Phase.OVER:  # in the end all have to show them
        nemeses = mask_of([each.nemesis for each in state.people if each.nemesis != NO_CARD]) | state.nemeses
    people = []
    for person in state.people:
        known = _drawn_unread(_hand_unread(person, person.hand & ~person.open))
        chosen, nemesis = _first_of(person.chosen, henchmen), _first_of(person.nemesis, nemeses)
        people.append(known._replace(chosen=chosen, nemesis=nemesis, returned=0))
    return state._replace(
        people=tuple(people),
        untracked=state.terms.all,
        deck=(henchmen,) if henchmen else (),
        nemeses=state.nemeses | nemeses,
    )


def _hand_unread(person: Vigilante, cards: int) -> Vigilante:
    """It holds so many cards that nobody has read."""
    return person._replace(
        hand=person.hand & ~cards, hidden_count=person.hidden_count + cards.bit_count(), deck=person.deck | cards
    )


def _drawn_unread(person: Vigilante) -> Vigilante:
    """It has drawn so many henchmen that nobody has read."""
    return person._replace(drawn=0, drawn_hidden=person.drawn_hidden + person.drawn.bit_count())


def believed(state: State, action: Action) -> State:
    """A card that comes was read wrongly where the table had seen it before."""
    unread = BELIEVED.get(action.kind)
    return unread(state, action) if unread else state


def _henchmen_unread(state: State, action: Action) -> State:
    """Who has drawn a henchman has drawn one that nobody has read."""
    people = tuple(map(_drawn_unread, state.people))
    return state._replace(people=people, deck=(unseen(state),))


def _nemesis_exchanged(state: State, action: Action) -> State:
    """Who has this nemesis has the first one that is left."""
    card, left = int(action.args[0]), members(state.nemeses)
    for seat, person in enumerate(state.people):
        if person.nemesis == card and left:
            nemeses = state.nemeses ^ 1 << card ^ 1 << left[0]
            return changed(state, seat, nemesis=left[0])._replace(nemeses=nemeses)
    return state


BELIEVED: Mapping[str, Callable[[State, Action], State]] = {
    # who draws a card holds none of those that were read in this hand and that nobody else has seen
    "draw": lambda state, action: with_person(
        state,
        state.seat,
        _hand_unread(state.people[state.seat], state.people[state.seat].hand & ~state.people[state.seat].open),
    ),
    "henchman": _henchmen_unread,
    "nemesis": _nemesis_exchanged,
}


def _first_of(card: int, cards: int) -> int:
    """The first of these cards for any of them."""
    return (cards & -cards).bit_length() - 1 if card != NO_CARD and cards >> card & 1 else card


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


def _exchange_cards(cards: int, rng: Random) -> Callable[[int], int]:
    """A set of cards in the other world, where these have changed places at random."""
    here = members(cards)
    there = list(here)
    rng.shuffle(there)
    others: Others = dict(zip(here, there, strict=True))
    return lambda held: held & ~cards | mask_of([others[card] for card in members(held & cards)])


def _other_henchmen(state: State, seat: int, rng: Random) -> State:
    """A seat knows those it has drawn and those it has put back, and where; of all others nothing."""
    own = state.people[seat]
    other = _exchange_cards(unseen(state) & ~(own.returned | held(own)), rng)
    people = [
        each
        if at == seat
        else each._replace(
            drawn=other(each.drawn), returned=other(each.returned), chosen=_choose_in_turn(each.chosen, other)
        )
        for at, each in enumerate(state.people)
    ]
    return state._replace(deck=tuple(map(other, state.deck)), people=tuple(people))


def _choose_in_turn(card: int, other: Callable[[int], int]) -> int:
    return card if card == NO_CARD else members(other(1 << card))[0]


def _other_nemeses(state: State, seat: int, rng: Random) -> State:
    """Hidden until the end."""
    hidden = [each.nemesis for at, each in enumerate(state.people) if at != seat and each.nemesis != NO_CARD]
    if not hidden or state.phase is Phase.OVER:
        return state
    other = _exchange_cards(state.nemeses | mask_of(hidden), rng)
    people = [
        each if at == seat else each._replace(nemesis=_choose_in_turn(each.nemesis, other))
        for at, each in enumerate(state.people)
    ]
    return state._replace(nemeses=other(state.nemeses), people=tuple(people))
