"""ALEX & CO (Martin Ebel and Niek Neuwahl, 2009): three to six players match designers with their games.

Source: the sheet, "For 3 to 6 players, 10 years and up" and "Per 3-6 persone a partire da 10 anni" (A-03)
"""

from __future__ import annotations

from glowtable.game import Asset, Box, Form
from glowtable.kit.folders import game_in
from glowtable.messages import say

from .bots import BOTS, LEVELS, reason
from .cards import DECK, NAMES, PRINTED, SEATS, TITLE
from .faces import card_face
from .kinds import KINDS
from .ledger import ENDINGS
from .options import OPTIONS
from .rules import RULES
from .surface import SURFACE
from .termination import MOST_ACTIONS

GAME = game_in(
    __package__, TITLE, SEATS, OPTIONS, NAMES, KINDS, RULES, SURFACE, BOTS,
    test_bound=MOST_ACTIONS,
    test_options={"first_player": "random", "knowledge": "full", "stall": "end"},
    alike=DECK.alike(PRINTED),
    help=say("Type a cell (c3) or the first letters of a card."),
    legend=say("◇ action or card to choose   ? face-down card   ! face-up card   ● look here"),
    endings=ENDINGS,
    box=Box(10, "30-50"),  # "10 years and up", "Playing time 30-50 minutes"
    card_face=card_face,
    levels=LEVELS,
    assets=(Asset("shown", say("cards displayed")), Asset("sizes", say("cards in hand"))),
    reason=reason,
    hidden_information=True,
    forms=(Form(("lay",), ("done",)),),
)  # fmt: skip
