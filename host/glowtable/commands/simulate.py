"""Play many matches of bots."""

from __future__ import annotations

import argparse
import json

from glowtable import games
from glowtable.commands import check_seats, options_of
from glowtable.game import Game, check_bot
from glowtable.lab import simulate as engine
from glowtable.messages import USAGE, UserError, say, say_count
from glowtable.terminal.progress import ProgressBar


def simulate(args: argparse.Namespace) -> int:
    """Play them and print the figures: a JSON object, or a line each."""
    game = games.find(args.game)
    players = args.players or min(game.seats)
    check_seats(game, players)
    options = options_of(game, args.option, game.test_options)
    if args.games < 1 or args.jobs < 1:
        raise UserError(say("--games and --jobs must be 1 or more"), USAGE)
    with ProgressBar(args.games) as bar:
        found = engine.simulate_matches(
            game,
            players,
            options,
            args.games,
            args.seed,
            _seat_bots(game, args.bots, players),
            args.jobs,
            bar.show_done,
        )
    fields = found._asdict()
    print(json.dumps(fields) if args.json else "\n".join(f"{name:13} {value}" for name, value in fields.items()))
    return 0


def _seat_bots(game: Game, names: str, players: int) -> tuple[str, ...]:
    """A bot per seat: those named, repeated if they are fewer than the seats."""
    wanted = names.split(",") if names else [next(iter(game.bots))]
    for name in wanted:
        check_bot(game, name)
    if len(wanted) > players:
        places = say_count("{n} player", "{n} players", n=players)
        named = say_count(
            "{n} bot is named for {players}", "{n} bots are named for {players}", n=len(wanted), players=places
        )
        raise UserError(named, USAGE)
    return tuple(wanted[seat % len(wanted)] for seat in range(players))
