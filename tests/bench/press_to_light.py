"""CPU time from a press to its light on the simulated table, in process; and of `glowtable --help`.

    python -m tests.bench.press_to_light [--presses 200]

From the press to the tick in which the strip has rendered the picture that came of it: firmware, both ends of the
line, session, journal (its wait for the disk is no CPU time) and strip. What counts are ratios measured in this run, in
turns: a press beside tests/bench/yardstick.py, --help beside a Python that does nothing.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from glowtable.match.session import Phase

from tests.bench import yardstick
from tests.support.matches import Match  # the whole path in one process, as the tests play it

STARTS = 9  # of --help, and of a Python that does nothing
PRESS, HELP = "press to light / yardstick", "glowtable --help / python -c pass"
# At most. On a core where the yardstick takes 0.4 ms of CPU time a press then takes a millisecond.
GOALS = {PRESS: 2.5, HELP: 12.0}


def presses(folder: Path, count: int) -> tuple[list[int], list[int]]:
    """CPU time in ns of so many accepted presses, each until its light; and of the yardstick after each."""
    match = Match(folder, ("Ann", "Ben"), max_rounds=99, first_player="random")
    match.wait()
    found: list[int] = []
    beside: list[int] = []
    while len(found) < count:
        if match.session.lit_cells:
            found.append(one(match))
            beside.append(yardstick.cpu_ns(yardstick.work))
        else:
            match.console.handle_line("next" if match.session.phase is Phase.OVER else "")
        match.wait()  # the next card is turned up and the firmware at rest
    return found, beside


def one(match: Match) -> int:
    """Press a lit cell and pump until its picture has been rendered."""
    before = match.twin.picture_letters
    match.twin.press(match.session.lit_cells[0])

    def until_its_light() -> None:
        while (
            match.twin.picture_letters == before or match.twin.loop.display.shown is not match.twin.loop.display.picture
        ):
            match.step()

    took = yardstick.cpu_ns(until_its_light)
    match.twin.pico.levels[:] = bytes(len(match.twin.pico.levels))
    return took


def start_s(*arguments: str) -> float:
    """User and system time of one run of Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def starts() -> tuple[list[float], list[float]]:
    """CPU time in s of `glowtable --help`, and of a Python that does nothing after each."""
    pairs = [(start_s("-m", "glowtable", "--help"), start_s("-c", "pass")) for _ in range(STARTS)]
    return [help_s for help_s, _ in pairs], [bare_s for _, bare_s in pairs]


def report(ratios: Mapping[str, float]) -> int:
    """The ratios beside their goals; 1 if one is missed."""
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.2f}x (goal at most {GOALS[name]:g}x){'   MISSED' if ratio > GOALS[name] else ''}")
    return int(any(ratio > GOALS[name] for name, ratio in ratios.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--presses", type=int, default=200)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        press_ns, beside_ns = presses(Path(folder), arguments.presses)
    help_s, bare_s = starts()
    for name, median, unit in (
        ("press to light", statistics.median(press_ns) / 1e6, "ms"),
        ("yardstick", statistics.median(beside_ns) / 1e6, "ms"),
        ("glowtable --help", statistics.median(help_s), "s"),
        ("python -c pass", statistics.median(bare_s), "s"),
    ):
        print(f"{name:20}{median:8.3f} {unit} CPU")
    return report({PRESS: yardstick.yardsticks(press_ns, beside_ns), HELP: yardstick.yardsticks(help_s, bare_s)})


if __name__ == "__main__":
    sys.exit(main())
