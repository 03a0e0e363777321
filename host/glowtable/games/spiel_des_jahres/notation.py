"""A match of Spiel des Jahres as text that people read, and back.

    Spiel des Jahres
    players 3
    option bank unlimited
    chance company Goat
    0 tap Quest 1
    0 publish

A line per action: the seat or `chance`, the kind, and what it is about: a card by its name, a number or a word.
Written while the match runs, what not everybody may know is `hidden`; such a text tells, and does not read back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from glowtable.game import HIDDEN, Action, Arg, parse_action

from . import rules
from .cards import NAMES, NUMBER
from .options import OPTIONS
from .refusals import CARD_KINDS

TITLE = "Spiel des Jahres"
HEAD = 2  # lines: title, players


def write(seats: int, options: Mapping[str, Arg], actions: Sequence[Action]) -> str:
    lines = [TITLE, f"players {seats}", *(f"option {name} {value}" for name, value in options.items())]
    return "\n".join([*lines, *map(_line, actions)]) + "\n"


def _line(action: Action) -> str:
    if action.kind in CARD_KINDS and action.args != (HIDDEN,):
        return f"{action._replace(args=())} {NAMES[int(action.args[0])]}"
    return str(action)


def read(text: str) -> tuple[int, dict[str, Arg], list[Action]]:
    """Inverse of write; options that are not named keep their default. ValueError names the line."""
    lines = text.splitlines()
    seats = _seats(lines)
    options: dict[str, Arg] = {option.name: option.default for option in OPTIONS}
    first = HEAD
    while first < len(lines) and lines[first].startswith("option "):
        name, value = _option(first + 1, lines[first])
        options[name] = value
        first += 1
    state, actions = rules.setup(seats, options), []
    for number, line in enumerate(lines[first:], first + 1):
        action = _action(number, line)
        refusal = rules.refuse(state, action)
        if refusal:
            raise ValueError(f"line {number}: expected a legal action, {line!r} is refused ({refusal.reason})")
        state = rules.apply(state, action)
        actions.append(action)
    return seats, options, actions


def _seats(lines: Sequence[str]) -> int:
    if lines[:1] != [TITLE]:
        raise ValueError(f"line 1: expected the title {TITLE!r}, got {''.join(lines[:1])!r}")
    match "".join(lines[1:HEAD]).split(" "):
        case ["players", "2" | "3" | "4" | "5" | "6" as seats]:
            return int(seats)
    raise ValueError(f"line 2: expected 'players N' with 2 to 6, got {''.join(lines[1:HEAD])!r}")


def _option(number: int, line: str) -> tuple[str, Arg]:
    for option in OPTIONS:
        for choice in option.choices:
            if line == f"option {option.name} {choice}":
                return option.name, choice
    raise ValueError(f"line {number}: expected an option of Spiel des Jahres and one of its choices, got {line!r}")


def _action(number: int, line: str) -> Action:
    who, _, rest = line.partition(" ")
    kind, _, about = rest.partition(" ")
    meant: int | str | None = NUMBER.get(about) if kind in CARD_KINDS else about
    try:
        if meant is None:
            raise ValueError("no such card")
        return parse_action(f"{who} {kind} {meant}".rstrip())
    except ValueError:
        raise ValueError(f"line {number}: expected 'seat kind' and what it is about, got {line!r}") from None
