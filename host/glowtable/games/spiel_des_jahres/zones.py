"""What lies beside the grid: the months with the deck, the market, each company with its designers and its money.

The hands of bots lie there, too, face down in a row; docs/play says how hands keep them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from glowtable.game import Action, TableItem, Zone
from glowtable.kit.face_down import FaceDown
from glowtable.messages import say

from .cards import NAMES
from .cells import cell_of
from .state import State, seats_alive
from .views import SeenDesigner, View
from .worth import euros


def zones(view: View) -> tuple[Zone, ...]:
    market = tuple(_designer_thing(each) for each in view.staff if each.employer < 0)
    all_zones = (
        Zone(say("months"), tuple(_month_zone(view))),
        Zone(say("companies"), tuple(_company_zones(view))),
        Zone(say("market"), market),
    )
    return tuple(zone for zone in all_zones if zone.things)


def _month_zone(view: View) -> Iterator[TableItem]:
    """The last one is in demand."""
    for number, card in enumerate(view.months, 1):
        yield TableItem(str(number), card)
    if view.deck:
        yield TableItem(say("deck"), "", amount=view.deck)


def _company_zones(view: View) -> Iterator[TableItem]:
    for seat in view.alive:
        if view.companies[seat]:
            yield TableItem(say("{seat}", seat=seat), view.companies[seat])
        if view.money_k[seat] >= 0:
            yield TableItem(euros(view.money_k[seat]), icon="coins")
        yield from (_designer_thing(each) for each in view.staff if each.employer == seat)


def _designer_thing(each: SeenDesigner) -> TableItem:
    return TableItem(euros(each.wage_k), each.name)


def tokens(view: View) -> Mapping[int, tuple[TableItem, ...]]:
    """The coins that mark the value of a game."""
    items = {cell_of(game): (TableItem(euros(game.value_k), icon="coins"),) for game in view.games}
    return {cell: things for cell, things in items.items() if cell is not None}


# -- hands that lie face down


def _cards_before_seat(state: State, seat: int) -> int:
    """The cards before a seat, but those that it has put into a trade: all see them."""
    deal, held = state.deal, state.hands[seat]
    return held & ~deal.cards[deal.seats.index(seat)] if deal and seat in deal.seats else held


ROWS: FaceDown[State] = FaceDown(NAMES, NAMES, _cards_before_seat, lambda state, seat: state.hidden_count[seat])


def from_hands(action: Action, before: State, after: State) -> tuple[tuple[int, str], ...]:
    """What a seat taps, employs or puts into a trade; the row of a ruined seat leaves as it lies, card for card.

    A card that the table took to lie in another row is not named there: all would hear what that hand was.
    """
    return ROWS.taken_away([seat for seat in seats_alive(after) if seat == action.seat], before, after)
