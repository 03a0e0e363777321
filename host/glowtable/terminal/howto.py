"""How to play, as text: each step's headline and sentences under a picture of its position."""

from __future__ import annotations

from collections.abc import Iterator

from glowtable.game import Game
from glowtable.grid import SEATS
from glowtable.match.teaching import Item, Part, demo_players, taught_steps
from glowtable.messages import Message, UserError, say
from glowtable.table import OFF, Picture
from glowtable.terminal.lights import grid_lines
from glowtable.terminal.translator import Translator

NO_TEACHING = say("This game has no pictures. Type rules.")


def howto_texts(game: Game, translator: Translator) -> list[str]:
    """Step by step, each with its picture; one sentence for a game without, or one whose pictures are damaged."""
    try:
        steps = taught_steps(game)
    except UserError as error:
        return [translator.text(error.message)]
    if not steps:
        return [translator.text(NO_TEACHING)]
    own = Translator(translator.language, demo_players(game), game=game.name)
    texts = []
    for number, taught in enumerate(steps, 1):
        texts.append(own.text(say("Step {n} of {all}", n=number, all=len(steps))))
        texts += [own.text(say("{words}", words=words)) for words in (taught.step.head, taught.step.words)]
        for part in taught.parts:
            texts += _part_lines(part, own)
        texts.append("")
    return texts[:-1]


def _part_lines(part: Part, translator: Translator) -> Iterator[str]:
    if part.face:
        picture = Picture(tuple(spot.light for spot in part.spots), (OFF,) * SEATS)
        labels = [_text_of(spot.label, translator) for spot in part.spots]
        for line in grid_lines(picture, labels, part.face.rows, part.face.columns):
            yield line.plain
    if part.items:
        yield "  " + " · ".join(_item_text(item, translator) for item in part.items)
    yield from ("  " + translator.text(line) for line in part.lines)


def _item_text(item: Item, translator: Translator) -> str:
    words = _text_of(item.words, translator)
    return " ".join(filter(None, (words, item.card if item.card != words else "")))


def _text_of(words: Message | str, translator: Translator) -> str:
    return translator.text(words) if isinstance(words, Message) else words
