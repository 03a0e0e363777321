"""A match at a port, the whole way: pyserial, a pseudo-terminal, main.py in a real MicroPython, keys and lights.

Both sides live by the table's clock (paced/), which stands still while this computer gives the table no turn.
This table has no reader that answers, so cards are entered on the cells that light for them.
"""

import os
import pty
import subprocess
import time
import tty
from pathlib import Path

import pytest
from glowpico.settings import DEFAULTS
from glowpico.strip import Strip
from glowtable import games
from glowtable.device import discovery
from glowtable.device.build import firmware_folder
from glowtable.device.tag_registry import TagRegistry
from glowtable.game import full_options
from glowtable.grid import cell_of
from glowtable.match.dealer import Dealer
from glowtable.match.journal import Header, Journal
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.presenter import current_picture, current_prompt
from glowtable.match.pump import Pump
from glowtable.match.recorder import Recorder
from glowtable.match.session import Phase, Session
from glowtable.terminal.console import Console
from glowtable.terminal.translator import Translator

from tests.micropython.interpreter import FIRMWARE

pytestmark = pytest.mark.micropython
PUNTO = games.find("punto")
NAMES = ("Ann", "Ben")
PATIENCE_MS = 60_000  # of the table's time
HANG_NAPS = 200_000  # without any of it passing: then the table hangs
CONFIRM = "6."  # the matrix row of the seats' confirm keys


class TableClock:
    """The time of the table in this folder, as paced/time.py tells it."""

    def __init__(self, workbench: Path) -> None:
        self.told = workbench / "time"
        self.told.write_text("0")

    def now_ms(self) -> int:
        return int(self.told.read_text())

    def nap(self) -> None:
        """Until some of it has passed."""
        before_ms = self.now_ms()
        for _ in range(HANG_NAPS):
            time.sleep(0.002)
            if self.now_ms() != before_ms:
                return
        raise AssertionError("the table hangs")


class AtPort:
    """A table at a pseudo-terminal, and a match played at it."""

    def __init__(self, unix_port, workbench: Path):
        self.workbench = workbench
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        environment = os.environ | dict([unix_port.paced().path])
        self.clock = TableClock(workbench)
        self.process = subprocess.Popen(
            [*unix_port.command, str(FIRMWARE / "main.py")],
            cwd=workbench, env=environment, stdin=self.master, stdout=self.master, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        options = full_options(PUNTO, {})
        self.journal = Journal(workbench / "journal.sqlite")
        self.table = discovery.find_table(os.ttyname(self.slave), self.clock, self.clock)
        session = Session(MatchState(PUNTO, tuple(map(Player, NAMES)), options))
        recorder = Recorder(self.journal, Header("punto", NAMES, options, 1, ""))
        translator = Translator("en", NAMES, game="punto")
        self.pump = Pump(session, self.table.connection, recorder, TagRegistry(), Dealer(1), translator.text)
        self.console = Console(self.pump, translator)

    def close(self) -> None:
        self.table.connection.close()
        self.journal.close()
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def until(self, happens) -> None:
        until_ms = self.clock.now_ms() + PATIENCE_MS
        while not happens():
            assert self.clock.now_ms() < until_ms, current_prompt(self.pump.session)
            self.pump.pump_once(self.clock.now_ms())
            self.clock.nap()

    def tap(self, key: str, happens) -> None:
        """Hold a key of the matrix until this has come of it."""
        self._keys(key)
        self.until(happens)
        self._keys("")
        self._ask()
        self.until(self.is_released)

    def is_released(self) -> bool:
        """Does the table say that no key is down any more? Asks it again until it does."""
        snapshot = self.table.connection.link.snapshot
        if snapshot is None:
            return False
        if int(snapshot.cells + snapshot.keys, 16):
            self._ask()
            return False
        return True

    def _ask(self) -> None:
        self.table.connection.link.snapshot = None
        self.table.connection.link.queue_command("snapshot")

    def press(self, name: str, happens) -> None:
        cell = cell_of(name)
        assert cell is not None
        self.tap(f"{cell // 6}.{cell % 6}", happens)

    def shines(self) -> bool:
        """Do the LEDs show the session's picture, in any phase of its patterns?"""
        shines = current_picture(self.pump.session)
        strip = Strip(DEFAULTS)
        lights = (*shines.cells, *shines.seats)
        strip.show("".join(x.colour for x in lights), "".join(x.pattern for x in lights), shines.brightness_pct)
        shown = (self.workbench / "light.15").read_text() if (self.workbench / "light.15").exists() else ""
        return any(strip.render(slot << 7) and strip.cells.hex() == shown for slot in range(8))

    def _keys(self, keys: str) -> None:
        (self.workbench / "keys.new").write_text(keys)
        (self.workbench / "keys.new").rename(self.workbench / "keys")


@pytest.fixture
def table(unix_port, tmp_path):
    table = AtPort(unix_port, tmp_path)
    yield table
    table.close()


def test_cards_entered_and_laid_on_a_real_micropython_reach_journal_and_light(table):
    session = table.pump.session
    assert table.table.twin is None and not table.table.remark.text.count("other firmware")
    table.until(lambda: session.phase is Phase.SETTING)
    table.tap(CONFIRM + "0", lambda: session.phase is Phase.PLAYING)
    table.tap(CONFIRM + "0", lambda: session.match_state.awaits_chance)
    assert session.judge.by_hand  # no reader answered
    table.until(table.shines)
    table.press("a5", lambda: session.state.card >= 0 and not session.match_state.awaits_chance)
    table.until(table.shines)
    table.press("c3", lambda: session.match_state.awaits_chance)
    table.until(table.shines)
    actions = [row.text for row in table.journal.good_rows(1) if row.kind == "action"]
    assert actions == ["0 begin", f"chance turn {PUNTO.deck.index('R5a')}", "0 place 14"]
    assert table.table.connection.link.hello.build == (firmware_folder() / "glowpico/build.txt").read_text().strip()
