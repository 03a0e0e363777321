"""A card's words in another language, from the game's own translations; what they lack stays as it is: names do."""

from __future__ import annotations

import re
from functools import partial

from glowtable.game import Band, CardFace, Game
from glowtable.messages import say
from glowtable.terminal.translator import Translator

PARTS = re.compile(r"( · |, |: )")  # what stands between the words of a line
NUMBER = re.compile(r"\d[\d,]*")
THOUSANDS = {"de": ".", "it": "."}


def face_in(face: CardFace, game: Game, language: str) -> CardFace:
    """The face as people of this language read it. English faces are as the game writes them."""
    if language == "en":
        return face
    tell = partial(_translate_text, Translator(language, game=game.name))
    return face._replace(
        title=tell(face.title),
        top=_translate_band(face.top, tell),
        bottom=face.bottom and _translate_band(face.bottom, tell),
        lines=tuple(map(tell, face.lines)),
    )


def _translate_band(band: Band, tell: partial[str]) -> Band:
    return band._replace(word=tell(band.word))


def _translate_text(translator: Translator, text: str) -> str:
    """All of it, if it is a sentence that is translated; else part by part."""
    whole = _translate_sentence(translator, text)
    return whole if whole != text else "".join(_translate_sentence(translator, part) for part in PARTS.split(text))


def _translate_sentence(translator: Translator, text: str) -> str:
    """A number in it is filled in: `a set of {n} cards` is one sentence for all sets."""
    number = NUMBER.search(text)
    if not number or translator.text(say(_quote_braces(text))) != text:
        return translator.text(say(_quote_braces(text)))
    n = number[0].replace(",", THOUSANDS.get(translator.language, ","))
    counted = "{n}".join((_quote_braces(text[: number.start()]), _quote_braces(text[number.end() :])))
    return translator.text(say(counted, n=n))


def _quote_braces(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
