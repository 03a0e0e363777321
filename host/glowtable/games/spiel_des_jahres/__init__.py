"""Spiel des Jahres: two to six companies combine ideas into games, for a year, and one of them wins the award.

Source: the sheet, "Each player owns and runs a board game company"
"""

from __future__ import annotations

from glowtable.game import Asset, Form
from glowtable.kit.folders import game_in
from glowtable.messages import say

from .bots import ADVISER, BOTS, LEVELS, reason
from .cards import NAMES, SEATS, TITLE
from .faces import card_face
from .kinds import KINDS
from .ledger import ENDINGS
from .options import OPTIONS
from .rules import RULES
from .surface import SURFACE
from .termination import most_actions

GAME = game_in(
    __package__, TITLE, SEATS, OPTIONS, NAMES, KINDS, RULES, SURFACE, BOTS,
    test_bound=most_actions(),
    test_options={"knowledge": "full", "trades": "off"},
    help=say("Type a card (goat), a cell (c3), or a trade: 1 trade 2, then 1 pay 50 or 1 ask 50."),
    words={
        "trade": say("trade (typed)"), "pay": say("pay (typed)"), "ask": say("ask (typed)"),
        "withdraw": say("withdraw (typed)"), "tap": say("tap (typed)"),
    },
    legend=say("◇ cell for your game, or choice   ● look here   10, 20: what a game earns, in thousands of euros"),
    endings=ENDINGS,
    card_face=card_face,
    levels=LEVELS,
    assets=(
        Asset("money_k", say("money")), Asset("earned_k", say("income")), Asset("due_k", say("wages to pay")),
        Asset("games", say("published games")), Asset("sizes", say("cards in hand")),
    ),
    adviser=ADVISER,
    reason=reason,
    hidden_information=True,
    forms=(Form(("tap",), ("publish",)), Form(("give", "game", "pay", "ask"), ("hand",))),
)  # fmt: skip
