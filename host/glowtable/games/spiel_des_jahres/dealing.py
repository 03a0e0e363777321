"""Before the first month: company cards, hands, start money. And how a month begins.

Source: Spiel des Jahres EN, "Preparation" (S-05 to S-08)
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.game import Action, Arg, Chances
from glowtable.kit.action_lists import bare_action, outcomes
from glowtable.kit.phases import ChanceStep, Step, only_seat
from glowtable.kit.tuples import replaced

from .bank import endowed
from .cards import NO_CARD
from .state import HAND, START_K, Did, Phase, State, size, terms_for
from .steps import Steps


def setup(seats: int, options: Mapping[str, Arg]) -> State:
    """Before anybody has a card."""
    nothing = State(
        terms_for(seats, options),
        Phase.COMPANY,
        0,
        alive=(1 << seats) - 1,
        hands=(0,) * seats,
        unread=(0,) * seats,
        trays=((),) * seats,
        companies=(NO_CARD,) * seats,
    )
    return _month_cleared(endowed(nothing, START_K))


def any_card(kind: str, state: State) -> Chances:
    """A card of the deck: any that nobody has looked at."""
    return outcomes(kind).of(state.bag)


def companies(state: State) -> Chances:
    return any_card("company", state)


def company(state: State, action: Action) -> State:
    """Source: EN, "The two symbols on this card determine the player's company specialties" (S-05)"""
    card, seat = int(action.args[0]), state.seat
    after = state._replace(companies=replaced(state.companies, seat, card), bag=state.bag ^ 1 << card)
    return after._replace(seat=seat + 1) if seat + 1 < after.terms.seats else _hand_of(after, 0)


def _hand_of(state: State, seat: int) -> State:
    """A hand is dealt, or first it is asked whether it is read; then the first month begins."""
    if seat == state.terms.seats:
        return month_begins(state)
    asked = state.terms.options["knowledge"] == "trust"
    return state._replace(phase=Phase.HAND if asked else Phase.DEAL, seat=seat)


def knowledge(state: State, seat: int) -> tuple[Action, ...]:
    """DESIGN: a hand is known to the table, or its player is trusted."""
    return bare_action(seat, "full") + bare_action(seat, "trust")


def full(state: State, action: Action) -> State:
    return state._replace(phase=Phase.DEAL)


def trust(state: State, action: Action) -> State:
    seat = state.seat
    after = state._replace(trust=state.trust | 1 << seat, unread=replaced(state.unread, seat, HAND))
    return _hand_of(after, seat + 1)


def hands(state: State) -> Chances:
    return any_card("deal", state)


def dealt(state: State, card: int) -> State:
    """The seat to be dealt to has one more card."""
    seat, bit = state.seat, 1 << card
    return state._replace(hands=replaced(state.hands, seat, state.hands[seat] | bit), bag=state.bag ^ bit)


def deal(state: State, action: Action) -> State:
    """Source: EN, "Each player is dealt three cards and given €30,000" (S-06)"""
    after = dealt(state, int(action.args[0]))
    return after if size(after, after.seat) < HAND else _hand_of(after, after.seat + 1)


def month_begins(state: State) -> State:
    """The card of the month is to be turned up (S-08)."""
    return _month_cleared(state)._replace(phase=Phase.TREND, month=state.month + 1)


def _month_cleared(state: State) -> State:
    seats = state.terms.seats
    return state._replace(
        seat=state.seat if state.phase is Phase.COMPANY else -1,
        ready=0,
        did=(str(Did.NOTHING),) * seats,
        sealed=("",) * seats,
        changes=(0,) * seats,
        taking=(0,) * seats,
    )


def trends(state: State) -> Chances:
    return any_card("trend", state)


def trend(state: State, action: Action) -> State:
    """Source: EN, "a card is drawn and placed in the centre of the table" (S-08)"""
    card = int(action.args[0])
    sealed = state.terms.options["actions"] == "secret"
    return state._replace(
        phase=Phase.SEAL if sealed else Phase.MONTH, months=(*state.months, card), bag=state.bag ^ 1 << card
    )


STEPS: Steps = {
    Phase.HAND: Step(only_seat, knowledge, {"full": full, "trust": trust}),
    Phase.COMPANY: ChanceStep(companies, {"company": company}),
    Phase.DEAL: ChanceStep(hands, {"deal": deal}),
    Phase.TREND: ChanceStep(trends, {"trend": trend}),
}
