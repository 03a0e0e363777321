"""A match before it begins: who plays it, with which options and whose cards; and the console that plays it.

UserError for what a table cannot do.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from typing import NamedTuple

from glowtable import games
from glowtable.commands import data_file, options_of, translator_for, user_config
from glowtable.commands.recording import NOT_RECORDED
from glowtable.config import Config, data_path
from glowtable.device import discovery
from glowtable.device.connection import Connection
from glowtable.device.discovery import FoundTable
from glowtable.device.simulated_players import SimulatedPlayers
from glowtable.device.tag_registry import TagRegistry, simulated_registry
from glowtable.device.twin import Twin
from glowtable.game import Arg, Game, Lesson, Option, check_bot, check_seats, full_options
from glowtable.gate import printable
from glowtable.match.dealer import Dealer, secret_seed
from glowtable.match.export import MatchRecord, match_state_of, options_then, players_of
from glowtable.match.gestures import Gestures
from glowtable.match.header import DEALT, REAL, Header
from glowtable.match.journal import Journal
from glowtable.match.lesson import Guide
from glowtable.match.players import think_with
from glowtable.match.pump import Pump, PumpOptions
from glowtable.match.recorder import Recorder, now_text
from glowtable.match.session import Session
from glowtable.messages import TERMINAL, USAGE, Message, UserError, say
from glowtable.table import Row
from glowtable.terminal.console import Console
from glowtable.terminal.names import check_names
from glowtable.terminal.translator import Translator


def make_header(args: argparse.Namespace, configured: tuple[str, ...], game: Game, has_people: bool) -> Header:
    """Who plays with which options: as typed, else as configured, else a person, if one is there, and bots."""
    seats = tuple(map(str.strip, args.seats.split(",") if args.seats else configured))
    best = next(iter(game.bots))
    wanted = args.players
    if wanted is not None:
        check_seats(game, wanted)
        if len(seats) > wanted and args.seats:
            raise UserError(
                say("--seats names {n} seats, but --players says {players}.", n=len(seats), players=wanted), USAGE
            )
        seats = seats[:wanted]
    if not seats:
        seats = (translator_for(args).text(say("Player")) if has_people else f"bot:{best}",)
        wanted = wanted or min(game.seats)
    seats += (f"bot:{best}",) * ((wanted or 0) - len(seats))
    check_seats(game, len(seats))
    players = players_of(seats)
    for player in players:
        if player.bot:
            check_bot(game, player.bot)
    seed = secret_seed() if args.seed is None else args.seed
    return Header(game.name, seats, options_of(game, args.option), seed, now_text())


def choose_cards(args: argparse.Namespace, header: Header, game: Game, table: FoundTable) -> Header:
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


def notes_of_options(args: argparse.Namespace, header: Header) -> Iterator[Message]:
    """A sentence for each option that was asked for, and is not what was asked for."""
    for name, value in dict(wish.split("=", 1) for wish in args.option).items():
        choice = header.options[name]
        if str(choice) != value:
            yield say("{option}={value} needs real cards in hand (--cards real). Here it's {option}={choice}.",
                      option=name, value=value, choice=choice)  # fmt: skip


# -- what is not possible


def refuse_impossible(args: argparse.Namespace, header: Header, table: FoundTable, has_people: bool) -> None:
    """UserError if this match is not possible at this table, with somebody there who can type or tap, or nobody."""
    game = games.find(header.game)
    _refuse_off_table(game, header, table)
    if table.twin and header.cards == REAL:
        _require_card_speaker(game, header, has_people)
    if table.twin and not has_people:
        _refuse_people(args, header)


def _refuse_off_table(game: Game, header: Header, table: FoundTable) -> None:
    options = options_then(game, header)
    for option in game.options:
        value = options[option.name]
        if not table.twin and value in option.off_table:
            raise _only_simulated(option.name, value)


def _refuse_people(args: argparse.Namespace, header: Header) -> None:
    """UserError if a person would have to play where nobody can type: no bot ever plays for a person."""
    people = [player.name for player in players_of(header.players) if not player.bot]
    if people:
        command = printable(shlex.join(("glowtable", *args.typed, "--web")))
        raise UserError(
            say("Nobody can type for {people} here. Play at a terminal, or in a browser: {command}",
                people=", ".join(people), command=command), USAGE)  # fmt: skip


def _require_card_speaker(game: Game, header: Header, has_people: bool) -> None:
    """UserError if nobody is there to say what is turned up, or who says it would learn a bot's hand."""
    if not has_people:
        refusal = say("Someone has to type your own cards. Play at a terminal, or in a browser (--web).")
        raise UserError(refusal, USAGE)
    if game.hidden_information and any(player.bot for player in players_of(header.players)):
        raise UserError(
            say("With your own cards, {game} is for people only. Without card readers someone would have to type "
                "a bot's hand.", game=game.title), USAGE)  # fmt: skip


def _only_simulated(option: str, value: Arg) -> UserError:
    return UserError(
        say("{option}={value} works only at the simulated table. Play it with --port twin:",
            option=option, value=value), USAGE)  # fmt: skip


# -- a new match


CARDS_REMARKS = {
    DEALT: say("the program deals the cards"),
    REAL: say("your own cards: type them instead of using a reader"),
}


class MatchSetup(NamedTuple):
    """All that one match is played with, settled before it begins."""

    header: Header
    table: FoundTable
    journal: Journal
    translator: Translator
    number: int | None = None  # of the match that is resumed, in the journal
    rows: tuple[Row, ...] = ()  # what was played of it
    notes: tuple[Message, ...] = ()  # said when a new match begins
    pace_ms: int = 0  # between two gestures of bots and simulated hands
    options: PumpOptions = PumpOptions()
    guide: Guide | None = None  # of a lesson
    is_agreed: bool = False  # people have said in the lobby that it may start

    @property
    def game(self) -> Game:
        return games.find(self.header.game)

    @property
    def dealt_at(self) -> Twin | None:
        """The simulated table at which the program deals the cards; None if people hold cards of their own."""
        return self.table.twin if self.header.cards == DEALT else None

    @property
    def title(self) -> str:
        """The game, the table and whose cards are played, in the person's language."""
        remarks = [self.table.remark]
        if self.table.twin and self.game.deck:
            remarks.append(CARDS_REMARKS[self.header.cards])
        return " · ".join((self.game.title, *map(self.translator.text, remarks)))


def bot_pace_ms(args: argparse.Namespace, config: Config) -> int:
    """How long bots and simulated hands rest between two gestures."""
    return max(0, config.bot_pace_ms if args.pace is None else args.pace)


def make_console(setup: MatchSetup) -> Console:
    """Begin the match, or replay it to where it was left. UserError if its rows are impossible."""
    game, header, twin = setup.game, setup.header, setup.dealt_at
    played = len(setup.rows)
    match_state = match_state_of(game, MatchRecord(header, setup.rows))
    match_state.think = think_with(game, match_state.players, Dealer(header.seed, "bots", played))
    match_state.dealt = twin is not None
    dealer = Dealer(header.seed, "cards", played)
    registry = simulated_registry(game) if setup.table.twin else TagRegistry(data_file("tags.csv"))
    recorder = Recorder(setup.journal, header, setup.number)
    recorder.clock = now_text
    hands = SimulatedPlayers(twin, registry, setup.pace_ms) if twin else None
    pump = Pump(
        Session(match_state), setup.table.connection, recorder, registry, dealer, setup.translator.text, hands,
        Gestures(dealer, setup.is_agreed), setup.options,
    )  # fmt: skip
    mark = "" if setup.journal.is_recorded else setup.translator.text(NOT_RECORDED)
    if setup.table.twin:  # no key and no reader is there: what is asked is typed
        setup.translator.device = TERMINAL
    return Console(pump, setup.translator, setup.title, mark, setup.guide)


def keep_link(connection: Connection, game: Game) -> None:
    """What doctor tells of the connection when it was last closed; nothing for a user without a home."""
    from glowtable.maker.diagnosis import save_link  # its import takes its time

    folder = data_path()
    if folder:
        save_link(folder / "link.json", connection.link, game.hidden_information)


# -- a first match, led step by step


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
