"""What lies beside the grid: the months with the deck, the market, each company with its designers and its money."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from glowtable.game import TableItem, Zone
from glowtable.messages import say

from .cells import cell_of
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
