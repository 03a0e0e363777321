"""The 72 cards of Punto as ints 0..71 and their names. Knows no rule.

A card is colour * 18 + (value - 1) * 2 + copy. `R5` is a kind, `R5a` and `R5b` are its two physical cards.
Source: Punto EN, "2 cards with 1 to 9 points per color" (P-01)
"""

from __future__ import annotations

from typing import Annotated

from glowtable.kit.cards import NamedCards

TITLE = "Punto"
SEATS = (2, 3, 4)  # how many may play: "2-4 players" (P-02)
COLOURS = "RGBY"  # red, green, blue, yellow
VALUES = range(1, 10)
COPIES = "ab"
PER_COLOUR = len(VALUES) * len(COPIES)
CARDS = len(COLOURS) * PER_COLOUR
NO_CARD = -1

NAMES = tuple(f"{colour}{value}{copy}" for colour in COLOURS for value in VALUES for copy in COPIES)
CARD_KINDS = tuple(name[:2] for name in NAMES)
COLOUR = tuple(COLOURS.index(name[0]) for name in NAMES)
VALUE = tuple(int(name[1]) for name in NAMES)
DECK = NamedCards(NAMES, CARD_KINDS)
name_of = DECK.name_of
CardSet = Annotated[int, DECK]


def bag_of(colours: tuple[int, ...]) -> int:
    """All cards of these colours."""
    return sum(((1 << PER_COLOUR) - 1) << colour * PER_COLOUR for colour in colours)
