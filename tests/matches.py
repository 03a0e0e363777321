"""Matches at a twin for tests: the whole path, host and firmware, in one process and in simulated time."""

from collections.abc import Callable
from pathlib import Path

from glowpico.settings import DEFAULTS
from glowtable import games
from glowtable.cable import Cable
from glowtable.dealer import Dealer
from glowtable.export import players_of
from glowtable.game import Action, chosen
from glowtable.hands import Hands
from glowtable.journal import Header, Journal
from glowtable.link import Link
from glowtable.play import Play, Recorder, RushedClock, think_with
from glowtable.screen import Tongue
from glowtable.session import Session
from glowtable.standing import Phase
from glowtable.table import Card, Event, Key, Press, Said, cell_name, seat_of
from glowtable.tags import simulated
from glowtable.twin import Faults, Twin

PUNTO = games.find("punto")
BOTS = ("bot:greedy", "bot:greedy")


class Gestures(Hands):
    """Hands that remember what they did."""

    def __init__(self, *arguments, **named) -> None:
        super().__init__(*arguments, **named)
        self.made: list[Event] = []

    def do(self, event: Event, game: str) -> bool:
        self.made.append(event)
        return super().do(event, game)


class Match:
    """A match at a twin. `step` lets 5 ms pass."""

    def __init__(
        self, folder: Path, seats=BOTS, seed=1, faults: Faults | None = None, link: Link | None = None,
        game=PUNTO, cell_kind="buttons", **options,
    ) -> None:  # fmt: skip
        self.game = game
        self.clock = RushedClock()
        self.twin = Twin(self.clock.now_ms, faults or Faults(), {**DEFAULTS, "cell_kind": cell_kind})
        self.options = chosen(game, options)
        self.header = Header(game.name, tuple(seats), self.options, seed, "")
        self.journal = Journal(folder / "journal.sqlite")
        self.players = players_of(seats)
        self.book = simulated(game)
        self.hands = Gestures(self.twin, self.book, Dealer(seed, "cards"))
        session = Session(game, self.players, self.options, think_with(game, self.players, Dealer(seed, "bots")))
        names = [player.name for player in self.players]
        cable = Cable("twin:", self.twin.open, link or Link(session="beef"))
        recorder = Recorder(self.journal, self.header)
        self.play = Play(
            session, cable, recorder, self.book, Dealer(seed, "host"), Tongue("en", names, game=game.name), self.hands
        )

    @property
    def session(self) -> Session:
        return self.play.session

    def step(self) -> None:
        self.clock.nap()
        self.play.step(self.clock.now_ms())

    def wait(self, ms: int = 300) -> None:
        for _ in range(ms // 5):
            self.step()

    def until(self, happens: Callable[[], object], most_ms: int = 600_000) -> None:
        """Let time pass until this happens; in time, or the test fails."""
        for _ in range(most_ms // 5):
            if happens():
                return
            self.step()
        raise AssertionError(f"still {self.session.phase}: {self.session.instruction}")

    def to_the_end(self) -> None:
        self.until(lambda: self.session.phase is Phase.OVER)

    def journaled(self) -> Session:
        """What the journal alone says of the match now."""
        session = Session(self.game, self.players, self.options)
        session.replay(self.journal.rows(self.play.recorder.match))
        return session

    def resumed(self, folder: Path) -> "Match":
        """The same match taken up again from its journal, at another table."""
        again = Match(folder, self.header.players, self.header.seed, game=self.game, **self.options)
        rows = self.journal.rows(self.play.recorder.match)
        again.session.replay(rows)
        again.journal.append(again.play.recorder.match, rows)
        assert again.session.state == self.session.state
        again.until(lambda: again.session.phase is Phase.DISPUTED)
        again.play.typed("ok")
        again.wait()
        return again

    def killed(self) -> None:
        """The host dies and begins anew with its journal, at the same table."""
        old = self.play
        session = Session(self.game, self.players, self.options, old.session.think)
        session.replay(self.journal.rows(old.recorder.match))
        self.twin.close()
        cable = Cable("twin:", self.twin.open, Link())
        self.play = Play(session, cable, old.recorder, self.book, old.dealer, old.tongue, self.hands)

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

    def types(self, *lines: str) -> None:
        for line in lines:
            self.play.typed(line)
            self.wait()

    def page(self) -> str:
        """What the screen shows now."""
        return "\n".join(map(str, self.play.page("")))
