"""Play many matches of bots, in their seats or in changing ones, on machines of one's own; say what they show."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from importlib.metadata import version
from threading import Event

from glowtable import config, games
from glowtable.commands import command_to_type, options_of, translator_for
from glowtable.game import Game, check_seats
from glowtable.gate import printable
from glowtable.lab import simulate as engine
from glowtable.lab.figures import check_shares, sprt
from glowtable.lab.one_match import check_player, most_actions
from glowtable.lab.records import BotMatch, write_csv
from glowtable.lab.saved import new_file, saved_in
from glowtable.lab.scripts import Script, load_scripts
from glowtable.lab.study import Sprt, Study, Tested, load_study, report_lines, tournament_seatings
from glowtable.lab.tally import Run, SimulatedMatch, Tally, pair_match_scores
from glowtable.messages import USAGE, Message, UserError, say, say_count
from glowtable.terminal.progress import ProgressBar


def simulate(args: argparse.Namespace) -> int:
    """Play them and print the figures: a JSON object, or a line each."""
    game, run, scripts = _run_of(args)
    if args.games < 1 or args.jobs < 1:
        raise UserError(say("Give --games and --jobs 1 or more."), USAGE)
    bots = _seat_bots(game, args.bots, run.players)
    tally = Tally(run)
    with _matches_of(args, engine.Campaign(game, run, (bots,), scripts), args.games, tally) as matches:
        deque(matches, maxlen=0)
    fields = {"glowtable": version("glowtable"), "bots": bots, **tally.figures()}
    lines = (f"{name:13} {printable(str(value))}" for name, value in fields.items())
    print(json.dumps(fields) if args.json else "\n".join(lines))
    _check_ended(args, game, tally)
    return 0


def _check_ended(args: argparse.Namespace, game: Game, tally: Tally) -> None:
    """Say how many matches were given up. UserError if all were: their figures mean nothing."""
    lost, most = tally.played - tally.ended, most_actions(game)
    if lost == tally.played:
        raise UserError(
            say("No match ended within {most} actions. If none should be so long, look for the mistake: glowtable "
                "games check {name}",
                most=most, name=game.name)
        )  # fmt: skip
    if lost:
        _tell(
            args,
            say_count("{n} match didn't end within {most} actions and doesn't count.",
                      "{n} matches didn't end within {most} actions and don't count.", n=lost, most=most),
        )  # fmt: skip


def _seat_bots(game: Game, names: str, players: int) -> tuple[str, ...]:
    """A bot per seat: those named, repeated if they are fewer than the seats."""
    wanted = names.split(",") if names else [next(iter(game.bots))]
    for name in wanted:
        check_player(game, name)
    if len(wanted) > players:
        places = say_count("{n} player", "{n} players", n=players)
        named = say("You named {n} bots for {players}. Name fewer, or more players with --players.",
                    n=len(wanted), players=places)  # fmt: skip
        raise UserError(named, USAGE)
    return tuple(wanted[seat % len(wanted)] for seat in range(players))


# -- each bot against each other on the same deals, in changing seats


def tournament(args: argparse.Namespace) -> int:
    """Play it and print its report; with --sprt it ends as soon as the test is decided."""
    game, run, scripts = _run_of(args)
    if args.deals < 1 or args.jobs < 1:
        raise UserError(say("Give --deals and --jobs 1 or more."), USAGE)
    bots, test = args.bots.split(","), _sprt_of(args.sprt)
    for bot in bots:
        check_player(game, bot)
    if test:
        _check_test(game, bots)
    campaign = engine.Campaign(game, run, tournament_seatings(game, bots, run.players), scripts)
    tally = Tally(run)
    verdicts: list[Tested] = []
    with _matches_of(args, campaign, args.deals * len(campaign.seatings), tally) as matches:
        if test:
            verdicts.append((*bots, test, sprt(pair_match_scores(matches, *bots), *test)))
        else:
            deque(matches, maxlen=0)
    _print_report(args, tally, verdicts)
    _check_ended(args, game, tally)
    return 0


def _check_test(game: Game, bots: Sequence[str]) -> None:
    """UserError unless a sequential test can decide between these."""
    if len(bots) != 2:
        raise UserError(say("A sequential test compares 2 bots. Name both with --bots."), USAGE)
    if game.cooperative:
        raise UserError(say("A sequential test needs bots that play against each other. Here all win together."), USAGE)


def report(args: argparse.Namespace) -> int:
    """Print what files of matches show; if asked, write it as a page with plots, and the matches as a table."""
    from glowtable.lab.replayed_match import differences  # nothing else compares
    from glowtable.lab.report_page import report_page  # nothing else needs a page

    load_scripts(args.guests)
    test = _sprt_of(args.sprt)
    studies = [load_study(file, skip_damaged=args.skip_damaged) for file in args.files]
    for study in studies:
        _tell_damaged(args, study)
    language = config.choose_language(args.language or config.configured_language())
    with ExitStack() as files:
        page, table = (files.enter_context(new_file(path)) if path else None for path in (args.html, args.csv))
        if page:
            page.write(report_page(studies, language))
        if table:
            write_csv(table, (BotMatch(study.run, match) for study in studies for match in study.matches))
    for study in studies:
        _print_report(args, study, study.verdicts(test))
    translator = translator_for(args, game=studies[0].run.game)
    for line in differences(studies):
        print(translator.text(line))
    return 0


def _tell_damaged(args: argparse.Namespace, study: Study) -> None:
    for file in study.left_out:
        _tell(args, say("{file} is damaged or missing, and left out.", file=str(file)))


def _print_report(args: argparse.Namespace, tally: Tally, verdicts: Sequence[Tested]) -> None:
    translator = translator_for(args, game=tally.run.game)
    print("\n".join(translator.text(line) for line in report_lines(tally, verdicts)))


def _sprt_of(text: str) -> Sprt | None:
    """Two shares: `.5,.55`."""
    if not text:
        return None
    try:
        p0, p1 = map(float, text.split(","))
        check_shares(p0, p1)
    except ValueError:
        shares = say("--sprt {given}: give two numbers from 0 to 1, lower first, such as 0.5,0.55.", given=text)
        raise UserError(shares, USAGE) from None
    return p0, p1


# -- what both have in common


def _run_of(args: argparse.Namespace) -> tuple[Game, Run, tuple[Script, ...]]:
    """What all matches have in common, as typed; the person's own files are run first."""
    scripts = load_scripts(args.guests)
    game = games.find_typed(args.game)
    players = args.players or min(game.seats)
    check_seats(game, players)
    return game, Run(game.name, players, options_of(game, args.option, game.test_options), args.seed), scripts


@contextmanager
def _matches_of(
    args: argparse.Namespace, campaign: engine.Campaign, count: int, tally: Tally
) -> Iterator[Iterator[SimulatedMatch]]:
    """So many matches as they come, counted, written and shown: where they are played and kept as was typed."""
    if args.resume and args.out:
        raise UserError(say("--out starts a file, --resume continues one. Give only one of them."), USAGE)
    path = args.out or args.resume
    with (
        _machines_of(args) as (map, jobs),
        saved_in(path, campaign, partial(_tell, args), is_new=bool(args.out)) if path else nullcontext() as saved,
        _telling_of_interrupt(args, count, tally),
        ProgressBar(count) as bar,
    ):
        play = partial(engine.play_matches, campaign, count, jobs, map, tally, tell=partial(_tell, args))

        def counted() -> Iterator[SimulatedMatch]:
            for match in saved.completed(count, play) if saved else play():
                tally.count_match(match)
                bar.show_done(tally.played)
                yield match

        yield counted()


@contextmanager
def _telling_of_interrupt(args: argparse.Namespace, count: int, tally: Tally) -> Iterator[None]:
    """Say what Ctrl-C has left, and how to continue. While old matches are read it is not known how many there are."""
    try:
        yield
    except KeyboardInterrupt:
        command = command_to_type(*(re.sub(r"^--out?(?==|$)", "--resume", word) for word in args.typed))
        if args.out or (args.resume and tally.cpu_s):
            _tell(args, say("{n} of {count} matches are saved. Continue: {command}", n=tally.played, count=count,
                            command=command))  # fmt: skip
        elif not args.resume:
            _tell(args, say("Stopped after {n} of {count} matches. To keep what is done, add --out NAME.",
                            n=tally.played, count=count))  # fmt: skip
        raise


def _tell(args: argparse.Namespace, message: Message) -> None:
    print(translator_for(args).text(message), file=sys.stderr)


@contextmanager
def _machines_of(args: argparse.Namespace) -> Iterator[tuple[engine.Map | None, int]]:
    """Where the matches are played: a map for a cluster, or none; and how many at once."""
    if not args.cluster:
        yield None, args.jobs
        return
    if args.jobs > 1:
        raise UserError(say("Give --jobs to play on this machine, or --cluster to play on others, not both."), USAGE)
    with engine.cluster(args.cluster) as machines:
        yield machines.map, machines.workers


# -- a cluster on this machine, to try what is played on many


def cluster(args: argparse.Namespace) -> int:
    """Say where it is, and wait until it is interrupted."""
    if args.workers < 1:
        raise UserError(say("Give --workers 1 or more."), USAGE)
    if not 0 <= args.port < 65536:
        raise UserError(say("--port {given}: give a number up to 65535.", given=args.port), USAGE)
    translator = translator_for(args)
    with engine.local_cluster(args.workers, args.port) as address:
        print(translator.text(say(
            "{n} workers are ready. Ctrl-C ends the cluster. In another terminal: glowtable simulate punto "
            "--cluster {address}",
            n=args.workers, address=address,
        )), flush=True)  # fmt: skip
        Event().wait()
    return 0
