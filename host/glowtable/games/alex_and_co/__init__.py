"""ALEX & CO (Martin Ebel and Niek Neuwahl, 2009): three to six players match designers with their games.

Source: the sheet, "For 3 to 6 players, 10 years and up" and "Per 3-6 persone a partire da 10 anni" (A-03)
"""

from __future__ import annotations

from glowtable.kit.folders import game_in
from glowtable.messages import say

from .bots import BOTS
from .cards import CARDS, DECK, NAMES, PRINTED, SEATS, TITLE
from .kinds import KINDS
from .options import OPTIONS
from .rules import RULES
from .surface import SURFACE
from .turn import QUIET_ROUNDS

# Each card leaves the display or is displayed once, and after so many turns without that the match ends.
MOST_TURNS = QUIET_ROUNDS * SEATS[-1] * (2 * CARDS + 1)
# In a turn every card may be called once in five steps, displayed, and drawn or asked for with twelve special cards.
MOST_IN_TURN = 6 * CARDS + 12 * 8

GAME = game_in(
    __package__, TITLE, SEATS, OPTIONS, NAMES, KINDS, RULES, SURFACE, BOTS,
    test_bound=MOST_TURNS * MOST_IN_TURN,
    test_options={"first_player": "random", "knowledge": "full", "stall": "end"},
    alike=DECK.alike(PRINTED),
    help=say("type c3 to press a cell, a card's name or the beginning of it to show or name that card"),
    legend=say("◇ press here: an action or a card   ? a card lies face down   ! it lies open   ● look here"),
    hidden_information=True,
)  # fmt: skip
