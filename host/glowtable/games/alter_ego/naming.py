"""What icons, hostages, phases and types of villains are called when they are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from glowtable.messages import Message, say

from .cards import FIGHT
from .hostages import WORDS

ICONS: Mapping[str, Message] = {
    "strength": say("strength"),
    "speed": say("speed"),
    "smarts": say("smarts"),
    "focus": say("focus"),
    "luck": say("luck"),
    "any": say("any type"),
    "money": say("$"),
    "family": say("Family"),
    "community": say("Community"),
    "badge": say("Badge"),
    "teamwork": say("Teamwork"),
    "display": say("Display"),
}
CARDS: Mapping[str, Message] = {**ICONS, "hero": say("hero card"), "job": say("Job")}  # kinds of cards in a deck
CIVS: Mapping[str, Message] = {
    "kin": say("kin"),
    "colleague": say("colleague"),
    "neighbour": say("neighbour"),
    "black": say("black token"),
}
POOLS: Mapping[str, Message] = {
    "kin": say("kin {n}"),
    "colleague": say("colleagues {n}"),
    "neighbour": say("neighbours {n}"),
    "black": say("black tokens {n}"),
}
PHASES: Mapping[str, Message] = {
    "income": say("Income"),
    "support": say("Support"),
    "patrol": say("Patrol"),
    "aftermath": say("Patrol"),
    "fight": say("Fight"),
    "recoup": say("Recoup"),
}
TYPES: Mapping[str, Message] = {
    "sadist": say("sadist"),
    "anarchist": say("anarchist"),
    "mastermind": say("mastermind"),
}


def counted(words: Mapping[str, Message], amounts: Iterable[tuple[str, int]]) -> tuple[Message, ...]:
    """`2× strength`, and a bare word for one; what there is none of is left out."""
    return tuple(_counted(words[word], amount) for word, amount in amounts if amount > 0)


def _counted(word: Message, amount: int) -> Message:
    return word if amount == 1 else say("{n}× {what}", n=amount, what=word)


def fight_icons(amounts: Iterable[int]) -> tuple[Message, ...]:
    """The five fight icons, then such of any type."""
    return counted(ICONS, zip((*FIGHT, "any"), amounts, strict=False))


def hostages(amounts: Iterable[int]) -> tuple[Message, ...]:
    """Kin, colleagues, neighbours, black tokens."""
    return counted(CIVS, zip(WORDS, amounts, strict=False))


def joined(parts: Iterable[Message]) -> Message:
    """One sentence of several, of which each may have commas of its own; there must be one at least."""
    return reduce(lambda one, other: say("{one}; {other}", one=one, other=other), parts)
