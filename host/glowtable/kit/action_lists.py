"""Actions and outcomes of chance made once, and looked up by the set of cards, places or seats they are about."""

from __future__ import annotations

from functools import lru_cache

from glowtable.game import CHANCE, Action
from glowtable.kit.bit_sets import Listing

ABOUT = 256  # what an action is about is below: more than any deck has cards
WEIGHTS_KEPT = 256  # hands that are not read bring many weights in thousands of matches


@lru_cache(None)
def actions_for(seat: int, kind: str) -> Listing[Action]:
    """One action of the kind about each int below ABOUT: a card, a place, a game or a seat."""
    return Listing([Action(seat, kind, (about,)) for about in range(ABOUT)])


@lru_cache(None)
def bare_action(seat: int, kind: str) -> tuple[Action, ...]:
    """The one action of the kind that is about nothing."""
    return (Action(seat, kind),)


@lru_cache(WEIGHTS_KEPT)
def outcomes(kind: str, weight: int = 1) -> Listing[tuple[Action, int]]:
    """One outcome of chance about each int below ABOUT, all equally likely."""
    return Listing([(Action(CHANCE, kind, (about,)), weight) for about in range(ABOUT)])
