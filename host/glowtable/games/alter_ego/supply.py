"""The supply of equipment and events: bought, or cycled to the bottom of the deck.

Source: Alter Ego EN, "Equipment and Events" (E-35, E-37)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.tuples import replaced

from . import layers
from .cards import EVENTS, NO_CARD, PRICE
from .rounds import earned
from .settling import settled
from .state import THRESHOLDS, State, changed

CYCLE_ONE, CYCLE_ALL = int(THRESHOLDS["cycle_one"]), int(THRESHOLDS["cycle_three"])


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Who presses first gets the card (E-37)."""
    money = state.people[seat].money
    if not money:
        return ()
    row = [card for card in state.row if card != NO_CARD]
    offered = actions_for(seat, "buy").of(sum([1 << card for card in row if PRICE[card] <= money]))
    if state.offers and row:
        offered += actions_for(seat, "cycle").of(sum([1 << card for card in row])) if money >= CYCLE_ONE else ()
        offered += bare_action(seat, "sweep") if money >= CYCLE_ALL else ()
    return offered


def buy(state: State, action: Action) -> State:
    """Equipment into the play area, an event into the hand or by option to the discards; refilled at once."""
    seat, card = action.seat, int(action.args[0])
    after = earned(_off_the_row(state, card), seat, -PRICE[card])
    return settled(_received(after, seat, 1 << card))


def _off_the_row(state: State, card: int) -> State:
    return state._replace(row=replaced(state.row, state.row.index(card), NO_CARD))


def _received(state: State, seat: int, bit: int) -> State:
    person = state.people[seat]
    if not bit & EVENTS:
        return changed(state, seat, gear=person.gear | bit)
    if state.terms.options["event_goes"] == "discard":
        return changed(state, seat, discard=person.discard | bit)
    return changed(state, seat, hand=person.hand | bit, open=person.open | bit)


def cycle(state: State, action: Action) -> State:
    """Source: EN, "spend 1$ to cycle 1 Equipment/Event card from the supply to the bottom of the deck" """
    card = int(action.args[0])
    after = _off_the_row(state, card)
    after = after._replace(offers=layers.under(after.offers, 1 << card))
    return settled(earned(after, action.seat, -CYCLE_ONE))


def sweep(state: State, action: Action) -> State:
    """Source: EN, "spend 2$ to cycle all 3 Equipment/Event cards" """
    cards = sum([1 << card for card in state.row if card != NO_CARD])
    after = state._replace(offers=layers.under(state.offers, cards), row=(NO_CARD,) * len(state.row))
    return settled(earned(after, action.seat, -CYCLE_ALL))


EFFECTS = {"buy": buy, "cycle": cycle, "sweep": sweep}
