"""What a stack of ideas shows, its name, and what it is worth, a term for each reason. Knows no seat and no state.

Source: Spiel des Jahres EN, "Calculating the value of a game" (S-13, S-14, S-16, S-17)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from glowtable.game import Arg
from glowtable.messages import Message, say

from .cards import PAIRS, TITLES, Pair
from .state import Term

PARTS = (2, 3)  # how many ideas make a game. Source: EN, "two or three ideas, no more, or less" (S-12)
PRESENT_K = 10  # for each symbol of a source that is present
CARD_K = -10  # for each idea: the manufacturing cost
EQUAL_K = {2: 10, 3: 30, 4: 50}  # for so many equal symbols, not cumulative (S-17)
EQUAL_KINDS = {2: "pair", 3: "triplet", 4: "quadruplet"}
VALUE_CACHE_SIZE = 2048  # stacks that were looked at lately
_EQUAL = (0, 0, *EQUAL_K.values())  # the same, by the number of equal symbols


def visible_symbols(pairs: Sequence[Pair]) -> tuple[int, ...]:
    """The symbols that show: of each card the top one, of the last its bottom too.

    Source: EN, "the bottom symbol from one idea obscured by the idea stacked upon it" (S-13)
    """
    return (*(top for top, _ in pairs), pairs[-1][1])


@lru_cache(VALUE_CACHE_SIZE)
def symbols_of(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The symbols that a stack of ideas shows, bottommost card first."""
    return visible_symbols([PAIRS[card] for card in cards])


@lru_cache(VALUE_CACHE_SIZE)
def name_of(cards: tuple[int, ...]) -> str:
    """The titles in their order. Source: EN, "Quest The Game" (S-14)"""
    return " ".join(TITLES[card] for card in cards)


@lru_cache(VALUE_CACHE_SIZE)
def words_key(name: str) -> str:
    """What is the same for names that only case and repeated blanks tell apart (S-20)."""
    return " ".join(name.casefold().split())


def value_terms(
    symbols: Sequence[int], company: Pair, month: Pair, designers: Iterable[tuple[str, Pair]]
) -> tuple[Term, ...]:
    """Why a game that shows these symbols is worth what it is worth: the sum of these terms.

    Each symbol of a source is tested by itself, so a source that shows one symbol twice counts twice (S-16).
    """
    sources = [("company", "", company), ("month", "", month), *(("designer", who, pair) for who, pair in designers)]
    present = [
        Term(kind, PRESENT_K, symbol, who) for kind, who, pair in sources for symbol in pair if symbol in symbols
    ]
    counts = {symbol: symbols.count(symbol) for symbol in symbols}
    equal = [Term(EQUAL_KINDS[n], EQUAL_K[n], symbol) for symbol, n in counts.items() if n > 1]
    return (*present, Term("cards", CARD_K * (len(symbols) - 1)), *equal)


def sum_k(terms: Iterable[Term]) -> int:
    return sum(term.amount_k for term in terms)


def euros(amount_k: int) -> Message:
    """A sum as people read it; nothing has no thousands."""
    if amount_k < 0:
        return say("-€{k}k", k=-amount_k)
    return say("€{k}k", k=amount_k) if amount_k else say("€0")


def settled_terms(terms: Sequence[Term], negative: Arg) -> tuple[Term, ...]:
    """By option no game is worth less than nothing: what it lacks is a term of its own, so all add up (S-18)."""
    lacks_k = -sum_k(terms) if negative == "zero" else 0
    return (*terms, Term("floor", lacks_k)) if lacks_k > 0 else tuple(terms)


def quick_k(symbols: Sequence[int], sources: Sequence[int]) -> int:
    """The same sum at once, the symbols of all sources in a row: bots value hundreds of stacks."""
    present = sum(map(symbols.__contains__, sources))
    equal = sum(_EQUAL[symbols.count(symbol)] for symbol in set(symbols))
    return PRESENT_K * present + CARD_K * (len(symbols) - 1) + equal
