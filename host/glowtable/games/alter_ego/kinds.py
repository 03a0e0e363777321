"""Every kind of action of Alter Ego, and what it may be about: the vocabulary of the game; and why a bot does it."""

from __future__ import annotations

from glowtable.game import Kind
from glowtable.kit import hands
from glowtable.kit.bots import reason_by_kind
from glowtable.kit.refusals import Vocabulary
from glowtable.messages import say

from .cards import CIVS, DECK, FIGHT, SEATS, TITLE
from .state import PENALTIES

HOSTAGE_WORDS = (*CIVS, "black")  # how actions name a type
PLAYERS = range(SEATS[-1])
BY_CHANCE = ("villain", "offer", "character", "deal", "nemesis", "draw", "henchman")
ABOUT_CARDS = ("buy", "cycle", "activate", "event", "trash", "free", "cops", "choose", "engage", "take", "fill", "kill")
BARE = ("ready", "sweep", "token", "call", "fight", "spend", "yes", "no", "pass", "back", "hand", "discards")
KINDS = {
    **hands.KINDS,
    **dict.fromkeys(BY_CHANCE, Kind((DECK,), by_chance=True)),
    **dict.fromkeys(ABOUT_CARDS, Kind((DECK,))),
    **dict.fromkeys(BARE, Kind()),
    **dict.fromkeys(("ask", "trophy"), Kind((PLAYERS,))),
    "convert": Kind((FIGHT,)),
    "forgive": Kind((PENALTIES,)),
    "rescue": Kind((HOSTAGE_WORDS,)),
    "victim": Kind((HOSTAGE_WORDS,)),
}
CARD_KINDS = DECK.kinds_about(KINDS)
SEAT_KINDS = frozenset(name for name, kind in KINDS.items() if PLAYERS in kind.domains)
VOCABULARY = Vocabulary(TITLE, KINDS, DECK, "E-01")
# why the bot `vigilante` does one of them: the reason of a hint
OTHERWISE = say("Nothing else helps in this phase.")
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
reason = reason_by_kind(REASONS, OTHERWISE)
