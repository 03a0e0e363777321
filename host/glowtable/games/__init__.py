"""Finds games: every folder here that offers a `GAME`. Knows none by name, imports only the one asked for."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from glowtable.game import BadChoice, Game
from glowtable.messages import say


def names() -> tuple[str, ...]:
    """The games there are, in alphabetical order; none is imported for it."""
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


def find(name: str) -> Game:
    """The game of that name; BadChoice lists those there are."""
    if name not in names():
        raise BadChoice(say("there is no game {name}; known are: {games}", name=name, games=", ".join(names())))
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game
