"""Hands: what becomes known of one, and what is laid aside from it."""

from __future__ import annotations

from .state import State, changed


def located(state: State, seat: int, card: int) -> State:
    """The table and everybody have now seen that a seat holds this card."""
    person, bit = state.people[seat], 1 << card
    if person.hand & bit:
        return changed(state, seat, open=person.open | bit)
    return changed(
        state,
        seat,
        hand=person.hand | bit,
        open=person.open | bit,
        deck=person.deck ^ bit,
        unread=person.unread - 1,
    )


def played(state: State, seat: int, card: int) -> State:
    """An event has left the hand; it is laid on the discards when its effect is over (E-36)."""
    return changed(off_the_hand(state, seat, card), seat, played=1 << card)


def off_the_hand(state: State, seat: int, card: int) -> State:
    """A card that everybody has seen has left the hand."""
    after = located(state, seat, card)
    person, bit = after.people[seat], 1 << card
    return changed(after, seat, hand=person.hand ^ bit, open=person.open ^ bit)


def off_the_discards(state: State, seat: int, card: int) -> State:
    """A card has left the discards, where it may have been buried unread."""
    person, bit = state.people[seat], 1 << card
    if person.discard & bit:
        return changed(state, seat, discard=person.discard ^ bit)
    return changed(state, seat, deck=person.deck ^ bit, buried=person.buried - 1)


def discarded(state: State, seat: int, cards: int) -> State:
    """Cards of the hand that are known go to the discards."""
    person = state.people[seat]
    return changed(state, seat, hand=person.hand & ~cards, open=person.open & ~cards, discard=person.discard | cards)


def laid_aside(state: State, seat: int) -> State:
    """The rest of the hand to the discards; what is not read is buried there unseen (E-38)."""
    person = state.people[seat]
    after = discarded(state, seat, person.hand)
    return changed(after, seat, unread=0, buried=person.buried + person.unread)
