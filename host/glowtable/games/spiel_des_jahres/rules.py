"""The rules of Spiel des Jahres: the sheet and nothing else.

Here the parts come together. Each part has a step per phase: who may act, what is legal, and what each kind of
action does. Setup is in dealing.py, the month in month.py, values in worth.py, designers in staff.py, trades in
trading.py, income and ruin in payday.py, the ceremony in award.py, coins in bank.py, the steps of all together in
phases.py; why not in refusals.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import DrawSource, Rules

from . import refusals
from .dealing import setup
from .determinize import believed, determinize, public_state
from .ledger import outcome
from .phases import PHASES, apply
from .state import Phase, State, cards_held, deck_size
from .views import View, glance, seen, view


def round_number(state: State) -> int:
    """The month: an undo does not leave it unless all agree."""
    return max(1, state.month)


# -- where chance takes a card from: what came from there before an undo comes from there again


def draw_source(state: State) -> DrawSource:
    return SOURCES[state.phase](state)


SOURCES: Mapping[Phase, Callable[[State], DrawSource]] = {
    Phase.COMPANY: lambda state: DrawSource(("company", state.seat)),
    Phase.DEAL: lambda state: DrawSource(("hand", state.seat, cards_held(state, state.seat)), ordered=False),
    Phase.TREND: lambda state: DrawSource(("month", state.month)),
    Phase.DRAW: lambda state: DrawSource(("deck", deck_size(state)), ordered=False),
    Phase.CARD: lambda state: DrawSource(("ceremony", len(state.drawn)), keeps=False),
}


class SpielRules(Rules[State, View]):
    """The sheet of Spiel des Jahres."""

    setup = staticmethod(setup)
    to_act = staticmethod(PHASES.to_act)
    legal = staticmethod(PHASES.legal)
    apply = staticmethod(apply)
    view = staticmethod(view)
    outcome = staticmethod(outcome)
    chance = staticmethod(PHASES.chance)
    why = staticmethod(refusals.why)
    draw_source = staticmethod(draw_source)
    seen = staticmethod(seen)
    determinize = staticmethod(determinize)
    round_number = staticmethod(round_number)
    public_state = staticmethod(public_state)
    believed = staticmethod(believed)
    glance = staticmethod(glance)


RULES = SpielRules()
