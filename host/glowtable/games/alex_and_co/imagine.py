"""A state that a seat cannot tell from the true one: the cards it does not know of change places.

Two hidden cards are exchanged again and again, each time only if everything the seat has heard stays true.
"""

from __future__ import annotations

from random import Random

from glowtable.masks import members

from .cards import games_of
from .state import Phase, State


def hidden(state: State, seat: int) -> tuple[int, int]:
    """The cards in others' hands that a seat does not know of, and those nobody has looked at."""
    known = state.hands[seat] | state.open | state.aware[seat]
    hands = 0
    for cards in state.hands:
        hands |= cards & ~known
    return hands, state.bag


def determinise(state: State, seat: int, rng: Random) -> State:
    """Every card in others' hands that the seat does not know of may be another one.

    Of a seat whose hand is not read nobody can say which cards of the bag it sees: there the bag stays.
    """
    hands, bag = hidden(state, seat)
    if state.unread[seat]:
        bag = 0
    slots = [*members(hands), *members(bag)]
    for slot in range(hands.bit_count()):
        other = rng.randrange(slot, len(slots))  # as one shuffles, so that all worlds are alike
        exchanged = _exchanged(state, slots[slot], slots[other])
        if exchanged is not state:
            state = exchanged
            slots[slot], slots[other] = slots[other], slots[slot]
    return state


def _exchanged(state: State, one: int, other: int) -> State:
    """The state with two cards in each other's place; as it was if somebody's words forbid it."""
    after = state._replace(
        hands=tuple([_swapped(cards, one, other) for cards in state.hands]),
        aware=tuple([_swapped(cards, one, other) for cards in state.aware]),
        bag=_swapped(state.bag, one, other),
        held={one: other, other: one}.get(state.held, state.held),
    )
    return after if _may_be(after, state) else state


def _swapped(cards: int, one: int, other: int) -> int:
    """A set of cards in which each of two stands for the other."""
    differ = (cards >> one ^ cards >> other) & 1
    return cards ^ (differ << one | differ << other)


def _may_be(after: State, before: State) -> bool:
    """Nobody holds what it said not to have, and the choice under way is one it can make."""
    if any(cards & denied for cards, denied in zip(after.hands, before.denied, strict=True) if denied):
        return False
    if after.phase in (Phase.DECIDE, Phase.GIVE, Phase.DRAW) and after.act == "swap":
        return bool(after.hands[after.whom] & games_of(after.card)) or bool(after.unread[after.whom])
    return after.phase is not Phase.PAY or bool(games_of(after.card) >> after.held & 1)
