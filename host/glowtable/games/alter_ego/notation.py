"""A match of Alter Ego as text: a line per action, about a card by its name, a number or a word."""

from __future__ import annotations

from glowtable.game import Action, Arg
from glowtable.kit.text_notation import Lines, Terms

from .cards import NAMES, NUMBER, SEATS, TITLE
from .options import OPTIONS
from .refusals import CARD_KINDS
from .rules import RULES


def words(action: Action) -> str | None:
    return NAMES[int(action.args[0])] if action.kind in CARD_KINDS else None


def meant(kind: str, words: str) -> Arg | None:
    return NUMBER.get(words) if kind in CARD_KINDS else words


NOTATION = Lines(Terms(TITLE, SEATS, OPTIONS, RULES), words, meant)
