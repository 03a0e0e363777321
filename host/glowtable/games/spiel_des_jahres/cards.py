"""The 121 idea cards of Spiel des Jahres as ints: 110 game ideas, then 11 designer contracts. Knows no rule.

Every card shows two of six symbols; an idea's are printed at its top and at its bottom, and a title between them.
Several ideas share a title, so a card's name has a number where one is needed: `The 3`.
Source: Spiel des Jahres EN, "121 idea cards" (S-01); titles and designers are of our own choice, in cards.toml
"""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files

CATALOGUE = tomllib.loads(files(__package__).joinpath("cards.toml").read_text("utf-8"))
TITLE = "Spiel des Jahres"
SEATS = tuple(range(CATALOGUE["setup"]["players"][0], CATALOGUE["setup"]["players"][1] + 1))  # how many may play
SYMBOLS = tuple(CATALOGUE["symbols"])  # symbol -> its word
TITLES = tuple(idea["title"] for idea in CATALOGUE["idea"])
IDEAS = len(TITLES)
CONTRACTS = tuple(range(IDEAS, IDEAS + len(CATALOGUE["contract"])))
CARDS = IDEAS + len(CONTRACTS)
NO_CARD = -1

_SHARED = Counter(TITLES)
NAMES = tuple(
    title if _SHARED[title] == 1 else f"{title} {TITLES[: card + 1].count(title)}" for card, title in enumerate(TITLES)
) + tuple(contract["name"] for contract in CATALOGUE["contract"])
NUMBER = {name: card for card, name in enumerate(NAMES)}

Pair = tuple[int, int]
PAIRS: tuple[Pair, ...] = tuple(  # card -> its symbols; of an idea the top one first
    (SYMBOLS.index(top), SYMBOLS.index(bottom))
    for top, bottom in (
        *((idea["top"], idea["bottom"]) for idea in CATALOGUE["idea"]),
        *(contract["specialties"] for contract in CATALOGUE["contract"]),
    )
)

EVERY = (1 << CARDS) - 1
IDEA_CARDS = (1 << IDEAS) - 1
CONTRACT_CARDS = EVERY & ~IDEA_CARDS

_MEANT: dict[str, tuple[int, ...]] = {}
for _card, _name in enumerate(NAMES):
    for _text in {_name.casefold(), TITLES[_card].casefold() if _card < IDEAS else _name.casefold()}:
        _MEANT[_text] = (*_MEANT.get(_text, ()), _card)


def copies_of(text: str) -> tuple[int, ...]:
    """The cards a text may mean in whatever case: a card by its name, or all that share a title; else none."""
    return _MEANT.get(" ".join(text.split()).casefold(), ())
