"""Alter Ego v6.0: one to four vigilantes free hostages from henchmen, and their city from its arch villains.

Source: the sheet, "A cooperative deck learning game of vigilante heroism"
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

from glowtable.game import Game

from . import bots, notation, rules, surface
from .cards import CARDS, HENCHMEN, NAMES, SEATS, TITLE
from .options import OPTIONS

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
    rules=rules,
    surface=surface,
    bots=bots.BOTS,
    notation=notation.NOTATION,
)
