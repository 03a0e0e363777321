"""Where every card of a match of ALEX & CO is: once each, whatever happens."""

from collections.abc import Iterator

from glowtable.games.alex_and_co.cards import DECK
from glowtable.games.alex_and_co.state import GAP, State


def cards(state: State) -> Iterator[str]:
    """The names of all cards: in hands, displayed, seen on a place, gone, or not looked at yet."""
    for each in (*state.hands, *state.shown, state.gone, state.bag, state.laying and 0):
        yield from DECK.names_of(each)
    yield from DECK.names_of(sum(1 << face for face in state.faces if face >= 0))
    unseen = state.faces.count(GAP + 1) + state.pile + sum(state.hidden_count)
    dealt = bool(state.faces)
    assert not dealt or unseen == state.bag.bit_count()
