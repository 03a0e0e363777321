"""The words printed on a card, of what its game says is on it.

Knows no paper: where it is printed, and how large, is said in sheet.py.
"""

from __future__ import annotations

from typing import NamedTuple

from glowtable.game import Game, named_only

BLACK, GREY = 0x222222, 0xCCCCCC


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
    if game.card_face is named_only:
        return Print(card, Band(game.title, GREY))
    face = game.card_face(card)
    bottom = Band(face.bottom.word, face.bottom.ink) if face.bottom else None
    return Print(face.title, Band(face.top.word, face.top.ink), face.lines, bottom, face.pips)
