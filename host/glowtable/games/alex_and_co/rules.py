"""The rules of ALEX & CO: the sheet and nothing else.

Here the parts come together. Each part has a step per phase: what is legal, or what chance may bring, and what
each kind of action does. Dealing is in dealing.py, a turn's choices in choosing.py, the actions in calling.py,
swapping.py and revealing.py, ESG and SAZ cards in special.py, displaying in sets.py, the course of turns in
turn.py, who knows what in hands.py and views.py, why not in refusals.py, the score in ledger.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.game import CHANCE, Action, Chances, Rules

from . import calling, choosing, dealing, refusals, revealing, sets, special, swapping
from .choosing import shown_by_table
from .dealing import setup
from .determinize import determinize
from .ledger import outcome
from .origins import draw_source
from .state import Phase, State
from .steps import Doings, Luck, Steps
from .views import seen, view

STEPS: Steps = {
    **dealing.STEPS,
    **choosing.STEPS,
    **sets.STEPS,
    **calling.STEPS,
    **swapping.STEPS,
    **revealing.STEPS,
    **special.STEPS,
}
LUCK: Luck = {**dealing.LUCK, **swapping.LUCK, **revealing.LUCK, **special.LUCK}
DOINGS: Mapping[tuple[Phase, str], Doings] = {at: doings for at, (_, doings) in (*STEPS.items(), *LUCK.items())}
ONE = tuple((seat,) for seat in range(6))
BY_CHANCE = (CHANCE,)


def to_act(state: State) -> tuple[int, ...]:
    if (state.phase, state.act) in LUCK:
        return BY_CHANCE
    if state.phase is Phase.OWNER:
        return state.terms.everybody
    return () if state.phase is Phase.OVER else ONE[state.seat]


def legal(state: State, seat: int) -> tuple[Action, ...]:
    step = STEPS.get((state.phase, state.act))
    if step is None or seat not in to_act(state):
        return ()
    if state.phase is Phase.OWNER:
        return step[0](state)[seat : seat + 1]
    return step[0](state)


def chance(state: State) -> Chances:
    """The cards nobody knows: dealt, drawn or turned up; or who begins."""
    luck = LUCK.get((state.phase, state.act))
    return luck[0](state) if luck else ()


def apply(state: State, action: Action) -> State:
    if state.filled or state.back or state.gave:
        state = state._replace(filled=(), back=(), gave=())
    after = DOINGS[state.phase, state.act][action.kind](state, action)
    if after.phase is Phase.FINAL and after.terms.options["final_auto"] == "yes":
        return shown_by_table(after)
    return after


RULES = Rules(
    setup, to_act, legal, apply, view, outcome, chance, refusals.why, draw_source=draw_source, seen=seen,
    determinize=determinize,
)  # fmt: skip
