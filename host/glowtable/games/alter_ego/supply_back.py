"""What hands put back of the supply when actions are taken back: where its cards and its money lie otherwise now.

A card that was turned up, cycled and turned up again has moved twice and may lie as before: nothing is said of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from glowtable.game import Action
from glowtable.grid import cell_name
from glowtable.messages import Message, filled, say

from .anytime import CYCLE_ALL, CYCLE_ONE
from .cards import NO_CARD, PRICE, TITLES
from .cells import OFFERS
from .naming import joined
from .state import State, cards_in

CYCLED = {"cycle": CYCLE_ONE, "sweep": CYCLE_ALL}
SUPPLY = ("buy", "cycle", "sweep", "offer")  # the kinds of actions that move its cards
DECK = -1  # not a place in the row
Taken = Sequence[tuple[State, Action]]  # the actions taken back, each with the state before it

BACK: Mapping[tuple[bool, str], Message] = {  # (on top of the deck?, where the card lies now) -> what hands do
    (True, "row"): say("Put {card} back on top of the supply's deck, face down."),
    (True, "under"): say("Put {card} from under the supply's deck back on top, face down."),
    (True, "seat"): say("Put {seat}'s {card} back on top of the supply's deck, face down."),
    (False, "row"): say("Put {card} back in the supply, on {cell}."),
    (False, "under"): say("Take {card} from under the supply's deck and put it back on {cell}."),
    (False, "seat"): say("Put {seat}'s {card} back on {cell}."),
}


def supply_back(taken: Taken, after: State) -> tuple[Message, ...]:
    """What hands do, as one instruction; nothing if nothing was moved."""
    buyers = {_card_of(action): action.seat for _, action in taken if action.kind == "buy"}
    moves = []
    for card, place in moves_back(taken, after):
        lies = "row" if card in after.row else "under" if cards_in(after.offers) >> card & 1 else "seat"
        cell = "" if place == DECK else cell_name(OFFERS + place)
        facts = {"card": TITLES[card], "cell": cell, "seat": buyers.get(card)}
        moves.append(filled(BACK[place == DECK, lies], facts))
    paid: Counter[int] = Counter()  # by each seat
    for _, action in taken:
        paid[action.seat] += PRICE[_card_of(action)] if action.kind == "buy" else CYCLED.get(action.kind, 0)
    moves += [say("Give {seat} ${pay} back.", pay=pay, seat=seat) for seat, pay in sorted((+paid).items())]
    return (joined(moves),) if moves else ()


def moves_back(taken: Taken, after: State) -> list[tuple[int, int]]:
    """Each card that lies elsewhere, and its place in the row or DECK: laid on top one after the other, as said."""
    if not any(action.kind in SUPPLY for _, action in taken):
        return []
    then = taken[0][0].row
    drawn = [_card_of(action) for _, action in taken if action.kind == "offer"]
    to_deck = [(card, DECK) for card in reversed(dict.fromkeys(drawn)) if card not in then]
    return [*to_deck, *((card, n) for n, card in enumerate(then) if card not in (NO_CARD, after.row[n]))]


def _card_of(action: Action) -> int:
    return int(action.args[0])
