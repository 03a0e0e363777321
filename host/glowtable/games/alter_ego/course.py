"""The steps of all parts of the rules together: in each phase who may act, what is legal, and what it does."""

from __future__ import annotations

from collections.abc import Mapping

from . import dealing, engaging, fight, gear, income, patrol, recoup, settling
from .state import Phase, State
from .steps import SEATS_OF, Doings, Luck, Steps

STEPS: Steps = {
    **dealing.STEPS,
    **income.STEPS,
    **patrol.STEPS,
    **fight.STEPS,
    **engaging.STEPS,
    **gear.STEPS,
    **recoup.STEPS,
}
LUCK: Luck = {**dealing.LUCK, **settling.LUCK, **patrol.LUCK}
DOINGS: Mapping[Phase, Doings] = {
    **{phase: doings for phase, (_, _, doings) in STEPS.items()},
    **{phase: doings for phase, (_, doings) in LUCK.items()},
}


def acting(state: State) -> tuple[int, ...]:
    """The seats that are asked now; in an open phase everybody who is not ready."""
    step = STEPS.get(state.phase)
    return SEATS_OF[step[0](state)] if step else ()
