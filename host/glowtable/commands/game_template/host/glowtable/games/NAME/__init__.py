"""TITLE: two players lay stones in turn, and the first who cannot lay one has lost.

With the option touch=others it is Snort (Simon Norton), with touch=own it is Col (Colin Vout), on 36 cells.
"""

from __future__ import annotations

from glowtable.game import Kind
from glowtable.kit.cards import GRID
from glowtable.kit.folders import game_in

from .bots import BOTS
from .options import OPTIONS
from .rules import RULES, SEATS
from .surface import SURFACE

GAME = game_in(
    __package__,
    "TITLE",
    SEATS,
    OPTIONS,
    deck=(),
    kinds={"lay": Kind((GRID,))},
    rules=RULES,
    surface=SURFACE,
    bots=BOTS,
    test_bound=len(GRID),
)
