"""Where every card of a match of Punto is. Looks only at the view: all cards of the board lie open (P-07)."""

from __future__ import annotations

from glowtable.game import Pile, Place, listed
from glowtable.messages import Message, say

from . import cells
from .cards import DECK, NAMES
from .kinds import VOCABULARY
from .letters import card_text, named_text
from .views import View


def expected_at(view: View, cell: int) -> Message:
    """What must lie on a cell of the table, from below."""
    on_lattice = cells.on_lattice(cell, view)
    cards = dict(view.piles).get(on_lattice)
    where = cells.cell_label(on_lattice, view)
    if not cards:
        return say("{cell} should be empty.", cell=where)
    return say("On {cell}, from the bottom up: {cards}.", cell=where, cards=tuple(map(named_text, cards)))


def cards_on_cells(view: View) -> dict[int, Pile]:
    """Each pile that the table shows."""
    piles = cells.all_on_table(dict(view.piles), view)
    return {cell: tuple(frozenset({card}) for card in pile) for cell, pile in piles.items()}


def where_is(view: View, card: str) -> Place:
    """Where a card belongs, and the cell of the table if it lies on one."""
    copies = DECK.copies_of(card)
    if not copies:
        return VOCABULARY.no_such_card().message, None
    name, kind = NAMES[copies[0]], card_text(copies[0])
    for cell, pile in view.piles:
        if name in pile:
            return say("{card} belongs on {cell}.", card=kind, cell=cells.cell_label(cell, view)), cells.on_table(
                cell, view
            )
    if name == view.card:
        return say("{seat} turned over {card} and hasn't played it yet.", card=kind, seat=view.seat), None
    return _off_board(view, name, kind), None


def _off_board(view: View, name: str, kind: Message) -> Message:
    for side, trophies in enumerate(view.trophies):
        if name in trophies:
            return say("{card} is {who}'s trophy.", card=kind, who=listed(view.sides[side]))
    seats = tuple(seat for seat, cards in enumerate(view.sure) if name in cards)
    unseen = False
    for bag, held in view.mixed:
        if name in bag:
            seats = tuple(seat for seat, count in enumerate(held) if count)
            unseen = sum(held) < len(bag)
    if not seats:
        return say("{card} is out of the game.", card=kind)
    if len(seats) == 1:
        place = say("{card} is in {seats}'s stack.", card=kind, seats=seats)
    else:
        place = say("{card} is in one of these stacks: {seats}.", card=kind, seats=seats)
    return say("{place} Or it's out of the game.", place=place) if unseen else place
