"""Before the first month: company cards, hands, start money. And how a month begins.

Source: Spiel des Jahres EN, "Preparation" (S-05 to S-08)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import Action, Arg, Chances
from glowtable.kit.action_lists import outcomes
from glowtable.kit.hands import Dealing
from glowtable.kit.phases import ChanceStep, Steps
from glowtable.kit.tuples import replaced

from .bank import give_start_money
from .cards import NO_CARD
from .state import HAND, START_K, MonthAction, Phase, SpielParameters, State


def setup(seats: int, options: Mapping[str, Arg]) -> State:
    """Before anybody has a card."""
    none = (0,) * seats
    nothing = State(
        SpielParameters.of(seats, options), Phase.COMPANY, 0, alive=(1 << seats) - 1, hands=none, hidden_count=none,
        trays=((),) * seats, companies=(NO_CARD,) * seats, month_points=none,
    )  # fmt: skip
    return _clear_month(give_start_money(nothing, START_K))


def any_card(kind: str) -> Callable[[State], Chances]:
    """A card of the deck: any that nobody has looked at."""
    return lambda state: outcomes(kind).of(state.bag)


def company(state: State, action: Action) -> State:
    """Source: EN, "The two symbols on this card determine the player's company specialties" (S-05)"""
    card, seat = int(action.args[0]), state.seat
    after = state._replace(companies=replaced(state.companies, seat, card), bag=state.bag ^ 1 << card)
    return after._replace(seat=seat + 1) if seat + 1 < after.terms.seats else DEALING.begin(after)


def begin_month(state: State) -> State:
    """The card of the month is to be turned up (S-08)."""
    return _clear_month(state)._replace(phase=Phase.TREND, month=state.month + 1)


def _clear_month(state: State) -> State:
    seats = state.terms.seats
    seat = state.seat if state.phase is Phase.COMPANY else -1
    did = (str(MonthAction.NOTHING),) * seats
    none = (0,) * seats
    return state._replace(seat=seat, ready=0, did=did, sealed=("",) * seats, changes=none, taking=none)


def trend(state: State, action: Action) -> State:
    """Source: EN, "a card is drawn and placed in the centre of the table" (S-08)"""
    card = int(action.args[0])
    sealed = state.terms.options["actions"] == "secret"
    return state._replace(
        phase=Phase.SEAL if sealed else Phase.MONTH, months=(*state.months, card), bag=state.bag ^ 1 << card
    )


# Source: EN, "Each player is dealt three cards and given €30,000" (S-06)
DEALING = Dealing(HAND, Phase.HAND, Phase.DEAL, begin_month)
STEPS: Steps[State] = {
    Phase.COMPANY: ChanceStep(any_card("company"), {"company": company}),
    Phase.HAND: DEALING.ask_step,
    Phase.DEAL: DEALING.deal_step,
    Phase.TREND: ChanceStep(any_card("trend"), {"trend": trend}),
}
