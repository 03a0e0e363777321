"""Play bots against each other on the same deals in changing seats, and say what a file of matches shows."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain

from glowtable import config
from glowtable.commands import translator_for
from glowtable.commands.simulate import keeping, machines_of, matches_before, run_of
from glowtable.game import Game
from glowtable.lab import simulate as engine
from glowtable.lab.figures import sprt
from glowtable.lab.players import check_player
from glowtable.lab.records import BotMatch, Run, check_run, new_file, to_csv
from glowtable.lab.report import Sprt, report_lines
from glowtable.lab.report_page import report_page
from glowtable.lab.scripts import load_scripts
from glowtable.lab.study import Study, load_study, pair_match_scores, tournament_tasks
from glowtable.messages import USAGE, UserError, say
from glowtable.terminal.progress import ProgressBar


def tournament(args: argparse.Namespace) -> int:
    """Play it and print its report; with --sprt it ends as soon as the test is decided."""
    game, run, scripts = run_of(args)
    if args.deals < 1 or args.jobs < 1:
        raise UserError(say("Give --deals and --jobs 1 or more."), USAGE)
    bots, test = args.bots.split(","), _sprt_of(args.sprt)
    for bot in bots:
        check_player(game, bot)
    if test:
        _check_test(game, bots)
    tasks = tournament_tasks(game, bots, run.players, args.deals)
    known = _already_played(matches_before(args), run, tasks)
    left = [task for task in tasks if task not in known]
    terms = engine.RunSettings(game, run.players, dict(run.options), run.seed, scripts)
    matches: list[engine.SimulatedMatch] = []
    with machines_of(args) as (map, jobs), keeping(args, run) as keep, ProgressBar(len(tasks)) as bar:
        played = chain.from_iterable(done for done, _ in engine.play_tasks(terms, left, jobs, map))

        def matches_in_order() -> Iterator[engine.SimulatedMatch]:
            """By the tasks; what is not known is played when it is asked for."""
            for task in tasks:
                if task not in known:
                    known[task] = next(played)
                    keep(known[task])
                matches.append(known[task])
                bar.show_done(len(matches))
                yield known[task]

        if test:
            sprt(pair_match_scores(matches_in_order(), *bots), *test)
        else:
            deque(matches_in_order(), maxlen=0)
    return _print_report(args, Study(run, tuple(matches)), test)


def _check_test(game: Game, bots: Sequence[str]) -> None:
    """UserError unless a sequential test can decide between these."""
    if len(bots) != 2:
        raise UserError(say("A sequential test compares 2 bots. Name both with --bots."), USAGE)
    if game.cooperative:
        raise UserError(say("A sequential test needs bots that play against each other. Here all win together."), USAGE)


def report(args: argparse.Namespace) -> int:
    """Print what files of matches show; if asked, write it as a page with plots, and the matches as a table."""
    load_scripts(args.guests)
    studies, test = [load_study(file) for file in args.files], _sprt_of(args.sprt)
    language = config.choose_language(args.language or config.configured_language())
    with ExitStack() as files:
        page, table = (files.enter_context(new_file(path)) if path else None for path in (args.html, args.csv))
        if page:
            page.write(report_page(studies, language))
        if table:
            table.write(to_csv((study.run, match) for study in studies for match in study.matches))
    for study in studies:
        _print_report(args, study, test)
    return 0


def _already_played(
    records: Sequence[BotMatch], run: Run, tasks: Sequence[engine.Task]
) -> dict[engine.Task, engine.SimulatedMatch]:
    """The matches of a file that are among these tasks; UserError if it is another run's."""
    check_run(records, run)
    match_by_task = {engine.Task(record.match.number, record.match.bots): record.match for record in records}
    return {task: match_by_task[task] for task in tasks if task in match_by_task}


def _print_report(args: argparse.Namespace, study: Study, test: Sprt | None) -> int:
    translator = translator_for(args, game=study.run.game)
    print("\n".join(translator.text(line) for line in report_lines(study, test)))
    return 0


def _sprt_of(text: str) -> Sprt | None:
    """Two shares: `.5,.55`."""
    if not text:
        return None
    try:
        p0, p1 = map(float, text.split(","))
    except ValueError:
        p0 = p1 = 0.0
    if 0 < p0 < p1 < 1:
        return p0, p1
    shares = say("--sprt {given}: give two numbers from 0 to 1, lower first, such as 0.5,0.55.", given=text)
    raise UserError(shares, USAGE)
