"""Spiel des Jahres: two to six companies combine ideas into games, for a year, and one of them wins the award.

Source: the sheet, "Each player owns and runs a board game company"
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

from glowtable.game import Game
from glowtable.messages import say

from . import bots, notation
from .cards import CARDS, CONTRACTS, NAMES, SEATS, TITLE
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

GAME = Game(
    name="spiel_des_jahres",
    title=TITLE,
    seats=SEATS,
    options=OPTIONS,
    test_bound=MOST * (HAND + 1) + CARDS + MONTHS * (MOST_IN_MONTH + MOST + 2) + (MOST_BIDS + MOST_MOVES) * 2 * MOST,
    test_options={"knowledge": "full", "trades": "off"},
    deck=NAMES,
    sheet=tomllib.loads(files(__package__).joinpath("sheet.toml").read_text("utf-8")),
    rules=RULES,
    surface=SURFACE,
    bots=bots.BOTS,
    notation=notation.NOTATION,
    help=say("type c3 to press a cell, goat to show a card"),
    legend=say("○ ◎ ◇ press here: free place, card to cover, card to choose   ● look here"),
    kinds={},
    hidden_information=True,
)
