"""Where every card of Alter Ego is: each once, in the hands of somebody, on the table, or out of the game."""

from collections.abc import Iterator

from glowtable.games.alter_ego.cards import CHARACTERS, NAMES, NEMESES, NO_CARD, VILLAINS
from glowtable.games.alter_ego.state import names_of
from glowtable.masks import mask_of


def cards(state) -> Iterator[str]:
    for cards in sets(state):
        yield from names_of(cards)


def sets(state) -> Iterator[int]:
    people = state.people
    for each in people:
        yield from (each.deck, each.hand, each.display, each.discard, each.gear, each.trophies, each.drawn)
        yield one(each.chosen) | one(each.nemesis)
    yield from (*state.deck, *state.offers, state.stacks, state.nemeses, state.gone)
    yield mask_of([each.card for each in state.henchmen])
    yield mask_of([card for card in state.row if card != NO_CARD])
    shown = mask_of([each.card for each in state.villains])
    yield shown & ~state.gone  # one that is defeated is out of the game
    yield VILLAINS & ~shown & ~state.gone
    yield CHARACTERS & ~mask_of([each.character for each in people if each.character != NO_CARD])
    assert not state.nemeses & ~NEMESES and len(NAMES) == len(set(NAMES))


def one(card: int) -> int:
    return 0 if card == NO_CARD else 1 << card
