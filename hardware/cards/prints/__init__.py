"""The words printed on a card. A file here gives them for the game of its name; other games print names.

Knows no paper: where it is printed, and how large, is said in sheet.py.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from glowtable.game import Game

# The colours of the table's lights (Okabe-Ito), as ink: 0xRRGGBB
BLACK, GREY, WHITE = 0x222222, 0xCCCCCC, 0xFFFFFF
ORANGE, SKY, GREEN, YELLOW, BLUE, RED, PURPLE = 0xE69F00, 0x56B4E9, 0x009E73, 0xF0E442, 0x0072B2, 0xD55E00, 0xCC79A7


class Band(NamedTuple):
    """A coloured bar with a word in it."""

    word: str
    ink: int


class Print(NamedTuple):
    """One card: a bar at its top, its title, lines of small text, a bar at its bottom, 0..9 pips in the top's ink."""

    title: str
    top: Band
    lines: tuple[str, ...] = ()
    bottom: Band | None = None
    pips: int = 0


def printed(game: Game, card: str) -> Print:
    """What is printed on this card of the game's deck."""
    if not Path(__file__).with_name(f"{game.name}.py").exists():
        return Print(card, Band(game.title, GREY))
    found: Print = import_module(f"{__name__}.{game.name}").printed(card)
    return found
