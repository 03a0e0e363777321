"""Actions and outcomes of chance made once, and looked up by the set of cards, places or seats they are about."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import repeat

from glowtable.game import CHANCE, Action
from glowtable.kit.bit_sets import Listing

ABOUT = 256  # what an action is about is below: more than any deck has cards


@lru_cache(None)
def actions_for(seat: int, kind: str) -> Listing[Action]:
    """One action of the kind about each int below ABOUT: a card, a place, a game or a seat."""
    return Listing([Action(seat, kind, (about,)) for about in range(ABOUT)])


@lru_cache(None)
def bare_action(seat: int, kind: str) -> tuple[Action, ...]:
    """The one action of the kind that is about nothing."""
    return (Action(seat, kind),)


def any_of(*kinds: str) -> Callable[[object, int], tuple[Action, ...]]:
    """What a seat may do in a step in which there are these kinds of actions, about nothing."""
    return lambda state, seat: tuple([action for kind in kinds for action in bare_action(seat, kind)])


@lru_cache(None)
def outcomes(kind: str) -> Listing[tuple[Action, int]]:
    """One outcome of chance about each int below ABOUT, all equally likely."""
    return Listing([(action, 1) for action in actions_for(CHANCE, kind).of((1 << ABOUT) - 1)])


def weighted_outcomes(kind: str, weight: int, about: int) -> tuple[tuple[Action, int], ...]:
    """One outcome of chance about each member of a set, each of this weight."""
    return tuple(zip(actions_for(CHANCE, kind).of(about), repeat(weight)))
