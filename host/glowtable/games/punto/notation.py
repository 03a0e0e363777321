"""A match of Punto as text, like the score of a game of chess, and back.

    Punto
    players 2
    option frame fixed
    round 1 seat 0 begins
    1. R5@c3 G2@c4
    2. B9@c4 Y1
    trophy c3

A numbered line holds one turn of each seat: the card and the cell it was laid on, or the card alone if it
found none. `R5` is the first copy that may be in the stack, the other is written `R5b`; of `Y2?` nobody knows
which copy it was. `trophy` and `round` stand where a seat chose or began; `drawn` instead of `begins` where
chance did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from glowtable.game import CHANCE, Action, Arg

from . import rules
from .cards import KINDS, NAMES, NO_CARD, copies_of
from .lines import cell_named
from .options import OPTIONS
from .stacks import TURNS, possible
from .state import State

TITLE = "Punto"
UNSURE = "?"


def write(seats: int, options: Mapping[str, Arg], actions: Sequence[Action]) -> str:
    lines = [TITLE, f"players {seats}", *(f"option {name} {value}" for name, value in options.items())]
    state = rules.setup(seats, options)
    for action in actions:
        WRITERS[action.kind](lines, state, action)
        state = rules.apply(state, action)
    return "\n".join(lines) + "\n"


def _write_round(lines: list[str], state: State, action: Action) -> None:
    seat, how = (action.args[0], "drawn") if action.seat == CHANCE else (action.seat, "begins")
    lines.append(f"round {len(state.rounds) + 1} seat {seat} {how}")


def _write_turn(lines: list[str], state: State, action: Action) -> None:
    card: Any = action.args[0]
    _write_card(lines, state, KINDS[card] if _meant(KINDS[card], state) == card else NAMES[card])


def _write_shown(lines: list[str], state: State, action: Action) -> None:
    _write_card(lines, state, f"{action.args[0]}{UNSURE}")


def _write_card(lines: list[str], state: State, text: str) -> None:
    if len(state.laid) % state.terms.seats == 0:
        lines.append(f"{len(state.laid) // state.terms.seats + 1}.")
    lines[-1] += f" {text}"


def _write_place(lines: list[str], state: State, action: Action) -> None:
    cell: Any = action.args[0]
    lines[-1] += f"@{state.terms.name(cell)}"


def _write_trophy(lines: list[str], state: State, action: Action) -> None:
    cell: Any = action.args[0]
    lines.append(f"trophy {state.terms.name(cell)}")


WRITERS = {
    "begin": _write_round,
    "starter": _write_round,
    "turn": _write_turn,
    "shown": _write_shown,
    "place": _write_place,
    "trophy": _write_trophy,
}


def _meant(text: str, state: State) -> int:
    """The card that a text means: of a kind the first copy that may be in the stack; or NO_CARD."""
    bag = possible(state.stacks, state.seat)
    return next((card for card in copies_of(text) if bag >> card & 1), NO_CARD)


def read(text: str) -> tuple[int, dict[str, Arg], list[Action]]:
    """Inverse of write; options that are not named keep their default. ValueError names the line."""
    return Reader().read(text)


class Reader:
    """Reads line by line and plays along."""

    def __init__(self) -> None:
        self.seats = 0
        self.options: dict[str, Arg] = {option.name: option.default for option in OPTIONS}
        self.state: State | None = None
        self.actions: list[Action] = []

    def read(self, text: str) -> tuple[int, dict[str, Arg], list[Action]]:
        for number, line in enumerate(text.splitlines(), 1):
            try:
                self._line(number, line.split())
            except ValueError as error:
                raise ValueError(f"line {number}: {error}, got {line!r}") from None
        if self.state is None:
            raise ValueError("line 2: expected 'players N' after the title")
        return self.seats, self.options, self.actions

    def _line(self, number: int, words: list[str]) -> None:
        if number == 1:
            if words != [TITLE]:
                raise ValueError(f"expected the title {TITLE!r}")
        elif self.actions:
            self._play(words)
        else:
            self._prepare(words)

    def _prepare(self, words: list[str]) -> None:
        match words:
            case ["players", "2" | "3" | "4" as seats] if not self.seats:
                self.seats = int(seats)
            case ["option", name, value] if self.seats:
                self.options[name] = _option(name, value)
            case ["round", *_] if self.seats:
                return self._play(words)
            case _:
                raise ValueError("expected 'players N', then 'option NAME VALUE' or 'round 1 seat N begins'")
        self.state = rules.setup(self.seats, self.options)
        return None

    def _play(self, words: list[str]) -> None:
        match words:
            case ["round", _, "seat", seat, "begins" | "drawn" as how] if seat.isdecimal():
                drawn = how == "drawn"
                self._do(Action(CHANCE, "starter", (int(seat),)) if drawn else Action(int(seat), "begin"))
            case ["trophy", cell]:
                self._do(Action(self._state.seat, "trophy", (self._cell(cell),)))
            case [turn, *placements] if turn.endswith(".") and placements:
                for placement in placements:
                    self._placement(placement)
            case _:
                raise ValueError("expected 'N. R5@c3 ...', 'trophy c3' or 'round N seat N begins'")

    @property
    def _state(self) -> State:
        assert self.state is not None
        return self.state

    def _placement(self, text: str) -> None:
        name, at, cell = text.partition("@")
        card = _meant(name, self._state)
        if name.endswith(UNSURE):
            self._do(Action(CHANCE, "shown", (name.removesuffix(UNSURE),)))
        elif card == NO_CARD:
            raise ValueError(f"expected a card of the stack of seat {self._state.seat} in {text!r}")
        else:
            self._do(TURNS[card])
        if at:
            self._do(Action(self._state.seat, "place", (self._cell(cell),)))

    def _cell(self, text: str) -> int:
        cell = cell_named(text, self._state.terms.lattice.side)
        if cell is None:
            raise ValueError(f"expected a cell instead of {text!r}")
        return cell

    def _do(self, action: Action) -> None:
        refusal = rules.refuse(self._state, action)
        if refusal:
            raise ValueError(f"expected a legal action, {action} is refused ({refusal.reason})")
        self.actions.append(action)
        self.state = rules.apply(self._state, action)


def _option(name: str, value: str) -> Arg:
    for option in OPTIONS:
        for choice in option.choices:
            if (option.name, str(choice)) == (name, value):
                return choice
    raise ValueError("expected an option of Punto and one of its choices")
