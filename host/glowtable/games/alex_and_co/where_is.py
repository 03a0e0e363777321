"""Where the cards lie, for people who compare the table with what is believed. Hidden cards are all alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain

from glowtable.game import Pile, Place
from glowtable.grid import CELLS
from glowtable.messages import Message, say

from .cards import DECK, NUMBER, PRINTED, copies_of
from .cells import place_name
from .views import GONE, View


def expected_at(view: View, cell: int) -> Message:
    """What must lie on a cell; a card that was turned back is not named."""
    if cell >= len(view.places) or view.places[cell] == GONE:
        return say("{cell} should be empty.", cell=place_name(cell))
    if cell in view.turned and view.places[cell]:
        return _place_text(view, cell)
    return say("A face-down card belongs on {cell}.", cell=place_name(cell))


def cards_on_cells(view: View) -> Mapping[int, Pile]:
    """One card on each cell: a face-down one that nobody has seen may be any of which nobody knows where it is."""
    hidden = _unlocated_cards(view)
    here = enumerate(view.places[:CELLS])
    return {cell: (frozenset(DECK.names_like(card)) if card else hidden,) for cell, card in here if card != GONE}


def face_down(view: View) -> frozenset[int]:
    """The cells of cards that were not turned up, or were turned back: to remember them is the game."""
    here = enumerate(view.places[:CELLS])
    return frozenset(cell for cell, card in here if card != GONE and cell not in view.turned)


def _unlocated_cards(view: View) -> frozenset[str]:
    """The cards of which not everybody knows where they are; of copies any, unless all of them are known."""
    located = Counter((*view.places, *view.gone, *chain.from_iterable(view.known), *chain.from_iterable(view.shown)))
    copies = map(DECK.names_like, dict.fromkeys(PRINTED))
    return frozenset(chain.from_iterable(names for names in copies if located[PRINTED[NUMBER[names[0]]]] < len(names)))


def where_is(view: View, text: str) -> Place:
    """Where a card belongs if it lies open; else the answer is the same wherever it is.

    To remember that is the game, and to hide it, too.
    """
    cards = copies_of(text)
    if not cards:
        return say("That card isn't in ALEX & CO."), None
    name = PRINTED[cards[0]]
    places = [at for at, lies in enumerate(view.places) if lies == name and at in view.turned]
    if places:
        place = places[(cards[0] - NUMBER[name]) % len(places)]  # each of the copies gets another place
        return _place_text(view, place), place if place < CELLS else None
    return _elsewhere_text(view, name) or say("That card is hidden. Put it back where it was, face down."), None


def _place_text(view: View, place: int) -> Message:
    return say("{card} belongs on {cell}, face up.", card=view.places[place], cell=place_name(place))


def _elsewhere_text(view: View, name: str) -> Message | None:
    """A card on no place of the display, as far as may be said."""
    if name in view.gone:
        return say("{card} is out of the game.", card=name)
    for seat, shown in enumerate(view.shown):
        if name in shown:
            return say("{card} belongs in {seat}'s display.", card=name, seat=seat)
    return None
