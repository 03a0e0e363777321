"""Memory in a long evening: matches of a game one after the other, and its growth per 1,000 rows of the journal.

The goal is at most 5 KiB per 1,000 rows after the first rows, in memory that Python has in use. The lists of the kit
have a bound of their own, 512 per nine bits of a set, which is reached slowly: how they grow is printed beside. The
control keeps all that was said, as glowtable 0.1.0 did: it must miss the goal.

    python benchmarks/evening.py --rows 100000
"""

from __future__ import annotations

import argparse
import gc
import sys
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory

HOUSE = Path(__file__).parents[1]
sys.path[:0] = [str(HOUSE / root) for root in ("host", "firmware", ".")]

from glowtable import games  # noqa: E402
from glowtable.kit import bit_sets  # noqa: E402
from glowtable.match import pump  # noqa: E402
from glowtable.match.session import Phase  # noqa: E402

from tests.matches import Match  # noqa: E402

GOAL_KIB = 5.0
KEPT_BY_CONTROL = 10**9
SKIPPED = 0.4  # of all rows: until what is kept has reached its bounds
WRONG_PRESSES = ("a1", "f6", "undo", "why c3", "night", "night")


def growth_kib(name: str, rows: int) -> tuple[float, float]:
    """How much more memory is in use at the end of a match, per 1,000 rows; how much more the lists of the kit use."""
    game = games.find(name)
    seats = [f"bot:{next(iter(game.bots))}"] * (min(game.seats) if min(game.seats) > 1 else 1)
    with TemporaryDirectory() as folder:
        match = Match(Path(folder), seats, game=game, **game.test_options)
        match.journal.file.db.execute("PRAGMA synchronous=OFF")
        points: list[tuple[int, int, int]] = []
        while not points or points[-1][0] < rows:
            _play_on(match)
            points.append((_rows_of(match), *_in_use()))
        match.journal.close()
    late = [point for point in points if point[0] >= SKIPPED * rows]
    return _slope_kib([(at, used) for at, used, _ in late]), _slope_kib([(at, lists) for at, _, lists in late])


def _play_on(match: Match) -> None:
    """The next match to its end, with people who press what means nothing."""
    for line in WRONG_PRESSES:
        match.console.hear_line(line)
    match.to_the_end()
    match.simulated_players.made.clear()  # what only tests remember
    while match.session.phase is Phase.OVER:
        match.console.hear_line("next")
        match.console.hear_line("ok")
        match.wait(50)


def _rows_of(match: Match) -> int:
    return int(match.journal.file.query("SELECT sum(length) FROM matches")[0][0])


def _in_use() -> tuple[int, int]:
    """Bytes that are in use: without the lists of the kit, and by these."""
    gc.collect()
    sizes = {True: 0, False: 0}
    for part in tracemalloc.take_snapshot().statistics("filename"):
        sizes[part.traceback[0].filename == bit_sets.__file__] += part.size
    return sizes[False], sizes[True]


def _slope_kib(points: list[tuple[int, int]]) -> float:
    """KiB per 1,000 rows, by least squares."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0
    return slope * 1000 / 1024


def main() -> int:
    """Print a line per game; 1 if a goal was missed, or the control met it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=100_000, help="of each game (default: 100000)")
    parser.add_argument("--games", default=",".join(games.names()), help="which (default: all)")
    args = parser.parse_args()
    tracemalloc.start()
    missed = []
    for name in args.games.split(","):
        growth, lists = growth_kib(name, args.rows)
        print(f"{name:20} {growth:8.2f} KiB per 1,000 rows, at most {GOAL_KIB}; lists {lists:8.2f}", flush=True)
        missed += [name] if growth > GOAL_KIB else []
    pump.LAST_SAID = KEPT_BY_CONTROL
    control, _ = growth_kib("punto", min(args.rows, 20_000))
    print(f"{'control: all is kept':20} {control:8.2f} KiB per 1,000 rows")
    return 1 if missed or control <= GOAL_KIB else 0


if __name__ == "__main__":
    sys.exit(main())
