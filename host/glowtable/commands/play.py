"""Play a match: who sits where, which table, new or resumed; then the pump runs."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

from glowtable import games
from glowtable.commands import (
    data_file,
    options_of,
    read_named,
    tell_retired,
    translator_for,
    user_config,
)
from glowtable.commands.page import page_of
from glowtable.commands.recording import NOT_RECORDED, WAS_NOT_RECORDED, journal_to_play
from glowtable.commands.unfinished_match import hold_unfinished, match_to_resume, note_of_unfinished
from glowtable.config import data_path
from glowtable.device import discovery
from glowtable.device.clock import RushedClock, WallClock
from glowtable.device.simulated_players import SimulatedPlayers
from glowtable.device.tag_registry import TagRegistry, simulated_registry
from glowtable.game import Arg, Game, Option, check_bot, check_seats
from glowtable.gate import TINY, check_size, printable
from glowtable.match.dealer import Dealer, secret_seed
from glowtable.match.export import MatchRecord, course_of, options_then, players_of
from glowtable.match.gestures import Gestures
from glowtable.match.header import DEALT, REAL, Header
from glowtable.match.journal import Journal, SavedMatch
from glowtable.match.players import think_with
from glowtable.match.presenter import result_lines
from glowtable.match.pump import Pump
from glowtable.match.recorder import Recorder, now_text
from glowtable.match.session import Session
from glowtable.messages import USAGE, Message, UserError, say, say_count
from glowtable.table import Row
from glowtable.terminal.console import Console, play_to_end
from glowtable.terminal.ending_signals import taken_as_interrupts
from glowtable.terminal.names import check_names
from glowtable.terminal.plain import (
    PersonsTerminal,
    PlainTerminal,
    can_person_play,
    scripted_lines,
    terminal_of_person,
    until_terminal_is_closed,
)
from glowtable.terminal.question import is_agreed
from glowtable.terminal.translator import Translator

if TYPE_CHECKING:
    from glowtable.device.mirror import Mirror

MANY = 9  # more choices are printed as a range
CARDS_REMARKS = {
    DEALT: say("the program deals the cards"),
    REAL: say("your own cards: where a reader is named, type the card"),
}


@taken_as_interrupts()
def play(args: argparse.Namespace) -> int:
    """Play one match to its end or until a person leaves."""
    config = user_config()
    game = games.find(args.game or config.game)
    if args.options:
        return _list_options(game, translator_for(args, game=game.name))
    mirror = _mirror_at(args.mirror) if args.mirror else None
    has_terminal = can_person_play()
    is_watched = (has_terminal and not args.script) or args.web
    script = _read_script(args.script) if args.script else None
    person = is_watched or script is not None
    wanted = _make_header(args, config.seats, game, person)
    wall = WallClock()
    clock = wall if is_watched else RushedClock()  # nobody watches: simulated time need not pass in real time
    can_answer = has_terminal and script is None
    wake = partial(_wants_awake, args) if can_answer else discovery.never_wake
    table = discovery.find_table(args.port or config.port, wall, partial(discovery.simulated_table, clock), wake)
    journal = journal_to_play(args, can_answer)
    unfinished = hold_unfinished(args, journal, game)
    left = match_to_resume(args, journal, unfinished, can_answer)
    if not left:
        check_names(game, [player.name for player in players_of(wanted.players)])
    header = left.header if left else _choose_cards(args, wanted, game, table)
    tell_retired(args, header)
    _refuse_off_table(games.find(header.game), header, table)
    if table.twin:
        _refuse_without_table(args, header, person)
    pace_ms = bot_pace_ms(args) if is_watched else 0
    console = make_console(args, journal, left, header, table, pace_ms)
    if not left:
        _announce_new_match(args, header, unfinished, console)
    pump = console.pump
    pump.sounds, pump.mirror, pump.auction_s = config.sound, mirror, max(0, config.auction_s)
    pump.holds = can_answer and not args.web  # a page shows the end of a round by itself
    if not journal.is_recorded:
        console.mark = console.translator.text(NOT_RECORDED)
    print(console.heading)
    was_left = True  # also by an error
    try:
        with page_of(args, console) as page, _terminal_for(console, script, has_terminal) as terminal:
            was_left = play_to_end(console, clock if table.twin else wall, terminal, page)
    except KeyboardInterrupt:
        print()
        raise
    finally:
        table.connection.close()
        if mirror:
            mirror.close()
        _keep_link(table, header)
        journal.close()
        with until_terminal_is_closed():
            _say_goodbye(console, was_left)
    return 0


def _keep_link(table: discovery.FoundTable, header: Header) -> None:
    """What doctor tells of the connection when it was last closed; nothing for a user without a home."""
    from glowtable.maker.link_report import save_link  # its import takes its time

    folder = data_path()
    if folder:
        save_link(folder / "link.json", table.connection.link, games.find(header.game).hidden_information)


def _mirror_at(pin: str) -> Mirror:
    from glowtable.device.mirror import Mirror

    return Mirror(pin)


def _read_script(path: str) -> list[str]:
    data = check_size(read_named(path), TINY, path, USAGE)  # each line is answered
    return data.decode("utf-8-sig", "replace").splitlines()


def _terminal_for(
    console: Console, script: Sequence[str] | None, has_terminal: bool
) -> AbstractContextManager[PersonsTerminal | None]:
    """Who types, and how it is shown; None if nobody does."""
    if script is not None:
        lines = scripted_lines(script, lambda: console.pump.is_at_rest)
        return PlainTerminal(lines, (), lambda: console.moment, [console.heading])
    if not has_terminal:
        return nullcontext()
    return terminal_of_person(lambda: console.moment, [console.heading])


def make_console(
    args: argparse.Namespace,
    journal: Journal,
    left: SavedMatch | None,
    header: Header,
    table: discovery.FoundTable,
    pace_ms: int,
) -> Console:
    """The match, new or resumed, with everything it needs."""
    game = games.find(header.game)
    rows = _good_rows(args, journal, left) if left else ()
    players = players_of(header.players)
    session = Session(course_of(game, MatchRecord(header, rows), players))
    hands = table.twin if table.twin and header.cards == DEALT else None
    session.course.dealt = hands is not None
    session.course.think = think_with(game, players, Dealer(header.seed, "bots", len(rows)))
    dealer = Dealer(header.seed, "cards", len(rows))
    registry = simulated_registry(game) if table.twin else TagRegistry(data_file("tags.csv"))
    simulated_players = SimulatedPlayers(hands, registry, pace_ms) if hands else None
    recorder = Recorder(journal, header, left.id if left else None)
    translator = translator_for(args, [player.name for player in players], game.name)
    pump = Pump(
        session, table.connection, recorder, registry, dealer, translator.text, simulated_players, Gestures(dealer)
    )
    remarks = [table.remark]
    if table.twin and game.deck:
        remarks.append(CARDS_REMARKS[header.cards])
    return Console(pump, translator, " · ".join((game.title, *map(translator.text, remarks))))


def bot_pace_ms(args: argparse.Namespace) -> int:
    """How long bots and simulated hands rest between two gestures."""
    return max(0, user_config().bot_pace_ms if args.pace is None else args.pace)


def _say_goodbye(console: Console, was_left: bool) -> None:
    """Say how the match ended, or which one is kept and how to resume it."""
    translator, recorder = console.translator, console.pump.recorder
    outcome, is_recorded = console.pump.session.outcome, recorder.journal.is_recorded
    if was_left and recorder.has_rows and is_recorded:
        note = say("match {match} is kept; go on with: glowtable play --resume {match}", match=recorder.match)
        print(translator.text(note))
    elif outcome:
        print("\n".join(map(translator.text, result_lines(console.pump.session.game.title, outcome))))
    if not is_recorded:
        print(translator.text(WAS_NOT_RECORDED))


# -- who plays, with what


def _make_header(args: argparse.Namespace, configured: tuple[str, ...], game: Game, person: bool) -> Header:
    seats = tuple(map(str.strip, args.seats.split(",") if args.seats else configured))
    best = next(iter(game.bots))
    if not seats:
        first = translator_for(args).text(say("Player")) if person else f"bot:{best}"
        seats = (first, *[f"bot:{best}"] * (min(game.seats) - 1))
    check_seats(game, len(seats))
    players = players_of(seats)
    for player in players:
        if player.bot:
            check_bot(game, player.bot)
    seed = secret_seed() if args.seed is None else args.seed
    return Header(game.name, seats, options_of(game, args.option), seed, now_text())


def _refuse_without_table(args: argparse.Namespace, header: Header, person: bool) -> None:
    """UserError if this match is not possible at the simulated table, with a person there or without."""
    if header.cards == REAL:
        _refuse_untold(games.find(header.game), header, person)
    if not person:
        _refuse_people(args, header)


def _refuse_people(args: argparse.Namespace, header: Header) -> None:
    """UserError if a person would have to play where nobody can type: no bot ever plays for a person."""
    people = [player.name for player in players_of(header.players) if not player.bot]
    if people:
        command = printable(shlex.join(("glowtable", *args.typed, "--web")))
        raise UserError(
            say("Nobody can type for {people} here. Play at a terminal, or in a browser: {command}",
                people=", ".join(people), command=command), USAGE)  # fmt: skip


def _list_options(game: Game, translator: Translator) -> int:
    for option in game.options:
        choices = "|".join(f"{choice}*" if choice == option.default else str(choice) for choice in option.choices)
        if len(option.choices) > MANY:
            choices = f"{option.choices[0]}..{option.choices[-1]} ({option.default}*)"
        help_text = translator.text(Message(option.help)) if option.help else ""
        print(f"{option.name}={choices}\n    {help_text}\n    {option.rule}: {option.words}")
    return 0


def _refuse_off_table(game: Game, header: Header, table: discovery.FoundTable) -> None:
    options = options_then(game, header)
    for option in game.options:
        value = options[option.name]
        if not table.twin and value in option.off_table:
            raise _only_simulated(option.name, value)


def _only_simulated(option: str, value: Arg) -> UserError:
    return UserError(
        say("{option}={value} is possible only at the simulated table: play it with --port twin:",
            option=option, value=value), USAGE)  # fmt: skip


# -- whose cards


def _choose_cards(args: argparse.Namespace, header: Header, game: Game, table: discovery.FoundTable) -> Header:
    """The header of a new match at this table, with whose cards it is played; no dealt hand is unread."""
    if not table.twin and args.cards == DEALT:
        raise _only_simulated("--cards", args.cards)
    if args.cards == REAL or not table.twin:
        return header._replace(cards=REAL)
    options = {option.name: _when_dealt(option, header.options[option.name]) for option in game.options}
    return header._replace(cards=DEALT, options=options)


def _when_dealt(option: Option, value: Arg) -> Arg:
    others = (choice for choice in option.choices if choice not in option.needs_cards)
    return next(others) if value in option.needs_cards else value


def _announce_new_match(
    args: argparse.Namespace, header: Header, unfinished: SavedMatch | None, console: Console
) -> None:
    """Say, on the page and on stderr, which match is not resumed, and which options are not as they were asked for."""
    notes_of_unfinished = [note_of_unfinished(unfinished)] if unfinished else []
    for note in (*notes_of_unfinished, *_notes_of_options(args, header)):
        console.pump.tell_people(note)
        print(console.translator.text(note), file=sys.stderr)


def _notes_of_options(args: argparse.Namespace, header: Header) -> Iterator[Message]:
    """A sentence for each option that was asked for, and is not what was asked for."""
    for name, value in dict(wish.split("=", 1) for wish in args.option).items():
        choice = header.options[name]
        if str(choice) != value:
            yield say("{option}={value} is for people who hold cards (--cards real): here it is {option}={choice}",
                      option=name, value=value, choice=choice)  # fmt: skip


def _refuse_untold(game: Game, header: Header, person: bool) -> None:
    """UserError if nobody is there to say what is turned up, or who says it would learn a bot's hand."""
    if not person:
        told = say("somebody says what your own cards are: play them at a terminal, or in a browser (--web)")
        raise UserError(told, USAGE)
    if game.hidden_information and any(player.bot for player in players_of(header.players)):
        raise UserError(
            say("without card readers somebody would have to type the hand of a bot: {game} with your own cards is "
                "for people only", game=game.title), USAGE)  # fmt: skip


def _good_rows(args: argparse.Namespace, journal: Journal, left: SavedMatch) -> tuple[Row, ...]:
    """Its rows in the journal; damaged rows at its end are deleted, which is said on stderr."""
    lost = journal.cut_damaged_rows(left.id)
    if lost:
        note = say_count(
            "{n} damaged row at the end of match {match} was dropped",
            "{n} damaged rows at the end of match {match} were dropped",
            n=lost,
            match=left.id,
        )
        print(translator_for(args).text(note), file=sys.stderr)
    return tuple(journal.good_rows(left.id))


def _wants_awake(args: argparse.Namespace, device: str) -> bool:
    question = say("the Pico at {port} shows a MicroPython prompt; start its table? [Y/n] ", port=device)
    return is_agreed(translator_for(args), question, if_empty=True)
