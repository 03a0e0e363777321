"""The form in which each part of the rules says its steps: what may be done in a phase, and what that does."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import Action, Chances

from .state import Phase, State

At = tuple[Phase, str]  # the phase, and the action or special card under way
Doings = Mapping[str, Callable[[State, Action], State]]  # by the kind of action
Step = tuple[Callable[[State], tuple[Action, ...]], Doings]  # what is legal for the seat to act
Steps = Mapping[At, Step]
Luck = Mapping[At, tuple[Callable[[State], Chances], Doings]]
