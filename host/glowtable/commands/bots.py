"""What may be played, and who plays it: games, and the bots of each from the easiest level up."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from glowtable.commands import translator_for
from glowtable.game import Game, levels_of
from glowtable.games import find, find_typed, names
from glowtable.lab.scripts import load_scripts
from glowtable.messages import Message, say
from glowtable.terminal.translator import Translator

SEARCH = say(
    "In simulate and tournament every game has search:200, too, which thinks 200 ms about a move, and search:40p, "
    "which plays 40 matches in its head."
)


def games(args: argparse.Namespace) -> int:
    """Each game by its name, how many may play, and who plays it."""
    for game in _find_bots(args):
        print(translator_for(args, game=game.name).text(_heading_of(game)))
    return 0


def bots(args: argparse.Namespace) -> int:
    """The bots of one game or of all: levels from the easiest up, then the others."""
    for game in _find_bots(args):
        translator = translator_for(args, game=game.name)
        print("\n".join((translator.text(_heading_of(game)), *_bot_lines(game, translator), "")))
    print(translator_for(args).text(SEARCH))
    return 0


def _find_bots(args: argparse.Namespace) -> list[Game]:
    load_scripts(args.guests)
    name = getattr(args, "game", "")
    return [find_typed(name)] if name else list(map(find, names()))


def _heading_of(game: Game) -> Message:
    return say("{name}: {title}, {least} to {most} players; bots: {bots}", name=game.name, title=game.title,
               least=min(game.seats), most=max(game.seats), bots=", ".join(game.bots))  # fmt: skip


def _bot_lines(game: Game, translator: Translator) -> Iterator[str]:
    width = max(map(len, game.bots))
    levels = levels_of(game)
    for name, level in levels.items():
        yield f"  {name}  {level.bot:{width}}  {translator.text(level.about)}"
    others = [bot for bot in game.bots if bot not in {level.bot for level in levels.values()}]
    yield from (f"          {bot}" for bot in others)
