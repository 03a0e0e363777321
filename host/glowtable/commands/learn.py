"""A first match at the simulated table, led step by step. It leaves nothing in the journal."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from glowtable import games
from glowtable.commands import translator_for, user_config
from glowtable.commands.match_setup import MatchSetup, bot_pace_ms, make_console
from glowtable.device import discovery
from glowtable.device.clock import WallClock
from glowtable.device.discovery import TWIN
from glowtable.game import Game, Lesson, full_options
from glowtable.match.export import players_of
from glowtable.match.header import Header
from glowtable.match.journal import Journal
from glowtable.match.lesson import Guide
from glowtable.match.pump import PumpOptions
from glowtable.match.recorder import now_text
from glowtable.match.result import result_lines
from glowtable.match.session import Phase
from glowtable.messages import USAGE, UserError, say
from glowtable.terminal.console import Console, play_to_end
from glowtable.terminal.ending_signals import taken_as_interrupts
from glowtable.terminal.keyboard import Terminal
from glowtable.terminal.names import check_names


@taken_as_interrupts()
def learn(args: argparse.Namespace) -> int:
    """Lead a person through a first match, until its end or until the person leaves."""
    game = games.find_typed(args.game)
    lesson = lesson_of(game)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UserError(say("The lesson needs a terminal. Run glowtable learn in one."), USAGE)
    clock = WallClock()
    table = discovery.find_table(TWIN, clock, partial(discovery.simulated_table, clock), discovery.never_wake)
    journal = Journal(Path("journal.sqlite"), in_memory=True)
    console = make_led_console(args, game, lesson, table, journal)
    try:
        with Terminal() as terminal:
            play_to_end(console, clock, terminal)
    finally:
        table.connection.close()
        journal.close()
    _say_how_to_go_on(console, game)
    return 0


def make_led_console(
    args: argparse.Namespace, game: Game, lesson: Lesson, table: discovery.FoundTable, journal: Journal,
    person: str = "", options: PumpOptions = PumpOptions(holds=True),
) -> Console:  # fmt: skip
    """The match of a lesson at a simulated table, and its guide. UserError if the person cannot be called so."""
    header = header_of(game, lesson, person or translator_for(args).text(say("Player")))
    names = [player.name for player in players_of(header.players)]
    check_names(game, names)
    translator = translator_for(args, names, game.name)
    pace_ms = bot_pace_ms(args, user_config())
    return make_console(
        MatchSetup(header, table, journal, translator, pace_ms=pace_ms, options=options, guide=Guide(lesson))
    )


def lesson_of(game: Game) -> Lesson:
    """UserError if the game has none; it lists those that have."""
    if game.read_lesson is None:
        known = ", ".join(name for name in games.names() if games.find(name).read_lesson)
        raise UserError(
            say("{game} has no lesson yet. There are lessons for {games}.", game=game.title, games=known), USAGE
        )
    return game.read_lesson()


def header_of(game: Game, lesson: Lesson, person: str) -> Header:
    """The match of a lesson: one person and bots, the same cards each time."""
    bots = [f"bot:{lesson.bot}"] * (min(game.seats) - 1)
    return Header(game.name, (person, *bots), full_options(game, lesson.options), lesson.seed, now_text())


def _say_how_to_go_on(console: Console, game: Game) -> None:
    translator, session = console.translator, console.pump.session
    if session.phase is Phase.OVER and session.outcome:
        print("\n".join(map(translator.text, result_lines(game, session.outcome))))
    print(translator.text(say("Now play your own match: glowtable play {game}", game=game.name)))
