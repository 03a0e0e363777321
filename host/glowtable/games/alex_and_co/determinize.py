"""A state that a seat cannot tell from the true one, and the state as far as everybody knows.

Two hidden cards are exchanged again and again, each time only if everything the seat has heard stays true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from glowtable.kit.bit_sets import members
from glowtable.kit.hands import forget_hidden

from .calling import CALL, proofs
from .cards import NO_CARD, games_of
from .hands import exchanged
from .sets import NEW, displaying
from .special import is_held_openly
from .state import Phase, State, possible
from .swapping import SWAP


def public_state(state: State) -> State:
    """All hands hold cards nobody knows of but for the open ones; so does who drew one or was handed one."""
    held = state.held if is_held_openly(state) else NO_CARD
    return forget_hidden(state)._replace(held=held, aware=(0,) * state.terms.seats)


def determinize(state: State, seat: int, rng: Random) -> State:
    """Every card in others' hands that the seat does not know of may be another one.

    Of an untracked hand nobody can say which cards of the bag its player sees: there the bag stays.
    """
    known = state.hands[seat] | state.open | state.aware[seat]
    hands = sum(state.hands) & ~known
    slots = [*members(hands), *members(0 if state.hidden_count[seat] else state.bag)]
    for slot in range(hands.bit_count()):
        other = rng.randrange(slot, len(slots))  # as one shuffles, so that all worlds are alike
        after = exchanged(state, slots[slot], slots[other])
        if _may_be(after, state):  # nobody's words forbid it
            state = after
            slots[slot], slots[other] = slots[other], slots[slot]
    return state


def _may_be(after: State, before: State) -> bool:
    """Nobody gets what it said not to have, and the choice under way is one it can make.

    What an untracked hand held in spite of its words it may go on holding (A-38).
    """
    if any(denied & now & ~was for now, was, denied in zip(after.hands, before.hands, before.denied, strict=True)):
        return False
    can = CAN.get((after.phase, after.act))
    return can is None or can(after)


# What all can tell of the cards from the choice under way; any other choice tells nothing.
CAN: Mapping[tuple[Phase, str], Callable[[State], bool]] = {
    # nobody names a card without a right to call it
    (Phase.PROOF, CALL): lambda state: bool(proofs(state, state.seat)),
    # nobody begins a set of which it has too few
    (Phase.LAY, ""): lambda state: bool(displaying(state, state.seat)[NEW] & state.laying),
    # the asked player said yes
    **dict.fromkeys(
        ((Phase.DECIDE, SWAP), (Phase.GIVE, SWAP), (Phase.DRAW, SWAP)),
        lambda state: bool(possible(state, state.whom) & games_of(state.card)),
    ),
    # the game handed over is by the designer named
    (Phase.PAY, SWAP): lambda state: bool(games_of(state.card) >> state.held & 1),
}
