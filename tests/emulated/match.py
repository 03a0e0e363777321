"""A match at the emulated table: host and firmware both in emulated time, the line between them as bad as wanted."""

import shutil
from pathlib import Path
from random import Random

from glowtable.device.connection import Connection
from glowtable.device.link import Link
from glowtable.device.tag_registry import simulated_registry
from glowtable.game import full_options
from glowtable.match.dealer import Dealer
from glowtable.match.gestures import Gestures
from glowtable.match.journal import Header, Journal
from glowtable.match.match_state import MatchState
from glowtable.match.players import players_of, think_with
from glowtable.match.recorder import Recorder
from glowtable.match.session import Session

from tests.emulated.table import Table
from tests.support.matches import BOTS, PUNTO, Match, ObservedPlayers

STEP_MS = 5


class Spoiler:
    """Damages whole frames of one direction, and counts them."""

    def __init__(self, seed: int, chance: float) -> None:
        self.rng = Random(seed)
        self.chance = chance
        self.damaged = 0
        self.half = b""

    def pass_on(self, data: bytes) -> bytes:
        """The lines that are whole now, some of them not as they were."""
        *lines, self.half = (self.half + data).split(b"\n")
        return b"".join(self.spoilt(line + b"\n") for line in lines)

    def spoilt(self, line: bytes) -> bytes:
        if self.rng.random() >= self.chance:
            return line
        self.damaged += 1
        at = self.rng.randrange(len(line))
        other = self.rng.randrange(0x20, 0x7F)  # never Ctrl-C
        return self.rng.choice(
            (line[:at] + bytes([other]) + line[at + 1 :], line[:at] + line[at + 1 :], line[:at] + line[at:] * 2, b"")
        )


class PicoPort:
    """The emulated Pico as a Connection sees it."""

    def __init__(self, table: Table, chance: float = 0.0) -> None:
        self.table = table
        self.to_table, self.to_host = Spoiler(1, chance), Spoiler(2, chance)
        self.arrived = bytearray()

    def open(self) -> "PicoPort":
        self._need_cable()
        self.table.take()
        self.arrived.clear()
        return self

    def close(self) -> None:
        self.arrived.clear()

    @property
    def in_waiting(self) -> int:
        self._need_cable()
        self.arrived += self.to_host.pass_on(self.table.take())
        return len(self.arrived)

    def read(self, size: int = 1, /) -> bytes:
        self._need_cable()
        taken = bytes(self.arrived[:size])
        del self.arrived[:size]
        return taken

    def write(self, data: bytes, /) -> int:
        self._need_cable()
        self.table.write(self.to_table.pass_on(data))
        return len(data)

    def _need_cable(self) -> None:
        if not self.table.usb.is_plugged:
            raise ConnectionError("the Pico is unplugged")


class TableClock:
    """The host's clock follows the table's."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def now_ms(self) -> int:
        return int(self.table.us / 1000)

    def nap(self) -> None:
        self.table.run_ms(STEP_MS)


class PicoMatch(Match):
    """A match of two bots, as tests.support.matches has it at a twin; hands are at the emulated table."""

    is_quiet = False  # each step of the table is looked at: it costs more than the look

    def __init__(self, folder: Path, table: Table, chance: float = 0.0, seed: int = 1, **options: object) -> None:
        self.game, self.folder, self.table = PUNTO, folder, table
        self.clock = TableClock(table)  # type: ignore[assignment]
        self.port = PicoPort(table, chance)
        self.options = full_options(PUNTO, options)
        self.header = Header("punto", BOTS, self.options, seed, "")
        self.journal = Journal(folder / "journal.sqlite")
        self.players = players_of(BOTS)
        self.registry = simulated_registry(PUNTO)
        self.simulated_players = ObservedPlayers(table, self.registry)
        session = Session(
            MatchState(PUNTO, self.players, self.options, think_with(PUNTO, self.players, Dealer(seed, "bots")))
        )
        connection = Connection("pico", self.port.open, Link(session="beef"))
        recorder = Recorder(self.journal, self.header)
        self.console = self.played(session, connection, recorder, Dealer(seed, "host"), Gestures(Dealer(seed, "cards")))

    def move(self, folder: Path) -> None:
        """Go on with a copy of the journal: in a fork, the one before belongs to another process."""
        shutil.copytree(self.folder, folder)
        self.folder = folder
        self.journal = self.pump.recorder.journal = Journal(folder / "journal.sqlite")
