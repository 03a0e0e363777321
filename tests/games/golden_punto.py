"""The forms of worked cases of Punto; tests/golden/README.md lists them.

What a case gives under the name of an option (`frame`), or under `options`, is played with. Its own colours
may be any: they are renamed to those our seats have, and back. So may its coordinates in the floating frame.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from glowtable.games.punto.cards import CARD_KINDS, COLOURS
from glowtable.games.punto.options import OPTIONS
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.state import State

from tests.games import golden
from tests.games.golden import Case, Form, Forms, Found, Some, chosen_options
from tests.games.golden_punto_end import next_round, stalemate
from tests.games.golden_punto_given import (
    MATCHES,
    VARIANTS,
    board_of,
    case_cell,
    engine_cell,
    match_of,
    offset,
    renamed,
    renaming,
)
from tests.games.punto_positions import begun, lay, legal_cells, position, stacks, turned


def check(case: Case) -> None:
    golden.check(case, FORMS, OPTIONS, _same)


# -- setup


def _setup(given: Case, asked: Case) -> Found:
    options = chosen_options(given, OPTIONS)
    begun_of = {name: begun(**{**match, **options}) for name, match in MATCHES.items()}
    return {
        **{name: lambda state=state: stacks(state) for name, state in begun_of.items()},
        "line": lambda: Some({name: state.terms.need for name, state in begun_of.items()}),
    }


# -- a card turned up, a card laid


def _card(given: Case, asked: Case) -> Found:
    state = turned(_position(given, {colour: colour for colour in COLOURS}), asked["card"])
    cells = legal_cells(state) if state.phase == "place" else []
    return {"legal": lambda: cells, "legal_xy": lambda: [case_cell(cell, given) for cell in cells]}


def _place(given: Case, asked: Case) -> Found:
    cell, kind = asked["place"]
    rename = renaming(given, kind[0])
    back = {new: old for old, new in rename.items()}
    text = f"{renamed(kind, rename)}@{engine_cell(cell, *offset(given))}"

    def after(options: Case) -> State:
        return lay(_position({**given, **options}, rename), text)

    def lines(state: State) -> list[list[str]]:
        done = state.rounds[-1].lines if state.rounds and state.rounds[-1].end == "line" else ()
        return [[case_cell(state.terms.cell_label(each), given) for each in line] for line in done]

    facts: dict[str, Callable[[State], Any]] = {
        "line": lambda state: next(iter(lines(state)), None),
        "lines": lines,
        "trophy": lambda state: _trophy(_trophies(state, back)),
        "trophy_choices": lambda state: _trophies(state, back),
        "round_winner": lambda state: _winner(state, back),
    }
    return {
        name + suffix: lambda fact=fact, options=options: fact(after(options))
        for name, fact in facts.items()
        for suffix, options in VARIANTS.items()
    }


def _trophies(state: State, back: Mapping[str, str]) -> list[str]:
    """The kinds to choose the trophy from, or the one that was taken at once."""
    shown = dict(state.laid)
    cells = [int(action.args[0]) for action in rules.legal(state, state.seat) if action.kind == "trophy"]
    kinds = [CARD_KINDS[shown[cell]] for cell in cells] or [done.trophy[:2] for done in state.rounds if done.trophy]
    return [renamed(kind, back) for kind in kinds]


def _trophy(choices: list[str]) -> str | None:
    """The kind of the trophy; equal cards are as good as each other, of different ones none is taken yet."""
    return choices[0] if len(set(choices)) == 1 else None


def _winner(state: State, back: Mapping[str, str]) -> str | None:
    """The colours of the winner."""
    winner = state.rounds[-1].winner if state.rounds else -1
    if winner < 0:
        return None
    return "".join(sorted(back[COLOURS[colour]] for colour in state.terms.colours[winner]))


def _position(given: Case, rename: Mapping[str, str]) -> State:
    seats, options = match_of(given)
    return position({cell: renamed(pile, rename) for cell, pile in board_of(given).items()}, seats, **options)


FORMS: Forms = {
    "setup": Form(_setup),
    "card": Form(_card, "board board_xy players n own neutral"),
    "place": Form(_place, "board board_xy players n own neutral"),
    "stalemate": Form(stalemate, "board board_xy players n sides"),
    "next round": Form(
        next_round, "players n winner stuck team_cards trophies winner_seat neutral_played unplayed starter"
    ),
}


def _same(name: str, found: Any, expected: Any) -> bool:
    """Cells and lines in any order; of cards to choose from only the kinds; a winner by any of its colours."""
    if name.startswith("round_winner") and found and expected:
        return set(expected) <= set(found)
    return bool(_sorted(name, found) == _sorted(name, expected))


def _sorted(name: str, value: Any) -> Any:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return value
    if name.startswith("trophy_choices"):
        return sorted(set(value))
    if name.startswith(("legal", "line")):
        return sorted(sorted(each) if isinstance(each, Sequence) else each for each in value)
    return value
