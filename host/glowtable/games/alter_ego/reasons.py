"""Why the bot `vigilante` does what it does, by the kind of the action: the reason of a hint."""

from __future__ import annotations

from glowtable.kit.bots import reason_by_kind
from glowtable.messages import say

READY = say("Nothing else helps in this phase.")
REASONS = {
    "token": say("A teamwork token is free."),
    "buy": say("It helps most of what you can afford. Saved money helps nobody."),
    "event": say("It pays off now."),
    "activate": say("Its icons pay for another fight, or a better one."),
    "spend": say("An icon of any type pays for another fight."),
    "call": say("A henchman goes without a fight, and its hostages are free."),
    "cops": say("It holds the most scarce hostages, or it's hard to beat."),
    "choose": say("Of those you drew, it's the least dangerous to hostages."),
    "fight": say("Your team can pay for a fight."),
    "engage": say("It's one of the best fights your icons can pay for."),
    "ask": say("Together you can win a fight you can't win alone."),
    "yes": say("Together you can win a fight you can't win alone."),
    "rescue": say("There are fewest of these left."),
    "trophy": say("That player has the fewest trophies."),
    "take": say("Your team needs its icon most."),
    "fill": say("It sets up the best fights for next round."),
}
reason = reason_by_kind(REASONS, READY)
