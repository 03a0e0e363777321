"""Income and Support: both are paid out when they begin, and stay open until all are ready.

Whatever is bought, played or activated here counts for the phases to come.
Source: Alter Ego EN, "1. Income phase", "2. Support phase" (E-16 to E-20)
"""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.action_lists import bare_action

from .anytime import open_step, take_tokens
from .hands import draw_cards
from .icons import icons_of, to_draw
from .patrol import begin_patrol
from .rounds import Steps, begin_phase, give_penalties, resume
from .state import THRESHOLDS, Phase, State


def begin_support(state: State) -> State:
    """Source: EN, "Draw 1 card from your deck for each Family icon" (E-18, E-20)"""
    state = give_penalties(state, "support")
    for seat in state.terms.everybody:
        state = draw_cards(state, seat, to_draw(state, seat))
    return resume(begin_phase(state, Phase.SUPPORT))


def tokens_offered(state: State, seat: int) -> tuple[Action, ...]:
    """Source: EN, "If you have at least 3 Teamwork icons in play" (E-19), once"""
    if state.helped >> seat & 1 or not state.teamwork:
        return ()
    enough = icons_of(state, seat, "teamwork") >= int(THRESHOLDS["teamwork_icons"])
    return bare_action(seat, "token") if enough else ()


def token(state: State, action: Action) -> State:
    return take_tokens(state, action.seat, 1)._replace(helped=state.helped | 1 << action.seat)


STEPS: Steps = {
    Phase.INCOME: open_step(lambda state, seat: (), {}, begin_support),
    Phase.SUPPORT: open_step(tokens_offered, {"token": token}, begin_patrol),
}
