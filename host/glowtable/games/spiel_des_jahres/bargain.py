"""How a bot trades: which card it offers whom for how much, and which offers it takes. It never puts a game in.

Source: Spiel des Jahres EN, "Players can trade ideas in their hand, money, and the ownership of games" (S-29)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .cards import IDEAS, NUMBER
from .estimate import LEAST_MONTHS, RESERVE_K, best_stack, card_k, gained_k, ideas_of, months_left, safe_k
from .state import STEP_K
from .views import View

Wanted = tuple[str, tuple[int | str, ...]]  # the kind of an action, and what it is about
PASS: Wanted = ("pass", ())
HAND: Wanted = ("hand", ())
ACCEPT: Wanted = ("accept", ())


class Sale(NamedTuple):
    price_k: int
    buyer: int
    card: int


def sale(view: View) -> Sale | None:
    """The dearest of the cards that are worth more to another, who can pay half of the difference.

    Only cards that nobody has seen: a card offered lies open, so each is offered once.
    """
    if view.options["trades"] == "off" or view.options["money"] == "hidden" or months_left(view) < LEAST_MONTHS:
        return None
    unseen = [NUMBER[name] for name in view.known[view.eyes] if name not in view.open]
    others = [seat for seat in view.alive if seat != view.eyes]
    prices = [Sale(price_k(view, card, seat), seat, card) for card in unseen for seat in others]
    best = max(prices, default=None)
    return best if best and best.price_k else None


def price_k(view: View, card: int, buyer: int) -> int:
    """In the middle between what it is worth to both; 0 if that is not good for both, or too dear."""
    theirs_k = card_k(view, buyer, card)
    if theirs_k - card_k(view, view.eyes, card) < 2 * STEP_K:
        return 0
    mine_k = kept_k(view, card)
    middle_k = (mine_k + theirs_k) // 2 // STEP_K * STEP_K
    spare_k = safe_k(view, buyer, 0) - RESERVE_K
    return middle_k if mine_k + STEP_K <= middle_k <= min(spare_k, view.money_k[buyer]) else 0


def kept_k(view: View, card: int) -> int:
    """What a card of the own hand brings: half of what the best game would earn less without it, or as it fits."""
    fits_k = card_k(view, view.eyes, card)
    if card >= IDEAS:
        return fits_k
    mine = ideas_of(view)
    now, then = (best_stack(view, ideas) for ideas in (mine, tuple(each for each in mine if each != card)))
    less_k = max(0, now.value_k if now else 0) - max(0, then.value_k if then else 0)
    return max(fits_k, less_k * months_left(view) // 2)


def answer(view: View) -> Wanted:
    """What to do in a trade where it is the own turn."""
    deal = view.deal
    assert deal, "a trade is answered in its phase only"
    if deal.handed:
        return ACCEPT if deal.may_accept and pays_off(view) else PASS
    return _offer_cells(view)


def _offer_cells(view: View) -> Wanted:
    """The card, its price, and the question, one by one."""
    deal = view.deal
    assert deal
    other = 1 - deal.turn
    if not deal.cards[deal.turn]:
        plan = sale(view)
        return ("give", (plan.card,)) if plan and plan.buyer == deal.seats[other] else PASS
    asked_k = price_k(view, NUMBER[deal.cards[deal.turn][0]], deal.seats[other])
    if not asked_k:
        return PASS
    return HAND if deal.money_k[other] else ("ask", (asked_k,))


def pays_off(view: View) -> bool:
    """More comes than goes, and the wages stay safe; a gift that costs nothing is taken."""
    deal = view.deal
    assert deal
    side, other = deal.turn, 1 - deal.turn
    paid_k = deal.money_k[side] - deal.money_k[other]
    given_k = max(0, paid_k) + sum(kept_k(view, card) for card in _numbers_of(deal.cards[side]))
    got_k = max(0, -paid_k) + gained_k(view, _numbers_of(deal.cards[other])) + _games_k(view, deal.numbers[other])
    if paid_k > 0 and safe_k(view, view.eyes, 0) - paid_k < RESERVE_K:
        return False
    return got_k >= given_k + (STEP_K if given_k or deal.cards[side] else 0)


def _numbers_of(names: Iterable[str]) -> list[int]:
    return [NUMBER[name] for name in names]


def _games_k(view: View, numbers: Iterable[int]) -> int:
    """What these games bring until the end."""
    return sum(game.value_k for game in view.games if game.number in numbers) * months_left(view)
