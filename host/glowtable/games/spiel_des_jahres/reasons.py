"""Why the bot `publisher` does what it does, by the kind of the action: the reason of a hint."""

from __future__ import annotations

from glowtable.kit.bots import reason_by_kind
from glowtable.messages import say

READY = say("nothing else pays off now")
REASONS = {
    "brainstorm": say("no game of your hand is worth enough yet"),
    "tap": say("it is the next idea of the most valuable game of your hand"),
    "take": say("it does not belong to the best game of your hand"),
    "publish": say("this game earns enough from now on"),
    "hire": say("you can pay the wage, and a designer brings ideas and value"),
    "claim": say("what this designer brings is worth more than the wage"),
    "call": say("what this designer brings is worth more than the wage"),
    "raise": say("what this designer brings is worth more than the wage"),
    "fire": say("you could not pay this wage again"),
    "pass": say("more than this it is not worth to you"),
    "trade": say("a card of yours is worth more to that player than to you"),
    "accept": say("what you get is worth more to you than what you give"),
    "seal": say("it earns more than the other choice"),
}
reason = reason_by_kind(REASONS, READY)
