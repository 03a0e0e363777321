"""A match as text that people read, and back: how every game's text begins, and the notation of a line per action.

    ALEX & CO
    players 4
    option knowledge full
    chance starter 2
    chance deal Catan
    2 at c4

A line holds the seat or `chance`, the kind, and what it is about, in the game's words. Written while the match runs,
what not everybody may know is `hidden`; such a text tells, and does not read back.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from glowtable.game import HIDDEN, Action, Arg, Kind, Option, Rules, parse_action
from glowtable.kit.cards import Named
from glowtable.messages import UserError

AFTER_PLAYERS = 2  # lines: title, players


class Opening(NamedTuple):
    """What a text begins with: the state it leads to, and the number of lines it takes."""

    seats: int
    options: dict[str, Arg]
    state: Any
    lines: int


class Heading(NamedTuple):
    """How the text of a game begins: its title, how many play, and the options."""

    title: str
    seats: tuple[int, ...]  # how many may play
    options: tuple[Option, ...]
    rules: Rules[Any, Any]

    def write(self, seats: int, options: Mapping[str, Arg]) -> list[str]:
        return [self.title, f"players {seats}", *(f"option {name} {value}" for name, value in options.items())]

    def read(self, lines: Sequence[str]) -> Opening:
        """Options that are not named keep their default. ValueError names the line."""
        seats = self._read_seats(lines)
        given = list(takewhile(lambda line: line.startswith("option "), lines[AFTER_PLAYERS:]))
        options = {option.name: option.default for option in self.options}
        options |= [self._read_option(number, line) for number, line in enumerate(given, AFTER_PLAYERS + 1)]
        end = AFTER_PLAYERS + len(given)
        try:
            return Opening(seats, options, self.rules.setup(seats, options), end)
        except UserError as error:
            raise ValueError(f"line {end}: {error}") from None

    def _read_seats(self, lines: Sequence[str]) -> int:
        title, players, *_ = (*lines, "", "")
        if title != self.title:
            raise ValueError(f"line 1: expected the title {self.title!r}, got {title!r}")
        for seats in self.seats:
            if players == f"players {seats}":
                return seats
        raise ValueError(f"line 2: expected 'players N' with {self.seats[0]} to {self.seats[-1]}, got {players!r}")

    def _read_option(self, number: int, line: str) -> tuple[str, Arg]:
        for option in self.options:
            for choice in option.choices:
                if line == f"option {option.name} {choice}":
                    return option.name, choice
        raise ValueError(f"line {number}: expected an option of {self.title} and one of its choices, got {line!r}")


class Lines(NamedTuple):
    """The notation of a line per action."""

    heading: Heading
    things: Mapping[str, Named]  # kind -> what it is about, where that has a name (kit/cards.py); else its own text

    def write(self, seats: int, options: Mapping[str, Arg], actions: Sequence[Action]) -> str:
        return "\n".join([*self.heading.write(seats, options), *map(self._action_line, actions)]) + "\n"

    def _action_line(self, action: Action) -> str:
        if action.kind not in self.things or action.args == (HIDDEN,):
            return str(action)
        return f"{action._replace(args=())} {self.things[action.kind].names[int(action.args[0])]}"

    def read(self, text: str) -> tuple[int, dict[str, Arg], list[Action]]:
        """Inverse of write. ValueError names the line and what was expected."""
        lines = text.splitlines()
        seats, options, state, first = self.heading.read(lines)
        actions: list[Action] = []
        for number, line in enumerate(lines[first:], first + 1):
            action = self._read_action(number, line)
            refusal = self.heading.rules.refuse(state, action)
            if refusal:
                raise ValueError(f"line {number}: expected a legal action, {line!r} is refused ({refusal.reason})")
            state = self.heading.rules.apply(state, action)
            actions.append(action)
        return seats, options, actions

    def _read_action(self, number: int, line: str) -> Action:
        who, _, rest = line.partition(" ")
        kind, _, words = rest.partition(" ")
        meant = self.things[kind].number.get(words) if kind in self.things else words
        try:
            if meant is None:
                raise ValueError("nothing has that name")
            return parse_action(f"{who} {kind} {meant}".rstrip())
        except ValueError:
            raise ValueError(f"line {number}: expected 'seat kind' and what it is about, got {line!r}") from None


def line_notation(heading: Heading, kinds: Mapping[str, Kind]) -> Lines:
    """A line per action; what has a name in its kind's domain (kit/cards.py, Named) is called so."""
    named = {name: kind.domains[0] for name, kind in kinds.items() if kind.domains}
    return Lines(heading, {name: domain for name, domain in named.items() if isinstance(domain, Named)})
