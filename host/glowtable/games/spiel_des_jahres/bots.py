"""Players of Spiel des Jahres. They see what a person sees: the view, and what is legal.

`publisher` values every pair and triple of its ideas against company, month and designers, publishes what is good
enough, employs designers while the wages are safe, bids up to what one is worth, keeps money back for wages, and
offers cards that are worth more to another. What all that is worth stands in estimate.py and bargain.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from glowtable.game import Action, BotFactory, Choose, Determinize, Level
from glowtable.kit.bots import random_bot, reason_by_kind
from glowtable.kit.search import NAME as SEARCH
from glowtable.kit.search import search
from glowtable.messages import say

from .bargain import PASS, Wanted, answer, sale
from .cards import NUMBER
from .estimate import (
    RESERVE_K,
    WAGE_K,
    Stack,
    affords,
    best_stack,
    contracts_of,
    designer_k,
    ideas_of,
    safe_k,
    staff,
    wants,
)
from .state import MONTHS, STEP_K, MonthAction, Phase
from .views import View, may_claim, may_poach

GOOD_K = 30  # from here on a game is published at once


def publisher(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """What follows from its plan for this phase."""
    wanted = CHOICES[view.phase](view)
    return next((action for action in legal if action[1:] == wanted), legal[-1])


def loner(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """The same without designers and without trades."""
    wanted = ALONE.get(view.phase, CHOICES[view.phase])(view)
    return next((action for action in legal if action[1:] == wanted), legal[-1])


READY: Wanted = ("ready", ())


def good_enough(view: View, stack: Stack) -> bool:
    """The best game wins, not the most money: the last month but one gathers ideas, and in the last any may win."""
    left = MONTHS - view.month
    return stack.value_k >= (GOOD_K if left else 0) and left != 1


# -- a choice for each phase


def _month_with(view: View, contracts: Sequence[int]) -> Wanted:
    plan = best_stack(view, ideas_of(view)) if may_publish(view) else None
    coming_k = plan.value_k if plan and good_enough(view, plan) else 0
    if contracts and affords(view, view.eyes, WAGE_K, max(0, coming_k)):
        return "hire", (contracts[0],)
    if plan and good_enough(view, plan):
        return _next_tap(view, plan)
    if view.trays[view.eyes].cards:
        return "take", (NUMBER[view.trays[view.eyes].cards[-1]],)
    idle = view.did[view.eyes] != MonthAction.NOTHING or view.sealed[view.eyes] == MonthAction.NOTHING
    return READY if idle else ("brainstorm", ())


def may_publish(view: View) -> bool:
    return view.did[view.eyes] != MonthAction.BRAINSTORM and view.sealed[view.eyes] in ("", MonthAction.PUBLISH)


def _next_tap(view: View, plan: Stack) -> Wanted:
    """The next tap of the plan; what is tapped otherwise goes back first."""
    tray = [NUMBER[name] for name in view.trays[view.eyes].cards]
    if tuple(tray) == plan.cards:
        return "publish", ()
    if tuple(tray) != plan.cards[: len(tray)]:
        return "take", (tray[-1],)
    return "tap", (plan.cards[len(tray)],)


def _choose_seal(view: View) -> Wanted:
    plan = best_stack(view, ideas_of(view))
    return "seal", ("publish" if plan and good_enough(view, plan) else "brainstorm",)


def _employed_by(view: View) -> Wanted | None:
    for designer in view.staff:
        if may_claim(view, view.eyes, designer) and wants(view, designer, designer.wage_k):
            return "claim", (NUMBER[designer.name],)
        if may_poach(view, view.eyes, designer) and wants(view, designer, designer.wage_k + STEP_K):
            return "call", (NUMBER[designer.name],)
    return None


def _choose_offer(view: View) -> Wanted:
    """Fire who cannot be paid, employ who is worth it, poach who is affordable; then sell what others need more.

    A trade comes last and in the offers only: it keeps others waiting, and in a month they may want to claim a name.
    """
    for each in sorted(staff(view, view.eyes), key=lambda each: -each.wage_k):
        if each.paid and not each.moved and safe_k(view, view.eyes, 0) < 0:
            return "fire", (NUMBER[each.name],)
    employed = _employed_by(view)
    if employed:
        return employed
    contracts = contracts_of(view)
    if contracts and affords(view, view.eyes, WAGE_K):
        return "hire", (contracts[0],)
    plan = sale(view)
    return ("trade", (plan.buyer,)) if plan else READY


def _choose_bid(view: View) -> Wanted:
    lot = next(each for each in view.staff if each.name == view.lot)
    mine = lot.employer == view.eyes
    bid_k = view.bid_k + STEP_K
    price_k = bid_k - lot.wage_k if mine else bid_k
    fits = bid_k <= designer_k(view, view.eyes, lot.symbols) and safe_k(view, view.eyes, price_k) >= RESERVE_K
    return ("raise", ()) if fits and (mine or affords(view, view.eyes, bid_k)) else PASS


CHOICES: Mapping[str, Callable[[View], Wanted]] = {
    Phase.HAND: lambda view: ("full", ()),
    Phase.SEAL: _choose_seal,
    # contracts first: they count for the game and for the ideas of the same month (S-21)
    Phase.MONTH: lambda view: _month_with(view, contracts_of(view)),
    Phase.OFFERS: _choose_offer,
    Phase.AUCTION: _choose_bid,
    Phase.TRADE: answer,
    Phase.LAST_CALL: lambda view: READY,
    Phase.AWARD: lambda view: READY,
}
ALONE: Mapping[str, Callable[[View], Wanted]] = {
    Phase.MONTH: lambda view: _month_with(view, ()),
    Phase.OFFERS: lambda view: READY,
    Phase.AUCTION: lambda view: PASS,
    Phase.TRADE: lambda view: PASS,
}
ADVISER = search(200)
BOTS: Mapping[str, Choose | BotFactory] = {
    "publisher": publisher,
    "loner": loner,
    SEARCH: ADVISER,
    "random": random_bot,
}
LEVELS = (
    Level("random", say("Does anything that's allowed.")),
    Level("loner", say("publishes its own ideas and hires nobody")),
    Level("publisher", say("hires designers, bids for them, and gathers ideas for the last month")),
    Level(SEARCH, say("tries out its moves for 200 ms, otherwise plays like publisher")),
)
# why `publisher` does it, by the kind of the action: the reason of a hint
OTHERWISE = say("Nothing else pays off now.")
REASONS = {
    "brainstorm": say("No game in your hand is worth enough yet."),
    "tap": say("It's the next idea for the best game in your hand."),
    "take": say("It isn't part of the best game in your hand."),
    "publish": say("This game earns enough from now on."),
    "hire": say("You can pay the wage, and a designer brings ideas and value."),
    "claim": say("This designer is worth more than the wage."),
    "call": say("This designer is worth more than the wage."),
    "raise": say("This designer is worth more than the wage."),
    "fire": say("You couldn't pay this wage again."),
    "pass": say("It isn't worth more to you."),
    "trade": say("One of your cards is worth more to that player than to you."),
    "accept": say("You get more than you give."),
    "seal": say("It earns more than the other choice."),
}
reason = reason_by_kind(REASONS, OTHERWISE)
