"""How commands grow with the journal: each on 5, 500 and 5,000 matches, in CPU time, as a ratio to 5.

The goal is a ratio of at most 1.5 at 5,000. The control reads all of the file before each command, as glowtable 0.1.0
did at every start: it must miss the goal.

    python -m tests.bench.journal
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from glowtable.match.header import Header
from glowtable.match.journal import OVER, Journal
from glowtable.table import Row

from tests.bench.before import ROOT

SIZES = (5, 500, 5000)
ROWS = 400  # of one match, about those of Punto for two
GOAL = 1.5
RUNS = 5  # of which the quickest counts
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
    """The CPU time of one command, the best of several runs; `before` is done first in the same program."""
    code = f"{before}import sys; from glowtable.__main__ import main; sys.exit(main(sys.argv[2:]))"
    environment = {
        **os.environ,
        "GLOWTABLE_DATA": str(folder),
        "GLOWTABLE_CONFIG": str(folder / "none.toml"),
        "PYTHONPATH": f"{ROOT / 'host'}{os.pathsep}{ROOT / 'firmware'}",
    }
    command = [sys.executable, "-c", code, str(folder / "journal.sqlite"), *arguments]
    times = []
    for _ in range(RUNS):
        begun = _children_s()
        subprocess.run(command, env=environment, check=True, capture_output=True, stdin=subprocess.DEVNULL)
        times.append(_children_s() - begun)
    return min(times)


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Print a line per command; 1 if a goal was missed, or the control met it."""
    names = [*COMMANDS, "control: all of it read"]
    seconds: dict[str, list[float]] = {name: [] for name in names}
    sizes_kb = []
    with TemporaryDirectory() as place:
        for matches in SIZES:
            folder = Path(place) / str(matches)
            make_journal(folder, matches)
            sizes_kb.append((folder / "journal.sqlite").stat().st_size >> 10)
            for name, arguments in COMMANDS.items():
                seconds[name].append(cpu_s(folder, arguments))
            seconds[names[-1]].append(cpu_s(folder, COMMANDS["export"], WHOLE_CHECK))
    ratios = {name: times[-1] / times[0] for name, times in seconds.items()}
    for name, times in seconds.items():
        figures = "  ".join(f"{at:5} {value:6.3f} s" for at, value in zip(SIZES, times, strict=True))
        print(f"{name:24} {figures}   ratio {ratios[name]:.2f}")
    print("KB " + json.dumps(dict(zip(SIZES, sizes_kb, strict=True))))
    missed = [name for name in COMMANDS if ratios[name] > GOAL]
    return 1 if missed or ratios[names[-1]] <= GOAL else 0


if __name__ == "__main__":
    sys.exit(main())
