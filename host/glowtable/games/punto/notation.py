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

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from glowtable.game import CHANCE, Action, Arg
from glowtable.kit.text_notation import Heading

from .cards import CARD_KINDS, DECK, NAMES, NO_CARD, SEATS, TITLE
from .lines import cell_named
from .options import OPTIONS
from .rules import RULES
from .stacks import TURNS, possible
from .state import State

HEADING = Heading(TITLE, SEATS, OPTIONS, RULES)
UNSURE = "?"


def write(seats: int, options: Mapping[str, Arg], actions: Sequence[Action]) -> str:
    lines = HEADING.write(seats, options)
    state = RULES.setup(seats, options)
    for action in actions:
        WRITERS[action.kind](lines, state, action)
        state = RULES.apply(state, action)
    return "\n".join(lines) + "\n"


def _write_round(lines: list[str], state: State, action: Action) -> None:
    seat, how = (action.args[0], "drawn") if action.seat == CHANCE else (action.seat, "begins")
    lines.append(f"round {len(state.rounds) + 1} seat {seat} {how}")


def _write_turn(lines: list[str], state: State, action: Action) -> None:
    card: Any = action.args[0]
    _write_card(lines, state, CARD_KINDS[card] if _card_meant(CARD_KINDS[card], state) == card else NAMES[card])


def _write_card(lines: list[str], state: State, text: str) -> None:
    if len(state.laid) % state.terms.seats == 0:
        lines.append(f"{len(state.laid) // state.terms.seats + 1}.")
    lines[-1] += f" {text}"


def _write_place(lines: list[str], state: State, action: Action) -> None:
    lines[-1] += f"@{state.terms.cell_label(int(action.args[0]))}"


WRITERS: Mapping[str, Callable[[list[str], State, Action], None]] = {
    "begin": _write_round,
    "starter": _write_round,
    "turn": _write_turn,
    "shown": lambda lines, state, action: _write_card(lines, state, f"{action.args[0]}{UNSURE}"),
    "place": _write_place,
    "trophy": lambda lines, state, action: lines.append(f"trophy {state.terms.cell_label(int(action.args[0]))}"),
}


def _card_meant(text: str, state: State) -> int:
    """The card that a text means: of a kind the first copy that may be in the stack; or NO_CARD."""
    bag = possible(state.stacks, state.seat)
    return next((card for card in DECK.copies_of(text) if bag >> card & 1), NO_CARD)


def read(text: str) -> tuple[int, dict[str, Arg], list[Action]]:
    """Inverse of write; options that are not named keep their default. ValueError names the line."""
    lines = text.splitlines()
    opening = HEADING.read(lines)
    reader = Reader(opening.state)
    for number, line in enumerate(lines[opening.lines :], opening.lines + 1):
        reader.line(number, line)
    return opening.seats, opening.options, reader.actions


class Reader:
    """Reads line by line and plays along."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.actions: list[Action] = []

    def line(self, number: int, line: str) -> None:
        try:
            self._play_line(line.split())
        except ValueError as error:
            raise ValueError(f"line {number}: {error}, got {line!r}") from None

    def _play_line(self, words: list[str]) -> None:
        match words:
            case ["round", _, "seat", seat, "begins" | "drawn" as how] if seat.isdecimal():
                drawn = how == "drawn"
                self._apply_action(Action(CHANCE, "starter", (int(seat),)) if drawn else Action(int(seat), "begin"))
            case ["trophy", cell]:
                self._apply_action(Action(self.state.seat, "trophy", (self._parse_cell(cell),)))
            case [turn, *placements] if turn.endswith(".") and placements:
                for placement in placements:
                    self._play_placement(placement)
            case _:
                raise ValueError("expected 'N. R5@c3 ...', 'trophy c3' or 'round N seat N begins'")

    def _play_placement(self, text: str) -> None:
        name, at, cell = text.partition("@")
        card = _card_meant(name, self.state)
        if name.endswith(UNSURE):
            self._apply_action(Action(CHANCE, "shown", (name.removesuffix(UNSURE),)))
        elif card == NO_CARD:
            raise ValueError(f"expected a card of the stack of seat {self.state.seat} in {text!r}")
        else:
            self._apply_action(TURNS[card])
        if at:
            self._apply_action(Action(self.state.seat, "place", (self._parse_cell(cell),)))

    def _parse_cell(self, text: str) -> int:
        cell = cell_named(text, self.state.terms.lattice.side)
        if cell is None:
            raise ValueError(f"expected a cell instead of {text!r}")
        return cell

    def _apply_action(self, action: Action) -> None:
        refusal = RULES.refuse(self.state, action)
        if refusal:
            raise ValueError(f"expected a legal action, {action} is refused ({refusal.reason})")
        self.actions.append(action)
        self.state = RULES.apply(self.state, action)
