"""Spiel des Jahres: two to six companies combine ideas into games, for a year, and one of them wins the award.

Source: the sheet, "Each player owns and runs a board game company"
"""

from __future__ import annotations

from glowtable.kit.folders import game_in
from glowtable.messages import say

from .bots import BOTS
from .cards import CARDS, CONTRACTS, NAMES, SEATS, TITLE
from .kinds import KINDS
from .month import MOST_CHANGES
from .options import OPTIONS
from .rules import RULES
from .staff import MOST_K
from .state import HAND, MONTHS, STEP_K
from .surface import SURFACE

MOST = SEATS[-1]
# In a month each seat taps and takes back, and then says what it does; each card is drawn or dealt once.
MOST_IN_MONTH = MOST * (4 * MOST_CHANGES + CARDS)
# A wage rises by steps and never falls; each bid is answered by all others, and asks everybody again.
MOST_BIDS = len(CONTRACTS) * (MOST_K // STEP_K)
# Firing and employing from the market ask everybody again, at most once each for each designer and month.
MOST_MOVES = 3 * len(CONTRACTS) * MONTHS

GAME = game_in(
    __package__, TITLE, SEATS, OPTIONS, NAMES, KINDS, RULES, SURFACE, BOTS,
    test_bound=MOST * (HAND + 1) + CARDS + MONTHS * (MOST_IN_MONTH + MOST + 2) + (MOST_BIDS + MOST_MOVES) * 2 * MOST,
    test_options={"knowledge": "full", "trades": "off"},
    help=say("type goat to show a card, c3 to press a cell, 1 trade 2 to begin a trade, 1 pay 50 or 1 ask 50 in it"),
    legend=say("◇ press here: lay your game, choose   ● look here   10, 20: what a game earns, in thousands of euros"),
    hidden_information=True,
)  # fmt: skip
