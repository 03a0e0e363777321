"""How cards are to be printed: language, size, and what is on the other side of a sheet. Chosen by name."""

from __future__ import annotations

from typing import NamedTuple

from glowtable.messages import USAGE, UserError, say

from hardware.cards.sheet import FORMATS, SQUARE, Format

LANGUAGES = ("en", "de", "it")
TAGS, DUPLEX = "tags", "duplex"
BACKS = (TAGS, DUPLEX)


class Choice(NamedTuple):
    """With `tags` the sheet's other side has the place of each tag, and backs are a sheet of their own."""

    language: str = "en"
    size: Format = SQUARE
    backs: str = TAGS

    @property
    def suffix(self) -> str:
        """What the names of files say of it: nothing of what is usual."""
        usual = Choice()
        named = ((self.language, usual.language), (self.size.name, usual.size.name), (self.backs, usual.backs))
        return "".join(f"-{each}" for each, default in named if each != default)


def chosen(language: str, size: str, backs: str) -> Choice:
    """UserError if there is no such language, size or kind of back; it lists those there are."""
    for what, word, known in (
        ("language", language, LANGUAGES),
        ("size", size, FORMATS),
        ("kind of backs", backs, BACKS),
    ):
        if word not in known:
            sentence = "there is no {what} {word} for cards; there are: {known}"
            raise UserError(say(sentence, what=what, word=word, known=", ".join(known)), USAGE)
    return Choice(language, FORMATS[size], backs)
