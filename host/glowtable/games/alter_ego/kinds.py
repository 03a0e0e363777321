"""Every kind of action of Alter Ego, and what it may be about: the vocabulary of the game."""

from __future__ import annotations

from glowtable.game import Kind
from glowtable.kit import hands
from glowtable.kit.refusals import Vocabulary

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
