"""Glowtable: one LED table that plays board games. This is its public interface; all else may change.

    >>> import glowtable
    >>> match = glowtable.play_match("punto", ["greedy", "random"], seed=1)
    >>> match.outcome.winners
    (0,)
    >>> punto = glowtable.find("punto")
    >>> text = punto.notation.write(match.players, match.options, match.actions)
    >>> glowtable.replay(text) == match
    True

A player is a bot of the game by its name, or a function that is handed the view of its seat and what is legal:

    >>> def first(view, legal, determinize, rng):
    ...     return legal[0]
    >>> glowtable.play_match("punto", ["greedy", first], {"rounds_to_win": 1}).outcome.winners
    (0,)

What a game is, and which functions it has, is in `glowtable.game`; docs/NEW_GAME.md makes one step by step.
"""

from __future__ import annotations

import os
import sys

if sys.argv[:1] == ["-m"] and sys.path[:1] == [os.getcwd()]:  # python -m glowtable: nothing comes from where it is run
    del sys.path[0]

from importlib import import_module

TYPE_CHECKING = False  # as typing's, whose import would take as long as a bare interpreter takes to start
if TYPE_CHECKING:
    from typing import Any

    from glowtable.game import PUBLIC, BotFactory
    from glowtable.games import find, register
    from glowtable.kit.search import search
    from glowtable.lab.one_match import Match, bot, play, play_match, replay
    from glowtable.lab.simulate import cluster
    from glowtable.lab.study import Study, load_study, report_text, simulate, tournament
    from glowtable.lab.walker import Walker, match

__all__ = [
    "BotFactory",
    "Match",
    "PUBLIC",
    "Study",
    "Walker",
    "__version__",
    "bot",
    "cluster",
    "find",
    "load_study",
    "match",
    "play",
    "play_match",
    "register",
    "replay",
    "report_text",
    "search",
    "simulate",
    "tournament",
]

__version__: str
NAMES = {  # where they are; imported when first asked for
    "glowtable.game": ("BotFactory", "PUBLIC"),
    "glowtable.games": ("find", "register"),
    "glowtable.lab.simulate": ("cluster",),
    "glowtable.lab.one_match": ("Match", "bot", "play", "play_match", "replay"),
    "glowtable.kit.search": ("search",),
    "glowtable.lab.study": ("Study", "load_study", "report_text", "simulate", "tournament"),
    "glowtable.lab.walker": ("Walker", "match"),
}
MODULES = {name: module for module, names in NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("glowtable")
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(MODULES[name]), name)


def __dir__() -> list[str]:
    return __all__


# Python names a package here when it first imports it. `glowtable.match` is the function, so that is done with at once.
import_module("glowtable.match")
del globals()["match"]
