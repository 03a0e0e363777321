"""The 121 idea cards of Spiel des Jahres as ints: 110 game ideas, then 11 designer contracts. Knows no rule.

Every card shows two of six symbols; an idea's are printed at its top and at its bottom, and a title between them.
Several ideas share a title, so a card's name has a number where one is needed: `The 3`.
Source: Spiel des Jahres EN, "121 idea cards" (S-01); titles and designers are of our own choice, in cards.toml
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from glowtable.kit.cards import NamedCards
from glowtable.kit.folders import read_toml

CATALOGUE = read_toml(__package__, "cards.toml")
TITLE = "Spiel des Jahres"
SEATS = tuple(range(CATALOGUE["setup"]["players"][0], CATALOGUE["setup"]["players"][1] + 1))  # how many may play
SYMBOLS = tuple(CATALOGUE["symbols"])  # symbol -> its word
TITLES = tuple(idea["title"] for idea in CATALOGUE["idea"])
IDEAS = len(TITLES)

_SHARED = Counter(TITLES)
_DESIGNERS = tuple(contract["name"] for contract in CATALOGUE["contract"])
NAMES = tuple(
    title if _SHARED[title] == 1 else f"{title} {TITLES[: card + 1].count(title)}" for card, title in enumerate(TITLES)
) + tuple(_DESIGNERS)
DECK = NamedCards(NAMES, TITLES + _DESIGNERS)
NUMBER = DECK.number
CARDS = len(DECK)
CONTRACTS = tuple(range(IDEAS, CARDS))
NO_CARD = -1

CardSet = Annotated[int, DECK]
EVERY = (1 << CARDS) - 1
IDEA_CARDS = (1 << IDEAS) - 1
CONTRACT_CARDS = EVERY & ~IDEA_CARDS

Pair = tuple[int, int]
PAIRS: tuple[Pair, ...] = tuple(  # card -> its symbols; of an idea the top one first
    (SYMBOLS.index(top), SYMBOLS.index(bottom))
    for top, bottom in (
        *((idea["top"], idea["bottom"]) for idea in CATALOGUE["idea"]),
        *(contract["specialties"] for contract in CATALOGUE["contract"]),
    )
)
