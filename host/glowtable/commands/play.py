"""Play a match: who sits where, which table, new or resumed; then the pump runs."""

import argparse
import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from glowtable import games
from glowtable.commands import (
    command_to_type,
    match_setup,
    read_named,
    recording,
    tell_retired,
    translator_for,
    user_config,
)
from glowtable.config import Config
from glowtable.device import discovery
from glowtable.device.clock import RushedClock, WallClock
from glowtable.game import Game
from glowtable.gate import TINY, check_size
from glowtable.match.header import Header
from glowtable.match.journal import Journal
from glowtable.match.players import players_of
from glowtable.match.pump import PumpOptions
from glowtable.match.result import result_lines
from glowtable.match.session import Phase
from glowtable.messages import USAGE, Message, UserError, say
from glowtable.table import Clock
from glowtable.terminal.console import Console, play_to_end
from glowtable.terminal.ending_signals import taken_as_interrupts
from glowtable.terminal.keyboard import (
    PersonsTerminal,
    PlainTerminal,
    Terminal,
    can_person_play,
    scripted_lines,
    terminal_of_person,
    until_terminal_is_closed,
)
from glowtable.terminal.names import check_names
from glowtable.terminal.question import is_agreed
from glowtable.terminal.translator import Translator

if TYPE_CHECKING:
    from glowtable.device.mirror import Mirror

HOUSE_RULE = say("house rule, not in the rulebook")
MANY = 9  # more choices are printed as a range


class Audience(NamedTuple):
    """Who is there while a match is played."""

    script: tuple[str, ...] | None  # lines that are typed in place of a person
    has_terminal: bool  # at which a person can play
    has_page: bool

    @property
    def can_answer(self) -> bool:
        """A person can be asked at the terminal."""
        return self.has_terminal and self.script is None

    @property
    def is_watched(self) -> bool:
        return self.can_answer or self.has_page

    @property
    def has_people(self) -> bool:
        """Somebody can type or tap, if only a script."""
        return self.is_watched or self.script is not None


@taken_as_interrupts()
def play(args: argparse.Namespace) -> int:
    """Play one match to its end or until a person leaves."""
    config = user_config()
    if args.guests:
        from glowtable.lab.scripts import load_scripts  # its import takes its time

        load_scripts(args.guests)
    game = games.find_typed(args.game or config.game)
    args.game = args.game and game.name
    if args.options:
        return _list_options(game, translator_for(args, game=game.name))
    mirror = _mirror_at(args.mirror) if args.mirror else None
    script = _read_script(args.script) if args.script else None
    audience = Audience(script, can_person_play(), bool(args.web))
    wanted = match_setup.make_header(args, config.seats, game, audience.has_people)
    table, clock = _find_table(args, config, audience)
    setup = _choose_match(args, game, wanted, table, audience)
    setup = setup._replace(
        pace_ms=match_setup.bot_pace_ms(args, config) if audience.is_watched else 0,
        options=PumpOptions(config.sound, max(0, config.auction_s), audience.is_watched, mirror),
    )
    _play_match(args, setup, audience, clock)
    return 0


def _find_table(args: argparse.Namespace, config: Config, audience: Audience) -> tuple[discovery.FoundTable, Clock]:
    """The table of this match, and its clock: where nobody watches, simulated time need not pass in real time."""
    wall = WallClock()
    simulated = wall if audience.is_watched else RushedClock()
    wake = partial(_wants_awake, args) if audience.can_answer else None
    table = discovery.find_table(args.port or config.port, wall, simulated, wake)
    return table, simulated if table.twin else wall


def _choose_match(
    args: argparse.Namespace, game: Game, wanted: Header, table: discovery.FoundTable, audience: Audience
) -> match_setup.MatchSetup:
    """The match that is resumed, or the one that is wanted. UserError if it is not possible at this table."""
    journal = recording.journal_to_play(args, audience.can_answer)
    unfinished = recording.hold_unfinished(args, journal, game)
    saved = recording.match_to_resume(args, journal, unfinished, audience.can_answer)
    if not saved:
        check_names(game, [player.name for player in players_of(wanted.players)])
    header = recording.header_now(journal, saved) if saved else match_setup.choose_cards(args, wanted, game, table)
    if saved:
        match_setup.refuse_unknown(args, header)
    tell_retired(args, header)
    match_setup.refuse_impossible(args, header, table, audience.has_people)
    translator = translator_for(args, [player.name for player in players_of(header.players)], header.game)
    setup = match_setup.MatchSetup(header, table, journal, translator)
    if saved:
        return setup._replace(number=saved.id, rows=recording.rows_to_resume(args, journal, saved))
    notes_of_unfinished = [recording.note_of_unfinished(unfinished)] if unfinished else []
    return setup._replace(notes=(*notes_of_unfinished, *match_setup.notes_of_options(args, header)))


def _play_match(args: argparse.Namespace, setup: match_setup.MatchSetup, audience: Audience, clock: Clock) -> None:
    """Play it, and say how it ended; whatever happens, the table and the journal are closed."""
    console = match_setup.make_console(setup)
    for note in setup.notes:
        console.pump.tell_people(note)
        print(console.translator.text(note), file=sys.stderr)
    print(console.heading)
    was_left = True  # also by an error
    try:
        with match_setup.page_of(args, console) as page, _terminal_for(console, audience) as terminal:
            was_left = play_to_end(console, clock, terminal, page)
    except KeyboardInterrupt:
        print()
        raise
    finally:
        setup.table.connection.close()
        if setup.options.mirror:
            setup.options.mirror.close()
        match_setup.keep_link(setup.table.connection, setup.game)
        setup.journal.close()
        with until_terminal_is_closed():
            _say_goodbye(args, console, was_left)


def _mirror_at(pin: str) -> "Mirror":
    from glowtable.device.mirror import Mirror

    return Mirror(pin)


def _read_script(path: str) -> tuple[str, ...]:
    data = check_size(read_named(path), TINY, path, USAGE)  # each line is answered
    return tuple(data.decode("utf-8-sig", "replace").splitlines())


def _terminal_for(console: Console, audience: Audience) -> AbstractContextManager[PersonsTerminal | None]:
    """Who types, and how it is shown; None if nobody does."""
    if audience.script is not None:
        lines = scripted_lines(audience.script, lambda: console.pump.is_at_rest)
        return PlainTerminal(lines, (), lambda: console.moment, [console.heading])
    if not audience.has_terminal:
        return nullcontext()
    return terminal_of_person(lambda: console.moment, [console.heading])


def _say_goodbye(args: argparse.Namespace, console: Console, was_left: bool) -> None:
    """Say how the match ended, or which one is kept and how to resume it."""
    translator, recorder = console.translator, console.pump.recorder
    outcome, is_recorded = console.pump.session.outcome, recorder.journal.is_recorded
    if was_left and not outcome and recorder.has_rows and is_recorded:
        files = (word for file in args.guests for word in ("--with", file))
        command = command_to_type("play", "--resume", str(recorder.match), *files)
        note = say("Match {match} is saved. Resume it: {command}", match=recorder.match, command=command)
        print(translator.text(note))
    elif outcome:
        print("\n".join(map(translator.text, result_lines(console.pump.session.game, outcome))))
    if not is_recorded:
        print(translator.text(recording.WAS_NOT_RECORDED))


def _list_options(game: Game, translator: Translator) -> int:
    for option in game.options:
        choices = "|".join(f"{choice}*" if choice == option.default else str(choice) for choice in option.choices)
        if len(option.choices) > MANY:
            choices = f"{option.choices[0]}..{option.choices[-1]} ({option.default}*)"
        help_text = translator.text(Message(option.help)) if option.help else ""
        words = option.words or translator.text(HOUSE_RULE)
        print(f"{option.name}={choices}\n    {help_text}\n    {option.rule}: {words}")
    return 0


def _wants_awake(args: argparse.Namespace, device: str) -> bool:
    question = say("The Pico at {port} is at a MicroPython prompt. Start its table? [Y/n] ", port=device)
    return is_agreed(translator_for(args), question, if_empty=True)


# -- a first match at the simulated table, led step by step; it leaves nothing in the journal


@taken_as_interrupts()
def learn(args: argparse.Namespace) -> int:
    """Lead a person through a first match, until its end or until the person leaves."""
    game = games.find_typed(args.game)
    lesson = match_setup.lesson_of(game)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UserError(say("The lesson needs a terminal. Run glowtable learn in one."), USAGE)
    clock = WallClock()
    table = discovery.simulated_table(clock)
    journal = Journal(Path("journal.sqlite"), in_memory=True)
    console = match_setup.make_led_console(args, game, lesson, table, journal)
    try:
        with Terminal() as terminal:
            play_to_end(console, clock, terminal)
    finally:
        table.connection.close()
        journal.close()
    _say_how_to_go_on(console, game)
    return 0


def _say_how_to_go_on(console: Console, game: Game) -> None:
    translator, session = console.translator, console.pump.session
    if session.phase is Phase.OVER and session.outcome:
        print("\n".join(map(translator.text, result_lines(game, session.outcome))))
    print(translator.text(say("Now play your own match: glowtable play {game}", game=game.name)))
