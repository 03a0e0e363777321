"""The rules of ALEX & CO: the sheet and nothing else.

Here the parts come together. Dealing is in dealing.py, a turn's choices in choosing.py, the actions in calling.py,
swapping.py and revealing.py, ESG and SAZ cards in special.py, displaying in sets.py, how turns follow each other in
turn.py, who knows what in hands.py and views.py, what is meant to be forgotten in memory.py, the steps of all together
in phases.py, what is possible unless hidden hands forbid it in unlisted.py, why not in refusals.py, the score, ties and
who wins in ledger.py, why every match ends in termination.py.
"""

from __future__ import annotations

from glowtable.game import Action, Rules

from . import refusals
from .choosing import shown_by_table
from .dealing import setup
from .determinize import determinize, public_state
from .draw_sources import draw_source
from .ledger import outcome
from .memory import recalled, reminders
from .phases import PHASES
from .state import Phase, State
from .unlisted import is_unlisted
from .views import View, glance, seen, view


def apply(state: State, action: Action) -> State:
    """What the last action had left to be seen is over; in the last step the table may display by itself."""
    if state.filled or state.back or state.gave:
        state = state._replace(filled=(), back=(), gave=())
    after = PHASES.apply(state, action)
    if after.phase is Phase.FINAL and after.terms.options["final_auto"] == "yes":
        return shown_by_table(after)
    return after


class AlexRules(Rules[State, View]):
    """The sheet of ALEX & CO."""

    setup = staticmethod(setup)
    to_act = staticmethod(PHASES.to_act)
    legal = staticmethod(PHASES.legal)
    apply = staticmethod(apply)
    view = staticmethod(view)
    outcome = staticmethod(outcome)
    chance = staticmethod(PHASES.chance)
    why = staticmethod(refusals.why)
    is_unlisted = staticmethod(is_unlisted)
    draw_source = staticmethod(draw_source)
    seen = staticmethod(seen)
    determinize = staticmethod(determinize)
    public_state = staticmethod(public_state)
    glance = staticmethod(glance)
    reminders = staticmethod(reminders)
    recalled = staticmethod(recalled)


RULES = AlexRules()
