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

What a game is, and which functions it has, is told in `glowtable.game`; docs/NEW_GAME.md makes one step by step.
"""

from __future__ import annotations

import os
import sys

if sys.argv[:1] == ["-m"] and sys.path[:1] == [os.getcwd()]:  # python -m glowtable: nothing comes from where it is run
    del sys.path[0]

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from glowtable.games import find
    from glowtable.lab.one_match import Match, play_match, replay

__all__ = ["Match", "__version__", "find", "play_match", "replay"]

__version__: str
MODULES = {  # name -> where it is; imported when first asked for
    "find": "glowtable.games",
    "Match": "glowtable.lab.one_match",
    "play_match": "glowtable.lab.one_match",
    "replay": "glowtable.lab.one_match",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("glowtable")
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(MODULES[name]), name)
