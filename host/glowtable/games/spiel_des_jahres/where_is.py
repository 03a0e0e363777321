"""Where the cards lie, for who compares the table with what is believed. Hidden cards all look alike."""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.grid import cell_name
from glowtable.messages import Message, say

from .cards import DECK, NAMES
from .cells import cell_of, place_name
from .kinds import VOCABULARY
from .views import View


def expected_at(view: View, cell: int) -> Message:
    """What must lie on a cell, from below."""
    for game in view.games:
        if cell_of(game) == cell:
            return say("From the bottom up: {cards}.", cards=game.cards)
    return say("{cell} should be empty.", cell=cell_name(cell))


def cards_on_cells(view: View) -> Mapping[int, tuple[frozenset[str], ...]]:
    """The games on the cells of the rows."""
    cards_by_cell = {cell_of(game): tuple(frozenset({card}) for card in game.cards) for game in view.games}
    return {cell: cards for cell, cards in cards_by_cell.items() if cell is not None}


def where_is(view: View, text: str) -> tuple[Message, int | None]:
    """Where a card belongs if it lies open; else the answer is the same wherever it is."""
    cards = DECK.copies_of(text)
    if not cards:
        return VOCABULARY.no_such_card().message, None
    name = NAMES[cards[0]]
    for game in view.games:
        if name in game.cards:
            where = say("{card} is part of {name}, {place}.", card=name, name=game.name, place=place_name(game))
            return where, cell_of(game)
    return _elsewhere_texts(view, name), None


def _elsewhere_texts(view: View, name: str) -> Message:
    """A card that lies on no cell, as far as may be said."""
    for designer in view.staff:
        if designer.name == name and designer.employer >= 0:
            return say("{card} works for {seat}.", card=name, seat=designer.employer)
        if designer.name == name:
            return say("{card} is on the market.", card=name)
    if name in view.companies:
        return say("{card} is {seat}'s company card.", card=name, seat=view.companies.index(name))
    if name in view.months:
        return say("{card} is in the row of months, number {n}.", card=name, n=view.months.index(name) + 1)
    for seat, tray in enumerate(view.trays):
        if name in tray.cards:
            return say("{card} is in {seat}'s hand.", card=name, seat=seat)
    if name in view.gone:
        return say("{card} is out of the game.", card=name)
    return say("That card is hidden. Put it back where it was, face down.")
