"""`glowtable serve`: the table's page, always there. People choose in its lobby, play, and come back to it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from glowtable import games
from glowtable.commands import data_file, tell_failures, tellers, translator_for, user_config
from glowtable.commands.care import Care, ServedPage, look_after
from glowtable.commands.match_setup import announce_page, keep_link
from glowtable.commands.past_matches import NO_MATCH, PastMatches, ShownCards, TaughtGames
from glowtable.commands.recording import header_now, journal_to_play
from glowtable.commands.service_table import LEFT, SERVED, LobbyTable, ServiceMatches, ServiceTable
from glowtable.commands.service_unit import install_unit
from glowtable.config import Config
from glowtable.device.clock import WallClock, now_us
from glowtable.device.line_watch import LineWatch
from glowtable.game import named_bot
from glowtable.gate import read_file, save_file
from glowtable.match.journal import Journal, SavedMatch
from glowtable.match.lobby import Lobby, Offer, Preferences, read_preferences
from glowtable.match.players import BOT, players_of
from glowtable.match.pump import Pump
from glowtable.match.recorder import now_text
from glowtable.match.seat_changes import change_text, former_players, moves_made, seat_row
from glowtable.match.statistics import evening_of
from glowtable.messages import Message, UserError, say
from glowtable.table import Row
from glowtable.terminal.console import Console, play_to_end
from glowtable.terminal.ending_signals import taken_as_interrupts
from glowtable.terminal.keyboard import until_terminal_is_closed
from glowtable.terminal.names import check_names
from glowtable.web.companion import Companion
from glowtable.web.faces import lobby_sprite, sprite
from glowtable.web.lobby_page import LobbyKeys, LobbyPage
from glowtable.web.outgoing import about_page
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.seats import Seats
from glowtable.web.server import Server

MOST_OFFERS = 5
PREFERENCES = "preferences.json"
ALONE_US = 60_000_000  # a job is left when nobody has looked at its page for so long
AGAIN_MS = 30_000  # a port at which no table answered is asked again
LOOK_MS = 2000  # between two looks for a table that is plugged in while the lobby is open
REST_MS = 500  # between two looks at a lobby in which nothing is tapped
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
        found, failures = games.load_games()
        tell_failures(args, failures)
        self.lobby = Lobby(found, config.game, check_names)
        self.server = Server(
            Seats((), (), data_file("seats.json")), tellers(), b"",
            PastMatches(journal.path, self._match_of_journal),
            lan=args.lan, host_names=args.host_names,
            began=lambda: self.pump.recorder.header.started if self.pump else "", taught=TaughtGames(),
            cards=ShownCards(),
        )  # fmt: skip
        self.table = ServiceTable(args.port or config.port, self.clock)
        self.matches = ServiceMatches(
            args, config, journal, self.table.find_table, self.lobby, self.server.seats, self.preferences,
            self.server.broadcast.has_page,
        )  # fmt: skip
        self._look_for_table()

    def run(self) -> None:
        """Resume the match in which it was stopped, or open the lobby; and after each match the lobby again."""
        self.matches.seat_last_company()
        interrupted = self.matches.hold_interrupted()
        self._open_lobby()
        self.server.start(self.args.port_http)
        try:
            announce_page(self.server, self.args, self.translator)
            sys.stdout.flush()  # a log is no terminal, which shows each line at once
            if interrupted:
                self._resume_interrupted(interrupted)
            while True:
                self._play_from_lobby()
        except KeyboardInterrupt:
            with until_terminal_is_closed():
                print("\n" + self.translator.text(self._what_is_saved()), flush=True)
            raise
        finally:
            self.server.stop()
            self.journal.close()

    def _what_is_saved(self) -> Message:
        """What people find again who stopped it."""
        if self.pump and self._is_of_journal and self.pump.recorder.has_rows and not self.pump.recorder.over:
            match = self.pump.recorder.match
            return say("Match {match} is saved. It continues when you start glowtable serve again.", match=match)
        return say("Your matches are saved. Play on: glowtable serve")

    def _look_for_table(self) -> None:
        """Say which table there is; without the one that is meant the lobby opens, and a match waits for it."""
        try:
            table = self.table.find_table()
        except UserError as error:
            print(self.translator.text(error.message), flush=True)
            return
        table.connection.close()
        print(self.translator.text(table.remark), flush=True)

    # -- the lobby

    def _open_lobby(self) -> None:
        self.pump = None
        unfinished = (saved for saved in self.journal.unfinished_matches() if saved.header.game in self.lobby.games)
        self.lobby.offers = tuple(self._offer_of(saved) for saved in islice(unfinished, MOST_OFFERS))
        self.lobby.won = evening_of(self.journal, now_text())
        self.server.change_stage(tellers(), lobby_sprite(self.lobby.games.values()), None)

    def _offer_of(self, saved: SavedMatch) -> Offer:
        """With who sits there now, and how many moves were made; those of chance are none."""
        moves = moves_made(self.journal.good_rows(saved.id))
        players, title = header_now(self.journal, saved).players, self.lobby.games[saved.header.game].title
        return Offer(saved.id, title, players, saved.header.started, moves)

    def _play_from_lobby(self) -> None:
        """Wait until people have agreed on a match, and play it; then the lobby is open again."""
        known = tuple(name for name in self.config.seats if ":" not in name)
        page = LobbyPage(
            self.lobby, self.server, is_simulated=self.table.is_simulated, people=known, jobs=self.table.jobs,
            prefer=self._save_preference, preferences=lambda: self.preferences.values,
        )  # fmt: skip
        keys = LobbyKeys(self.lobby, known, self._name_of)
        while True:
            self._wait_in_lobby(page, keys)
            if page.job:
                self._look_after_table(page.job)
                page.job = ""
            elif page.is_decided:
                try:
                    console = self._console_decided(page)
                except UserError as error:
                    page.refuse_start(error.message)
                    print(self.translator.text(error.message), flush=True)  # who pressed a key has no page
                    continue
                page.confirm_start()
                if page.learner:
                    self._lead_lesson(console, page.learner.device)
                else:
                    self._play_match(console)
                return

    def _console_decided(self, page: LobbyPage) -> Console:
        """The match that people want; UserError if it is impossible."""
        if page.learner:
            return self.matches.begin_lesson(page.learner.name)
        return self.matches.resume_chosen(page.resumed) if page.resumed else self.matches.begin_match()

    def _name_of(self, number: int) -> str:
        return self.translator.text(say("Player {n}", n=number))

    def _wait_in_lobby(self, page: LobbyPage, keys: LobbyKeys) -> None:
        """Until a match is agreed on, a job is wanted, or another table may be there; then no port is open."""
        page.sync_followers()  # a table that does not answer takes its time
        ports, began_ms = self.table.ports, self.clock.now_ms()
        table, look_at = self._table_in_lobby(keys), began_ms + LOOK_MS
        page.is_simulated, page.jobs = self.table.is_simulated, self.table.jobs
        try:
            while not page.is_done:
                page.sync_followers()
                now_ms = self.clock.now_ms()
                if table:
                    table.step(now_ms, page.do_at_table)
                if not (table and table.connection.is_open) and now_ms >= look_at:
                    look_at = now_ms + LOOK_MS
                    is_asked_again = not table and now_ms >= began_ms + AGAIN_MS
                    if self._may_another_answer(ports, is_asked_again):
                        return
                self.clock.await_files([self.server.wakeup.file, *(table.connection.files if table else ())], REST_MS)
        except UserError as error:
            print(self.translator.text(error.message), flush=True)
        finally:
            if table:
                table.connection.close()

    def _may_another_answer(self, ports: Sequence[str], is_asked_again: bool) -> bool:
        return self.table.ports != ports or (bool(ports) and is_asked_again)

    def _table_in_lobby(self, keys: LobbyKeys) -> LobbyTable | None:
        """The real table, if it is there."""
        try:
            table = self.table.find_table()
        except UserError:
            return None
        if not table.twin:
            return LobbyTable(table.connection, keys, self.preferences)
        table.connection.close()
        return None

    def _save_preference(self, name: str, value: str) -> None:
        """Set it for this and all later matches; UserError if it cannot be kept."""
        save_file(data_file(PREFERENCES), Preferences({**self.preferences.values, name: value}).as_bytes())
        self.preferences.values[name] = value

    def _look_after_table(self, job: str) -> None:
        """The maker's page leads through this job; the lobby waits for it."""
        self.server.publish_maker({})  # nothing of the job before
        page = ServedPage(self.server, ALONE_US, PAGE_WORDS[job])
        port = self.table.port_for(job)
        look_after(job, Care(self.table.find_table, port, self.lobby.game, page, self.translator, self.clock))

    # -- a match

    def _resume_interrupted(self, saved: SavedMatch) -> None:
        """Go on where it was stopped; if that is impossible now, say why: the lobby offers it."""
        try:
            console = self.matches.resume_held(saved)
        except UserError as error:
            print(self.translator.text(error.message), flush=True)
        else:
            self._play_match(console)

    def _play_match(self, console: Console) -> None:
        """Play it, whoever takes over a seat meanwhile, until people go back to the lobby."""
        playing: Console | None = console
        while playing:
            self._play_until_left(playing)
            playing = self._play_on() if self.change else None
        self._open_lobby()

    def _lead_lesson(self, console: Console, device: str) -> None:
        """A first match of one device; then the lobby is open as before."""
        names = [player.name for player in console.pump.session.players]
        with self.server.seats.lent_to(names, device):
            self._play_until_left(console)
            self._open_lobby()
        console.pump.recorder.journal.close()

    def _match_of_journal(self) -> int:
        """Which match of the journal is at the table now."""
        return self.pump.recorder.match if self.pump and self._is_of_journal else NO_MATCH

    @property
    def _is_of_journal(self) -> bool:
        """Whether the match that is played is none that leaves nothing behind."""
        return self.pump is not None and self.pump.recorder.journal is self.journal

    def _play_until_left(self, console: Console) -> None:
        """Until people leave it, or somebody else sits down; whatever happens, the table is closed."""
        pump = self.pump = console.pump
        try:
            game, names = pump.session.game, [player.name for player in pump.session.players]
            about = about_page(pump.session, has_lobby=True)
            self.server.change_stage(tellers(names, game.name), sprite(game), about)
            announce = partial(self._announce_change, pump.tell_people)
            former = self._former_players(pump)
            companion = Companion(
                pump, self.server, announce, is_recorded=self._is_of_journal, change_seat=self._change_seat,
                former=former, guide=console.guide,
            )  # fmt: skip
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
            pump.recorder.journal.release_match(pump.recorder.match)
        finally:
            pump.connection.close()
            if self._is_of_journal:
                keep_link(pump.connection, pump.session.game)

    def _former_players(self, pump: Pump) -> dict[int, str]:
        """Who may be called back to a seat that others have taken over, as the journal has it."""
        match, journal = pump.recorder.match, pump.recorder.journal
        return former_players(journal.find_match(match).header.players, journal.good_rows(match))

    def _change_seat(self, seat: int, player: str, is_back: bool) -> None:
        """Remember that somebody else is to sit there, or sits there again; UserError if they cannot."""
        if not (self.pump and self._is_of_journal):
            raise UserError(PAGE_WORDS["stale"])
        session, players = self.pump.session, [*self.pump.recorder.header.players]
        players[seat] = player
        check_names(session.game, [each.name for each in players_of(players)])
        if player.startswith(BOT):
            named_bot(session.game, player.removeprefix(BOT))
            if session.game.hidden_information and not session.match_state.dealt:
                raise UserError(say("A bot can't take over this hand: the table doesn't know all its cards."))
        self.change = SeatChange(seat, player, is_back)

    def _play_on(self) -> Console | None:
        """The same match after a change of seat; None, and the lobby offers it, if that is impossible."""
        pump, change, self.change = self.pump, self.change, None
        if not (pump and change):
            return None
        try:
            console = self.matches.replay_held(self.journal.find_match(pump.recorder.match))
        except UserError as error:
            print(self.translator.text(error.message), flush=True)
            return None
        if change.seat in pump.session.people:
            self.server.seats.leave_seat(change.seat)
        self.matches.keep_seats(console, pump.session.people, change.seat if change.is_back else None)
        heard = change_text(change.seat, pump.session.players[change.seat].name)
        console.pump.tell_people(heard)
        print(console.translator.text(heard), flush=True)
        return console

    def _announce_change(self, tell_people: Callable[[Message], None], message: Message) -> None:
        tell_people(message)
        print(self.translator.text(message), flush=True)


def _read_preferences(config: Config) -> Preferences:
    """What was set on the page; sound is as in config.toml until then."""
    try:
        return read_preferences(read_file(data_file(PREFERENCES)))
    except (FileNotFoundError, UserError):
        return Preferences({"sound": "on" if config.sound else "off"})
