"""How to play a game, as plain data for its page. Knows no file and no network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from glowtable.game import Game
from glowtable.match.teaching import Part, TaughtStep
from glowtable.messages import say
from glowtable.web.outgoing import Page


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
