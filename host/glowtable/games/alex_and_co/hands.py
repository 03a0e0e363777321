"""Cards in hands: shown, handed over, forgotten. Keeps what each seat, and everybody, knows of the others' hands.

A seat that sees nothing of what moves no longer knows where the cards are that may have moved.
"""

from __future__ import annotations

from glowtable.kit.hands import drop_card, forget_cards, locate_card, move_cards, reveal_card
from glowtable.kit.tuples import replaced

from .cards import copies_like, sets_with
from .state import State


def locate(state: State, seat: int, card: int) -> State:
    """The table has now seen that a seat holds this card; who denied it is not said, for not everybody need see it."""
    if state.hands[seat] >> card & 1:
        return state
    state = _as_copy(state, card, state.hands[seat] & ~state.open)
    after = locate_card(state, seat, card)
    return state if after is state else _forget_holders(after, 1 << card | after.bag & ~state.bag)


def find(state: State, card: int) -> State:
    """A card has come to light from the draw pile, the display or the deck (A-01: of ESG and SAZ cards any copy)."""
    state = _as_copy(state, card, state.bag)
    after = reveal_card(state, card)
    return state if after is state else _forget_holders(after, 1 << card)


def _as_copy(state: State, card: int, among: int) -> State:
    """If not this card but a copy of it, which nobody could tell from it, is believed to be here, it is this one."""
    copies = 0 if among >> card & 1 else copies_like(card) & among
    return exchanged(state, card, copies.bit_length() - 1) if copies else state


def exchanged(state: State, one: int, other: int) -> State:
    """The same state with two hidden cards in each other's place."""
    return state._replace(
        hands=tuple([_swap_two(cards, one, other) for cards in state.hands]),
        aware=tuple([_swap_two(cards, one, other) for cards in state.aware]),
        bag=_swap_two(state.bag, one, other),
        held={one: other, other: one}.get(state.held, state.held),
    )


def _swap_two(cards: int, one: int, other: int) -> int:
    """A set of cards in which each of two stands for the other."""
    differ = (cards >> one ^ cards >> other) & 1
    return cards ^ (differ << one | differ << other)


def forget(state: State, seat: int, cards: int) -> State:
    """A seat turned out not to hold these cards; it holds others that nobody has read."""
    return _forget_holders(forget_cards(state, seat, cards), cards)


def _forget_holders(state: State, cards: int) -> State:
    """No seat knows any more who holds these cards."""
    return state._replace(aware=tuple([known & ~cards for known in state.aware]))


def show(state: State, seat: int, card: int) -> State:
    """A card of a hand is shown to everybody, and stays there (A-15), whatever the seat said before (A-38)."""
    state, bit = locate(state, seat, card), 1 << card
    return state._replace(open=state.open | bit, denied=replaced(state.denied, seat, state.denied[seat] & ~bit))


def deny(state: State, seat: int, cards: int) -> State:
    """A seat says before everybody that it has none of these cards."""
    return state._replace(denied=replaced(state.denied, seat, state.denied[seat] | cards))


def gain(state: State, seat: int, cards: int) -> State:
    """A seat takes open cards; that may give it a right to call."""
    return state._replace(
        hands=replaced(state.hands, seat, state.hands[seat] | cards),
        open=state.open | cards,
        denied=replaced(state.denied, seat, state.denied[seat] & ~cards),
        barred=False,
        retracted=state.retracted & ~sets_with(cards),
    )


def drop(state: State, seat: int, card: int) -> State:
    """A card leaves a hand for good; it lies open."""
    return _forget_holders(drop_card(locate(state, seat, card), seat, card), 1 << card)


def hand_over(state: State, giver: int, taker: int, card: int) -> State:
    """A card goes from hand to hand before everybody's eyes."""
    state = locate(state, giver, card)
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
    return move_cards(state, giver, taker, bit)._replace(
        open=state.open & ~lost,
        aware=tuple(aware),
        denied=replaced(state.denied, taker, state.denied[taker] & ~may_be),
        barred=False,
        retracted=0,
    )
