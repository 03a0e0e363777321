"""The course of a game from phase to phase: the parts of its rules say their steps, here they serve as rules.

A state has a `phase`. A step says of a phase who may act (a bit set of seats), what is legal for a seat, and what each
kind of action does; in a phase of luck chance acts instead.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from glowtable.game import CHANCE, Action, Chances
from glowtable.kit.bit_sets import members


class Phased(Protocol):
    @property
    def phase(self) -> Hashable: ...


S = TypeVar("S", bound=Phased)

Doings = Mapping[str, Callable[[S, Action], S]]  # by the kind of action
Step = tuple[Callable[[S], int], Callable[[S, int], tuple[Action, ...]], Doings[S]]  # who, what is legal, done
Luck = tuple[Callable[[S], Chances], Doings[S]]

SEATS_OF = tuple(map(members, range(1 << 6)))  # a bit set of seats -> the seats
BY_CHANCE = (CHANCE,)


class Course(Generic[S]):
    """The functions of `Rules` that follow from the steps of all phases; a phase without a step is the end."""

    def __init__(self, steps: Mapping[Any, Step[S]], luck: Mapping[Any, Luck[S]]) -> None:
        self.steps = steps
        self.luck = luck
        self.doings: dict[Any, Doings[S]] = {phase: doings for phase, (_, _, doings) in steps.items()}
        self.doings |= {phase: doings for phase, (_, doings) in luck.items()}

    def acting(self, state: S) -> tuple[int, ...]:
        """The seats that are asked now; in an open phase everybody who is not ready."""
        step = self.steps.get(state.phase)
        return SEATS_OF[step[0](state)] if step else ()

    def to_act(self, state: S) -> tuple[int, ...]:
        return BY_CHANCE if state.phase in self.luck else self.acting(state)

    def legal(self, state: S, seat: int) -> tuple[Action, ...]:
        step = self.steps.get(state.phase)
        if step is None or seat < 0 or not step[0](state) >> seat & 1:
            return ()
        return step[1](state, seat)

    def chance(self, state: S) -> Chances:
        """The card that nobody knows: dealt, drawn or turned up."""
        luck = self.luck.get(state.phase)
        return luck[0](state) if luck else ()

    def apply(self, state: S, action: Action) -> S:
        return self.doings[state.phase][action.kind](state, action)

    def may(self, state: S, action: Action) -> bool:
        """Whether the action may be applied now."""
        if action.seat == CHANCE:
            return any(action == outcome for outcome, _ in self.chance(state))
        return action in self.legal(state, action.seat)
