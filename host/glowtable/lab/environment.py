"""Match after match of any game for a program that learns, whatever library it learns by: numbers in, numbers out.

Actions are numbered as in `Vocabulary`. Chance is played by the dealer; who of several seats acts next is drawn by lot.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from glowtable.game import CHANCE, PUBLIC, Action, Arg
from glowtable.kit.json_form import to_json
from glowtable.lab.one_match import PATIENCE, settled_terms
from glowtable.lab.vocabulary import Vocabulary, rewards_of
from glowtable.lab.walker import board_text
from glowtable.match.dealer import Dealer, random_stream

LONGEST = 1 << 14  # bytes of a raw view; the longest seen has less than half of it
NOBODY = -1


class Environment:
    """One match after the other. UserError for a game, number of seats, option or value that there is not.

    A game that does not say what it shows as numbers is seen raw; every other one if that is asked for.
    """

    def __init__(self, game: str, seats: int, seed: int, options: Mapping[str, Arg], *, raw: bool = False) -> None:
        self.game, self.seats, self.options = settled_terms(game, seats, dict(options))
        self.vocabulary = Vocabulary(self.game)
        observe = None if raw else self.game.observation
        self.observation = observe(self.seats, self.options) if observe else None
        self._series, self._number = seed, -1
        self.asked = NOBODY  # the seat that acts now
        self._legal: Sequence[int] | None = None

    def reset(self, seed: int | None = None) -> None:
        """The next match of the series; with a seed the first of that one."""
        self._series, self._number = (self._series, self._number + 1) if seed is None else (seed, 0)
        self._dealer = Dealer(self._series, self._number, "dealer")
        self._lots = self.random_stream("lots")
        self.state = self.game.rules.setup(self.seats, self.options)
        self._left = PATIENCE * self.game.test_bound
        self._ask_next()

    def step(self, number: int) -> None:
        """The seat that is asked does this; it must be legal."""
        self.act(self.vocabulary.action_of(number, self.asked))

    def act(self, action: Action) -> None:
        """The same with the action itself."""
        self._apply(action)
        self._ask_next()

    def random_stream(self, purpose: str) -> Random:
        """Random numbers for one purpose in this match."""
        return random_stream(self._series, self._number, purpose)

    def legal(self) -> Sequence[int]:
        """What the seat that is asked may do."""
        if self._legal is None:
            self._legal = self.vocabulary.legal_numbers(self.state, self.asked)
        return self._legal

    def mask(self, seat: int) -> bytearray:
        """A byte of each action: 1 if this seat is asked and may do it."""
        mask = bytearray(len(self.vocabulary))
        if seat == self.asked:
            for number in self.legal():
                mask[number] = 1
        return mask

    def tensor(self, seat: int) -> array[float] | bytearray:
        """What this seat sees: `observation` says which number is what; raw its view's JSON, filled up with zeros."""
        if self.observation:
            return self.observation.tensor(self.game.rules.glance(self.state, seat), seat)
        return bytearray(json.dumps(self.raw(seat), separators=(",", ":")).encode().ljust(LONGEST, b"\0"))

    def raw(self, seat: int) -> Any:
        """The view of this seat as data for json.dumps, by field name."""
        return to_json(self.game.rules.view(self.state, seat))

    @property
    def is_ended(self) -> bool:
        """Whether the match has come to its end; where nobody is asked and it has not, it was given up."""
        return self.asked == NOBODY and self._left > 0

    def rewards(self) -> list[float]:
        """For each seat; 0 before the end."""
        return rewards_of(self.game, self.seats, self.game.rules.outcome(self.state))

    def printed_board(self) -> str:
        """What lies on the table, and what is asked."""
        return board_text(self.game, self.game.rules.view(self.state, PUBLIC))

    def _apply(self, action: Action) -> None:
        self.state = self.game.rules.apply(self.state, action)
        self._left -= 1

    def _ask_next(self) -> None:
        """Chance plays; then one of the seats that may act is asked, or the match is over."""
        rules = self.game.rules
        while (actors := rules.to_act(self.state)) and actors[0] == CHANCE:
            self._apply(self._dealer.draw_outcome(rules.chance(self.state)))
        self._legal = None
        self.asked = NOBODY
        if actors and self._left > 0:
            self.asked = actors[0] if len(actors) == 1 else self._lots.choice(actors)
