"""Punto (Bernhard Weber, Game Factory 2018): two to four players lay cards next to and on top of each other.

Source: the sheet, "2-4 Spieler · Alter 7+" and "2-4 players · ages 8+" (P-02)
"""

from __future__ import annotations

from glowtable.kit.folders import game_in
from glowtable.messages import say

from . import notation
from .bots import BOTS
from .cards import NAMES, SEATS, TITLE
from .kinds import KINDS
from .letters import LETTERS, named_text
from .options import OPTIONS
from .rules import RULES
from .surface import SURFACE

MOST_ROUNDS = 20  # the default of max_rounds
ROUND_BOUND = 2 * len(NAMES) + 2  # every card turned up and laid, a beginning, a trophy

GAME = game_in(
    __package__, TITLE, SEATS, OPTIONS, NAMES, KINDS, RULES, SURFACE, BOTS,
    notation=notation,
    test_bound=MOST_ROUNDS * ROUND_BOUND,
    test_options={"first_player": "random", "max_rounds": MOST_ROUNDS},
    help=say("type c3 to press a cell, {card} to show a card", card=named_text("R5")),
    letters=LETTERS,
    legend=say("○ ◎ ◇ press here: free place, card to cover, card to choose   ● look here"),
)  # fmt: skip
