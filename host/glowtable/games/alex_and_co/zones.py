"""What lies beside the grid: the rim of the face-down cards, the sets displayed, the draw pile."""

from __future__ import annotations

from collections.abc import Iterator

from glowtable.game import TableItem, Zone
from glowtable.grid import CELLS
from glowtable.messages import Message, say

from .cards import DECK
from .cells import place_name
from .sets import by_set
from .views import GONE, View


def zones(view: View) -> tuple[Zone, ...]:
    all_zones = (
        Zone(say("on the rim"), tuple(_rim_zone(view))),
        Zone(say("sets displayed"), tuple(_display_zones(view))),
        Zone(say("draw pile"), (TableItem(say("draw pile"), "", amount=view.pile),) if view.pile else ()),
    )
    return tuple(zone for zone in all_zones if zone.things)


def _rim_zone(view: View) -> Iterator[TableItem]:
    """Face up only what was turned up in this action: to remember the others is the game."""
    for place, card in enumerate(view.places):
        if place >= CELLS and card != GONE:
            yield TableItem(place_name(place), card if place in view.turned else "", typed=place_name(place))


def _display_zones(view: View) -> Iterator[TableItem]:
    """The last card of each set of a seat, and how many of the set it displays."""
    for seat, shown in enumerate(view.shown):
        for each in by_set(DECK.set_of(shown)):
            yield TableItem(_owner_name(seat), DECK.titles_of(each.cards)[-1], amount=each.amount)


def _owner_name(seat: int) -> Message:
    return say("{seat}", seat=seat)
