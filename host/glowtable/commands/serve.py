"""`glowtable serve`: the table's page, always there. People choose in its lobby, play, and come back to it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from typing import NamedTuple

from glowtable import games
from glowtable.commands import data_file, tell_retired, translator_for, user_config
from glowtable.commands.care import ANYWHERE, JOBS, Care, look_after
from glowtable.commands.lobby_table import LobbyTable
from glowtable.commands.match_setup import MatchSetup, bot_pace_ms, keep_link, make_console
from glowtable.commands.new_match import choose_cards, refuse_impossible
from glowtable.commands.page import announce_page
from glowtable.commands.past_matches import NO_MATCH, PastMatches
from glowtable.commands.recording import header_now, journal_to_play, rows_to_resume
from glowtable.commands.service_unit import install_unit
from glowtable.commands.wizard_page import ServedPage
from glowtable.config import Config
from glowtable.device import discovery
from glowtable.device.clock import WallClock, now_us
from glowtable.device.discovery import FoundTable
from glowtable.device.line_watch import LineWatch
from glowtable.device.usb_ports import pico_ports
from glowtable.game import STRENGTHS, check_bot
from glowtable.gate import make_folder, read_file, write_private
from glowtable.match.export import players_of
from glowtable.match.header import REAL, Header
from glowtable.match.journal import Journal, SavedMatch
from glowtable.match.lobby import Lobby, Offer
from glowtable.match.preferences import Preferences, read_preferences
from glowtable.match.pump import Pump, PumpOptions
from glowtable.match.seat_changes import BOT, former_players, seat_row
from glowtable.match.statistics import ended_matches, statistics_of
from glowtable.messages import LANGUAGES, NO_TABLE, Message, UserError, cause_of, say
from glowtable.table import Row
from glowtable.terminal.console import Console, play_to_end
from glowtable.terminal.ending_signals import taken_as_interrupts
from glowtable.terminal.names import check_names
from glowtable.terminal.translator import Translator
from glowtable.web.companion import Companion
from glowtable.web.faces import lobby_sprite, sprite
from glowtable.web.lobby_keys import LobbyKeys
from glowtable.web.lobby_page import LobbyPage
from glowtable.web.outgoing import about_page
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.seats import LATEST, Seats
from glowtable.web.server import Server
from glowtable.web.translated import Tell

# Rows of the journal: a match that was served and not left is resumed when the service starts again
SERVED, LEFT = "served", "left"
MOST_OFFERS = 5
PREFERENCES = "preferences.json"
EVENING = timedelta(hours=12)
ALONE_US = 60_000_000  # a job is left when nobody has looked at its page for so long
AGAIN_MS = 30_000  # a port at which no table answered is asked again
LOOK_MS = 2000  # between two looks for a table that is plugged in while the lobby is open
REST_MS = 500  # between two looks at a lobby in which nothing is tapped
AWAY = say("The table is away. Plug it in, then start again.")
OPTIONS_OF_PLAY = {"unrecorded": None, "resume": None, "cards": "", "script": None}  # which a service does not have


@taken_as_interrupts()
def serve(args: argparse.Namespace) -> int:
    """Until it is stopped; `--install` only has it start with the computer."""
    if args.install:
        return install_unit(args)
    args = argparse.Namespace(**vars(args), **OPTIONS_OF_PLAY)
    service = Service(args, user_config(), journal_to_play(args, can_answer=False))
    service.run()
    return 0


class SeatChange(NamedTuple):
    """Who sits in a seat from now on; `is_back` if the change before this one is undone by it."""

    seat: int
    player: str
    is_back: bool


class Service:
    """One server with its journal and table; a lobby and matches follow each other."""

    def __init__(self, args: argparse.Namespace, config: Config, journal: Journal) -> None:
        self.args, self.config, self.journal, self.clock = args, config, journal, WallClock()
        self.translator = translator_for(args)
        self.pump: Pump | None = None  # of the match that is played
        self.change: SeatChange | None = None  # that people want now
        self.preferences = _read_preferences(config)
        self.lobby = Lobby([games.find(name) for name in games.names()], config.game, check_names)
        self.server = Server(
            Seats((), (), data_file("seats.json")), _tellers(()), b"",
            PastMatches(journal.path, lambda: self.pump.recorder.match if self.pump else NO_MATCH),
            lan=args.lan, host_names=args.host_names,
            began=lambda: self.pump.recorder.header.started if self.pump else "",
        )  # fmt: skip
        self.is_simulated, self.has_real_table = False, False
        self._look_for_table()

    def run(self) -> None:
        """Resume the match in which it was stopped, or open the lobby; and after each match the lobby again."""
        self._seat_last_company()
        interrupted = self._interrupted_match()
        self._open_lobby()
        self.server.start(self.args.port_http)
        try:
            announce_page(self.server, self.args, self.translator)
            sys.stdout.flush()  # a log is no terminal, which shows each line at once
            if interrupted:
                self._resume_interrupted(interrupted)
            while True:
                self._play_from_lobby()
        finally:
            self.server.stop()
            self.journal.close()

    def _look_for_table(self) -> None:
        """Say which table there is; without the one that is meant the lobby opens, and a match waits for it."""
        try:
            table = self._find_table()
        except UserError as error:
            print(self.translator.text(error.message), flush=True)
            return
        table.connection.close()
        print(self.translator.text(table.remark), flush=True)

    def _find_table(self) -> FoundTable:
        """UserError if it is not there. Once a real one was found, no simulated one takes its place."""
        table = discovery.find_table(
            self.args.port or self.config.port, self.clock, partial(discovery.simulated_table, self.clock)
        )
        if table.twin and self.has_real_table:
            table.connection.close()
            raise UserError(AWAY, NO_TABLE)
        self.is_simulated = table.twin is not None
        self.has_real_table |= not self.is_simulated
        return table

    # -- the lobby

    def _seat_last_company(self) -> None:
        """Who played last sits there again, with the same devices."""
        matches = self.journal.list_matches()
        last = header_now(self.journal, matches[-1]) if matches else None
        players = last.players if last else tuple(name for name in self.config.seats if ":" not in name)
        if last and last.game in self.lobby.games:
            self.lobby.choose_game(last.game)
        names = [player.name for player in players_of(players)]
        with suppress(UserError):
            check_names(self.lobby.game, names)
            self.lobby.players = tuple(_as_strength(player) for player in players[: self.lobby.most])
            self.server.seats.load_company(names, self.lobby.people_of(players), matches[-1].id if matches else 0)

    def _open_lobby(self) -> None:
        self.pump = None
        unfinished = (saved for saved in self.journal.unfinished_matches() if saved.header.game in self.lobby.games)
        self.lobby.offers = tuple(
            Offer(saved.id, self.lobby.games[saved.header.game].title, header_now(self.journal, saved).players)
            for saved in islice(unfinished, MOST_OFFERS)
        )
        self.lobby.won = self._won_this_evening()
        self.server.change_stage(_tellers(()), lobby_sprite(self.lobby.games.values()), None)

    def _won_this_evening(self) -> dict[str, int]:
        """How many matches each person has won lately, who won most first."""
        since = (datetime.now() - EVENING).isoformat(" ", "seconds")
        people = statistics_of(match for match in ended_matches(self.journal) if match.header.started >= since).people
        return {name: people[name].won for name in sorted(people, key=lambda name: -people[name].won)}

    def _play_from_lobby(self) -> None:
        """Wait until people have agreed on a match, and play it; then the lobby is open again."""
        known = tuple(name for name in self.config.seats if ":" not in name)
        page = LobbyPage(
            self.lobby, self.server, is_simulated=self.is_simulated, people=known, jobs=self._jobs,
            prefer=self._prefer, preferences=lambda: self.preferences.values,
        )  # fmt: skip
        keys = LobbyKeys(self.lobby, known, self._name_of)
        while True:
            self._wait_in_lobby(page, keys)
            if page.job:
                self._look_after_table(page.job)
                page.job = ""
            elif page.is_decided:
                try:
                    console = self._agreed(page.resumed)
                except UserError as error:
                    page.refuse_start(error.message)
                    print(self.translator.text(error.message), flush=True)  # who pressed a key has no page
                    continue
                page.confirm_start()
                self._play(console)
                return

    def _name_of(self, number: int) -> str:
        return self.translator.text(say("Player {n}", n=number))

    def _wait_in_lobby(self, page: LobbyPage, keys: LobbyKeys) -> None:
        """Until a match is agreed on, a job is wanted, or another table may be there; then no port is open."""
        page.sync_followers()  # a table that does not answer takes its time
        ports, began_ms = self._ports(), self.clock.now_ms()
        table, look_at = self._table_in_lobby(keys), began_ms + LOOK_MS
        page.is_simulated, page.jobs = self.is_simulated, self._jobs
        try:
            while not page.is_done:
                page.sync_followers()
                now_ms = self.clock.now_ms()
                if table:
                    table.step(now_ms, page.do_at_table)
                if not (table and table.is_there) and now_ms >= look_at:
                    look_at = now_ms + LOOK_MS
                    if self._ports() != ports or (ports and not table and now_ms >= began_ms + AGAIN_MS):
                        return
                self.clock.await_files([self.server.wakeup.file, *(table.files if table else ())], REST_MS)
        except UserError as error:
            print(self.translator.text(error.message), flush=True)
        finally:
            if table:
                table.close()

    @property
    def _jobs(self) -> Sequence[str]:
        """What can be done for the table that there is."""
        return ANYWHERE if self.is_simulated else tuple(JOBS)

    def _ports(self) -> Sequence[str]:
        """Where a table may be."""
        port = self.args.port or self.config.port
        if port.startswith(discovery.TWIN):
            return ()
        return pico_ports() if port == discovery.AUTO else (port,) * os.path.exists(port)

    def _table_in_lobby(self, keys: LobbyKeys) -> LobbyTable | None:
        """The real table, if it is there."""
        try:
            table = self._find_table()
        except UserError:
            return None
        if not table.twin:
            return LobbyTable(table.connection, keys, self.preferences)
        table.connection.close()
        return None

    def _prefer(self, name: str, value: str) -> None:
        """Set it for this and all later matches; UserError if it cannot be kept."""
        path, wanted = data_file(PREFERENCES), Preferences({**self.preferences.values, name: value})
        try:
            make_folder(path.parent)
            write_private(path, wanted.as_bytes())
        except OSError as error:
            raise UserError(say("Can't write {path} ({cause}).", path=str(path), cause=cause_of(error))) from None
        self.preferences.set_value(name, value)

    def _look_after_table(self, job: str) -> None:
        """The maker's page leads through this job; the lobby waits for it."""
        port = discovery.TWIN if self.is_simulated else self.args.port or self.config.port
        self.server.publish_maker({})  # nothing of the job before
        page = ServedPage(self.server, ALONE_US, PAGE_WORDS[job])
        look_after(job, Care(self._find_table, port, self.lobby.game, page, self.translator, self.clock))

    def _agreed(self, resumed: int) -> Console:
        """The match that people want, at its table. UserError if it is not possible."""
        if not resumed:
            return self._begun(self.lobby.header())
        saved = self.journal.find_match(resumed)
        if not self.journal.hold_match(resumed):
            raise UserError(say("Match {match} runs in another window. Continue it there.", match=resumed))
        return self._resumed(saved)

    def _begun(self, header: Header) -> Console:
        """A new match; the devices have the seats that they have in the lobby."""
        console = self._console(header)
        self._keep_seats(console, self.lobby.people_of(self.lobby.players))
        return console

    def _keep_seats(self, console: Console, kept: Collection[int], returned: int | None = None) -> None:
        """From this match on the devices of these seats have them, and the others are free.

        The seat that is `returned` goes to the device that had it until a bot took over, if one had.
        """
        recorder, seats = console.pump.recorder, self.server.seats
        players = recorder.header.players
        people, names = self.lobby.people_of(players), [player.name for player in players_of(players)]
        seats.rearrange(names, people, {seat: seat for seat in people if seat in kept})
        if returned in people:
            seats.return_seat(returned)
        with suppress(OSError):  # after a restart phones claim their seats again
            last = max(seats.span[1], recorder.match) if recorder.has_rows else LATEST
            seats.write_down((recorder.match, last))

    def _console(self, header: Header, saved: SavedMatch | None = None) -> Console:
        """The match at its table, new or where it was left. UserError if it is not possible: then no port is open."""
        table = self._find_table()
        try:
            header = header if saved else choose_cards(self.args, header, games.find(header.game), table)
            return make_console(self._setup(header, table, saved))
        except UserError:
            table.connection.close()
            raise

    def _setup(self, header: Header, table: FoundTable, saved: SavedMatch | None) -> MatchSetup:
        """UserError if it is not possible at this table.

        Cards that lie on a real table are not continued at a simulated one, which may only have been found first.
        """
        if table.twin and header.cards == REAL:
            raise UserError(AWAY, NO_TABLE)
        refuse_impossible(self.args, header, table, has_people=True)
        names, set_to = [player.name for player in players_of(header.players)], self.preferences
        setup = MatchSetup(
            header, table, self.journal, translator_for(self.args, names, header.game),
            pace_ms=bot_pace_ms(self.args, self.config),
            options=PumpOptions(
                set_to.has_sound, max(0, self.config.auction_s), brightness_pct=set_to.brightness_pct
            ),
        )  # fmt: skip
        if not saved:
            return setup
        tell_retired(self.args, header)
        return setup._replace(number=saved.id, rows=rows_to_resume(self.args, self.journal, saved))

    # -- a match

    def _interrupted_match(self) -> SavedMatch | None:
        """The latest unfinished match, if it was played here when the service was stopped; it is held."""
        saved = next(iter(self.journal.unfinished_matches()), None)
        if not saved:
            return None
        marks = [row.text for row in self.journal.good_rows(saved.id) if row.kind == "note"]
        was_served = next((mark == SERVED for mark in reversed(marks) if mark in (SERVED, LEFT)), False)
        return saved if was_served and self.journal.hold_match(saved.id) else None

    def _resume_interrupted(self, saved: SavedMatch) -> None:
        """Go on where it was stopped; if that is impossible now, say why: the lobby offers it."""
        try:
            console = self._resumed(saved)
        except UserError as error:
            print(self.translator.text(error.message), flush=True)
        else:
            self._play(console)

    def _resumed(self, saved: SavedMatch) -> Console:
        """Only devices that had a seat when it was played have one now."""
        console = self._replayed(saved)
        players = console.pump.recorder.header.players
        names, people = [player.name for player in players_of(players)], self.lobby.people_of(players)
        self.server.seats.load_company(names, people, saved.id)
        self.lobby.choose_game(saved.header.game)
        return console

    def _replayed(self, saved: SavedMatch) -> Console:
        """The match where it was left, with whoever sits there now. UserError if it is not possible: it is let go."""
        try:
            console = self._console(header_now(self.journal, saved), saved)
        except UserError:
            self.journal.release_match(saved.id)
            raise
        self.lobby.players = tuple(map(_as_strength, console.pump.recorder.header.players))
        return console

    def _play(self, console: Console) -> None:
        """Play it, whoever takes over a seat meanwhile, until people go back to the lobby."""
        self.server.seats.forget_left()
        playing: Console | None = console
        while playing:
            self._play_until_left(playing)
            playing = self._play_on() if self.change else None
        self._open_lobby()

    def _play_until_left(self, console: Console) -> None:
        """Until people leave it, or somebody else sits down; whatever happens, the table is closed."""
        pump = self.pump = console.pump
        try:
            game, names = pump.session.game, [player.name for player in pump.session.players]
            about = about_page(pump.session, has_lobby=True)
            self.server.change_stage(_tellers(names, game.name), sprite(game), about)
            announce = partial(self._announce, pump.tell_people)
            former = self._former_players(pump)
            companion = Companion(pump, self.server, announce, change_seat=self._change_seat, former=former)
            pump.connection.look_on(LineWatch(now_us))
            pump.recorder.mark = Row("note", SERVED)
            if pump.recorder.has_rows:
                pump.recorder.save_rows([pump.recorder.mark])
            print(console.heading, flush=True)
            was_left = play_to_end(console, self.clock, None, companion)
            if self.change:
                pump.recorder.save_rows([seat_row(self.change.seat, self.change.player)])
                return
            if was_left and pump.recorder.has_rows:
                pump.recorder.save_rows([Row("note", LEFT)])
            self.journal.release_match(pump.recorder.match)
        finally:
            pump.connection.close()
            keep_link(pump.connection, pump.session.game)

    def _former_players(self, pump: Pump) -> dict[int, str]:
        """Who may be called back to a seat that others have taken over, as the journal has it."""
        match = pump.recorder.match
        return former_players(self.journal.find_match(match).header.players, self.journal.good_rows(match))

    def _change_seat(self, seat: int, player: str, is_back: bool) -> None:
        """Remember that somebody else is to sit there, or sits there again; UserError if they cannot."""
        if not self.pump:
            raise UserError(PAGE_WORDS["stale"])
        session, players = self.pump.session, [*self.pump.recorder.header.players]
        players[seat] = player
        check_names(session.game, [each.name for each in players_of(players)])
        if player.startswith(BOT):
            check_bot(session.game, player.removeprefix(BOT))
            if session.game.hidden_information and not session.match_state.dealt:
                raise UserError(say("A bot can't take over this hand: the table doesn't know all its cards."))
        self.change = SeatChange(seat, player, is_back)

    def _play_on(self) -> Console | None:
        """The same match after a change of seat; None, and the lobby offers it, if that is impossible."""
        pump, change, self.change = self.pump, self.change, None
        if not (pump and change):
            return None
        try:
            console = self._replayed(self.journal.find_match(pump.recorder.match))
        except UserError as error:
            print(self.translator.text(error.message), flush=True)
            return None
        if change.seat in pump.session.people:
            self.server.seats.leave_seat(change.seat)
        self._keep_seats(console, pump.session.people, change.seat if change.is_back else None)
        return console

    def _announce(self, tell_people: Callable[[Message], None], message: Message) -> None:
        tell_people(message)
        print(self.translator.text(message), flush=True)


def _tellers(names: Sequence[str], game: str = "") -> dict[str, Tell]:
    return {language: Translator(language, names, game=game).text for language in LANGUAGES}


def _read_preferences(config: Config) -> Preferences:
    """What was set on the page; sound is as in config.toml until then."""
    try:
        return read_preferences(read_file(data_file(PREFERENCES)))
    except (FileNotFoundError, UserError):
        return Preferences({"sound": "on" if config.sound else "off"})


def _as_strength(player: str) -> str:
    """People choose how well a bot plays, not how."""
    is_named = player.startswith(BOT) and player.removeprefix(BOT) not in STRENGTHS
    return f"{BOT}{STRENGTHS[1]}" if is_named else player
