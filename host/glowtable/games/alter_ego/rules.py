"""The rules of Alter Ego: the sheet and nothing else.

Here the parts come together. Each part has a step per phase: who may act, what is legal, and what each kind of
action does. Setup is in dealing.py; a round begins in rounds.py and goes through income.py, patrol.py, fight.py and
recoup.py; what may be done at any time is in supply.py and gear.py, one engagement in engaging.py, what arch
villains do in effects.py, tokens in hostages.py, icons and payments in icons.py, the end in ending.py; the steps of
all together are in course.py, why not is in refusals.py.
"""

from __future__ import annotations

from typing import Any

from glowtable.game import Action, Refusal

from . import refusals, state, views
from .course import COURSE
from .dealing import setup
from .determinize import determinize
from .ledger import outcome
from .origins import draw_source
from .state import State
from .views import public, view

__all__ = [
    "apply",
    "chance",
    "determinize",
    "draw_source",
    "from_json",
    "legal",
    "outcome",
    "public",
    "refuse",
    "round_number",
    "setup",
    "to_act",
    "to_json",
    "view",
]

to_act, legal, chance, apply = COURSE.to_act, COURSE.legal, COURSE.chance, COURSE.apply


def refuse(state: State, action: Action) -> Refusal | None:
    """Why an action is impossible now; None if it may be applied."""
    return None if COURSE.may(state, action) else refusals.why(state, action)


def round_number(state: State) -> int:
    """An undo does not leave it unless all agree."""
    return max(1, state.round)


def to_json(value: State | views.View) -> dict[str, Any]:
    if isinstance(value, State):
        return {"state": state.to_data(value)}
    return {"view": views.to_data(value)}


def from_json(data: dict[str, Any]) -> State | views.View:
    return state.from_data(data["state"]) if "state" in data else views.from_data(data["view"])
