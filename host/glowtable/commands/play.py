"""Play a match: who sits where, which table, a match to go on with; then the pump."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable
from typing import NamedTuple

from glowtable import ports
from glowtable.bundle import save_link
from glowtable.commands import check_bot, check_seats, data_file, game_named, open_journal, options_of, settings, tongue
from glowtable.dealer import Dealer
from glowtable.export import Record, players_of, session_of
from glowtable.game import Arg, Game, say
from glowtable.hands import Hands
from glowtable.journal import Header, Journal, Match
from glowtable.play import Play, Recorder, RushedClock, WallClock, now_text, result, run, think_with
from glowtable.screen import Tongue
from glowtable.session import Session
from glowtable.table import Clock
from glowtable.tags import Book, simulated
from glowtable.terminal import Terminal
from glowtable.trouble import USAGE, Trouble

BOT_PACE_MS = 500  # between two gestures of simulated hands while a person looks on
MOST_SEED = 1 << 30


class Opened(NamedTuple):
    """A match ready to be played, new or taken up again."""

    session: Session
    recorder: Recorder


def play(args: argparse.Namespace) -> int:
    """Play one match to its end or until a person leaves."""
    config = settings()
    game = game_named(args.game or config.game)
    if args.options:
        return _list_options(game, tongue(args, game=game.name))
    person = sys.stdin.isatty() and sys.stdout.isatty()
    header = _header(args, config.seats, game, person)
    wall = WallClock()
    clock = wall if person else RushedClock()  # with nobody looking on, simulated time need not be waited for
    table = ports.find(args.port or config.port, wall, lambda: ports.simulated(clock))
    _refuse_off_table(game, header, table)
    journal = open_journal(args)
    opened = _opened(args, journal, game, header, person)
    return _play(args, opened, table, clock if table.twin else wall, person)


def _play(args: argparse.Namespace, opened: Opened, table: ports.Table, clock: Clock, person: bool) -> int:
    session, recorder = opened
    speak = tongue(args, [seat.name for seat in session.players], session.game.name)
    dealer = Dealer(recorder.header.seed, "cards", len(session.history))
    book = simulated(session.game) if table.twin else Book(data_file("tags.csv"))
    hands = Hands(table.twin, book, dealer, BOT_PACE_MS if person else 0) if table.twin else None
    playing = Play(session, table.cable, recorder, book, dealer, speak, hands)
    playing.title = f"{session.game.title} · {speak.text(table.remark)}"
    print(playing.title)
    try:
        if person:
            with Terminal() as terminal:
                left = run(playing, clock, terminal)
        else:
            left = run(playing, clock, None)
    finally:
        save_link(data_file("link.json"), table.cable.link)
        table.cable.close()
    return _said_goodbye(playing, speak, left)


def _said_goodbye(playing: Play, speak: Tongue, left: bool) -> int:
    if left:
        print(speak.text(say("match {match} is kept; go on with: glowtable play --resume", match=playing.recorder.match)))
    elif playing.session.outcome:
        print("\n".join(result(playing.session, speak)))
    return 0


# -- who plays, with what


def _header(args: argparse.Namespace, configured: tuple[str, ...], game: Game, person: bool) -> Header:
    seats = tuple(args.seats.split(",")) if args.seats else configured
    best = next(iter(game.bots))
    if not seats:
        seats = (("You",) if person else (f"bot:{best}",)) + (f"bot:{best}",) * (min(game.seats) - 1)
    check_seats(game, len(seats))
    for seat in players_of(seats):
        if seat.bot:
            check_bot(game, seat.bot)
        if not seat.name:
            raise Trouble(say("a seat needs a name, or bot:NAME; got {seats}", seats=",".join(seats)), USAGE)
    seed = secrets.randbelow(MOST_SEED) if args.seed is None else args.seed
    names = [seat.name for seat in players_of(seats)]
    if len(set(names)) < len(names):
        raise Trouble(say("two seats have the same name: {seats}", seats=",".join(seats)), USAGE)
    return Header(game.name, seats, options_of(game, args.option), seed, now_text())


def _list_options(game: Game, speak: Tongue) -> int:
    for option in game.options:
        choices = "|".join(f"{choice}*" if choice == option.default else str(choice) for choice in option.choices)
        print(f"{option.name}={choices}\n    {option.rule}: {option.words}")
    return 0


def _refuse_off_table(game: Game, header: Header, table: ports.Table) -> None:
    for option in game.options:
        value: Arg = header.options[option.name]
        if not table.twin and value in option.off_table:
            raise Trouble(
                say("{option}={value} is not for a real table, its grid cannot grow: play it with --port twin:",
                    option=option.name, value=value), USAGE)  # fmt: skip


# -- new, or taken up again


def _opened(args: argparse.Namespace, journal: Journal, game: Game, header: Header, person: bool) -> Opened:
    left = journal.unfinished("" if args.resume and not args.game else game.name)
    if args.resume and not left:
        raise Trouble(say("there is no unfinished match to resume"), USAGE)
    if left and (args.resume or (person and _wants(args, left))):
        return _resumed(journal, left)
    if left:
        print(tongue(args).text(
            say("match {match} is unfinished; go on with: glowtable play --resume", match=left.id)), file=sys.stderr)  # fmt: skip
    dealer = Dealer(header.seed, "bots")
    players = players_of(header.players)
    session = Session(game, players, header.options, think_with(game, players, dealer))
    return Opened(session, Recorder(journal, header))


def _resumed(journal: Journal, left: Match) -> Opened:
    lost = journal.mend(left.id)
    if lost:
        print(f"{lost} damaged rows at the end of match {left.id} were dropped", file=sys.stderr)
    game = game_named(left.header.game)
    session = session_of(game, Record(left.header, tuple(journal.rows(left.id))))
    session.think = think_with(game, session.players, Dealer(left.header.seed, "bots", len(session.history)))
    return Opened(session, Recorder(journal, left.header, left.id))


def _wants(args: argparse.Namespace, left: Match, ask: Callable[[str], str] = input) -> bool:
    question = say("match {match} ({players}) is unfinished; go on with it? [Y/n] ",
                   match=left.id, players=", ".join(left.header.players))  # fmt: skip
    return ask(tongue(args).text(question)).strip().lower() in ("", "y", "yes", "j", "ja", "s", "si", "sì")


