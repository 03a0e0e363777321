"""Every action a game can ever have, numbered as programs that learn want it: read off the kinds of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product, repeat
from operator import itemgetter
from typing import Any

from glowtable.game import CHANCE, HIDDEN, Action, Game, Outcome
from glowtable.kit.action_lists import ABOUT
from glowtable.kit.bit_sets import Listing

ACTION, WEIGHT = itemgetter(0), itemgetter(1)


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
        self._known: dict[Action, int] = {}
        self._listings = Listings(self._numbers)
        self._rules = game.rules
        self._legal_set, self._chance_set = game.rules.legal_set, game.rules.chance_set

    def __deepcopy__(self, memo: Any) -> Vocabulary:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return self._again, ()

    def __len__(self) -> int:
        return len(self.actions)

    # -- there and back

    def number_of(self, action: Action) -> int:
        """ValueError if the game's kinds do not tell of this action."""
        try:
            return self._numbers[action.kind, action.args]
        except KeyError:
            raise ValueError(f"the game has no such action: {action}") from None

    def numbers_of(self, actions: Sequence[Action]) -> list[int]:
        """The number of each, as `number_of` has it."""
        try:
            return [*map(self._known.__getitem__, actions)]
        except KeyError:
            self._known.update({action: self.number_of(action) for action in actions})
        return self.numbers_of(actions)

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
        return self.actions[number]._replace(seat=seat)

    # -- what may be done now

    def legal_numbers(self, state: Any, seat: int) -> Sequence[int]:
        """What this seat may do, in rising order."""
        if alike := self._legal_set(state, seat):
            kind, about = alike
            return self._listings[kind, 0].of(about)
        return sorted(self.numbers_of(self._rules.legal(state, seat)))

    def chance_numbers(self, state: Any) -> Sequence[tuple[int, float]]:
        """What chance may bring, in rising order, and how likely each is."""
        if alike := self._chance_set(state):
            kind, about = alike
            return self._listings[kind, about.bit_count()].of(about)
        chances = self._rules.chance(state)
        numbers, weights = self.numbers_of([*map(ACTION, chances)]), [*map(WEIGHT, chances)]
        if weights.count(weights[0]) == len(weights):
            return sorted(zip(numbers, repeat(1 / len(weights))))
        total = sum(weights)
        return sorted(zip(numbers, [weight / total for weight in weights], strict=True))


class Listings(dict[tuple[str, int], Listing[Any]]):
    """The number of each action of a kind by the int that it is about; with its share of so many equal ones."""

    def __init__(self, numbers: Mapping[tuple[str, tuple[int | str, ...]], int]) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, key: tuple[str, int]) -> Listing[Any]:
        kind, equals = key
        numbers = [self._numbers.get((kind, (about,)), -1) for about in range(ABOUT)]
        self[key] = Listing[Any]([(number, 1 / equals) for number in numbers] if equals else numbers)
        return self[key]


def rewards_of(game: Game, seats: int, ended: Outcome | None) -> list[float]:
    """For each seat. Where all win together 1 or 0 for all; else its share of one win less a fair one: the sum is 0.

    A match that did not end, and one without winners, is worth nothing to anybody.
    """
    if ended is None or not ended.winners:
        return [0.0] * seats
    if game.cooperative:
        return [1.0] * seats
    return [(seat in ended.winners) / len(ended.winners) - 1 / seats for seat in range(seats)]
