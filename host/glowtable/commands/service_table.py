"""A service: its table, in the lobby too, and its matches, with the devices in their seats."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

from glowtable import games
from glowtable.commands import match_setup, tell_retired, translator_for
from glowtable.commands.care import ANYWHERE, JOBS, UPDATE
from glowtable.commands.recording import header_now, rows_to_resume
from glowtable.config import Config
from glowtable.device import discovery
from glowtable.device.clock import WallClock
from glowtable.device.connection import Connection, check_hello
from glowtable.device.link import Edge, Hello, Snapshot
from glowtable.device.usb_ports import pico_ports
from glowtable.game import STRENGTHS
from glowtable.match.header import REAL, Header
from glowtable.match.journal import Journal, SavedMatch
from glowtable.match.lobby import Lobby, Preferences
from glowtable.match.players import BOT, fold_name, players_of
from glowtable.match.pump import PumpOptions
from glowtable.match.signals import SILENCE
from glowtable.messages import NO_TABLE, UserError, say
from glowtable.table import Clock, Key, Picture
from glowtable.terminal.console import Console
from glowtable.terminal.names import check_names
from glowtable.web.lobby_page import Do, LobbyKeys
from glowtable.web.seats import LATEST, Seats

AWAY = say("The table is away. Plug it in, then start again.")


class ServiceTable:
    """The table at a port: `auto`, `twin:`, or a device."""

    def __init__(self, port: str, clock: Clock) -> None:
        self.port, self.clock = port, clock
        self.is_simulated, self._was_real = False, False

    def find_table(self) -> discovery.FoundTable:
        """UserError if it is not there. Once a real one was found, no simulated one takes its place."""
        table = discovery.find_table(self.port, self.clock, self.clock)
        if table.twin and self._was_real:
            table.connection.close()
            raise UserError(AWAY, NO_TABLE)
        self.is_simulated = table.twin is not None
        self._was_real |= not self.is_simulated
        return table

    @property
    def ports(self) -> Sequence[str]:
        """Where a real table may be."""
        if self.port.startswith(discovery.TWIN):
            return ()
        return pico_ports() if self.port == discovery.AUTO else (self.port,) * os.path.exists(self.port)

    @property
    def jobs(self) -> Sequence[str]:
        """What can be done for the table there is; a Pico that does not answer as one can be updated all the same."""
        if not self.is_simulated:
            return tuple(JOBS)
        return (*ANYWHERE, UPDATE) if self.ports else ANYWHERE

    def port_for(self, job: str) -> str:
        """At which port this job is done."""
        return discovery.TWIN if self.is_simulated and job != UPDATE else self.port


# -- while its lobby is open its keys choose, its lights and sounds tell


class LobbyTable:
    """`step` takes what was pressed and shows what is chosen; it never waits."""

    def __init__(self, connection: Connection, keys: LobbyKeys, preferences: Preferences) -> None:
        self.connection, self.keys, self.preferences = connection, keys, preferences
        self._shown: Picture | None = None
        self._fresh_from = 0  # edges below this number happened while the table had no connection

    def step(self, now_ms: int, do: Do) -> None:
        """UserError if what answers now is no table of this program."""
        link, sound = self.connection.link, SILENCE
        for item in self.connection.exchange_bytes(now_ms):
            match item:
                case Edge(number, event):
                    link.acknowledge_through(number)
                    if isinstance(event, Key) and number >= self._fresh_from:
                        sound = self.keys.press_key(event.key, do)
                case Snapshot(next_edge=next_edge):
                    self._fresh_from = next_edge
                case Hello():
                    check_hello(link, self.connection.name)
                    self._shown = None  # it may have been off
        picture = self.keys.picture(self.preferences.brightness_pct)
        if picture != self._shown:
            self._shown = picture
            link.show_picture(picture)
        if sound and self.preferences.has_sound:
            link.commands.queue_command("sound", sound)
        self.connection.write_due(now_ms)


# Rows of the journal: a match that was served and not left is resumed when the service starts again
SERVED, LEFT = "served", "left"


class ServiceMatches:
    """Begins and resumes matches; `lobby` and `seats` say afterwards who plays."""

    def __init__(
        self, args: argparse.Namespace, config: Config, journal: Journal,
        find_table: Callable[[], discovery.FoundTable], lobby: Lobby, seats: Seats, preferences: Preferences,
        has_page: Callable[[str], bool],
    ) -> None:  # fmt: skip
        """`has_page` says whether a device has a page of the lobby open."""
        self.args, self.config, self.journal, self.find_table = args, config, journal, find_table
        self.lobby, self.seats, self.preferences, self.has_page = lobby, seats, preferences, has_page

    def begin_match(self) -> Console:
        """What the lobby agreed on; the devices have the seats that they have there. UserError if it is impossible."""
        console = self._open_console(self.lobby.header())
        self.seats.forget_left()
        self.keep_seats(console, self.lobby.people_of(self.lobby.players))
        return console

    def begin_lesson(self, person: str) -> Console:
        """A led first match at a simulated table of its own, of which nothing stays. UserError if it is impossible."""
        game = self.lobby.game
        lesson = match_setup.lesson_of(game).on_phones()
        if not lesson.steps:
            raise UserError(say("{game} has no first match for phones yet.", game=game.title))
        table, journal = discovery.simulated_table(WallClock()), Journal(self.journal.path, in_memory=True)
        return match_setup.make_led_console(self.args, game, lesson, table, journal, person, self._pump_options)

    def resume_chosen(self, number: int) -> Console:
        """A match of the journal; UserError if it is impossible."""
        saved = self.journal.find_match(number)
        if not self.journal.hold_match(number):
            raise UserError(say("Match {match} runs in another window. Continue it there.", match=number))
        return self.resume_held(saved)

    def resume_held(self, saved: SavedMatch) -> Console:
        """A match that is held: devices that had a seat when it was played have it again.

        Where hands are open, whoever sits in the lobby under the name of a seat whose device is not here has it, too.
        """
        wanted = {fold_name(self.lobby.players[seat]): device for seat, device in self.seats.devices.items()}
        console = self.replay_held(saved)
        players = console.pump.recorder.header.players
        names, people = [player.name for player in players_of(players)], self.lobby.people_of(players)
        self.seats.load_company(names, people, saved.id)
        is_open = not console.pump.session.game.hidden_information
        wanting = {seat: device for seat in people if (device := wanted.get(fold_name(names[seat])))}
        self.seats.let_in(wanting, lambda device: is_open and not self.has_page(device))
        self.lobby.choose_game(saved.header.game)
        return console

    def replay_held(self, saved: SavedMatch) -> Console:
        """The match where it was left, with whoever sits there now. UserError if it is not possible: it is let go."""
        try:
            console = self._open_console(header_now(self.journal, saved), saved)
        except UserError:
            self.journal.release_match(saved.id)
            raise
        self.lobby.players = tuple(map(as_strength, console.pump.recorder.header.players))
        return console

    def hold_interrupted(self) -> SavedMatch | None:
        """The latest unfinished match, if it was played here when the service was stopped; it is held."""
        saved = next(iter(self.journal.unfinished_matches()), None)
        if not saved:
            return None
        was_left = (self._marks_of(saved.id) or [LEFT])[-1] == LEFT
        return saved if not was_left and self.journal.hold_match(saved.id) else None

    def _marks_of(self, match: int) -> list[str]:
        """When it was played here, and when people left it."""
        return [row.text for row in self.journal.good_rows(match) if row.kind == "note" and row.text in (SERVED, LEFT)]

    def seat_last_company(self) -> None:
        """Who played last here sits there again, with the same devices; nobody who played at a terminal."""
        matches = self.journal.list_matches()[-1:]
        last = header_now(self.journal, matches[0]) if matches and self._marks_of(matches[0].id) else None
        players = last.players if last else tuple(name for name in self.config.seats if ":" not in name)
        if last and last.game in self.lobby.games:
            self.lobby.choose_game(last.game)
        names = [player.name for player in players_of(players)]
        with suppress(UserError):
            check_names(self.lobby.game, names)
            self.lobby.players = tuple(as_strength(player) for player in players[: self.lobby.most])
            self.seats.load_company(names, self.lobby.people_of(players), matches[0].id if last else 0)

    def keep_seats(self, console: Console, kept: Collection[int], returned: int | None = None) -> None:
        """From this match on the devices of these seats have them, and the others are free.

        The seat that is `returned` goes to the device that had it until a bot took over, if one had.
        """
        recorder, seats = console.pump.recorder, self.seats
        players = recorder.header.players
        people, names = self.lobby.people_of(players), [player.name for player in players_of(players)]
        seats.rearrange(names, people, {seat: seat for seat in people if seat in kept})
        if returned in people:
            seats.return_seat(returned)
        with suppress(OSError):  # after a restart phones claim their seats again
            last = max(seats.span[1], recorder.match) if recorder.has_rows else LATEST
            seats.write_down((recorder.match, last))

    def _open_console(self, header: Header, saved: SavedMatch | None = None) -> Console:
        """The match at its table, new or where it was left. UserError if it is not possible: then no port is open."""
        table = self.find_table()
        try:
            header = header if saved else match_setup.choose_cards(self.args, header, games.find(header.game), table)
            return match_setup.make_console(self._make_setup(header, table, saved))
        except UserError:
            table.connection.close()
            raise

    def _make_setup(
        self, header: Header, table: discovery.FoundTable, saved: SavedMatch | None
    ) -> match_setup.MatchSetup:
        """UserError if it is not possible at this table.

        Cards that lie on a real table are not continued at a simulated one, which may only have been found first.
        """
        if table.twin and header.cards == REAL:
            raise UserError(AWAY, NO_TABLE)
        match_setup.refuse_impossible(self.args, header, table, has_people=True)
        names = [player.name for player in players_of(header.players)]
        setup = match_setup.MatchSetup(
            header, table, self.journal, translator_for(self.args, names, header.game),
            pace_ms=match_setup.bot_pace_ms(self.args, self.config),
            options=self._pump_options,
            is_agreed=True,
        )  # fmt: skip
        if not saved:
            return setup
        tell_retired(self.args, header)
        return setup._replace(number=saved.id, rows=rows_to_resume(self.args, self.journal, saved))

    @property
    def _pump_options(self) -> PumpOptions:
        set_to = self.preferences
        auction_s = max(0, self.config.auction_s)
        return PumpOptions(set_to.has_sound, auction_s, holds=True, brightness_pct=set_to.brightness_pct)


def as_strength(player: str) -> str:
    """People choose how well a bot plays, not how."""
    is_named = player.startswith(BOT) and player.removeprefix(BOT) not in STRENGTHS
    return f"{BOT}{STRENGTHS[1]}" if is_named else player
