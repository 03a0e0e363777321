"""Alter Ego v6.0: one to four vigilantes free hostages from henchmen, and their city from its arch villains.

Source: the sheet, "A cooperative deck learning game of vigilante heroism"
"""

from __future__ import annotations

from glowtable.kit.folders import game_in
from glowtable.messages import say

from .bots import ADVISER, BOTS, LEVELS
from .cards import DECK, NAMES, SEATS, TITLE, TITLES
from .faces import card_face
from .guardian import odds_of
from .kinds import KINDS, reason
from .ledger import ENDINGS
from .options import OPTIONS
from .rules import RULES
from .surface import SURFACE
from .termination import most_actions

GAME = game_in(
    __package__, TITLE, SEATS, OPTIONS, NAMES, KINDS, RULES, SURFACE, BOTS,
    test_bound=most_actions(),
    test_options={"knowledge": "full", "empty_deck": "loss"},
    alike=DECK.alike(TITLES),
    help=say("Type a cell (c3), a card (tyre), or what seat 1 does (1 fight, 1 ask 2)."),
    words={"fight": say("fight (typed)"), "ask": say("ask (typed)")},
    legend=say("◇ villain you can pay for (green) or choice (white)   ● on the table or waiting"),
    endings=ENDINGS,
    card_face=card_face,
    levels=LEVELS,
    adviser=ADVISER,
    reason=reason,
    hidden_information=True,
    cooperative=True,
    worth=odds_of,
)  # fmt: skip
