"""`glowtable play` at a table that is unplugged in mid-match and comes back at another port: a whole match of people.

The table is the firmware at a pseudo-terminal whose name changes, its hands are this test's.
"""

import os
import pty
import select
import subprocess
import sys
import tty

import pytest
from glowpico.settings import DEFAULTS
from glowtable.device.clock import WallClock
from glowtable.device.twin import Twin

from tests.docs.pages import HOUSE
from tests.pty.match import AWAY, SEATED, Match
from tests.support.patience import HANG_S

MINE, OTHER = "e6614103e7452a2f", "e6614103e7452a30"
FEW_LEDS = {"pixels_per_cell": 1, "pixels_per_seat": 1}  # as Match counts them


class Hands:
    """What a person does at the table, in the words of the emulated one."""

    def __init__(self, bench: "Bench") -> None:
        self.bench, self.twin = bench, bench.twin

    def do(self, command: str) -> str:
        what, *words = command.split()
        if what == "key":
            self.twin.tap_key(int(words[0]))
        elif what == "tap":
            self.twin.tap(int(words[0]))
        elif what == "lay":
            self.twin.lay(int(words[0]), words[1])
        elif what == "lift":
            self.twin.lift(int(words[0]))
        elif what == "cells":
            return bytes(self.twin.pico.cell_bytes).hex()
        return ""


class Bench:
    """A table at a port that may go and come back under another name. Time passes for it in `until` and `passes`.

    The names are short, as in /dev, so that a sentence stands in one line of the screen: those in this folder.
    """

    def __init__(self, folder) -> None:
        self.folder = folder
        self.led_order = DEFAULTS["led_order"]
        self.clock = WallClock()
        self.twin = Twin(self.clock.now_ms, settings={**DEFAULTS, **FEW_LEDS})
        self.twin.close()
        self.table = Hands(self)
        self.ports = folder / "ports"
        self.boards: dict[str, str] = {}
        self.ends: tuple[int, ...] = ()
        self.port = ""

    def plug_in(self, name: str) -> None:
        """The table, at a port of this name."""
        self.ends = pty.openpty()
        tty.setraw(self.ends[1])
        os.set_blocking(self.ends[0], False)
        self.port = name
        os.symlink(os.ttyname(self.ends[1]), self.folder / name)
        self.twin.replug()
        self.twin.open()
        self.list_board(name, MINE)

    def unplug(self) -> None:
        del self.boards[self.port]
        self.list_boards()
        os.unlink(self.folder / self.port)
        for end in self.ends:
            os.close(end)
        self.ends = ()
        self.twin.unplug()

    def list_board(self, name: str, serial_number: str) -> None:
        self.boards[name] = serial_number
        self.list_boards()

    def list_boards(self) -> None:
        new = self.folder / "ports.new"
        new.write_text("".join(f"{name} {number}\n" for name, number in self.boards.items()))
        new.rename(self.ports)

    def begin(self, program: str, *arguments: str, **streams: object) -> subprocess.Popen:
        assert program == "glowtable"
        path = ":".join(str(HOUSE / part) for part in (".", "host", "firmware"))
        environment = os.environ | {
            "GLOWTABLE_DATA": str(self.folder / "data"),
            "GLOWTABLE_CONFIG": str(self.folder / "config.toml"),
            "PYTHONPATH": path,
            "PYTHONUNBUFFERED": "1",
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
        }
        command = [sys.executable, "-m", "tests.support.renamed_child", str(self.ports), *arguments]
        return subprocess.Popen(command, cwd=self.folder, env=environment, **streams)

    def serve(self) -> None:
        """Carry bytes between the table and its port for a moment."""
        master = self.ends[:1]
        ready, _, _ = select.select(master, [], [], 0.005)
        try:
            if ready:
                self.twin.write(os.read(master[0], 4096))
        except OSError:  # nobody has opened the port
            pass
        data = self.twin.read(4096) if master else b""
        if data:
            os.write(master[0], data)

    def until(self, happens, most_s: float = HANG_S, told=str) -> None:
        """Wait until this happens; whatever is asked for, the end comes only when something hangs."""
        until_ms = self.clock.now_ms() + 1000 * HANG_S
        while not happens():
            self.serve()
            assert self.clock.now_ms() < until_ms, told()

    def passes(self, seconds: float) -> None:
        until_ms = self.clock.now_ms() + 1000 * seconds
        self.until(lambda: self.clock.now_ms() >= until_ms)


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path)
    bench.plug_in("ttyACM0")
    yield bench
    if bench.ends:
        bench.unplug()


@pytest.fixture
def match(bench):
    match = Match(bench, *SEATED)
    yield match.begin()
    match.close()


def test_a_match_goes_on_at_the_port_where_the_table_is_now(bench, match):
    for _ in range(3):
        match.lay_next()
    bench.unplug()
    match.sees(AWAY)
    match.sees(f"The table at {bench.port} is unplugged.")
    other, slave = pty.openpty()
    os.symlink(os.ttyname(slave), bench.folder / bench.port)
    bench.list_board("ttyACM0", OTHER)  # another Pico has its name now
    bench.plug_in("ttyACM1")
    match.sees(f"The table is back at {bench.port}.")
    match.come_back()
    match.play_to_end()
    assert not select.select([other], [], [], 0)[0], "nobody wrote to the other Pico"
