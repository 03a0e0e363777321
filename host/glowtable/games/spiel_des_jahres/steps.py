"""The form in which each part of the rules says its steps: what a seat may do in a phase, and what that does."""

from __future__ import annotations

from glowtable.kit import phases

from .state import Phase, State

Effects = phases.Effects[State]
Steps = phases.Steps[State]


OPEN = (Phase.SEAL, Phase.MONTH, Phase.LAST_CALL, Phase.OFFERS, Phase.AWARD)  # anybody may act who is not ready


def not_ready(state: State) -> int:
    """An open phase: everybody who is in the game and has not said to be ready."""
    return state.alive & ~state.ready


def all_ready(state: State) -> bool:
    return not not_ready(state)


def unready(state: State, *seats: int) -> State:
    """Something has changed for these seats, so they are asked again."""
    ready = state.ready
    for seat in seats:
        ready &= ~(1 << seat)
    return state._replace(ready=ready)
