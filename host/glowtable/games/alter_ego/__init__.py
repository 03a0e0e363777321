"""Alter Ego v6.0: one to four vigilantes free hostages from henchmen, and their city from its arch villains.

Source: the sheet, "A cooperative deck learning game of vigilante heroism"
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

from glowtable.game import Game
from glowtable.messages import say

from . import bots, notation
from .cards import CARDS, HENCHMEN, NAMES, SEATS, TITLE
from .options import OPTIONS
from .rules import RULES
from .surface import SURFACE

MOST = SEATS[-1]
ROUNDS = HENCHMEN.bit_count()  # each brings in a henchman at least, as long as there are any
# In a round each seat draws and lays all its cards at most once, and does little besides: money, tokens and villains
# to engage are few.
IN_ROUND = MOST * (CARDS + 2 * ROUNDS)

GAME = Game(
    name="alter_ego",
    title=TITLE,
    seats=SEATS,
    options=OPTIONS,
    test_bound=ROUNDS * IN_ROUND,
    test_options={"knowledge": "full", "empty_deck": "loss"},
    deck=NAMES,
    sheet=tomllib.loads(files(__package__).joinpath("sheet.toml").read_text("utf-8")),
    rules=RULES,
    surface=SURFACE,
    bots=bots.BOTS,
    notation=notation.NOTATION,
    help=say("type c3 to press a cell, tyre to show a card"),
    legend=say("○ ◎ ◇ press here: free place, card to cover, card to choose   ● look here"),
    kinds={},
    hidden_information=True,
    cooperative=True,
)
