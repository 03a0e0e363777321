"""ALEX & CO (Martin Ebel and Niek Neuwahl, 2009): three to six players match designers with their games.

Source: the sheet, "For 3 to 6 players, 10 years and up" and "Per 3-6 persone a partire da 10 anni" (A-03)
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

from glowtable.game import Game
from glowtable.messages import say

from . import bots, notation
from .cards import CARDS, NAMES, SEATS, TITLE
from .options import OPTIONS
from .rules import RULES
from .surface import SURFACE
from .turn import QUIET_ROUNDS

# Each card leaves the display or is displayed once, and after so many turns without that the match ends.
MOST_TURNS = QUIET_ROUNDS * SEATS[-1] * (2 * CARDS + 1)
# In a turn every card may be called once in five steps, displayed, and drawn or asked for with twelve special cards.
MOST_IN_TURN = 6 * CARDS + 12 * 8

GAME = Game(
    name="alex_and_co",
    title=TITLE,
    seats=SEATS,
    options=OPTIONS,
    test_bound=MOST_TURNS * MOST_IN_TURN,
    test_options={"first_player": "random", "knowledge": "full", "stall": "end"},
    deck=NAMES,
    sheet=tomllib.loads(files(__package__).joinpath("sheet.toml").read_text("utf-8")),
    rules=RULES,
    surface=SURFACE,
    bots=bots.BOTS,
    notation=notation.NOTATION,
    help=say("type c3 to press a cell, pand to show a card"),
    legend=say("○ ◎ ◇ press here: free place, card to cover, card to choose   ● look here"),
    kinds={},
    hidden_information=True,
)
