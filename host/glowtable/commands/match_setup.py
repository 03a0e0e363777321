"""A match before it begins: who plays it, with which options and whose cards; and the console and page that play it.

UserError for what a table cannot do.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from glowtable import games
from glowtable.commands import command_to_type, data_file, options_of, tellers, translator_for, user_config
from glowtable.commands.recording import NOT_RECORDED
from glowtable.config import Config, data_path
from glowtable.device.clock import now_us
from glowtable.device.connection import Connection
from glowtable.device.discovery import FoundTable
from glowtable.device.simulated_players import SimulatedPlayers
from glowtable.device.tag_registry import TagRegistry, simulated_registry
from glowtable.device.twin import Twin
from glowtable.game import Arg, Game, Lesson, Option, check_seats, full_options, named_bot
from glowtable.match.dealer import Dealer, secret_seed
from glowtable.match.gestures import Gestures
from glowtable.match.header import DEALT, REAL, Header
from glowtable.match.journal import Journal
from glowtable.match.match_record import MatchRecord, match_state_of, options_then
from glowtable.match.players import BOT, players_of, think_with
from glowtable.match.pump import Pump, PumpOptions
from glowtable.match.recorder import Recorder, now_text
from glowtable.match.session import Phase, Session
from glowtable.messages import PHONE, TERMINAL, USAGE, Message, UserError, say
from glowtable.table import Row
from glowtable.terminal.console import Console
from glowtable.terminal.keyboard import can_person_play
from glowtable.terminal.names import check_names
from glowtable.terminal.translator import Translator

if TYPE_CHECKING:
    from glowtable.web.addresses import LanAddress
    from glowtable.web.companion import Companion
    from glowtable.web.seats import Span
    from glowtable.web.server import Server


def make_header(args: argparse.Namespace, configured: tuple[str, ...], game: Game, has_people: bool) -> Header:
    """Who plays with which options: as typed, else as configured, else a person, if one is there, and bots."""
    seats = tuple(map(str.strip, args.seats.split(",") if args.seats else configured))
    best = next(iter(game.bots))
    seats = tuple(BOT + best if seat.lower() == BOT.strip(":") else seat for seat in seats)
    wanted = args.players
    if wanted is not None:
        check_seats(game, wanted)
        if len(seats) > wanted and args.seats:
            raise UserError(
                say("--seats names {n} seats, but --players says {players}.", n=len(seats), players=wanted), USAGE
            )
        seats = seats[:wanted]
    if not seats:
        seats = (translator_for(args).text(say("Player")) if has_people else BOT + best,)
        wanted = wanted or min(game.seats)
    seats += (BOT + best,) * ((wanted or 0) - len(seats))
    check_seats(game, len(seats))
    _check_bots(game, seats)
    seed = secret_seed() if args.seed is None else args.seed
    return Header(game.name, seats, options_of(game, args.option), seed, now_text())


def _check_bots(game: Game, seats: Sequence[str]) -> None:
    """UserError if the game has not each of these bots."""
    for player in players_of(seats):
        if player.bot:
            named_bot(game, player.bot)


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


def refuse_unknown(args: argparse.Namespace, header: Header) -> None:
    """UserError if a match that is resumed has a game or a bot that is not here: it may have come from a file."""
    try:
        _check_bots(games.find(header.game), header.players)
    except UserError as error:
        command = command_to_type(*args.typed, "--with", "FILE.py")
        why = say("{why} Did it come from a file? Name that, too: {command}", why=error.message, command=command)
        raise UserError(why, USAGE) from None


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
        command = command_to_type(*args.typed, "--web")
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
    guide: Any = None  # the Guide of a lesson, as PumpOptions has its mirror
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
    match_state.dealt = twin is not None
    dealer = Dealer(header.seed, "cards", played)
    registry = simulated_registry(game) if setup.table.twin else TagRegistry(data_file("tags.csv"))
    recorder = Recorder(setup.journal, header, setup.number)
    recorder.clock = now_text
    hands = SimulatedPlayers(twin, registry, setup.pace_ms) if twin else None
    session = Session(match_state, Phase.GREETING if setup.table.twin else Phase.ASLEEP)  # nobody looks for that one
    pump = Pump(
        session, setup.table.connection, recorder, registry, dealer, setup.translator.text, hands,
        Gestures(dealer, setup.is_agreed), setup.options,
    )  # fmt: skip
    bots = Dealer(header.seed, "bots", played)
    match_state.think = think_with(game, match_state.players, bots, pump.tell_people)
    mark = "" if setup.journal.is_recorded else setup.translator.text(NOT_RECORDED)
    if setup.table.twin:  # no key and no reader is there: what is asked is typed
        setup.translator.device = TERMINAL
    return Console(pump, setup.translator, setup.title, mark, setup.guide)


def keep_link(connection: Connection, game: Game) -> None:
    """What doctor tells of the connection when it was last closed; nothing for a user without a home."""
    from glowtable.maker.bug_report import save_link  # its import takes its time

    folder = data_path()
    if folder:
        save_link(folder / "link.json", connection.link, game.hidden_information)


# -- a first match, led step by step


def make_led_console(
    args: argparse.Namespace, game: Game, lesson: Lesson, table: FoundTable, journal: Journal,
    person: str = "", options: PumpOptions = PumpOptions(holds=True),
) -> Console:  # fmt: skip
    """The match of a lesson at a simulated table, and its guide. UserError if the person cannot be called so."""
    from glowtable.match.lesson import Guide  # its import takes its time

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
        known = ", ".join(each.name for each in games.load_games()[0] if each.read_lesson)
        raise UserError(
            say("{game} has no lesson yet. There are lessons for {games}.", game=game.title, games=known), USAGE
        )
    return game.read_lesson()


def header_of(game: Game, lesson: Lesson, person: str) -> Header:
    """The match of a lesson: one person and bots, the same cards each time."""
    bots = [f"bot:{lesson.bot}"] * (min(game.seats) - 1)
    return Header(game.name, (person, *bots), full_options(game, lesson.options), lesson.seed, now_text())


# -- the companion page of a match: opened, announced, and closed with it


@contextmanager
def page_of(
    args: argparse.Namespace, console: Console, list_addresses: Callable[[], tuple["LanAddress", ...]] | None = None
) -> Iterator["Companion | None"]:
    """The page, to be kept up with the match; None if none is wanted. `list_addresses`: if not this computer's."""
    if not args.web:
        yield None
        return
    from glowtable.commands.past_matches import NO_MATCH, PastMatches, ShownCards, TaughtGames
    from glowtable.device.line_watch import LineWatch
    from glowtable.web.companion import Companion
    from glowtable.web.faces import sprite
    from glowtable.web.seats import Seats
    from glowtable.web.server import Server

    session = console.pump.session
    names = [player.name for player in session.players]
    seats = Seats(sorted(session.people), names, data_file("seats.json"), _span_of(console))
    device = PHONE if console.translator.device else ""  # without a table even people with cards of their own tap them
    localizers = tellers(names, session.game.name, device)
    journal = console.pump.recorder.journal
    past = PastMatches(journal.path, lambda: console.pump.recorder.match if journal.is_recorded else NO_MATCH)
    server = Server(
        seats, localizers, sprite(session.game), past, lan=args.lan, host_names=args.host_names,
        began=lambda: _begin_time(console), list_addresses=list_addresses,
        taught=TaughtGames(), cards=ShownCards(),
    )  # fmt: skip
    announce = partial(_announce_change, args, console)
    companion = Companion(console.pump, server, announce, is_recorded=journal.is_recorded)
    console.pump.connection.look_on(LineWatch(now_us))
    server.start(args.port_http)
    try:
        console.title += f" · {server.addresses[0]}"
        announce_page(server, args, console.translator)
        yield companion
    finally:
        server.stop()


def _span_of(console: Console) -> "Span":
    """The matches in which a device that takes a seat now may have it: a resumed one, or a new one and what follows."""
    from glowtable.web.seats import LATEST

    recorder = console.pump.recorder
    first = recorder.match if recorder.journal.is_recorded else LATEST
    return first, first if recorder.has_rows else LATEST


def _begin_time(console: Console) -> str:
    """When the match began that is played now; there may be a next one."""
    return console.pump.recorder.header.started


def _announce_change(args: argparse.Namespace, console: Console, message: Message) -> None:
    """Say it on every screen; where no terminal shows the match, on a line of its own."""
    console.pump.tell_people(message)
    if not args.script and not can_person_play():
        print(console.translator.text(message), flush=True)


def announce_page(server: "Server", args: argparse.Namespace, translator: Translator) -> None:
    """Say where the page is; with --lan also who can open it, with a picture for the phones of each network."""
    here, *elsewhere = server.addresses
    if args.port_http not in (0, server.port):
        moved = say("Port {wanted} is taken. The page is at port {port}.", wanted=args.port_http, port=server.port)
        print(translator.text(moved))
    print(translator.text(say("The table in a browser: {address}", address=here)))
    if args.lan:
        import segno

        for host in server.phone_hosts if elsewhere else ():
            link = server.link_to(host, "" if server.broadcast.stage.is_lobby else "seat")
            segno.make(link, error="l").terminal(compact=True)
            print(f"{link}\n")
        print(translator.text(_networks_message(tuple(elsewhere), is_lobby=server.broadcast.stage.is_lobby)))
    if args.open:
        import webbrowser

        webbrowser.open(here)


def _networks_message(addresses: tuple[str, ...], *, is_lobby: bool) -> Message:
    from glowtable.web.page_words import PAGE_WORDS

    if not addresses:
        return PAGE_WORDS["no_network"]
    if is_lobby:
        return say("Everybody on this network can now sit down and play: {address}", address=addresses)
    return say(
        "Everybody on this network can now open the board and claim a free seat with its code: {address}",
        address=addresses,
    )
