"""The cards in sentences: a letter for the colour, in the player's language, and the points."""

from __future__ import annotations

from glowtable.game import Letter
from glowtable.messages import Message, say

from .cards import CARD_KINDS, COLOURS

SHORTS = (say("R"), say("G"), say("B"), say("Y"))
COLOUR_NAMES = (say("red"), say("green"), say("blue"), say("yellow"))
LETTERS = tuple(map(Letter, COLOURS, SHORTS, COLOUR_NAMES))
COLOUR_WORDS = dict(zip(COLOURS, COLOUR_NAMES, strict=True))
_TEXTS = {kind: say("{colour}{points}", colour=SHORTS[COLOURS.index(kind[0])], points=kind[1]) for kind in CARD_KINDS}


def card_text(card: int) -> Message:
    return _TEXTS[CARD_KINDS[card]]


def named_text(name: str) -> Message:
    """The same for the name of a card or a kind: `R5a`, `R5`."""
    return _TEXTS[name[:2]]
