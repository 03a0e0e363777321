"""The 99 cards of ALEX & CO as ints 0..98, their names and sets. Knows no rule.

The cards of a set follow each other, its designer first; then come the ESG and the SAZ cards.
Source: ALEX & CO EN, "Components" (A-01, A-02); titles and designers are of our own choice, in cards.toml
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Annotated
from unicodedata import combining, normalize

from glowtable.kit.bit_sets import mask_of
from glowtable.kit.cards import NamedCards
from glowtable.kit.folders import read_toml

CATALOGUE = read_toml(__package__, "cards.toml")
TITLE = "ALEX & CO"
SEATS = tuple(range(CATALOGUE["setup"]["players"][0], CATALOGUE["setup"]["players"][1] + 1))  # how many may play
CONTENTS = tuple((whole["designer"], *(game["title"] for game in whole["games"])) for whole in CATALOGUE["set"])
SPECIALS = tuple(f"{kind} {n}" for kind in ("ESG", "SAZ") for n in range(1, CATALOGUE["special"][kind.lower()] + 1))

_ALL = (*(name for content in CONTENTS for name in content), *SPECIALS)
DECK = NamedCards(_ALL, [name[:3] if name in SPECIALS else name for name in _ALL])
NAMES, NUMBER, CARDS, NO_CARD = DECK.names, DECK.number, len(DECK), -1
PRINTED = DECK.titles  # what stands on the card
Cards = Annotated[int, DECK]  # a set of cards

SIZE = tuple(map(len, CONTENTS))  # set -> how many cards it has
FIRST = tuple(accumulate(SIZE, initial=0))[:-1]  # set -> its designer
SETS = tuple(((1 << size) - 1) << first for size, first in zip(SIZE, FIRST, strict=True))
SET = tuple(number for number, size in enumerate(SIZE) for _ in range(size)) + (-1,) * len(SPECIALS)
MAJORITY = tuple(size // 2 + 1 for size in SIZE)  # A-26; of two cards both, so there the set is complete

TEXTS_KEPT = 256  # as many as there are names, and what people mistype

EVERY = (1 << CARDS) - 1
DESIGNERS = mask_of(FIRST)
ESG, SAZ = (mask_of(card for card in DECK if PRINTED[card] == kind) for kind in ("ESG", "SAZ"))
GAMES = EVERY & ~(DESIGNERS | ESG | SAZ)


def sets_with(cards: int) -> int:
    """All cards of the sets of these cards."""
    return sum(whole for whole in SETS if whole & cards)


def copies_like(card: int) -> int:
    """The cards that look the same: all ESG or all SAZ cards, or this one alone."""
    return next((kind for kind in (ESG, SAZ) if kind >> card & 1), 1 << card)


def games_of(designer: int) -> int:
    """The games in the set of a designer card, as a bit set."""
    return SETS[SET[designer]] & GAMES


@lru_cache(TEXTS_KEPT)
def copies_of(text: str) -> tuple[int, ...]:
    """The cards a text may mean: one card, or all ESG or SAZ cards; none if there is no such.

    Case and accents may be left out; a first or later word of the name, or its beginning, will do if no other has it.
    """
    text = plain_letters(text)
    exact = tuple(card for card in DECK if text in TYPED[card])
    begun = begun_with(text)
    return exact or (begun if len(begun) == 1 and len(text) >= SHORTEST else ())


def begun_with(text: str) -> tuple[int, ...]:
    """The cards of whose names a word begins so."""
    text = plain_letters(text)
    return tuple(card for card in DECK if f" {text}" in f" {TYPED[card][0]}")


def plain_letters(text: str) -> str:
    """As it may be typed on any keyboard: `Rüdiger Dorn` -> `rudiger dorn`."""
    letters = normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in letters if not combining(letter)).replace("’", "'")


SHORTEST = 3  # letters that stand for a longer name
TYPED = tuple((plain_letters(NAMES[card]), plain_letters(PRINTED[card])) for card in DECK)
