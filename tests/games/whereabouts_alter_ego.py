"""Where every card of a match of Alter Ego is: once each, whatever happens; and where every token is."""

from collections import Counter
from collections.abc import Iterator

from glowtable.games.alter_ego.cards import CARDS, CHARACTERS, NO_CARD, OF_TYPE, names_of
from glowtable.games.alter_ego.state import State, Status, Vigilante, deck_size
from glowtable.kit.bit_sets import mask_of


def cards(state: State) -> Iterator[str]:
    """The names of all cards: in decks, hands, displays, on the table, out of the game, or not dealt yet."""
    undealt = sum(OF_TYPE[len(state.villains) :])
    characters = CHARACTERS & ~mask_of(each.character for each in state.people if each.character != NO_CARD)
    foes = mask_of(each.card for each in state.villains if each.status is not Status.DEFEATED)
    lying = mask_of(each.card for each in state.henchmen) | mask_of(card for card in state.row if card != NO_CARD)
    city = (*state.deck, *state.offers, state.stacks, state.nemeses, state.gone, undealt, characters, foes, lying)
    for each in (*city, *(zone for person in state.people for zone in zones(person))):
        yield from names_of(each)


def zones(person: Vigilante) -> Iterator[int]:
    yield from (person.deck, person.hand, person.display, person.discard, person.gear, person.trophies, person.drawn)
    yield person.played
    chosen = NO_CARD if person.drawn_hidden else person.chosen  # that lies in the deck until the reveal
    yield from (1 << card for card in (person.nemesis, chosen) if card != NO_CARD)
    assert deck_size(person) >= 0 and not person.open & ~person.hand


def tokens(state: State) -> Counter[str]:
    """How many tokens and dollars there are of each kind, wherever they lie; nowhere fewer than none."""
    held = [each.hostages for each in (*state.henchmen, *state.villains)]
    pools = [state.pools, state.lost, *held]
    found = Counter({f"civ {at}": sum(counts[at] for counts in pools) for at in range(len(state.pools))})
    found["money"] = state.bank + sum(each.money for each in state.people)
    found["teamwork"] = state.teamwork + sum(each.tokens for each in state.people)
    penalties = [tokens for each in state.people for tokens in each.penalties]
    found["tokens"] = state.tokens + sum(each.tokens for each in state.villains) + sum(penalties)
    assert min(map(min, pools)) >= 0 and min(penalties, default=0) >= 0 and state.teamwork >= 0
    assert all(each.money >= 0 and each.tokens >= 0 for each in state.people) and CARDS == 242
    return found
