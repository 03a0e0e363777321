"""Why the bot `vigilante` does what it does, by the kind of the action: the reason of a hint."""

from __future__ import annotations

from glowtable.kit.bots import reason_by_kind
from glowtable.messages import say

READY = say("nothing else helps in this phase")
REASONS = {
    "token": say("a teamwork token costs nothing"),
    "buy": say("of what you can pay it helps most; saved money helps nobody"),
    "event": say("it pays off now"),
    "activate": say("its icons pay for one fight more, or a better one"),
    "spend": say("an icon of any type pays for one fight more"),
    "call": say("a henchman leaves without a fight, and its hostages are free"),
    "cops": say("it holds most of what is short, or is hard to fight"),
    "choose": say("of those you drew it endangers the hostages least"),
    "fight": say("your team can pay for a fight"),
    "engage": say("it belongs to the fights that your icons pay best"),
    "ask": say("together you can fight whom neither of you can alone"),
    "yes": say("together you can fight whom neither of you can alone"),
    "rescue": say("of these the fewest are left in the pool"),
    "trophy": say("that player has the fewest trophies"),
    "take": say("your team needs its icon most"),
    "fill": say("with it the next round has its best fights"),
}
reason = reason_by_kind(REASONS, READY)
