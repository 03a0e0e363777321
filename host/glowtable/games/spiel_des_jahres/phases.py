"""The steps of all parts of the rules together: in each phase who may act, what is legal, and what it does."""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.phases import Phases

from . import award, dealing, month, payday, staff, trading
from .state import Phase, State

PHASES = Phases(dealing.STEPS, month.STEPS, payday.STEPS, staff.STEPS, trading.STEPS, award.STEPS)


def apply(state: State, action: Action) -> State:
    """The state after a possible action; what is no part of a trade lets trades be begun again (S-29)."""
    after = PHASES.apply(state, action)
    if not after.begun or state.phase is Phase.TRADE or after.phase is Phase.TRADE:
        return after
    return after._replace(begun=0)
