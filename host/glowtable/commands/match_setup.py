"""All that one match at a table is played with, and the console that plays it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NamedTuple

from glowtable import games
from glowtable.commands import data_file
from glowtable.commands.recording import NOT_RECORDED
from glowtable.config import Config, data_path
from glowtable.device.connection import Connection
from glowtable.device.discovery import FoundTable
from glowtable.device.simulated_players import SimulatedPlayers
from glowtable.device.tag_registry import TagRegistry, simulated_registry
from glowtable.device.twin import Twin
from glowtable.game import Game
from glowtable.match.dealer import Dealer
from glowtable.match.export import MatchRecord, match_state_of
from glowtable.match.gestures import Gestures
from glowtable.match.header import DEALT, REAL, Header
from glowtable.match.journal import Journal
from glowtable.match.players import think_with
from glowtable.match.pump import Pump, PumpOptions
from glowtable.match.recorder import Recorder, now_text
from glowtable.match.session import Session
from glowtable.messages import TERMINAL, Message, say
from glowtable.table import Row
from glowtable.terminal.console import Console
from glowtable.terminal.translator import Translator

if TYPE_CHECKING:
    from glowtable.match.lesson import Guide

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
    pump = Pump(
        Session(match_state),
        setup.table.connection,
        recorder,
        registry,
        dealer,
        setup.translator.text,
        SimulatedPlayers(twin, registry, setup.pace_ms) if twin else None,
        Gestures(dealer, setup.is_agreed),
        setup.options,
    )
    mark = "" if setup.journal.is_recorded else setup.translator.text(NOT_RECORDED)
    if setup.table.twin:  # no key and no reader is there: what is asked is typed
        setup.translator.device = TERMINAL
    return Console(pump, setup.translator, setup.title, mark, setup.guide)


def keep_link(connection: Connection, game: Game) -> None:
    """What doctor tells of the connection when it was last closed; nothing for a user without a home."""
    from glowtable.maker.link_report import save_link  # its import takes its time

    folder = data_path()
    if folder:
        save_link(folder / "link.json", connection.link, game.hidden_information)
