"""The forms of worked cases of any game that is played by pressing cells alone: it needs no forms of its own.

A case gives the options, how many play, and the cells pressed so far; then one more is pressed, or none.
"""

from functools import partial
from typing import Any

from glowtable.game import Action, Game, Refusal, full_options
from glowtable.grid import CELLS, cell_name, cell_of
from glowtable.table import Press

from tests.games.golden import Case, Form, Forms, Found, chosen_options

GIVEN = "players pressed"


def forms_of(game: Game) -> Forms:
    """`look`: what is so now; `{"press": "b2"}`: what is so after one press more, or why it is refused."""
    return {"look": Form(partial(_looked, game), GIVEN), "press": Form(partial(_pressed, game), GIVEN)}


def _looked(game: Game, given: Case, asked: Case) -> Found:
    return _facts(game, _given(game, given))


def _pressed(game: Game, given: Case, asked: Case) -> Found:
    state = _given(game, given)
    meant = _meant(game, state, asked["press"])
    after = game.rules.apply(state, meant) if isinstance(meant, Action) else state
    return {"refused": lambda: meant.reason if isinstance(meant, Refusal) else None, **_facts(game, after)}


def _facts(game: Game, state: Any) -> Found:
    outcome = game.rules.outcome(state)
    return {
        "lit": lambda: [cell_name(cell) for cell in range(CELLS) if _is_lit(game, state, cell)],
        "to_act": lambda: list(game.rules.to_act(state)),
        "winners": lambda: list(outcome.winners) if outcome else None,
        "scores": lambda: list(outcome.scores) if outcome else None,
    }


def _is_lit(game: Game, state: Any, cell: int) -> bool:
    return isinstance(game.surface.read(Press(cell), state), Action)


def _given(game: Game, given: Case) -> Any:
    """The position: ValueError names the press that brings none."""
    options = full_options(game, chosen_options(given, game.options))
    state = game.rules.setup(given.get("players", min(game.seats)), options)
    for name in given.get("pressed", []):
        meant = _meant(game, state, name)
        if not isinstance(meant, Action):
            raise ValueError(f"a press on {name} is refused")
        state = game.rules.apply(state, meant)
    return state


def _meant(game: Game, state: Any, name: str) -> Any:
    cell = cell_of(name)
    if cell is None:
        raise ValueError(f"a cell must be a1 to f6, got {name!r}")
    return game.surface.read(Press(cell), state)
