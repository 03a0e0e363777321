"""Play many matches of bots that keep their seats."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib.metadata import version

from glowtable import games
from glowtable.commands import options_of
from glowtable.game import Game, check_seats
from glowtable.gate import printable
from glowtable.lab import simulate as engine
from glowtable.lab.cluster import cluster
from glowtable.lab.players import check_player
from glowtable.lab.records import BotMatch, Run, kept_in, known_matches, read_file
from glowtable.lab.scripts import Script, load_scripts
from glowtable.messages import USAGE, UserError, say, say_count
from glowtable.terminal.progress import ProgressBar


def simulate(args: argparse.Namespace) -> int:
    """Play them and print the figures: a JSON object, or a line each."""
    game, run, scripts = run_of(args)
    if args.games < 1 or args.jobs < 1:
        raise UserError(say("Give --games and --jobs 1 or more."), USAGE)
    bots = _seat_bots(game, args.bots, run.players)
    known = known_matches(matches_before(args), run, bots, args.games)
    with machines_of(args) as (map, jobs), keeping(args, run) as keep, ProgressBar(args.games) as bar:
        study = engine.simulate_matches(
            game,
            run.players,
            run.options,
            args.games,
            args.seed,
            bots,
            jobs,
            bar.show_done,
            keep,
            known,
            map,
            scripts=scripts,
        )
    fields = {"glowtable": version("glowtable"), "bots": bots, **study._asdict()}
    print(
        json.dumps(fields)
        if args.json
        else "\n".join(f"{name:13} {printable(str(value))}" for name, value in fields.items())
    )
    return 0


def run_of(args: argparse.Namespace) -> tuple[Game, Run, tuple[Script, ...]]:
    """What all matches have in common, as typed; the person's own files are run first."""
    scripts = load_scripts(args.guests)
    game = games.find_typed(args.game)
    players = args.players or min(game.seats)
    check_seats(game, players)
    return game, Run(game.name, players, options_of(game, args.option, game.test_options), args.seed), scripts


def matches_before(args: argparse.Namespace) -> list[BotMatch]:
    """Those of the file that is gone on with."""
    if args.resume and args.out:
        raise UserError(say("--out starts a file, --resume continues one. Give only one of them."), USAGE)
    return read_file(args.resume) if args.resume else []


def keeping(args: argparse.Namespace, run: Run):  # type: ignore[no-untyped-def]
    """A context whose value takes each match as it comes, and writes it if a file was named."""
    if args.out or args.resume:
        return kept_in(args.out or args.resume, run, is_new=bool(args.out))
    return nullcontext(lambda match: None)


@contextmanager
def machines_of(args: argparse.Namespace) -> Iterator[tuple[engine.Map | None, int]]:
    """Where the matches are played: a map for a cluster, or none; and how many at once."""
    if not args.cluster:
        yield None, args.jobs
        return
    if args.jobs > 1:
        raise UserError(say("Give --jobs to play on this machine, or --cluster to play on others, not both."), USAGE)
    with cluster(args.cluster) as machines:
        yield machines.map, machines.workers


def _seat_bots(game: Game, names: str, players: int) -> tuple[str, ...]:
    """A bot per seat: those named, repeated if they are fewer than the seats."""
    wanted = names.split(",") if names else [next(iter(game.bots))]
    for name in wanted:
        check_player(game, name)
    if len(wanted) > players:
        places = say_count("{n} player", "{n} players", n=players)
        named = say_count(
            "You named {n} bot for {players}.", "You named {n} bots for {players}.", n=len(wanted), players=places
        )
        raise UserError(named, USAGE)
    return tuple(wanted[seat % len(wanted)] for seat in range(players))
