"""How a card is called across all games, in its QR code and on the list by which tags are enrolled."""

from __future__ import annotations

import csv
from io import StringIO

from glowtable.device.tag_registry import COLUMNS
from glowtable.game import Game


def card_id(game: Game, card: str) -> str:
    """`punto R5a`: no two cards of all games share one."""
    return f"{game.name} {card}"


def tag_list(game: Game) -> str:
    """The tag registry of this game with every uid still to be filled in; when full it can be used as it is."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([COLUMNS, *(("", game.name, card) for card in game.deck)])
    return text.getvalue()
