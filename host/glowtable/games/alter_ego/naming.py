"""What icons, hostages, phases and types of villains are called, and what cards say, as people hear it.

The texts of arch villains, equipment and events are those printed in cards.toml, where what a card does is said as
data, too; tests keep the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from glowtable.messages import Message, filled, say

from .cards import FIGHT, IDS, NUMBER
from .kinds import HOSTAGE_WORDS

ICON_NAMES: Mapping[str, Message] = {
    "strength": say("strength"), "speed": say("speed"), "smarts": say("smarts"), "focus": say("focus"),
    "luck": say("luck"), "any": say("any type"), "money": say("$"), "family": say("Family"),
    "community": say("Community"), "badge": say("Badge"), "teamwork": say("Teamwork"), "display": say("Display"),
}  # fmt: skip
CARD_NAMES: Mapping[str, Message] = {**ICON_NAMES, "hero": say("hero card"), "job": say("Job")}  # of cards in a deck
CIV_NAMES: Mapping[str, Message] = {
    "kin": say("kin"), "colleague": say("colleague"), "neighbour": say("neighbour"), "black": say("black token"),
}  # fmt: skip
POOL_NAMES: Mapping[str, Message] = {
    "kin": say("kin {n}"), "colleague": say("colleagues {n}"), "neighbour": say("neighbours {n}"),
    "black": say("black tokens {n}"),
}  # fmt: skip
PHASE_NAMES: Mapping[str, Message] = {
    "income": say("Income"), "support": say("Support"), "patrol": say("Patrol"), "aftermath": say("Patrol"),
    "fight": say("Fight"), "recoup": say("Recoup"),
}  # fmt: skip
ACTION_WORDS: Mapping[str, Message] = {**ICON_NAMES, **CIV_NAMES, **PHASE_NAMES}  # what an action names by a word
TYPE_NAMES: Mapping[str, Message] = {
    "sadist": say("sadist"), "anarchist": say("anarchist"), "mastermind": say("mastermind"),
}  # fmt: skip


def counted(words: Mapping[str, Message], amounts: Iterable[tuple[str, int]]) -> tuple[Message, ...]:
    """`2× strength`, and a bare word for one; what there is none of is left out."""
    return tuple(
        words[word] if amount == 1 else say("{n}× {what}", n=amount, what=words[word])
        for word, amount in amounts
        if amount > 0
    )


def name_icons(amounts: Iterable[int]) -> tuple[Message, ...]:
    """The five fight icons, then such of any type."""
    return counted(ICON_NAMES, zip((*FIGHT, "any"), amounts, strict=False))


def name_hostages(amounts: Iterable[int]) -> tuple[Message, ...]:
    """Kin, colleagues, neighbours, black tokens."""
    return counted(CIV_NAMES, zip(HOSTAGE_WORDS, amounts, strict=False))


def pool_text(word: str, n: int) -> Message:
    """How many hostages of a type there are."""
    return filled(POOL_NAMES[word], {"n": n})


def joined(parts: Iterable[Message]) -> Message:
    """Several sentences, or labels, one after the other."""
    return say("{parts}", parts=tuple(parts))


# -- what is printed on cards

TEXTS: Mapping[str, Message] = {
    "av-1": say("End of each round: if no hostage was rescued from Madame Vivisect this round, remove 1 Kin token in "
                "the supply from the game."),
    "av-2": say("When a Sadist henchman enters play, after it takes its hostages, remove 1 Colleague token in the "
                "supply from the game."),
    "av-3": say("End of each round: if 6 or more hostages lie on henchmen, remove 1 of them (the group chooses which)"
                " from the game. This is no rescue: a henchman that loses its last hostage so is not defeated."),
    "av-4": say("The first henchman revealed each Patrol (lowest seat number) takes 1 more hostage, of the type with "
                "the most tokens in the supply, counted after its own hostages (tie: Kin, Colleague, Neighbour)."),
    "av-5": say("Nobody obeys the badge: Calling the Cops needs 5 Badge icons instead of 3."),
    "av-6": say("The radio lies: on Patrol put the first henchman you draw into play; you draw no others."),
    "av-7": say("Frozen accounts: every $ icon on cards in displays counts for nothing in the Income phase."),
    "av-8": say("He knows your homes: base display size is 4."),
    "av-9": say("Divide and rule: a Teamwork token still adds a player to your team, but gives no Fight icon. Solo: "
                "it gives nothing."),
    "eq-01": say("While in play: 1 strength icon."),
    "eq-02": say("While in play: 1 speed icon."),
    "eq-03": say("While in play: 1 smarts icon."),
    "eq-04": say("While in play: 1 focus icon."),
    "eq-05": say("While in play: 1 luck icon."),
    "eq-06": say("Once per round, pay $1: 1 strength icon this round."),
    "eq-07": say("Once per round, pay $1: 1 speed icon this round."),
    "eq-08": say("Once per round, pay $1: 1 smarts icon this round."),
    "eq-09": say("Once per round, pay $1: 1 focus icon this round."),
    "eq-10": say("Once per round, pay $1: 1 luck icon this round."),
    "eq-11": say("While in play: your display size is 1 larger."),
    "eq-12": say("While in play: 1 Community icon."),
    "eq-13": say("While in play: 1 Family icon."),
    "eq-14": say("While in play: 1 $ icon."),
    "eq-15": say("While in play: 1 Badge icon."),
    "eq-16": say("While in play: 1 Teamwork icon."),
    "eq-17": say("Once per round, pay $1: change 1 of your Fight icons to any type this round."),
    "eq-18": say("Once per round, pay $1: discard 1 penalty token from your board."),
    "ev-01": say("2 Fight icons of any types this round."),
    "ev-02": say("Take 1 Teamwork token from the supply."),
    "ev-03": say("Discard all penalty tokens from one phase of your board."),
    "ev-04": say("1 Fight icon of any type this round and draw 1 card."),
    "ev-05": say("Play before you draw on Patrol: draw 2 more henchmen to choose from. Not while Static Queen is in "
                 "play."),
    "ev-06": say("Rescue 1 hostage from a henchman whose cost is 3 icons or fewer, without paying. This is your "
                 "engagement with it."),
    "ev-07": say("Return 1 hero or alter ego card from your hand or discard pile to its supply stack."),
}  # fmt: skip


def text_of(name: str) -> Message:
    """What is printed on the card of this name; KeyError if it has no text."""
    return TEXTS[IDS[NUMBER[name]]]
