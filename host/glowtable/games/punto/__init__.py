"""Punto (Bernhard Weber, Game Factory 2018): two to four players lay cards next to and on top of each other.

Source: the sheet, "2-4 Spieler · Alter 7+" and "2-4 players · ages 8+" (P-02)
"""

from __future__ import annotations

from glowtable.game import Asset, Box
from glowtable.kit.folders import game_in
from glowtable.messages import say

from . import notation
from .bots import BOTS, LEVELS, reason
from .cards import CARD_KINDS, DECK, NAMES, SEATS, TITLE
from .cells import LESSON_PLACES
from .faces import card_face
from .kinds import KINDS
from .ledger import ENDINGS
from .letters import LETTERS, named_text
from .options import OPTIONS
from .rules import RULES
from .surface import SURFACE
from .termination import most_actions

MOST_ROUNDS = 20  # the default of max_rounds

GAME = game_in(
    __package__, TITLE, SEATS, OPTIONS, NAMES, KINDS, RULES, SURFACE, BOTS,
    notation=notation,
    test_bound=most_actions(MOST_ROUNDS),
    test_options={"first_player": "random", "max_rounds": MOST_ROUNDS},
    alike=DECK.alike(CARD_KINDS),
    help=say("Type a cell (c3) or a card ({card}).", card=named_text("R5")),
    letters=LETTERS,
    legend=say("○ free cell   ◎ card to cover   ◇ card to choose   ● look here"),
    endings=ENDINGS,
    box=Box(7),  # the English sheet says 8 (P-02)
    card_face=card_face,
    levels=LEVELS,
    assets=(Asset("wins", say("rounds won"), decides=True),),
    reason=reason,
    lesson_places=LESSON_PLACES,
)  # fmt: skip
