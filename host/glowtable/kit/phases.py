"""A game as a table of phases, in which one seat, several seats or chance may act.

Each part of a game's rules says its steps, by the key of the states they are for: the phase, or the phase and more.
Together they serve here as the functions of `Rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from glowtable.game import CHANCE, Action, Chances
from glowtable.kit.bit_sets import members

S = TypeVar("S")

Effects = Mapping[str, Callable[[S, Action], S]]  # by the kind of action

SEATS_OF = tuple(map(members, range(1 << 6)))  # a bit set of seats -> the seats
BY_CHANCE = (CHANCE,)


class Step(NamedTuple, Generic[S]):
    """Seats act."""

    acting: Callable[[S], int]  # which: a bit set
    legal: Callable[[S, int], tuple[Action, ...]]  # what a seat that acts may do
    effects: Effects[S]


class ChanceStep(NamedTuple, Generic[S]):
    """Chance acts."""

    chances: Callable[[S], Chances]
    effects: Effects[S]


Steps = Mapping[Any, Step[S] | ChanceStep[S]]  # by the key of a state


class Phases(Generic[S]):
    """The functions of `Rules` that follow from the steps of all parts; a state without a step is the end."""

    def __init__(self, *parts: Steps[S], key: Callable[[S], Any] = attrgetter("phase")) -> None:
        steps = {at: step for part in parts for at, step in part.items()}
        self.key = key
        self.steps = {at: step for at, step in steps.items() if isinstance(step, Step)}
        self.chance_steps = {at: step for at, step in steps.items() if isinstance(step, ChanceStep)}
        self.effects = {at: step.effects for at, step in steps.items()}

    def acting(self, state: S) -> tuple[int, ...]:
        """The seats that may act; none where chance acts."""
        step = self.steps.get(self.key(state))
        return SEATS_OF[step.acting(state)] if step else ()

    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that may act, or chance; none at the end."""
        return BY_CHANCE if self.key(state) in self.chance_steps else self.acting(state)

    def legal(self, state: S, seat: int) -> tuple[Action, ...]:
        """What this seat may do; nothing if it may not act."""
        step = self.steps.get(self.key(state))
        if step is None or seat < 0 or not step.acting(state) >> seat & 1:
            return ()
        return step.legal(state, seat)

    def chance(self, state: S) -> Chances:
        """What chance may bring; nothing where seats act."""
        step = self.chance_steps.get(self.key(state))
        return step.chances(state) if step else ()

    def apply(self, state: S, action: Action) -> S:
        """The state after an action that is possible."""
        return self.effects[self.key(state)][action.kind](state, action)


# -- who may act


class OneSeat(Protocol):
    @property
    def seat(self) -> int: ...


class Open(Protocol):
    @property
    def ready(self) -> int: ...
    def _replace(self, *, ready: int) -> Self: ...


AnOpen = TypeVar("AnOpen", bound=Open)


def only_seat(state: OneSeat) -> int:
    """The one seat that is asked."""
    return 1 << state.seat


def readied(state: AnOpen, seat: int) -> AnOpen:
    """This seat wants nothing more of an open phase, in which everybody may act who is not ready."""
    return state._replace(ready=state.ready | 1 << seat)


def ready_then(
    awaited: Callable[[AnOpen], int], then: Callable[[AnOpen], AnOpen]
) -> Callable[[AnOpen, Action], AnOpen]:
    """A seat is ready; when no seat is awaited any more, `then` follows."""

    def ready(state: AnOpen, action: Action) -> AnOpen:
        after = readied(state, action.seat)
        return after if awaited(after) else then(after)

    return ready
