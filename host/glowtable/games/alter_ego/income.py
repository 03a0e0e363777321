"""Income and Support: both are paid out when they begin, and stay open until all are ready.

Whatever is bought, played or activated here counts for the phases to come.
Source: Alter Ego EN, "1. Income phase", "2. Support phase" (E-16 to E-20)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import bare_action
from glowtable.kit.phases import Step, readied

from . import gear, patrol
from .icons import icons_of, to_draw
from .rounds import punished
from .settling import drawing, settled
from .state import THRESHOLDS, Phase, State
from .steps import Steps, all_ready, begins, not_ready, ready_at_once


def income_legal(state: State, seat: int) -> tuple[Action, ...]:
    return gear.anytime(state, seat) + ready_at_once(seat)


def income_ready(state: State, action: Action) -> State:
    after = readied(state, action.seat)
    return _support(after) if all_ready(after) else after


def _support(state: State) -> State:
    """Source: EN, "Draw 1 card from your deck for each Family icon" (E-18, E-20)"""
    state = punished(state, "support")
    for seat in state.terms.everybody:
        state = drawing(state, seat, to_draw(state, seat))
    return settled(begins(state, Phase.SUPPORT))


def support_legal(state: State, seat: int) -> tuple[Action, ...]:
    offered = bare_action(seat, "token") if may_take_token(state, seat) else ()
    return offered + gear.anytime(state, seat) + ready_at_once(seat)


def may_take_token(state: State, seat: int) -> bool:
    """Source: EN, "If you have at least 3 Teamwork icons in play" (E-19), once"""
    if state.helped >> seat & 1 or not state.teamwork:
        return False
    return icons_of(state, seat, "teamwork") >= int(THRESHOLDS["teamwork_icons"])


def token(state: State, action: Action) -> State:
    return gear.helped(state, action.seat, 1)._replace(helped=state.helped | 1 << action.seat)


def support_ready(state: State, action: Action) -> State:
    after = readied(state, action.seat)
    return patrol.patrol_begins(after) if all_ready(after) else after


STEPS: Steps = {
    Phase.INCOME: Step(not_ready, income_legal, {**gear.EFFECTS, "ready": income_ready}),
    Phase.SUPPORT: Step(not_ready, support_legal, {**gear.EFFECTS, "token": token, "ready": support_ready}),
}
