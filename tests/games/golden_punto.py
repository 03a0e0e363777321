"""How worked cases of Punto are checked: a function per form. A case that has no form here is an error.

What a case gives under the name of an option (`frame`), or under `options`, is played with. Its own colours
may be any: they are renamed to those our seats have, and back. So may its coordinates in the floating frame.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from glowtable.games.punto.cards import COLOURS, KINDS
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.state import State

from tests.games.golden_punto_end import next_round, stalemate
from tests.games.golden_punto_given import (
    MATCHES,
    VARIANTS,
    Case,
    Found,
    board_of,
    match_of,
    moved,
    offset,
    renamed,
    renaming,
)
from tests.games.punto_positions import begun, lay, legal_cells, position, stacks, turned


def check(case: Case) -> None:
    """Play a case and compare; AssertionError tells what differs, ValueError that its form is unknown."""
    action = case["action"]
    form = next(iter(action)) if isinstance(action, dict) else action
    if form not in FORMS:
        raise ValueError(f"case {case['id']}: action must be one of {', '.join(FORMS)}, got {form!r}")
    found = FORMS[form](case["given"], action, case["expect"])
    missing = [name for name in case["expect"] if name not in found]
    if missing or not found:
        raise ValueError(f"case {case['id']}: nothing here finds {', '.join(missing)}")
    for name, value in case["expect"].items():
        assert _sorted(name, found[name]()) == _sorted(name, value), f"{case['id']}: {name}"


# -- setup


def _setup(given: Case, action: Any, expect: Case) -> Found:
    found: Found = {name: lambda match=match: stacks(begun(**match)) for name, match in MATCHES.items()}
    found["line"] = lambda: {name: begun(**MATCHES[name]).terms.need for name in expect["line"]}
    return found


# -- a card turned up, a card laid


def _card(given: Case, action: Case, expect: Case) -> Found:
    state = turned(_position(given, {colour: colour for colour in COLOURS}), action["card"])
    cells = legal_cells(state) if state.phase == "place" else []
    down, right = offset(given)
    return {"legal": lambda: cells, "legal_xy": lambda: [moved(cell, down, right) for cell in cells]}


def _place(given: Case, action: Case, expect: Case) -> Found:
    cell, kind = action["place"]
    rename = renaming(given, kind[0])
    back = {new: old for old, new in rename.items()}
    down, right = offset(given)
    text = f"{renamed(kind, rename)}@{moved(cell, -down, -right)}"

    def after(options: Case) -> State:
        return lay(_position({**given, **options}, rename), text)

    def lines(state: State) -> list[list[str]]:
        done = state.rounds[-1].lines if state.rounds and state.rounds[-1].end == "line" else ()
        return [[moved(state.terms.name(each), down, right) for each in line] for line in done]

    facts: dict[str, Callable[[State], Any]] = {
        "line": lambda state: next(iter(lines(state)), None),
        "lines": lines,
        "trophy": lambda state: _trophy(_trophies(state, back)),
        "trophy_choices": lambda state: _trophies(state, back),
        "round_winner": lambda state: _winner(state, back, expect["round_winner"]),
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
    kinds = [KINDS[shown[cell]] for cell in cells] or [done.trophy[:2] for done in state.rounds if done.trophy]
    return [renamed(kind, back) for kind in kinds]


def _trophy(choices: list[str]) -> str | None:
    """The kind of the trophy; equal cards are as good as each other, of different ones none is taken yet."""
    return choices[0] if len(set(choices)) == 1 else None


def _winner(state: State, back: Mapping[str, str], expected: Any) -> Any:
    """The colours of the winner; as the case calls it if it names some of them only."""
    winner = state.rounds[-1].winner if state.rounds else -1
    if winner < 0:
        return None
    colours = "".join(sorted(back[COLOURS[colour]] for colour in state.terms.colours[winner]))
    return expected if expected and set(expected) <= set(colours) else colours


def _position(given: Case, rename: Mapping[str, str]) -> State:
    seats, options = match_of(given)
    return position({cell: renamed(pile, rename) for cell, pile in board_of(given).items()}, seats, **options)


FORMS: Mapping[str, Callable[[Case, Any, Case], Found]] = {
    "setup": _setup,
    "card": _card,
    "place": _place,
    "stalemate": stalemate,
    "next round": next_round,
}


def _sorted(name: str, value: Any) -> Any:
    """Cells and lines in any order; of cards to choose from only the kinds."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return value
    if name.startswith("trophy_choices"):
        return sorted(set(value))
    if name.startswith(("legal", "line")):
        return sorted(sorted(each) if isinstance(each, Sequence) else each for each in value)
    return value
