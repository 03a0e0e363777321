"""Memory in a long evening: matches of a game one after the other, and how the process grows per 1,000 rows.

The goal is at most 5 KiB per 1,000 rows of the journal after the first 10,000, in memory of the process (RSS), at the
beginning of each match. Each game is played in a process of its own. The control keeps all that was said, as glowtable
0.1.0 did: it must miss the goal.

    python -m tests.bench.evening                         # 30,000 rows of each game
    python -m tests.bench.evening --long --plot soak.svg  # the soak: 100,000 events of each game
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from glowtable import games
from glowtable.match import news
from glowtable.match.session import Phase

from tests.support.matches import Match

GOAL_KIB = 5.0
FIRST_ROWS = 10_000  # until what is kept has reached its bounds
ROWS, LONG_EVENTS, CONTROL_ROWS = 30_000, 100_000, 25_000
KEPT_BY_CONTROL = 10**9
WRONG_PRESSES = ("a1", "f6", "undo", "why c3", "night", "night")
COUNT = "SELECT count(*), coalesce(sum(kind = 'event'), 0) FROM rows WHERE match = ?"
CONTROL = "control"  # a game of this name is Punto, and all that was said is kept
PAGE_KIB = os.sysconf("SC_PAGE_SIZE") // 1024
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000")
WIDE, HIGH = 760, 300


class Point(NamedTuple):
    """The process at the beginning of a match."""

    rows: int
    events: int
    kib: int


def play_evening(name: str, rows: int, events: int) -> Iterator[Point]:
    """Matches of a game until there are so many rows and so many events."""
    if name == CONTROL:
        name, news.MAX_SENTENCES = "punto", KEPT_BY_CONTROL
    game = games.find(name)
    seats = [f"bot:{next(iter(game.bots))}"] * (min(game.seats) if min(game.seats) > 1 else 1)
    with TemporaryDirectory() as folder:
        match = Match(Path(folder), seats, game=game, **game.test_options)
        match.journal.db.execute("PRAGMA synchronous=OFF")
        point = Point(0, 0, 0)
        while point.rows < rows or point.events < events:
            played = match.pump.recorder.match
            _play_on(match)
            more = match.journal.query(COUNT, played)[0]
            point = Point(point.rows + more[0], point.events + more[1], _used_kib())
            yield point
        match.journal.close()


def _play_on(match: Match) -> None:
    """The next match to its end, with people who press what means nothing."""
    for line in WRONG_PRESSES:
        match.console.handle_line(line)
    match.to_the_end()
    match.simulated_players.made.clear()  # what only tests remember
    while match.session.phase is Phase.OVER:
        match.console.handle_line("next")
        match.console.handle_line("ok")
        match.wait(50)


def _used_kib() -> int:
    """Without what bots remember to think faster: it has its bounds, but takes many evenings to reach them."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper):
            each.cache_clear()
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_KIB


def slope_kib(points: list[Point]) -> float:
    """KiB per 1,000 rows after the first, by least squares."""
    late = [point for point in points if point.rows >= FIRST_ROWS]
    mean_rows = sum(point.rows for point in late) / len(late)
    mean_kib = sum(point.kib for point in late) / len(late)
    spread = sum((point.rows - mean_rows) ** 2 for point in late)
    slope = sum((point.rows - mean_rows) * (point.kib - mean_kib) for point in late)
    return slope / spread * 1000 if spread else 0.0


def measured(name: str, rows: int, events: int) -> list[Point]:
    """The same in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "tests.bench.evening",
        "--child",
        name,
        "--rows",
        str(rows),
        "--events",
        str(events),
    ]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    return [Point(*json.loads(line)) for line in ran.stdout.splitlines()]


def plotted(evenings: dict[str, list[Point]]) -> str:
    """The evenings as an SVG: KiB since the first 10,000 rows, by rows."""
    most_rows = max(points[-1].rows for points in evenings.values())
    lines = {
        name: [(point.rows, point.kib - _first_kib(points)) for point in points] for name, points in evenings.items()
    }
    most_kib = max(1024, *(kib for line in lines.values() for _, kib in line))
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-60 -20 {WIDE + 200} {2 * HIGH + 60}" font-size="12">']
    parts.append(f'<rect x="-60" y="-20" width="{WIDE + 200}" height="{2 * HIGH + 60}" fill="#fff"/>')
    parts.append(f'<path d="M0 0V{2 * HIGH}M0 {HIGH}H{WIDE}" stroke="#888" fill="none"/>')
    parts.append(f'<text x="-8" y="10" text-anchor="end">{most_kib} KiB</text>')
    parts.append(f'<text x="-8" y="{HIGH + 4}" text-anchor="end">0</text>')
    parts.append(f'<text x="{WIDE}" y="{HIGH + 16}" text-anchor="end">{most_rows} rows</text>')
    for n, (name, line) in enumerate(lines.items()):
        shown = " ".join(f"{rows * WIDE // most_rows},{HIGH - kib * HIGH // most_kib}" for rows, kib in line)
        parts.append(f'<polyline points="{shown}" fill="none" stroke="{COLOURS[n]}" stroke-width="1.5"/>')
        parts.append(f'<text x="{WIDE + 8}" y="{20 + 16 * n}" fill="{COLOURS[n]}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _first_kib(points: list[Point]) -> int:
    return next(point.kib for point in points if point.rows >= FIRST_ROWS)


def main() -> int:
    """Print a line per game; 1 if a goal was missed, or the control met it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=ROWS, help=f"of each game (default: {ROWS})")
    parser.add_argument("--events", type=int, default=0, help="of each game, too (default: as they come)")
    parser.add_argument("--long", action="store_true", help=f"the soak: {LONG_EVENTS} events of each game")
    parser.add_argument("--games", default=",".join(games.names()), help="which (default: all)")
    parser.add_argument("--plot", metavar="FILE", help="write an SVG of it")
    parser.add_argument("--child", metavar="GAME", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        for point in play_evening(args.child, args.rows, args.events):
            print(json.dumps(point), flush=True)
        return 0
    evenings = {}
    for name in args.games.split(","):
        evenings[name] = measured(name, args.rows, LONG_EVENTS if args.long else args.events)
        _print_line(name, evenings[name])
    evenings[CONTROL] = measured(CONTROL, CONTROL_ROWS, 0)
    _print_line("control: all is kept", evenings[CONTROL])
    if args.plot:
        Path(args.plot).write_text(plotted(evenings))
    missed = [name for name, points in evenings.items() if slope_kib(points) > GOAL_KIB]
    return 0 if missed == [CONTROL] else 1


def _print_line(name: str, points: list[Point]) -> None:
    told = f"{len(points):4} matches, {points[-1].rows:7} rows, {points[-1].events:7} events"
    print(f"{name:20} {told}: {slope_kib(points):7.2f} KiB per 1,000 rows, at most {GOAL_KIB}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
