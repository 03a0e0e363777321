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
from .kinds import KINDS
from .ledger import ENDINGS
from .options import OPTIONS
from .reasons import reason
from .rules import RULES
from .surface import SURFACE
from .termination import most_actions

GAME = game_in(
    __package__, TITLE, SEATS, OPTIONS, NAMES, KINDS, RULES, SURFACE, BOTS,
    test_bound=most_actions(),
    test_options={"knowledge": "full", "empty_deck": "loss"},
    alike=DECK.alike(TITLES),
    help=say("type c3 to press a cell, tyre to show a card, 1 fight or 1 ask 2 to say what seat 1 does"),
    words={"fight": say("fight (typed)"), "ask": say("ask (typed)")},
    legend=say("◇ press here: whom you can pay (green), or what may be chosen (white)   ● what lies or waits there"),
    endings=ENDINGS,
    card_face=card_face,
    levels=LEVELS,
    adviser=ADVISER,
    reason=reason,
    hidden_information=True,
    cooperative=True,
    worth=odds_of,
)  # fmt: skip
