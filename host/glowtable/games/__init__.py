"""Finds games: every folder here that offers a `GAME`. Knows none by name, imports only the one asked for."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from glowtable.game import Game
from glowtable.messages import USAGE, UserError, say


def names() -> tuple[str, ...]:
    """The games there are, in alphabetical order; none is imported for it."""
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


def find(name: str) -> Game:
    """The game of that name; UserError lists those there are."""
    if name not in names():
        raise UserError(say("there is no game {name}; known are: {games}", name=name, games=", ".join(names())), USAGE)
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game
