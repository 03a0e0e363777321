"""The rules of Alter Ego: the sheet and nothing else.

Here the parts come together. Each part has a step per phase: who may act, what is legal, and what each kind of
action does. Setup is in dealing.py; a round begins in rounds.py and goes through income.py, patrol.py, fight.py and
recoup.py; what may be done at any time is in supply.py and gear.py, one engagement in engaging.py, what arch
villains do in effects.py, tokens in hostages.py, icons and payments in icons.py, the end in ending.py; the steps of
all together are in phases.py, why not is in refusals.py.
"""

from __future__ import annotations

from glowtable.game import Rules

from . import refusals
from .dealing import setup
from .determinize import determinize
from .ledger import outcome
from .origins import draw_source
from .phases import PHASES
from .state import State
from .views import seen, view


def round_number(state: State) -> int:
    """An undo does not leave it unless all agree."""
    return max(1, state.round)


RULES = Rules(
    setup, PHASES.to_act, PHASES.legal, PHASES.apply, view, outcome, PHASES.chance, refusals.why,
    draw_source=draw_source, seen=seen, determinize=determinize, round_number=round_number,
)  # fmt: skip
