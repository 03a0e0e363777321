"""A match of ALEX & CO as text: a line per action, about a card or a place by its name, or a seat."""

from __future__ import annotations

from glowtable.game import Action, Arg
from glowtable.kit.text_notation import Lines, Terms

from .cards import NAMES, NUMBER, SEATS, TITLE
from .cells import place_name, place_of
from .options import OPTIONS
from .refusals import CARD_KINDS
from .rules import RULES


def words(action: Action) -> str | None:
    if action.kind in CARD_KINDS:
        name: str = NAMES[int(action.args[0])]
        return name
    return place_name(int(action.args[0])) if action.kind == "at" else None


def meant(kind: str, words: str) -> Arg | None:
    if kind in CARD_KINDS:
        return NUMBER.get(words)
    return place_of(words) if kind == "at" else words


NOTATION = Lines(Terms(TITLE, SEATS, OPTIONS, RULES), words, meant)
