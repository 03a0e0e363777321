"""The form in which each part of the rules says its steps: what a seat may do in a phase, and what that does."""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit import phases
from glowtable.kit.action_lists import bare_action

from .state import Phase, State

Effects = phases.Effects[State]
Steps = phases.Steps[State]

OPEN = (Phase.INCOME, Phase.SUPPORT, Phase.PATROL, Phase.AFTERMATH, Phase.FIGHT, Phase.RECOUP)


def everybody(state: State) -> int:
    return state.terms.all


def not_ready(state: State) -> int:
    """An open phase: everybody who has not said to be ready."""
    return state.terms.all & ~state.ready


def all_ready(state: State) -> bool:
    return state.ready == state.terms.all


def asked(state: State, phase: Phase, seat: int, card: int = -1) -> State:
    """A seat is asked one thing more; then the match goes back to the open phase."""
    return state._replace(phase=phase, seat=seat, card=card)


def way_back(seat: int) -> tuple[Action, ...]:
    """Nobody is forced to do what was announced (E-34)."""
    return bare_action(seat, "back")


def begins(state: State, phase: Phase) -> State:
    """An open phase in which nobody is ready yet."""
    return state._replace(phase=phase, within=phase, ready=0)


def ready_at_once(seat: int) -> tuple[Action, ...]:
    """Wanting nothing more is always possible."""
    return bare_action(seat, "ready")
