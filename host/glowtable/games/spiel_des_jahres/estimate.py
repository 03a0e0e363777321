"""What games, ideas, designers and money are worth to a seat, judged by the view of a bot. Bots decide by it.

Of another seat it judges by what lies open; what that one has in hand it does not know. Sums in thousands of euros.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from glowtable.kit.bit_sets import mask_of

from .cards import IDEAS, NUMBER, PAIRS, SYMBOLS
from .state import MONTHS
from .views import SeenDesigner, View
from .worth import PRESENT_K, name_of, quick_k, words_key

LEAST_MONTHS = 2  # left, for a card to be worth its price
RESERVE_K = 10  # kept after the wages
DESIGNER_K = 100  # a month: every game is worth more with him, and money alone wins nothing
FITS_K = 30  # for each symbol that he shares with the company
WAGE_K = 30  # of a contract that is played (S-22)


# -- games


PLANS_KEPT = 256  # best games of ideas that were looked for lately: each step towards one looks for it again


class Stack(NamedTuple):
    value_k: int
    cards: tuple[int, ...]  # bottommost first


def ideas_of(view: View) -> tuple[int, ...]:
    """Those in hand and those tapped; in this order whatever is tapped: the plan stays."""
    hand = [NUMBER[name] for name in (*view.known[view.eyes], *view.trays[view.eyes].cards)]
    return tuple(sorted(card for card in hand if card < IDEAS))


def contracts_of(view: View) -> tuple[int, ...]:
    return tuple(NUMBER[name] for name in view.known[view.eyes] if NUMBER[name] >= IDEAS)


def best_stack(view: View, ideas: Sequence[int]) -> Stack | None:
    """The most valuable game of these ideas; of equals the one of fewer cards, then of more symbols."""
    return _best_of(tuple(ideas), sources_of(view, view.eyes), tuple([game.name for game in view.games]))


@lru_cache(PLANS_KEPT)
def _best_of(ideas: tuple[int, ...], sources: tuple[int, ...], taken: tuple[str, ...]) -> Stack | None:
    """Names are looked at last: one that is taken is rare, and then the next best stack is looked for."""
    names, nameless = _taken_keys(taken), set[Pile]()
    while True:
        pile, rank = _highest_ideas(ideas, _reach_by_symbols(sources), nameless)
        if not pile[0]:
            return None
        if cards := _name_cards(*pile, names):
            return Stack(rank // RANK, cards)
        nameless.add(pile)


Pile = tuple[tuple[int, ...], int]  # the lower cards in any order, the upper one
NO_PILE: Pile = (), -1


def _highest_ideas(ideas: tuple[int, ...], reach: list[int], without: Set[Pile]) -> tuple[Pile, int]:
    """All stacks are looked at; of a lower card only the top symbol shows, so that a table ranks it."""
    best: Pile = NO_PILE
    most = LEAST
    for at, upper in enumerate(ideas):
        lower = [(card, PAIRS[card][0]) for card in (*ideas[:at], *ideas[at + 1 :])]
        one, two = _stack_ranks(*PAIRS[upper])
        for card, top in lower:
            rank, shown = one[top]
            if rank + reach[shown] > most and ((card,), upper) not in without:
                best, most = ((card,), upper), rank + reach[shown]
        for place, (card, top) in enumerate(lower, 1):
            row = two[top]
            for other, other_top in lower[place:]:
                rank, shown = row[other_top]
                if rank + reach[shown] > most and ((card, other), upper) not in without:
                    best, most = ((card, other), upper), rank + reach[shown]
    return best, most


def _name_cards(lower: tuple[int, ...], upper: int, names: frozenset[str]) -> tuple[int, ...] | None:
    """These cards in an order whose name is free."""
    orders = ((*order, upper) for order in permutations(lower))
    return next((cards for cards in orders if words_key(name_of(cards)) not in names), None)


@lru_cache(PLANS_KEPT)
def _taken_keys(taken: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(words_key, taken))


LEAST = -1_000_000  # below all ranks
RANK = 100  # by value; of equals fewer cards, then more symbols
Ranked = tuple[int, int]  # the rank of a stack whose symbols count for nobody, and the set of those that show


@lru_cache(None)
def _stack_ranks(top: int, bottom: int) -> tuple[list[Ranked], list[list[Ranked]]]:
    """Of stacks with this card above: by the top of one card below it, by the tops of two."""
    each = range(len(SYMBOLS))
    one = [_symbol_rank((lower, top, bottom)) for lower in each]
    return one, [[_symbol_rank((lowest, lower, top, bottom)) for lower in each] for lowest in each]


def _symbol_rank(symbols: tuple[int, ...]) -> Ranked:
    kinds = set(symbols)
    return quick_k(symbols, ()) * RANK - 10 * len(symbols) + 40 + len(kinds), mask_of(kinds)


@lru_cache(PLANS_KEPT)
def _reach_by_symbols(sources: tuple[int, ...]) -> list[int]:
    """By the set of symbols that show: how much higher these sources rank it."""
    counts = [sources.count(symbol) * PRESENT_K * RANK for symbol in range(len(SYMBOLS))]
    reaches = [0]
    for more in counts:  # each symbol doubles the sets
        reaches += [each + more for each in reaches]
    return reaches


def sources_of(view: View, seat: int) -> tuple[int, ...]:
    """The symbols that count for a game of this seat now."""
    return (*lasting_of(view, seat), *PAIRS[NUMBER[view.months[-1]]])


def lasting_of(view: View, seat: int) -> tuple[int, ...]:
    """Those of company and designers, which count in other months too."""
    pairs = [PAIRS[NUMBER[view.companies[seat]]], *(PAIRS[NUMBER[each.name]] for each in staff(view, seat))]
    return tuple(symbol for pair in pairs for symbol in pair)


# -- money


def months_left(view: View) -> int:
    """Paydays after this month's: the same in every phase of a month, so that a plan stays."""
    return MONTHS - view.month


def safe_k(view: View, seat: int, wage_k: int, coming_k: int = 0) -> int:
    """The money left after this month's wages with one more designer at this wage, if it is paid once more."""
    return view.money_k[seat] + view.earned_k[seat] + coming_k - view.due_k[seat] - wage_k


def affords(view: View, seat: int, wage_k: int, coming_k: int = 0) -> bool:
    """The next wages are safe with one more designer: who cannot be paid after that is fired."""
    return safe_k(view, seat, wage_k, coming_k) >= RESERVE_K


# -- designers


def staff(view: View, seat: int) -> list[SeenDesigner]:
    return [each for each in view.staff if each.employer == seat]


def designer_k(view: View, seat: int, symbols: Sequence[str]) -> int:
    """The wage up to which a designer of these symbols is worth having: more if he fits the company."""
    mine = {SYMBOLS[symbol] for symbol in PAIRS[NUMBER[view.companies[seat]]]}
    return DESIGNER_K + FITS_K * len(mine.intersection(symbols))


def wants(view: View, designer: SeenDesigner, wage_k: int) -> bool:
    return wage_k <= designer_k(view, view.eyes, designer.symbols) and affords(view, view.eyes, wage_k)


# -- cards


def card_k(view: View, seat: int, card: int) -> int:
    """What a card brings a seat, judged by what lies open."""
    if card < IDEAS:
        return 10 * sum(symbol in lasting_of(view, seat) for symbol in PAIRS[card])
    symbols = [SYMBOLS[symbol] for symbol in PAIRS[card]]
    over_k = designer_k(view, seat, symbols) - WAGE_K
    return over_k if affords(view, seat, WAGE_K) else over_k // 4 * (months_left(view) > LEAST_MONTHS)


def gained_k(view: View, cards: Sequence[int]) -> int:
    """What these cards bring to the bot: half of what its best game then earns more, and contracts."""
    mine = ideas_of(view)
    now, then = (best_stack(view, ideas) for ideas in (mine, (*mine, *(card for card in cards if card < IDEAS))))
    more_k = max(0, then.value_k if then else 0) - max(0, now.value_k if now else 0)
    contracts_k = sum(card_k(view, view.eyes, card) for card in cards if card >= IDEAS)
    return more_k * months_left(view) // 2 + contracts_k
