"""What is shown of a game apart from any match, as plain data: how to play it, and a card in words.

It knows no file and no network.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from glowtable.game import Band, CardFace, Game, Symbol
from glowtable.match.teaching import Part, TaughtStep
from glowtable.messages import Message, say
from glowtable.web.faces import FAMILIES, ICONS, hex_colour, letters_on
from glowtable.web.outgoing import Page, sheet_quote


def learn_page(game: Game, steps: Iterable[TaughtStep], taught: Sequence[Game]) -> Page:
    """The steps of a game, and all games that can be learnt."""
    return {
        "name": game.name,
        "title": game.title,
        "games": tuple({"name": each.name, "title": each.title} for each in taught),
        "steps": tuple(
            {
                "head": say("{words}", words=taught_step.step.head),
                "text": say("{words}", words=taught_step.step.words),
                "parts": tuple(map(_part_json, taught_step.parts)),
            }
            for taught_step in steps
        ),
    }


def _part_json(part: Part) -> Page:
    names = part.face.names if part.face else ()
    return {
        "rows": tuple(part.face.rows) if part.face else (),
        "columns": tuple(part.face.columns) if part.face else (),
        "cells": tuple(
            {
                "name": name,
                "light": spot.light.colour + spot.light.pattern,
                "label": spot.label,
                "cards": () if spot.card is None else (spot.card,),
            }
            for name, spot in zip(names, part.spots, strict=True)
        ),
        "items": tuple({"text": item.words, "card": item.card, "icon": item.icon} for item in part.items),
        "lines": part.lines,
    }


def cards_shown(steps: Iterable[TaughtStep]) -> frozenset[str]:
    """The cards whose faces the pictures need."""
    parts = [part for taught_step in steps for part in taught_step.parts]
    cards = [spot.card for part in parts for spot in part.spots] + [item.card for part in parts for item in part.items]
    return frozenset(filter(None, cards))


# -- a card in words

PRICE, AT_TOP, AT_BOTTOM = say("price"), say("at the top"), say("at the bottom")
PRICE_INK = 0xF2C230

PIPS = {
    "circle": FAMILIES["disc"],
    "triangle": "M0-1L1.05.85H-1.05z",
    "square": "M-.9-.9H.9V.9H-.9z",
    "diamond": FAMILIES["diamond"],
}


def card_page(game: Game, face: CardFace) -> Page:
    """Its title, what is printed on it, each sign with what it means, and the rule for such cards."""
    return {
        "title": f"{face.top.word} {face.pips}" if face.pips else face.title,
        "lines": tuple(_lines_of(face)),
        "signs": tuple(map(_sign_json, _counted_signs(face))),
        "rule": face.rule,
        "quote": sheet_quote(game, face.rule) or "",
    }


def _lines_of(face: CardFace) -> Iterator[Message | str]:
    """What is printed beside the title; a band with a sign comes with the signs."""
    if face.picture and face.picture.icon not in ICONS and face.picture.word:
        yield Message(face.picture.word)
    if face.top.word and not face.top.icon:
        yield face.top.word
    yield from face.lines
    if face.rank:
        at, count = face.rank
        yield say("Card {n} of {count} of its set", n=at + 1, count=count)


def _counted_signs(face: CardFace) -> Iterator[Symbol]:
    """Every sign once, with how many there are of it; a picture that repeats one is no sign more."""
    if face.price:
        yield Symbol("coins", PRICE_INK, PRICE.text, amount=face.price)
    if face.pips:
        yield _sign_of(face.top, str(face.pips))
    else:
        places = ((face.top, AT_TOP), (face.bottom, AT_BOTTOM))
        yield from (_sign_of(band, use=place.text) for band, place in places if band and band.icon)
    printed = Counter((*face.signs, *face.symbols, *face.foot))
    if face.picture and face.picture.icon in ICONS and face.picture not in printed and face.picture.word:
        yield face.picture
    for sign, count in printed.items():
        yield sign if sign.amount or count == 1 else sign._replace(amount=f"{count}×")


def _sign_of(band: Band, amount: str = "", use: str = "") -> Symbol:
    return Symbol(band.icon, band.ink, band.word, "tile", amount, use)


def _sign_json(sign: Symbol) -> Page:
    """Its word and its use are sentences of the game, translated where the game has them in that language."""
    return {
        "icon": sign.icon if sign.icon in ICONS else "",
        "ink": hex_colour(sign.ink),
        "letters": letters_on(sign.ink),
        "shape": PIPS.get(sign.icon) or FAMILIES[sign.shape],
        "word": Message(sign.word),
        "amount": sign.amount,
        "use": Message(sign.use) if sign.use else "",
    }
