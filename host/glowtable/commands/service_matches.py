"""The matches of a service: a new one or one of the journal, at its table, with the devices in their seats."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection
from contextlib import suppress

from glowtable import games
from glowtable.commands import tell_retired, translator_for
from glowtable.commands.match_setup import (
    MatchSetup,
    bot_pace_ms,
    choose_cards,
    lesson_of,
    make_console,
    make_led_console,
    refuse_impossible,
)
from glowtable.commands.recording import header_now, rows_to_resume
from glowtable.commands.service_table import AWAY
from glowtable.config import Config
from glowtable.device.clock import WallClock
from glowtable.device.discovery import FoundTable, simulated_table
from glowtable.game import STRENGTHS
from glowtable.match.export import players_of
from glowtable.match.header import REAL, Header
from glowtable.match.journal import Journal, SavedMatch
from glowtable.match.lobby import Lobby
from glowtable.match.preferences import Preferences
from glowtable.match.pump import PumpOptions
from glowtable.match.seat_changes import BOT
from glowtable.messages import NO_TABLE, UserError, say
from glowtable.terminal.console import Console
from glowtable.terminal.names import check_names
from glowtable.web.seats import LATEST, Seats

# Rows of the journal: a match that was served and not left is resumed when the service starts again
SERVED, LEFT = "served", "left"


class ServiceMatches:
    """Begins and resumes matches; `lobby` and `seats` say afterwards who plays."""

    def __init__(
        self, args: argparse.Namespace, config: Config, journal: Journal, find_table: Callable[[], FoundTable],
        lobby: Lobby, seats: Seats, preferences: Preferences,
    ) -> None:  # fmt: skip
        self.args, self.config, self.journal, self.find_table = args, config, journal, find_table
        self.lobby, self.seats, self.preferences = lobby, seats, preferences

    def begin_match(self) -> Console:
        """What the lobby agreed on; the devices have the seats that they have there. UserError if it is impossible."""
        console = self._console(self.lobby.header())
        self.seats.forget_left()
        self.keep_seats(console, self.lobby.people_of(self.lobby.players))
        return console

    def begin_lesson(self, person: str) -> Console:
        """A led first match at a simulated table of its own, of which nothing stays. UserError if it is impossible."""
        game = self.lobby.game
        lesson = lesson_of(game).on_phones()
        if not lesson.steps:
            raise UserError(say("{game} has no first match for phones yet.", game=game.title))
        table, journal = simulated_table(WallClock()), Journal(self.journal.path, in_memory=True)
        return make_led_console(self.args, game, lesson, table, journal, person, self._pump_options)

    def resume_chosen(self, number: int) -> Console:
        """A match of the journal; UserError if it is impossible."""
        saved = self.journal.find_match(number)
        if not self.journal.hold_match(number):
            raise UserError(say("Match {match} runs in another window. Continue it there.", match=number))
        return self.resume_held(saved)

    def resume_held(self, saved: SavedMatch) -> Console:
        """A match that is held. Only devices that had a seat when it was played have one now."""
        console = self.replay_held(saved)
        players = console.pump.recorder.header.players
        names, people = [player.name for player in players_of(players)], self.lobby.people_of(players)
        self.seats.load_company(names, people, saved.id)
        self.lobby.choose_game(saved.header.game)
        return console

    def replay_held(self, saved: SavedMatch) -> Console:
        """The match where it was left, with whoever sits there now. UserError if it is not possible: it is let go."""
        try:
            console = self._console(header_now(self.journal, saved), saved)
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
        marks = [row.text for row in self.journal.good_rows(saved.id) if row.kind == "note"]
        was_served = next((mark == SERVED for mark in reversed(marks) if mark in (SERVED, LEFT)), False)
        return saved if was_served and self.journal.hold_match(saved.id) else None

    def seat_last_company(self) -> None:
        """Who played last sits there again, with the same devices."""
        matches = self.journal.list_matches()
        last = header_now(self.journal, matches[-1]) if matches else None
        players = last.players if last else tuple(name for name in self.config.seats if ":" not in name)
        if last and last.game in self.lobby.games:
            self.lobby.choose_game(last.game)
        names = [player.name for player in players_of(players)]
        with suppress(UserError):
            check_names(self.lobby.game, names)
            self.lobby.players = tuple(as_strength(player) for player in players[: self.lobby.most])
            self.seats.load_company(names, self.lobby.people_of(players), matches[-1].id if matches else 0)

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

    def _console(self, header: Header, saved: SavedMatch | None = None) -> Console:
        """The match at its table, new or where it was left. UserError if it is not possible: then no port is open."""
        table = self.find_table()
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
        names = [player.name for player in players_of(header.players)]
        setup = MatchSetup(
            header, table, self.journal, translator_for(self.args, names, header.game),
            pace_ms=bot_pace_ms(self.args, self.config),
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
        return PumpOptions(set_to.has_sound, max(0, self.config.auction_s), brightness_pct=set_to.brightness_pct)


def as_strength(player: str) -> str:
    """People choose how well a bot plays, not how."""
    is_named = player.startswith(BOT) and player.removeprefix(BOT) not in STRENGTHS
    return f"{BOT}{STRENGTHS[1]}" if is_named else player
