"""What lies beside the grid: the rim of the face-down cards, the sets displayed, the draw pile.

The hands of bots lie there, too, face down in a row; docs/play says how hands keep them.
"""

from __future__ import annotations

from collections.abc import Iterator

from glowtable.game import CHANCE, Action, TableItem, Zone
from glowtable.grid import CELLS
from glowtable.kit.face_down import FaceDown
from glowtable.messages import say

from .cards import DECK, NAMES
from .cells import place_name
from .sets import by_set
from .special import ESG_CARD, SAZ_CARD, done_as
from .state import Phase, State
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
            yield TableItem(say("{seat}", seat=seat), DECK.titles_of(each.cards)[-1], amount=each.amount)


# -- hands that lie face down


def _cards_before_seat(state: State, seat: int) -> int:
    """The cards before a seat: not those of a set being displayed; a game just handed over lies before who gets it."""
    held = state.hands[seat]
    if state.phase is Phase.PAY:
        game = 1 << state.held
        return held | game if seat == state.active else held & ~game
    return held & ~state.laying if seat == state.seat else held


OWN = ("lay", "prove", "give", ESG_CARD, SAZ_CARD)  # about a card of who does it
ROWS: FaceDown[State] = FaceDown(NAMES, DECK.titles, _cards_before_seat, lambda state, seat: state.hidden_count[seat])


def from_hands(action: Action, before: State, after: State) -> tuple[tuple[int, str], ...]:
    """A card is drawn without looking: where it came from is said when it goes back there, or is kept."""
    if action.seat == CHANCE:
        return ()
    if done_as(action, before) == "return":
        return ((before.whom, NAMES[before.held]),)
    own = _own_card(action, before)
    shown = ((action.seat, own),) if action.kind == "prove" else ()
    taken = ROWS.taken_away(before.terms.everybody, before, after)
    return shown + tuple([(seat, card) for seat, card in taken if seat == action.seat or card != own])


def _own_card(action: Action, before: State) -> str:
    """What a seat shows or gives of its own; that the table took it to lie in another row nobody may hear (A-38)."""
    if action.kind == "yes":
        return NAMES[before.card]
    return NAMES[int(action.args[0])] if action.kind in OWN else ""
