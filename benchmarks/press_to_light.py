"""CPU time from a press to its light on the simulated table, in process; and of `glowtable --help`.

    python benchmarks/press_to_light.py [--presses 200]

From the press to the tick in which the strip has rendered the picture that came of it: firmware, both ends of the
line, session, journal (its wait for the disk is no CPU time) and strip. Goals: median under 1 ms, --help under 0.15 s.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))
from glowtable.match.session import Phase

from tests.matches import Match  # the whole path in one process, as the tests play it


def presses(folder: Path, count: int) -> list[int]:
    """CPU time in ns of so many accepted presses, each until its light."""
    match = Match(folder, ("Ann", "Ben"), max_rounds=99, first_player="random")
    match.wait()
    found: list[int] = []
    while len(found) < count:
        if match.session.lit_cells:
            found.append(one(match))
        else:
            match.console.hear_line("next" if match.session.phase is Phase.OVER else "")
        match.wait()  # the next card is turned up and the firmware at rest
    return found


def one(match: Match) -> int:
    """Press a lit cell and pump until its picture has been rendered."""
    before = match.twin.picture_letters
    match.twin.press(match.session.lit_cells[0])
    began = time.process_time_ns()
    while match.twin.picture_letters == before or match.twin.loop.shown is not match.twin.loop.picture:
        match.step()
    took = time.process_time_ns() - began
    match.twin.pico.levels[:] = bytes(len(match.twin.pico.levels))
    return took


def help_cpu_s() -> float:
    """User and system time of one `glowtable --help`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "glowtable", "--help"], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--presses", type=int, default=200)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        median_ms = statistics.median(presses(Path(folder), arguments.presses)) / 1e6
    help_s = statistics.median(help_cpu_s() for _ in range(5))
    print(f"press to light  median {median_ms:.2f} ms CPU  (goal under 1)")
    print(f"glowtable --help  median {help_s:.3f} s CPU  (goal under 0.15)")
    return 0 if median_ms < 1 and help_s < 0.15 else 1


if __name__ == "__main__":
    sys.exit(main())
