"""A workbench with the emulated table on it, and the programs that are run at its port as a person would run them."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path

from glowpico.settings import DEFAULTS

from tests.emulated.served import ROOT, Served
from tests.pty.pace import Clock
from tests.support.patience import HANG_S

PACE = Path(__file__).with_name("pace.py")
ROWS, COLUMNS = 36, 100
HOME, REST = "\x1b[H", "\x1b[J"  # around every page of ours
SGR = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Workbench:
    """A folder with what glowtable keeps, and a table at `port`."""

    def __init__(self, folder: Path, table: Served, path: str = "") -> None:
        """`path`: where Python finds glowtable; else it is this one."""
        self.folder, self.table, self.port = folder, table, str(table.port)
        self.led_order = DEFAULTS["led_order"]  # cell -> its LED along the chain
        times = table.port.with_suffix(".us")
        self.now_s = Clock(times)
        self.paced = [sys.executable, str(PACE), str(times)]
        source = ":".join(str(ROOT / part) for part in ("host", "firmware"))
        self.environment = os.environ | {
            **dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY"), ""),  # no browser is opened
            "GLOWTABLE_DATA": str(folder / "data"),
            "GLOWTABLE_CONFIG": str(folder / "config.toml"),
            "PYTHONPATH": path or source,
            "PYTHONUNBUFFERED": "1",
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LC_ALL": "C.UTF-8",
        }

    def begin(self, program: str, *arguments: str, **streams: object) -> subprocess.Popen:
        """Start this at the table's pace."""
        return subprocess.Popen([*self.paced, program, *arguments], cwd=self.folder, env=self.environment, **streams)

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess:
        """What it printed and its exit code."""
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        process = self.begin(program, *arguments, **streams)
        try:
            printed, _ = process.communicate(timeout=HANG_S)
        finally:
            process.kill()
        return subprocess.CompletedProcess(arguments, process.returncode, printed)

    def glowtable(self, command: str, *arguments: str) -> subprocess.CompletedProcess:
        return self.run("glowtable", command, "--port", self.port, *arguments)

    def mpremote(self, *arguments: str) -> str:
        """What mpremote printed; it must succeed."""
        done = self.run("mpremote", "connect", self.port, *arguments)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def until(self, happens: Callable[[], object], most_s: float, told: Callable[[], object] = str) -> None:
        """Wait so long in the table's time; `told` says what was there instead."""
        until = self.now_s() + most_s
        while not happens():
            self.table.do("time")  # fails if the table is gone
            assert self.now_s() < until, told()
            select.select([], [], [], 0.02)

    def passes(self, seconds: float) -> None:
        """Let so much of the table's time pass."""
        until = self.now_s() + seconds
        self.until(lambda: self.now_s() >= until, 2 * seconds)


class Screen:
    """A program at a terminal of its own; `text` is all it wrote, `page` what stands there now."""

    def __init__(self, workbench: Workbench, program: str, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.process = workbench.begin(
            program, *arguments, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
        )  # fmt: skip
        os.close(slave)
        os.set_blocking(self.master, False)
        self.written = b""

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    @property
    def text(self) -> str:
        while True:
            try:
                data = os.read(self.master, 65536)
            except OSError:  # nothing more now, or the program has ended
                break
            if not data:
                break
            self.written += data
        return self.written.decode(errors="replace").replace("\r\n", "\n")

    @property
    def drawn(self) -> str:
        """The last whole page, with its colours."""
        _, _, page = self.text.rpartition(REST)[0].rpartition(HOME)
        return page

    @property
    def page(self) -> str:
        return SGR.sub("", self.drawn)

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def ends(self) -> int:
        """Its exit code."""
        return self.process.wait(HANG_S)
