"""What `glowtable play` takes until it has drawn its first table, beside an earlier one: CPU time, in one run.

And what `import glowtable` adds to a bare interpreter that starts.

    python -m tests.bench.start [--before COMMIT] [--times N] [--game GAME]

At a terminal of its own each of them begins a match at the simulated table, by turns, with nothing from before, and
stops at once when its first page is written. No table may be plugged in. Exit 1 if one takes more than its goal.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.before import BEFORE, files_of
from tests.bench.idle import CHILD, Played

ROOT = Path(__file__).parents[2]
GOAL = 0.6  # of the earlier one's CPU time
TIMES = 15
IMPORT_GOAL_MS = 30
# Before the program: what it writes is looked at
STOPPING = """
import io, os, signal, sys

class Stopping(io.TextIOWrapper):
    is_drawn = False

    def write(self, text):
        self.is_drawn |= "\\x1b[2mf " in text  # the last row of the grid
        return super().write(text)

    def flush(self):
        super().flush()
        if self.is_drawn:
            os.kill(os.getpid(), signal.SIGSTOP)

sys.stdout = Stopping(open(1, "wb", closefd=False), encoding="utf-8")
"""


def measured(programs: list[Path], times: int, game: str) -> list[float]:
    """The median of seconds of CPU time that each takes."""
    for program in programs:
        first_table_s(program, game)  # its modules are compiled now
    found = [[first_table_s(program, game) for program in programs] for _ in range(times)]
    return list(map(median, zip(*found, strict=True)))


def first_table_s(program: Path, game: str) -> float:
    """CPU time from the start of the process to its first page."""
    with TemporaryDirectory() as data, Played(program, "rest", Path(data), (game,), STOPPING + CHILD) as played:
        process = played.process.pid
        _, status = os.waitpid(process, os.WUNTRACED)
        assert os.WIFSTOPPED(status), "the program has ended"
        return cpu_s(process)


def started_s(code: str) -> float:
    """CPU time of an interpreter that runs this and ends."""
    process = subprocess.Popen([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": str(ROOT / "host")})
    return sum(os.wait4(process.pid, 0)[2][:2])


def import_s(code: str, times: int) -> tuple[float, float]:
    """The median of what a bare interpreter takes, and of what this adds to it, by turns."""
    found = [(started_s("pass"), started_s(code)) for _ in range(times + 1)][1:]  # modules are compiled by the first
    return median(bare for bare, _ in found), median(ours - bare for bare, ours in found)


def report_import(bare_s: float, added_s: float) -> int:
    """Print both; 1 if the goal is missed."""
    met = added_s * 1000 <= IMPORT_GOAL_MS
    verdict = f"<= {IMPORT_GOAL_MS}" if met else f"MISSED {IMPORT_GOAL_MS}"
    print(
        f"import glowtable: {added_s * 1000:.1f} ms of CPU time beside {bare_s * 1000:.1f} of a bare start: {verdict}"
    )
    return 0 if met else 1


def cpu_s(process: int) -> float:
    """CPU time of a process until now, finer than a tick of the clock."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


def report(before_s: float, now_s: float) -> int:
    """Print both and their ratio; 1 if the goal is missed."""
    ratio = now_s / before_s
    met = ratio <= GOAL
    print(f"play to its first table: {now_s * 1000:.0f} ms of CPU time, before {before_s * 1000:.0f} ms: ", end="")
    print(f"{ratio:.2f} <= {GOAL}" if met else f"{ratio:.2f} MISSED {GOAL}")
    return 0 if met else 1


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT", help="the earlier program")
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument("--game", default="punto")
    given = parser.parse_args(arguments)
    with files_of(given.before, "host", "firmware") as before:
        if before is None:
            parser.error(f"{given.before} is not in this project's history")
        missed = report(*measured([before, ROOT], given.times, given.game))
    return missed | report_import(*import_s("import glowtable", 2 * given.times))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
