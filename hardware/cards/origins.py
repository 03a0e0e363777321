"""How cards are called, which files are made for them, and what those depend on, without making them."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

from glowtable import games
from glowtable.device.tag_registry import COLUMNS
from glowtable.game import Game

from hardware.cards.choice import Choice
from hardware.cards.frame import card_drawing, deck_back
from hardware.made import MADE, origin

FOLDER = MADE / "cards"
# What the drawings are counts, not how they are drawn
GENERATOR = tuple(path for path in Path(__file__).parent.glob("*.py") if path.name != "tables.py")


def games_with_cards() -> list[Game]:
    """Every game that has cards to print."""
    return [game for game in map(games.find, games.names()) if game.deck]


def card_id(game: Game, card: str) -> str:
    """As its QR code says it, `punto R5a`: no two cards of all games share one."""
    return f"{game.name} {card}"


def tag_list(game: Game) -> str:
    """The tag registry of this game with every uid still to be filled in; when full it can be used as it is."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([COLUMNS, *(("", game.name, card) for card in game.deck)])
    return text.getvalue()


def files_of(game: Game) -> tuple[str, str, str]:
    """The sheets, the list of tags to tick off, and the same list to fill in."""
    return f"{game.name}.pdf", f"{game.name}-tags.pdf", f"{game.name}-tags.csv"


def origin_of(game: Game) -> str:
    """Of the committed files, which are made as is usual."""
    size = Choice().size
    drawings = [(card, card_drawing(game.card_face(card), size)) for card in game.deck]
    return origin(GENERATOR, game.name, game.title, deck_back(game.title, size), drawings)
