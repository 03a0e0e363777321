"""Civilian tokens: taken from their pools, given back, lost; and the end of the match that a missing one brings.

Source: Alter Ego EN, "If a CIV token must be taken but the supply is empty" (E-24, E-31, E-40)
"""

from __future__ import annotations

from glowtable.kit.tuples import replaced

from .cards import AFFILIATIONS, CIVS
from .state import BLACK, NO_CIVS, Civs, End, Phase, State, Status, plus

WORDS = (*CIVS, "black")  # how actions name a type


def cards_on_cells(civ: int, amount: int = 1) -> Civs:
    """So many tokens of one type."""
    return replaced(NO_CIVS, civ, amount)


def less(one: Civs, other: Civs) -> Civs:
    return tuple([a - b for a, b in zip(one, other, strict=True)])


def taken(state: State, wanted: tuple[int, ...]) -> tuple[State, Civs]:
    """Hostages out of the pools, `wanted` of each of the three types; black tokens stand for those missing.

    If there are not enough of these the match is over, and what there is was taken.
    """
    from_pools = [min(want, pool) for want, pool in zip(wanted, state.pools, strict=False)]
    missing = sum(wanted) - sum(from_pools)
    held = (*from_pools, min(missing, state.pools[BLACK]))
    after = state._replace(pools=less(state.pools, held))
    return (over(after, End.HOSTAGE) if missing > held[BLACK] else after), held


def over(state: State, end: End, winners: tuple[int, ...] = ()) -> State:
    return state._replace(phase=Phase.OVER, within=Phase.OVER, seat=-1, end=str(end), winners=winners)


def released(state: State, held: Civs) -> State:
    """Back to the pools; a black token never returns (E-40)."""
    back = replaced(held, BLACK, 0)
    return state._replace(pools=plus(state.pools, back), lost=plus(state.lost, less(held, back)))


def removed(state: State, held: Civs) -> State:
    """Out of the game."""
    return state._replace(lost=plus(state.lost, held))


def rescued(state: State, henchman: int, civ: int) -> State:
    """One hostage of a henchman: to its pool, unless an arch villain it is affiliated with is in play (E-31)."""
    feared = any(state.villains[at].status is Status.IN_PLAY for at in AFFILIATIONS[henchman])
    return removed(state, cards_on_cells(civ)) if feared else released(state, cards_on_cells(civ))


def henchmen_hostages(state: State) -> Civs:
    """All hostages on henchmen in play, of each type."""
    found = NO_CIVS
    for henchman in state.henchmen:
        found = plus(found, henchman.hostages)
    return found
