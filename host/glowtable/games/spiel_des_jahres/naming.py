"""What symbols and the cards that show them are called, as people hear it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from glowtable.messages import Message, say

from .cards import DECK, PAIRS, SYMBOLS
from .state import MonthAction

SYMBOL_WORDS: Mapping[str, Message] = {
    "role": say("role-playing"),
    "puzzle": say("puzzle"),
    "family": say("family-friendly"),
    "resource": say("resource-gathering"),
    "cards": say("cards"),
    "combat": say("combat"),
}
SEALED: Mapping[str, Message] = {  # what a seat may choose in secret
    MonthAction.BRAINSTORM: say("Brainstorm"),
    MonthAction.PUBLISH: say("Publish"),
    MonthAction.NOTHING: say("Do nothing"),
}


def symbols(words: Sequence[str]) -> tuple[Message, ...]:
    return tuple(SYMBOL_WORDS[word] for word in words)


def symbols_on(card: str) -> tuple[Message, ...]:
    """What a card shows, an idea's top symbol first."""
    return symbols([SYMBOLS[symbol] for symbol in PAIRS[DECK.number[card]]])


def with_symbols(card: str) -> Message:
    """A card by its name and what it shows."""
    return say("{card} ({symbols})", card=card, symbols=symbols_on(card))
