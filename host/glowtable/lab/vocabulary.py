"""Every action a game can ever have, numbered as programs that learn want it: read off the kinds of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Any

from glowtable.game import CHANCE, HIDDEN, Action, Game, Outcome

OBJECTS_KNOWN = 1 << 14  # games hand out the same actions again and again, fewer than these


class Vocabulary:
    """The actions of seats, or of chance, each with a number; which seat acts is not part of it."""

    def __init__(self, game: Game, *, by_chance: bool = False) -> None:
        self._again = partial(Vocabulary, game, by_chance=by_chance)
        kinds = [(name, kind) for name, kind in sorted(game.kinds.items()) if kind.by_chance == by_chance]
        self.actions = tuple(
            Action(CHANCE if by_chance else 0, name, args) for name, kind in kinds for args in product(*kind.domains)
        )
        self._numbers = {(action.kind, action.args): number for number, action in enumerate(self.actions)}
        self._hidden = {name: number for number, (name, _) in enumerate(kinds, len(self.actions))}
        self._known: dict[int, int] = {}  # id of an object -> the number of the action that it is
        self._objects: list[Action] = []  # so that no other object gets such an id

    def __deepcopy__(self, memo: Any) -> Vocabulary:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return self._again, ()

    def __len__(self) -> int:
        return len(self.actions)

    def number_of(self, action: Action) -> int:
        """KeyError if the game's kinds do not tell of this action."""
        return self._numbers[action.kind, action.args]

    def numbers_of(self, actions: Sequence[Action]) -> list[int]:
        """The number of each, as `number_of` has it."""
        try:
            return [*map(self._known.__getitem__, map(id, actions))]
        except KeyError:
            numbers = [*map(self.number_of, actions)]
        if len(self._objects) < OBJECTS_KNOWN:
            self._known.update(zip(map(id, actions), numbers, strict=True))
            self._objects += actions
        return numbers

    def seen_number(self, action: Action) -> int:
        """The same of an action as somebody knows it: whatever is hidden of it, a number after all others."""
        return self._hidden[action.kind] if HIDDEN in action.args else self.number_of(action)

    @property
    def seen_size(self) -> int:
        """How many numbers those are."""
        return len(self.actions) + len(self._hidden)

    def action_of(self, number: int, seat: int) -> Action:
        """The action of this number as this seat does it; ValueError for a number without an action."""
        if not 0 <= number < len(self.actions):
            raise ValueError(f"action must be 0..{len(self.actions) - 1}, got {number}")
        _, kind, args = self.actions[number]
        return Action(seat, kind, args)


def rewards_of(game: Game, seats: int, ended: Outcome | None) -> list[float]:
    """For each seat. Where all win together 1 or 0 for all; else its share of one win less a fair one: the sum is 0.

    A match that did not end, and one without winners, is worth nothing to anybody.
    """
    if ended is None or not ended.winners:
        return [0.0] * seats
    if game.cooperative:
        return [1.0] * seats
    return [(seat in ended.winners) / len(ended.winners) - 1 / seats for seat in range(seats)]
