"""The rules of Spiel des Jahres: the sheet and nothing else.

Here the parts come together. Each part has a step per phase: who may act, what is legal, and what each kind of
action does. Setup is in dealing.py, the month in month.py, values in worth.py, designers in staff.py, trades in
trading.py, income and ruin in payday.py, the ceremony in award.py, coins in bank.py, the steps of all together in
phases.py; why not in refusals.py.
"""

from __future__ import annotations

from glowtable.game import Rules

from . import refusals
from .dealing import setup
from .determinize import believed, determinize, public_state
from .draw_sources import draw_source
from .ledger import outcome
from .phases import PHASES, apply
from .state import State
from .views import View, glance, seen, view


def round_number(state: State) -> int:
    """The month: an undo does not leave it unless all agree."""
    return max(1, state.month)


RULES: Rules[State, View] = Rules(
    setup, PHASES.to_act, PHASES.legal, apply, view, outcome, PHASES.chance, refusals.why,
    draw_source=draw_source, seen=seen, determinize=determinize, round_number=round_number,
    public_state=public_state, believed=believed, glance=glance,
)  # fmt: skip
