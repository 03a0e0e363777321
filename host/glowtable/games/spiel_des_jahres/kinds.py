"""Every kind of action of Spiel des Jahres: what it is about, and whether chance does it."""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.game import Kind
from glowtable.kit import hands
from glowtable.kit.refusals import Vocabulary

from .cards import DECK, IDEAS, SEATS, TITLE
from .state import ALL_K, CHOICES, STEP_K
from .worth import PARTS

SUMS = range(STEP_K, ALL_K + 1, STEP_K)  # no more than all coins go in at once
GAMES = range(IDEAS // PARTS[0])  # counted as they are published, and no idea is published twice

KINDS: Mapping[str, Kind] = {
    **hands.KINDS,
    **dict.fromkeys(("company", "deal", "trend", "draw", "award"), Kind((DECK,), by_chance=True)),
    **dict.fromkeys(("tap", "take", "hire", "fire", "claim", "call", "give"), Kind((DECK,))),
    **dict.fromkeys(("brainstorm", "publish", "ready", "raise", "pass", "withdraw", "hand", "accept"), Kind()),
    **dict.fromkeys(("pay", "ask"), Kind((SUMS,))),
    "seal": Kind((CHOICES,)),
    "trade": Kind((range(SEATS[-1]),)),
    "game": Kind((GAMES,)),
}
CARD_KINDS = DECK.kinds_about(KINDS)
VOCABULARY = Vocabulary(TITLE, KINDS, DECK, "S-01")
