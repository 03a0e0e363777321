"""How commands grow with the journal: each on 5, 500 and 5,000 matches, in CPU time, as a ratio to 5.

Each round runs every command on every size in turn, so that whoever else uses the machine slows all of them; the median
of the rounds' ratios counts. The goal is a ratio of at most 1.5 at 5,000. The control reads all of the file before each
command, as glowtable 0.1.0 did at every start: it must miss the goal.

    python -m tests.bench.journal [--rounds 7]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from glowtable.match.header import Header
from glowtable.match.journal import OVER, Journal
from glowtable.table import Row

from tests.bench.before import ROOT

SIZES = (5, 500, 5000)
ROWS = 400  # of one match, about those of Punto for two
GOAL = 1.5
SHORT = ("--port", "twin:", "--seed", "1", "--option", "rounds_to_win=1", "--option", "max_rounds=1")
COMMANDS = {
    "matches": ("matches",),
    "journal list": ("journal", "list"),
    "export": ("export", "1"),
    "journal show": ("journal", "show", "1"),
    "play": ("play", "punto", *SHORT),
}
WHOLE_CHECK = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA quick_check').fetchall(); "


def make_journal(folder: Path, matches: int) -> None:
    """A journal of so many matches that are over, with rows as long as those of a real one."""
    journal = Journal(folder / "journal.sqlite")
    journal.db.execute("PRAGMA synchronous=OFF")
    header = Header("punto", ("Ann", "bot:greedy"), {"frame": "fixed"}, 7, "2026-11-21 20:00:00")
    rows = [Row("event" if n % 2 else "note", f"press {n % 36} and what came of it") for n in range(ROWS)]
    for _ in range(matches):
        journal.append_rows(journal.begin_match(header), [*rows, Row(OVER, "Punto: won by Ann")])
    journal.close()


def cpu_s(folder: Path, arguments: tuple[str, ...], before: str = "") -> float:
    """The CPU time of one command; `before` is done first in the same program."""
    code = f"{before}import sys; from glowtable.__main__ import main; sys.exit(main(sys.argv[2:]))"
    environment = {
        **os.environ,
        "GLOWTABLE_DATA": str(folder),
        "GLOWTABLE_CONFIG": str(folder / "none.toml"),
        "PYTHONPATH": f"{ROOT / 'host'}{os.pathsep}{ROOT / 'firmware'}",
    }
    command = [sys.executable, "-c", code, str(folder / "journal.sqlite"), *arguments]
    begun = _children_s()
    subprocess.run(command, env=environment, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return _children_s() - begun


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


CONTROL = "control: all of it read"
Round = Mapping[str, Sequence[float]]  # by command: the CPU time on each size


def measured(folders: Sequence[Path], rounds: int, cpu_s: Callable[..., float] = cpu_s) -> list[Round]:
    """Each command on each size in turn, round after round; every second one from the largest size down."""
    runs = {name: (arguments, "") for name, arguments in COMMANDS.items()}
    runs[CONTROL] = (COMMANDS["export"], WHOLE_CHECK)
    found = []
    for number in range(rounds):
        order = folders if number % 2 == 0 else folders[::-1]
        times = {name: {folder: cpu_s(folder, *run) for folder in order} for name, run in runs.items()}
        found.append({name: [by_folder[folder] for folder in folders] for name, by_folder in times.items()})
    return found


def report(rounds: Sequence[Round]) -> int:
    """Print a line per command; 1 if a goal was missed, or the control met it."""
    missed = False
    for name in rounds[0]:
        times = [statistics.median(each[name][at] for each in rounds) for at in range(len(SIZES))]
        ratios = sorted(each[name][-1] / each[name][0] for each in rounds)
        ratio = statistics.median(ratios)
        missed |= (ratio > GOAL) == (name != CONTROL)
        figures = "  ".join(f"{at:5} {value:6.3f} s" for at, value in zip(SIZES, times, strict=True))
        print(f"{name:24} {figures}   ratio {ratio:.2f} ({ratios[0]:.2f} .. {ratios[-1]:.2f})")
    return int(missed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    with TemporaryDirectory() as place:
        folders = [Path(place) / str(matches) for matches in SIZES]
        for folder, matches in zip(folders, SIZES, strict=True):
            make_journal(folder, matches)
        sizes_kb = [(folder / "journal.sqlite").stat().st_size >> 10 for folder in folders]
        rounds = measured(folders, args.rounds)
    print("KB " + json.dumps(dict(zip(SIZES, sizes_kb, strict=True))))
    return report(rounds)


if __name__ == "__main__":
    sys.exit(main())
