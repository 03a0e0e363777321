"""What `glowtable play` costs at rest, beside an earlier one: parts of a core, all measured at once in one run.

    python -m tests.bench.idle [--before COMMIT] [--seconds N]

At a terminal of its own each of them shows a match at the simulated table in which nobody does anything: once as it
begins, once with all 36 cells blinking. Ours is measured at a serial port, too. What counts is the CPU time of the
process, so that others may be busy, too. Exit 1 if ours takes more than its goals.
"""

import argparse
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.before import BEFORE, IMPORTED, files_of

ROOT = Path(__file__).parents[2]
AT_PORT = "at a port"
GOALS_PCT = {"rest": 2.0, "blinking": 2.0, AT_PORT: 1.0}
BEGINS_S = 15  # until it has begun, and rests; on a busy computer, too
TICKS = os.sysconf("SC_CLK_TCK")

# The program of a folder, with every picture that goes to its table as it is or replaced by one that blinks
CHILD = (
    IMPORTED
    + """
from glowpico import wire
encode = wire.encode

def blinking(sender, session, number, word, *fields):
    return encode(sender, session, number, word, *(("g" * 42, "k" * 42, 60) if word == "lights" else fields))

if sys.argv.pop(1) == "blinking":
    wire.encode = blinking
from glowtable.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
)
PLAYED = ("punto", "--port", "twin:", "--seats", "Ann,Ben")
# The simulated table behind a pseudo-terminal, which gets the name given
TABLE = """
import os, pty, select, sys, tty
from glowtable.device.clock import WallClock
from glowtable.device.twin import Twin

host, end = pty.openpty()
tty.setraw(end)
os.symlink(os.ttyname(end), sys.argv[1])
port = Twin(WallClock().now_ms).line.open()
while True:
    if select.select([host], [], [], 0.02)[0]:
        port.write(os.read(host, 4096))
    os.write(host, port.read(4096))
"""


class Played:
    """A match of the program in this folder, at a terminal that reads and drops what is drawn."""

    def __init__(
        self, program: Path, how: str, data: Path, played: tuple[str, ...] = PLAYED, child: str = CHILD
    ) -> None:
        self.master, terminal = pty.openpty()
        path = ":".join(str(program / part) for part in ("host", "firmware"))
        given = {"GLOWTABLE_DATA": str(data), "GLOWTABLE_CONFIG": str(data / "config.toml"), "TERM": "xterm-256color"}
        given["PYTHONDONTWRITEBYTECODE"] = ""  # compiled modules are kept, as they are for people
        self.process = subprocess.Popen(
            [sys.executable, "-c", child, how, "play", *played], env=os.environ | given | {"PYTHONPATH": path},
            stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
        )  # fmt: skip
        os.close(terminal)

    def __enter__(self) -> "Played":
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    @property
    def cpu_s(self) -> float:
        """CPU time of the process until now; it must live."""
        assert self.process.poll() is None, "the program has ended"
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


def let_run(played: list[Played], seconds: float) -> None:
    """Read their terminals meanwhile."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        for master in select.select([each.master for each in played], [], [], left)[0]:
            os.read(master, 65536)


@contextmanager
def table_at_a_port(folder: Path) -> Iterator[str]:
    """The name of its port."""
    name = folder / "port"
    paths = {"PYTHONPATH": f"{ROOT / 'host'}:{ROOT / 'firmware'}"}
    with subprocess.Popen([sys.executable, "-c", TABLE, str(name)], env=os.environ | paths) as table:
        try:
            while not name.is_symlink():
                assert table.poll() is None, "it has ended"
                time.sleep(0.05)
            yield str(name)
        finally:
            table.kill()


def measured(programs: list[Path], seconds: float) -> dict[tuple[Path, str], float]:
    """Percent of a core that each takes in each way."""
    ways = [(program, how) for program in programs for how in ("rest", "blinking")] + [(ROOT, AT_PORT)]
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(TemporaryDirectory())) for _ in ways]
        port = stack.enter_context(table_at_a_port(folders[-1]))
        at_port = tuple(port if word == "twin:" else word for word in PLAYED)
        played = [
            stack.enter_context(Played(*way, data, at_port if way[1] == AT_PORT else PLAYED))
            for way, data in zip(ways, folders, strict=True)
        ]
        let_run(played, BEGINS_S)
        begun, before = time.monotonic(), [each.cpu_s for each in played]
        let_run(played, seconds)
        passed = time.monotonic() - begun
        return {way: 100 * (each.cpu_s - cpu_s) / passed for way, each, cpu_s in zip(ways, played, before, strict=True)}


def beside(earlier: float, now: float) -> str:
    return f"{earlier:.1f} %, {earlier / max(now, 0.01):.1f} times as much"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT", help="the earlier program; '' for none")
    parser.add_argument("--seconds", type=float, default=30)
    given = parser.parse_args(arguments)
    with files_of(given.before, "host", "firmware") as before:
        found = measured([*([before] if before else []), ROOT], given.seconds)
    worst = 0.0
    for how, goal_pct in GOALS_PCT.items():
        now = found[ROOT, how]
        times = beside(found[before, how], now) if (before, how) in found else "-"
        print(f"play, {how:10} {now:5.2f} % of a core <= {goal_pct} %   before: {times}")
        worst = max(worst, now / goal_pct)
    return 0 if worst <= 1 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
