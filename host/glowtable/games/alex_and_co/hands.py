"""Cards in hands: shown, handed over, forgotten. Keeps what each seat, and everybody, knows of the others' hands.

A seat that is told nothing of what moves no longer knows where the cards are that may have moved.
"""

from __future__ import annotations

from glowtable.kit.tuples import replaced

from .cards import EVERY, GAMES, games_of
from .state import State


def located(state: State, seat: int, card: int) -> State:
    """The table has now seen that a seat holds this card; who denied it is not told of, for all need not see it.

    What is seen last is believed: where it had read this card before, or others of this seat, there it was misled.
    """
    bit = 1 << card
    if state.hands[seat] & bit:
        return state
    for holder, cards in enumerate(state.hands):
        state = forgotten(state, holder, cards & bit)
    if not state.unread[seat]:
        hidden = state.hands[seat] & ~state.open
        state = forgotten(state, seat, hidden & -hidden)
    return state._replace(
        hands=replaced(state.hands, seat, state.hands[seat] | bit),
        unread=replaced(state.unread, seat, state.unread[seat] - 1),
        bag=state.bag ^ bit,
    )


def forgotten(state: State, seat: int, cards: int) -> State:
    """A seat holds cards that nobody has read in place of these of its hand, if there are any."""
    if not cards:
        return state
    return state._replace(
        hands=replaced(state.hands, seat, state.hands[seat] ^ cards),
        unread=replaced(state.unread, seat, state.unread[seat] + cards.bit_count()),
        aware=tuple([known & ~cards for known in state.aware]),
        bag=state.bag | cards,
    )


def show(state: State, seat: int, card: int) -> State:
    """A card of a hand is shown to everybody, and stays there (A-15), whatever the seat said before (A-38)."""
    state, bit = located(state, seat, card), 1 << card
    return state._replace(open=state.open | bit, denied=replaced(state.denied, seat, state.denied[seat] & ~bit))


def gain(state: State, seat: int, cards: int) -> State:
    """A seat takes open cards; that may give it a right to call."""
    return state._replace(
        hands=replaced(state.hands, seat, state.hands[seat] | cards),
        open=state.open | cards,
        denied=replaced(state.denied, seat, state.denied[seat] & ~cards),
        barred=False,
    )


def drop(state: State, seat: int, card: int) -> State:
    """A card leaves a hand for good; it lies open."""
    state = located(state, seat, card)
    rest = ~(1 << card)
    return state._replace(
        hands=replaced(state.hands, seat, state.hands[seat] & rest),
        open=state.open & rest,
        aware=tuple([cards & rest for cards in state.aware]),
    )


def hand_over(state: State, giver: int, taker: int, card: int) -> State:
    """A card goes from hand to hand before everybody's eyes."""
    state = located(state, giver, card)
    rest = replaced(state.hands, giver, state.hands[giver] ^ 1 << card)
    return gain(state._replace(hands=rest, gave=(*state.gave, giver)), taker, 1 << card)


def see(state: State, seat: int, card: int) -> State:
    """A seat comes to know of a card in another hand."""
    return state._replace(aware=replaced(state.aware, seat, state.aware[seat] | 1 << card))


def slip(state: State, giver: int, taker: int, card: int, may_be: int) -> State:
    """A card goes from hand to hand face down: all others know only that it was one of `may_be`."""
    bit, lost = 1 << card, state.hands[giver] & may_be
    aware = [
        cards | (state.open & lost) | bit if seat in (giver, taker) else cards & ~lost
        for seat, cards in enumerate(state.aware)
    ]
    hands = list(state.hands)
    hands[giver] ^= bit
    hands[taker] |= bit
    return state._replace(
        hands=tuple(hands),
        open=state.open & ~lost,
        aware=tuple(aware),
        denied=replaced(state.denied, taker, state.denied[taker] & ~may_be),
        barred=False,
    )


def slip_game(state: State, giver: int, taker: int, card: int) -> State:
    """A game of whatever designer, as an ESG card brings (A-11)."""
    return slip(state, giver, taker, card, GAMES)


def exchange(state: State, asker: int, asked: int, game: int, paid: int, designer: int) -> State:
    """A game of this designer comes, then any card goes: a hand that is not read may give the same one back (A-20)."""
    state = slip(state, asked, asker, game, games_of(designer))
    return slip(located(state, asker, paid), asker, asked, paid, EVERY)
