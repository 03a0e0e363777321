"""Where every card of a match of Spiel des Jahres is: once each, whatever happens."""

from collections.abc import Iterator

from glowtable.games.spiel_des_jahres.cards import DECK, NAMES
from glowtable.games.spiel_des_jahres.state import State


def cards(state: State) -> Iterator[str]:
    """The names of all cards: in hands, tapped, published, employed, out of the match, or not looked at yet."""
    for each in (*state.hands, state.gone, state.away, state.bag):
        yield from DECK.names_of(each)
    open_cards = [card for card in (*state.companies, *state.months) if card >= 0]
    parts = [card for game in state.games for card in game.cards]
    staff = [designer.card for designer in state.staff]
    tapped = [card for tray in state.trays for card in tray]
    yield from (NAMES[card] for card in (*open_cards, *parts, *staff, *tapped))
    unseen = sum(state.hidden_count) + state.buried
    assert unseen <= state.bag.bit_count() and not (state.open & ~sum(state.hands))
