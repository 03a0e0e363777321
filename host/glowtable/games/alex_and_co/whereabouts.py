"""Where the cards lie, for who compares the table with what is believed. Of what is hidden no card is told apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from glowtable.game import Message, say

from .cards import NAMES, copies_of
from .places import ON_CELLS, place_name
from .views import GONE, View


def reach(view: View, cell: int) -> Message:
    """What must lie on a cell; a card that was turned back is not named."""
    if cell >= len(view.places) or view.places[cell] == GONE:
        return say("nothing lies on {cell}", cell=place_name(cell))
    if cell in view.turned and view.places[cell]:
        return say("{card} lies open on {cell}", card=view.places[cell], cell=place_name(cell))
    return say("a face-down card lies on {cell}", cell=place_name(cell))


def lying(view: View) -> Mapping[int, tuple[frozenset[str], ...]]:
    """One card on each cell: a face-down one that nobody has seen may be any of which nobody knows where it is."""
    hidden = frozenset(NAMES) - _located(view)
    here = enumerate(view.places[:ON_CELLS])
    return {cell: (frozenset({card}) if card else hidden,) for cell, card in here if card != GONE}


def _located(view: View) -> frozenset[str]:
    """The cards of which everybody knows where they are."""
    return frozenset((*view.places, *view.gone, *_all(view.known), *_all(view.shown)))


def _all(names: Iterable[Iterable[str]]) -> Iterable[str]:
    return (name for each in names for name in each)


def home(view: View, text: str) -> tuple[Message, int | None]:
    """Where a card belongs, as far as everybody knows; else it is not named, for who shows it may not tell it."""
    cards = copies_of(text)
    if not cards:
        return say("ALEX & CO has no such card"), None
    name = NAMES[cards[0]]
    for seat, (known, shown) in enumerate(zip(view.known, view.shown, strict=True)):
        if name in shown:
            return say("{card} is displayed by {seat}", card=name, seat=seat), None
        if name in known:
            return say("{card} is in the hand of {seat}", card=name, seat=seat), None
    if name in view.places:
        place = view.places.index(name)
        where = say("{card} lies face down on {cell}", card=name, cell=place_name(place))
        return where, place if place < ON_CELLS else None
    if name in view.gone:
        return say("{card} is out of the game", card=name), None
    return say("that card is hidden: back to where it was, face down"), None
