"""Matches at a twin for tests: the whole path, host and firmware, in one process and in simulated time."""

from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

from glowpico.settings import DEFAULTS
from glowtable import games
from glowtable.device.boards import read_board
from glowtable.device.clock import RushedClock
from glowtable.device.connection import Connection
from glowtable.device.link import Link
from glowtable.device.simulated_players import SimulatedPlayers
from glowtable.device.tag_registry import simulated_registry
from glowtable.device.twin import Twin
from glowtable.device.twin_line import Faults
from glowtable.game import Action, full_options
from glowtable.grid import cell_name, seat_of
from glowtable.match.dealer import Dealer
from glowtable.match.gestures import Gestures
from glowtable.match.journal import Header, Journal
from glowtable.match.match_state import MatchState
from glowtable.match.players import players_of, think_with
from glowtable.match.presenter import current_prompt
from glowtable.match.pump import Pump
from glowtable.match.recorder import Recorder
from glowtable.match.session import Phase, Session
from glowtable.messages import TERMINAL
from glowtable.table import Card, Event, Key, Press, Said
from glowtable.terminal.console import Console
from glowtable.terminal.layout import Size
from glowtable.terminal.translator import Translator

PUNTO = games.find("punto")
BOTS = ("bot:greedy", "bot:greedy")
QUIET = 4
LARGE = Size(400, 60)  # of a terminal in which each sentence is a line


class ObservedPlayers(SimulatedPlayers):
    """Simulated players that remember what they did."""

    def __init__(self, *arguments, **named) -> None:
        super().__init__(*arguments, **named)
        self.made: list[Event] = []

    def make_gesture(self, event: Event, game: str) -> bool:
        self.made.append(event)
        return super().make_gesture(event, game)


class Match:
    """A match at a twin. `step` lets 5 ms pass, `until` at most QUIET of them while the table says nothing.

    People with these `names` play what the bots in their seats would.
    """

    def __init__(
        self, folder: Path, seats=BOTS, seed=1, faults: Faults | None = None, link: Link | None = None,
        game=PUNTO, cell_kind="buttons", names=(), board="table", **options,
    ) -> None:  # fmt: skip
        self.game = game
        self.clock = RushedClock()
        settings = {**DEFAULTS, "cell_kind": cell_kind}
        self.twin = Twin(self.clock.now_ms, faults or Faults(), settings, board=read_board(board))
        self.options = full_options(game, options)
        self.header = Header(game.name, tuple(names or seats), self.options, seed, "")
        self.journal = Journal(folder / "journal.sqlite")
        self.players = tuple(
            player._replace(name=name or player.name)
            for player, name in zip_longest(players_of(seats), names, fillvalue="")
        )
        self.registry = simulated_registry(game)
        self.simulated_players = ObservedPlayers(self.twin, self.registry)
        session = Session(
            MatchState(game, self.players, self.options, think_with(game, self.players, Dealer(seed, "bots")))
        )
        connection = Connection("twin:", self.twin.line.open, link or Link(session="beef"))
        recorder = Recorder(self.journal, self.header)
        self.console = self.played(session, connection, recorder, Dealer(seed, "host"), Gestures(Dealer(seed, "cards")))

    def played(
        self, session: Session, connection: Connection, recorder: Recorder, dealer: Dealer, gestures: Gestures
    ) -> Console:
        session.match_state.dealt = True
        names = [player.name for player in self.players]
        translator = Translator("en", names, game=self.game.name, device=TERMINAL)
        pump = Pump(
            session, connection, recorder, self.registry, dealer, translator.text, self.simulated_players, gestures
        )
        return Console(pump, translator)

    @property
    def pump(self) -> Pump:
        return self.console.pump

    @property
    def session(self) -> Session:
        return self.pump.session

    def step(self) -> None:
        self.clock.nap()
        self.pump.pump_once(self.clock.now_ms())

    def step_to_word(self) -> None:
        for _ in range(QUIET):
            self.clock.nap()
            if not self.is_quiet:
                break
        self.pump.pump_once(self.clock.now_ms())

    @property
    def is_quiet(self) -> bool:
        """Whether the table is there and says nothing."""
        return self.twin.line.is_open and self.twin.line.is_plugged and not self.twin.line.in_waiting

    def wait(self, ms: int = 300) -> None:
        for _ in range(ms // 5):
            self.step()

    def until(self, happens: Callable[[], object], most_ms: int = 600_000) -> None:
        """Let time pass until this happens; in time, or the test fails."""
        until_ms = self.clock.now_ms() + most_ms
        while self.clock.now_ms() < until_ms:
            if happens():
                return
            self.step_to_word()
        raise AssertionError(f"still {self.session.phase}: {current_prompt(self.session)}")

    def until_laid_out(self) -> "Match":
        """Now people are asked whether all lies as it should."""
        self.until(lambda: self.session.phase is Phase.SETTING)
        return self

    def to_the_end(self) -> None:
        self.until(lambda: self.session.phase is Phase.OVER)

    def journaled(self) -> Session:
        """What the journal alone says of the match now."""
        session = Session(MatchState(self.game, self.players, self.options))
        session.match_state.replay_rows(self.journal.good_rows(self.pump.recorder.match))
        return session

    def resumed(self, folder: Path) -> "Match":
        """The same match taken up again from its journal, at another table."""
        again = Match(folder, self.header.players, self.header.seed, game=self.game, **self.options)
        rows = self.journal.good_rows(self.pump.recorder.match)
        again.session.match_state.replay_rows(rows)
        again.journal.append_rows(again.pump.recorder.match, rows)
        assert again.session.state == self.session.state
        again.until(lambda: again.session.phase in (Phase.PLAYING, Phase.OVER))
        again.wait()
        return again

    def killed(self) -> None:
        """The host dies and begins again with its journal, at the same table."""
        old = self.pump
        session = Session(MatchState(self.game, self.players, self.options, old.session.match_state.think))
        session.match_state.replay_rows(self.journal.good_rows(old.recorder.match))
        self.twin.line.close()
        connection = Connection("twin:", self.twin.line.open, Link())
        self.console = self.played(session, connection, old.recorder, old.dealer, old.gestures)

    def line_for(self, action: Action) -> str:
        """What a person types for this action: a cell, a key or a card with a name, or what is said."""
        names = dict(enumerate(player.name for player in self.players))
        match self.game.surface.gesture(action, self.session.state):
            case Press(cell):
                return cell_name(cell)
            case Key(seat, key):
                return f"{'ok' if key == 'confirm' else key} {names[seat]}"
            case Card(reader, card):
                return f"{names.get(reader, '')} {card}".strip()
            case Said(text):
                who, _, what = text.partition(" ")
                return f"{names[seat_of(who)]} {what}" if who.isdigit() else text

    def says(self, line: str) -> None:
        """Type a line, and agree with the key of the seat for which it was typed if that is asked."""
        self.console.handle_line(line)
        question = self.session.question
        if question and question.typed:
            self.console.handle_line(f"ok {self.players[question.seat].name}")

    def types(self, *lines: str) -> None:
        for line in lines:
            self.says(line)
            self.wait()

    def agrees(self) -> None:
        """The player who is asked about what was typed, or about what is given up for good, says yes."""
        question = self.session.question
        if question and (question.typed or question.actions):
            self.types(f"ok {self.players[min(question.needed)].name}")

    def types_at_once(self, *lines: str) -> None:
        """So fast that nothing happens at the table in between."""
        for line in lines:
            self.console.handle_line(line)

    def page(self) -> str:
        """What a large screen shows now, a line for each sentence."""
        return "\n".join(map(str, self.console.page_lines("", LARGE)))
