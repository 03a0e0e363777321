"""Why the bot `publisher` does what it does, by the kind of the action: the reason of a hint."""

from __future__ import annotations

from glowtable.kit.bots import reason_by_kind
from glowtable.messages import say

READY = say("Nothing else pays off now.")
REASONS = {
    "brainstorm": say("No game in your hand is worth enough yet."),
    "tap": say("It's the next idea for the best game in your hand."),
    "take": say("It isn't part of the best game in your hand."),
    "publish": say("This game earns enough from now on."),
    "hire": say("You can pay the wage, and a designer brings ideas and value."),
    "claim": say("This designer is worth more than the wage."),
    "call": say("This designer is worth more than the wage."),
    "raise": say("This designer is worth more than the wage."),
    "fire": say("You couldn't pay this wage again."),
    "pass": say("It isn't worth more to you."),
    "trade": say("One of your cards is worth more to that player than to you."),
    "accept": say("You get more than you give."),
    "seal": say("It earns more than the other choice."),
}
reason = reason_by_kind(REASONS, READY)
