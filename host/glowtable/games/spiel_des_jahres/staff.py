"""Designers: employed, fired, employed from the market, poached in an auction.

Source: Spiel des Jahres EN, "Game designers" (S-22 to S-28)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import Action
from glowtable.kit.action_lists import actions_for, bare_action
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.phases import Effects, Step, Steps, ready_then

from . import dealing, trading
from .bank import mark_amount, return_markers
from .cards import CATALOGUE, CONTRACT_CARDS, CONTRACTS, NO_CARD
from .state import (
    ALL_K,
    NOBODY,
    STEP_K,
    THOUSAND,
    Designer,
    Phase,
    State,
    designer_of,
    not_ready,
    play_card,
    possible_of,
    replace_designer,
)

WAGE_K = {card: each["wage"] // THOUSAND for card, each in zip(CONTRACTS, CATALOGUE["contract"], strict=True)}
MOST_K = ALL_K  # a wage is marked with coins, and there are no more


def hire_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Contracts that may be played from the hand. Source: EN, "which can be done at any time" (S-22)"""
    return actions_for(seat, "hire").of(possible_of(state, seat) & CONTRACT_CARDS)


def at_any_time(state: State, seat: int) -> tuple[Action, ...]:
    """What a seat that is asked may do besides, in every open phase and in an auction, but not in a trade.

    A seat with ideas tapped may not begin a trade; one that is ready, has passed or bid highest is not asked any more.
    Source: EN, contracts "can be done at any time", trades "at any time with one another" (S-22, S-29)
    """
    return hire_actions(state, seat) + trading.trade_actions(state, seat)


def at_any_time_or_ready(state: State, seat: int) -> tuple[Action, ...]:
    return at_any_time(state, seat) + bare_action(seat, "ready")


def hire(state: State, action: Action) -> State:
    """Source: EN, "all cost €30,000 per month when they are first played from the hand" (S-22)"""
    card = int(action.args[0])
    after, coins = mark_amount(play_card(state, action.seat, card), WAGE_K[card])
    designer = Designer(card, action.seat, WAGE_K[card], coins=coins)
    return ask_others_again(after._replace(staff=(*state.staff, designer)), action.seat)


def ask_others_again(state: State, seat: int) -> State:
    """In the offers, an auction among them, everybody else may want to answer what this seat did (S-27)."""
    return state._replace(ready=state.ready & 1 << seat) if state.phase in (Phase.OFFERS, Phase.AUCTION) else state


# -- offers


def legal(state: State, seat: int) -> tuple[Action, ...]:
    offered = at_any_time(state, seat)
    for kind, may in MAY.items():
        offered += actions_for(seat, kind).of(mask_of([each.card for each in state.staff if may(state, seat, each)]))
    return offered + bare_action(seat, "ready")


def may_fire(state: State, seat: int, designer: Designer) -> bool:
    """Source: EN, "can only be fired once they have been paid for the preceding month's work" (S-24)

    Who got a new employer in these offers is not fired again in them, though his wage was paid (S-24b).
    """
    return designer.employer == seat and designer.paid and not has_moved(state, designer)


def has_moved(state: State, designer: Designer) -> bool:
    """He got a new employer in the offers of this month."""
    return designer.moved_in == state.month


def may_claim(state: State, seat: int, designer: Designer) -> bool:
    """Source: EN, "any other player is free to employ that game designer for the same wage" (S-24)"""
    return designer.employer == NOBODY and designer.fired_by != seat


def may_call(state: State, seat: int, designer: Designer) -> bool:
    """Source: EN, "any player may offer any game designer in play a higher wage than their current one" (S-25)"""
    if designer.employer in (seat, NOBODY) or designer.wage_k >= MOST_K:
        return False
    return may_be_poached(state, designer) and not is_barred(state, seat, designer)


def may_be_poached(state: State, designer: Designer) -> bool:
    """Source: EN, "Once a game designer has been paid for their month's work, they may be fired, or poached" (S-26)"""
    return designer.paid or state.terms.options["unpaid"] == "poachable"


def is_barred(state: State, seat: int, designer: Designer) -> bool:
    """By option who fired a designer does not bid for him in the same month (S-24)."""
    fired_now = designer.fired_by == seat and designer.fired_in == state.month
    return fired_now and state.terms.options["firer_bids"] == "no"


MAY: Mapping[str, Callable[[State, int, Designer], bool]] = {"fire": may_fire, "claim": may_claim, "call": may_call}


def fire(state: State, action: Action) -> State:
    """The designer lies on the market, at his wage."""
    designer = _designer_of(state, action)
    fired = designer._replace(employer=NOBODY, fired_by=action.seat, fired_in=state.month)
    return ask_others_again(replace_designer(state, fired), action.seat)


def claim(state: State, action: Action) -> State:
    """Employed from the market at the wage he was fired at; the first one takes him (S-26)."""
    designer = _designer_of(state, action)._replace(employer=action.seat, moved_in=state.month)
    return ask_others_again(replace_designer(state, designer), action.seat)


def _designer_of(state: State, action: Action) -> Designer:
    designer = designer_of(state, int(action.args[0]))
    assert designer, "only a designer in the game is fired, employed or called"
    return designer


def call(state: State, action: Action) -> State:
    """An offer one step above the wage opens an auction (S-25); one at a time (S-28)."""
    designer = _designer_of(state, action)
    return state._replace(
        phase=Phase.AUCTION, lot=designer.card, bidder=action.seat, bid_k=designer.wage_k + STEP_K, passed=0
    )


def end_offers(state: State) -> State:
    """A new month; by option who is left on the market leaves the game (S-24).

    Source: EN, "only when everyone has finished making offers to the game designers" (S-27)
    """
    if state.terms.options["unhired"] == "leaves":
        for designer in state.staff:
            if designer.employer == NOBODY:
                state = dismiss(state, designer)
    return dealing.begin_month(state)


def dismiss(state: State, designer: Designer) -> State:
    """The designer leaves the game."""
    staff = tuple([each for each in state.staff if each.card != designer.card])
    return return_markers(state, designer.coins)._replace(staff=staff, gone=state.gone | 1 << designer.card)


# -- an auction


def bidders(state: State) -> int:
    """Everybody may raise except the highest bidder, those who passed on this bid, and who is barred (S-24)."""
    designer = designer_of(state, state.lot)
    assert designer, "the designer of an auction is in the game"
    asked = state.alive & ~state.passed & ~(1 << state.bidder)
    return asked & ~(1 << designer.fired_by) if is_barred(state, designer.fired_by, designer) else asked


def bid_actions(state: State, seat: int) -> tuple[Action, ...]:
    """One may bid more than one owns (S-25)."""
    raises = bare_action(seat, "raise") if state.bid_k < MOST_K else ()
    return raises + at_any_time(state, seat) + bare_action(seat, "pass")


def raise_bid(state: State, action: Action) -> State:
    """The present employer may raise too; all others are asked again (S-25)."""
    return state._replace(bidder=action.seat, bid_k=state.bid_k + STEP_K, passed=0)


def pass_bid(state: State, action: Action) -> State:
    after = state._replace(passed=state.passed | 1 << action.seat)
    return after if bidders(after) else _knock_down(after)


def _knock_down(state: State) -> State:
    """The last bidder employs the designer at that wage, first due at the end of the next month (S-25)."""
    designer = designer_of(state, state.lot)
    assert designer, "the designer of an auction is in the game"
    after, coins = mark_amount(return_markers(state, designer.coins), state.bid_k)
    moved_in = designer.moved_in if designer.employer == state.bidder else state.month
    hired = designer._replace(employer=state.bidder, wage_k=state.bid_k, moved_in=moved_in, coins=coins)
    after = replace_designer(after, hired)._replace(phase=Phase.OFFERS)
    return ask_others_again(after, state.bidder)._replace(lot=NO_CARD, bidder=NOBODY, bid_k=0, passed=0)


AT_ANY_TIME: Effects[State] = {"hire": hire, "trade": trading.begin_trade}
OFFERS: Effects[State] = {"fire": fire, "claim": claim, "call": call, "ready": ready_then(not_ready, end_offers)}
STEPS: Steps[State] = {
    Phase.OFFERS: Step(not_ready, legal, {**AT_ANY_TIME, **OFFERS}),
    Phase.AUCTION: Step(bidders, bid_actions, {**AT_ANY_TIME, "raise": raise_bid, "pass": pass_bid}),
}
