"""Phases in which everybody may act who has not said to be ready."""

from __future__ import annotations

from collections.abc import Callable

from glowtable.game import Action
from glowtable.kit.phases import readied

from .state import Phase, State

OPEN = (Phase.SEAL, Phase.MONTH, Phase.LAST_CALL, Phase.OFFERS, Phase.AWARD)


def not_ready(state: State) -> int:
    """Everybody who is in the game and has not said to be ready."""
    return state.alive & ~state.ready


def ready_then(then: Callable[[State], State]) -> Callable[[State, Action], State]:
    """A seat is ready; after the last one `then` follows."""

    def ready(state: State, action: Action) -> State:
        after = readied(state, action.seat)
        return after if not_ready(after) else then(after)

    return ready
