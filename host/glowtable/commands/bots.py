"""What may be played, and who plays it: games, and the bots of each from the easiest level up."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from glowtable.commands import tell_failures, translator_for
from glowtable.game import Game, levels_of, say_players
from glowtable.games import find_typed, load_games
from glowtable.lab.game_check import GameCheck
from glowtable.lab.scripts import load_scripts
from glowtable.messages import USAGE, Message, UserError, say
from glowtable.terminal.translator import Translator

SEARCH = say(
    "In simulate and tournament every game has search:200, too, which thinks 200 ms about a move, and search:40p, "
    "which plays 40 matches in its head."
)


def games(args: argparse.Namespace) -> int:
    """Each game by its name, how many may play, and who plays it; or whether one keeps what games promise."""
    if args.action == "check":
        return _check(args)
    for game in _find_bots(args):
        print(translator_for(args, game=game.name).text(_heading_of(game)))
    return 0


def _check(args: argparse.Namespace) -> int:
    """Print what was checked, or a sentence for each promise that is broken."""
    load_scripts(args.guests)
    if not args.game:
        raise UserError(say("Name the game to check: glowtable games check GAME"), USAGE)
    if args.matches < 1:
        raise UserError(say("Give --matches 1 or more."), USAGE)
    game = find_typed(args.game)
    check = GameCheck(game, args.seed)
    check.play_matches(args.matches)
    text = translator_for(args).text
    for breach in check.breaches.values():
        print(text(breach))
    if not check.breaches:
        print(text(say("{game} keeps its promises: {matches} matches and {actions} actions were checked.",
                       game=game.title, matches=check.matches, actions=check.actions)))  # fmt: skip
    return 1 if check.breaches else 0


def bots(args: argparse.Namespace) -> int:
    """The bots of one game or of all: levels from the easiest up, then the others."""
    for game in _find_bots(args):
        translator = translator_for(args, game=game.name)
        print("\n".join((translator.text(_heading_of(game)), *_bot_lines(game, translator), "")))
    print(translator_for(args).text(SEARCH))
    return 0


def _find_bots(args: argparse.Namespace) -> list[Game]:
    load_scripts(args.guests)
    name = args.game
    if name:
        return [find_typed(name)]
    found, failures = load_games()
    tell_failures(args, failures)
    return list(found)


def _heading_of(game: Game) -> Message:
    return say("{name}: {title}, {players}; bots: {bots}", name=game.name, title=game.title,
               players=say_players(game), bots=", ".join(game.bots))  # fmt: skip


def _bot_lines(game: Game, translator: Translator) -> Iterator[str]:
    width = max(map(len, game.bots), default=0)
    levels = levels_of(game)
    for name, level in levels.items():
        yield f"  {name}  {level.bot:{width}}  {translator.text(level.about)}"
    others = [bot for bot in game.bots if bot not in {level.bot for level in levels.values()}]
    yield from (f"          {bot}" for bot in others)
