"""Hands: cards come to them, become known, and leave them."""

from __future__ import annotations

from .state import State, Vigilante, changed, deck_size, with_person


def draw_cards(state: State, seat: int, cards: int) -> State:
    """A seat is to draw so many cards; one whose hand is untracked does it unseen, at once."""
    person = state.people[seat]
    if not state.untracked >> seat & 1:
        return changed(state, seat, draws=person.draws + cards)
    drawn = min(cards, deck_size(person))
    person = person._replace(hidden_count=person.hidden_count + drawn)
    if drawn < cards:
        person = shuffled(person)
        person = person._replace(hidden_count=person.hidden_count + min(cards - drawn, deck_size(person)))
    return with_person(state, seat, person)


def shuffled(person: Vigilante) -> Vigilante:
    """The discards are a new deck, with the cards of the old one that nobody has read."""
    return person._replace(deck=person.deck | person.discard, discard=0, buried=0)


def leave_hand(state: State, seat: int, card: int) -> State:
    """A card that everybody has seen has left the hand."""
    person, bit = state.people[seat], 1 << card
    seen = person.open & ~bit
    if person.hand & bit:
        return changed(state, seat, hand=person.hand ^ bit, open=seen)
    return changed(state, seat, open=seen, deck=person.deck ^ bit, hidden_count=person.hidden_count - 1)


def play_event(state: State, seat: int, card: int) -> State:
    """It has left the hand and lies beside the board: no effect of this round can draw it again (E-36)."""
    after = leave_hand(state, seat, card)
    return changed(after, seat, played=after.people[seat].played | 1 << card)


def leave_discards(state: State, seat: int, card: int) -> State:
    """A card has left the discards, where it may have been buried without being read."""
    person, bit = state.people[seat], 1 << card
    if person.discard & bit:
        return changed(state, seat, discard=person.discard ^ bit)
    return changed(state, seat, deck=person.deck ^ bit, buried=person.buried - 1)


def discard_hand(state: State, seat: int) -> State:
    """The rest of the hand to the discards; what is not read is buried there unseen (E-38)."""
    person = state.people[seat]
    return changed(
        state, seat, hand=0, open=0, discard=person.discard | person.hand,
        hidden_count=0, buried=person.buried + person.hidden_count,
    )  # fmt: skip
