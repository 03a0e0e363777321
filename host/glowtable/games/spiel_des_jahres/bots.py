"""Players of Spiel des Jahres. They see what a person sees: the view, what is legal, and their own imagination.

`publisher` values every pair and triple of its ideas against company, month and designers, publishes what is good
enough, employs designers while the wages are safe, bids up to what one is worth, and keeps money back for wages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple

from glowtable.game import Action, Choose, Imagine

from .cards import IDEAS, NUMBER, PAIRS, SYMBOLS, TITLES
from .state import MONTHS, STEP_K, Did, Phase
from .views import SeenDesigner, View
from .worth import PARTS, quick_k, visible

GOOD_K = 20  # from here on a game is published at once
LATE = 3  # months from the end: now also what earns a little less
LATE_K = 10
MOST_STAFF = 2
LEAST_MONTHS = 4  # left, for a designer to be worth his wage
RESERVE_K = 10  # kept after the wages
PREMIUM_K = 10  # above the wage of a contract, for a designer who fits the company


def random(view: View, legal: Sequence[Action], imagine: Imagine, rng: Random) -> Action:
    """Any legal action; but its hand is read, for a bot cannot look at paper."""
    return legal[0] if view.phase == Phase.HAND else rng.choice(legal)


def publisher(view: View, legal: Sequence[Action], imagine: Imagine, rng: Random) -> Action:
    """What follows from its plan for this phase."""
    wanted = CHOICES[view.phase](view)
    return next((action for action in legal if action[1:] == wanted), legal[-1])


Wanted = tuple[str, tuple[int | str, ...]]  # kind and what it is about
READY: Wanted = ("ready", ())
PASS: Wanted = ("pass", ())


# -- games


class Stack(NamedTuple):
    value_k: int
    cards: tuple[int, ...]  # bottommost first


def best_stack(view: View) -> Stack | None:
    """The most valuable game of the ideas in hand; of equals the one of fewer cards, then of more symbols."""
    hand = [NUMBER[name] for name in (*view.known[view.eyes], *view.trays[view.eyes].cards)]
    ideas = sorted(card for card in hand if card < IDEAS)  # in this order whatever is tapped: the plan stays
    sources = sources_of(view)
    names = {" ".join(game.name.casefold().split()) for game in view.games}
    best, rank = None, (0, 0, 0)
    for count in PARTS:
        for cards in permutations(ideas, count):
            symbols = visible([PAIRS[card] for card in cards])
            value_k = quick_k(symbols, sources)
            ranked = (value_k, -count, len(set(symbols)))
            if (best is None or ranked > rank) and name_key(cards) not in names:
                best, rank = Stack(value_k, cards), ranked
    return best


def name_key(cards: Sequence[int]) -> str:
    return " ".join(" ".join(TITLES[card] for card in cards).casefold().split())


def sources_of(view: View) -> tuple[int, ...]:
    """The symbols that count for a game of this seat now."""
    pairs = [PAIRS[NUMBER[view.companies[view.eyes]]], PAIRS[NUMBER[view.months[-1]]]]
    pairs += [PAIRS[NUMBER[each.name]] for each in staff(view)]
    return tuple(symbol for pair in pairs for symbol in pair)


def good_enough(view: View, stack: Stack) -> bool:
    """Early a game must earn well; in the last month any may win the ceremony."""
    left = MONTHS - view.month
    return stack.value_k >= (0 if not left else LATE_K if left <= LATE else GOOD_K)


# -- designers


def staff(view: View) -> list[SeenDesigner]:
    return [each for each in view.staff if each.employer == view.eyes]


def safe_k(view: View, wage_k: int, coming_k: int = 0) -> int:
    """The money left after this month's wages with one more designer at this wage, if it is paid once more."""
    me = view.eyes
    return view.money_k[me] + view.earned_k[me] + coming_k - view.due_k[me] - wage_k


def affords(view: View, wage_k: int, coming_k: int = 0) -> bool:
    """Safe now, and the income bears a good part of it for what is left of the year."""
    left = MONTHS - view.month
    me = view.eyes
    monthly_k = view.earned_k[me] + coming_k - view.due_k[me] - wage_k
    after_k = safe_k(view, wage_k, coming_k)
    return (
        len(staff(view)) < MOST_STAFF and left >= LEAST_MONTHS and after_k >= RESERVE_K and after_k + 2 * monthly_k >= 0
    )


def worth_k(view: View, designer: SeenDesigner) -> int:
    """The wage up to which a designer is worth having: more if he fits the company."""
    mine = {SYMBOLS[symbol] for symbol in PAIRS[NUMBER[view.companies[view.eyes]]]}
    return 30 + PREMIUM_K * len(mine.intersection(designer.symbols))


def wants(view: View, designer: SeenDesigner, wage_k: int) -> bool:
    return wage_k <= worth_k(view, designer) and affords(view, wage_k)


# -- a choice for each phase


def _month(view: View) -> Wanted:
    """Contracts first: they count for the game and for the ideas of the same month (S-21)."""
    contracts = [NUMBER[name] for name in view.known[view.eyes] if NUMBER[name] >= IDEAS]
    plan = best_stack(view) if may_publish(view) else None
    coming_k = plan.value_k if plan and good_enough(view, plan) else 0
    if contracts and affords(view, 30, max(0, coming_k)):
        return "hire", (contracts[0],)
    if plan and good_enough(view, plan):
        return _towards(view, plan)
    if view.trays[view.eyes].cards:
        return "take", (NUMBER[view.trays[view.eyes].cards[-1]],)
    return READY if view.did[view.eyes] != Did.NOTHING or view.sealed[view.eyes] == Did.NOTHING else ("brainstorm", ())


def may_publish(view: View) -> bool:
    return view.did[view.eyes] != Did.BRAINSTORM and view.sealed[view.eyes] in ("", Did.PUBLISH)


def _towards(view: View, plan: Stack) -> Wanted:
    """The next tap of the plan; what is tapped otherwise goes back first."""
    tray = [NUMBER[name] for name in view.trays[view.eyes].cards]
    if tuple(tray) == plan.cards:
        return "publish", ()
    if tuple(tray) != plan.cards[: len(tray)]:
        return "take", (tray[-1],)
    return "tap", (plan.cards[len(tray)],)


def _seal(view: View) -> Wanted:
    plan = best_stack(view)
    return "seal", ("publish" if plan and good_enough(view, plan) else "brainstorm",)


def _offers(view: View) -> Wanted:
    """Fire who cannot be paid, employ who is worth it, poach who is affordable."""
    for each in sorted(staff(view), key=lambda each: -each.wage_k):
        if each.paid and safe_k(view, 0) < 0:
            return "fire", (NUMBER[each.name],)
    for each in [each for each in view.staff if each.fired_by != view.eyes]:
        if each.employer < 0 and wants(view, each, each.wage_k):
            return "claim", (NUMBER[each.name],)
        if each.employer not in (view.eyes, -1) and wants(view, each, each.wage_k + STEP_K):
            return "call", (NUMBER[each.name],)
    contracts = [NUMBER[name] for name in view.known[view.eyes] if NUMBER[name] >= IDEAS]
    return ("hire", (contracts[0],)) if contracts and affords(view, 30) else READY


def _auction(view: View) -> Wanted:
    lot = next(each for each in view.staff if each.name == view.lot)
    mine = lot.employer == view.eyes
    bid_k = view.bid_k + STEP_K
    fits = bid_k <= worth_k(view, lot) and safe_k(view, bid_k - lot.wage_k if mine else bid_k) >= RESERVE_K
    return ("raise", ()) if fits and (mine or affords(view, bid_k)) else PASS


def _trade(view: View) -> Wanted:
    """It takes what is given for nothing, and gives nothing."""
    deal = view.deal
    assert deal
    gives = deal.cards[deal.turn] or deal.games[deal.turn] or deal.money_k[deal.turn]
    return ("accept", ()) if deal.may_accept and not gives else PASS


CHOICES: Mapping[str, Callable[[View], Wanted]] = {
    Phase.HAND: lambda view: ("full", ()),
    Phase.SEAL: _seal,
    Phase.MONTH: _month,
    Phase.OFFERS: _offers,
    Phase.AUCTION: _auction,
    Phase.TRADE: _trade,
    Phase.LAST_CALL: lambda view: READY,
    Phase.AWARD: lambda view: READY,
}
BOTS: Mapping[str, Choose] = {"publisher": publisher, "random": random}
