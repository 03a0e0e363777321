"""Matches on a cluster of two workers beside two processes that share the same matches with no engine, in one run.

    python -m tests.bench.cluster [--rounds 5] [--matches 600]

Both take turns by the clock on the wall, and each is warmed up first; the goal is a ratio. Needs the extra `cluster`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from glowtable.game import full_options
from glowtable.games import find
from glowtable.lab.simulate import cluster, local_cluster, simulate_match, simulate_matches

GOAL = 0.85  # of what two processes do
GAME, BOTS = "spiel_des_jahres", ("publisher", "random")


def half(which: int, matches: int) -> int:
    """Every other match, in this process."""
    game = find(GAME)
    options = full_options(game, game.test_options)
    return sum(simulate_match(game, 2, options, 1, n, BOTS).actions for n in range(which, matches, 2))


def wall_s(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def measured(rounds: int, matches: int) -> float:
    """The cluster's speed as a share of the two processes'."""
    game = find(GAME)
    options = full_options(game, game.test_options)
    with ProcessPoolExecutor(2) as pool, local_cluster(2) as address, cluster(address) as machines:

        def ideal() -> list[int]:
            return list(pool.map(half, (0, 1), (matches, matches)))

        def ours() -> object:
            return simulate_matches(game, 2, options, matches, 1, BOTS, machines.workers, map=machines.map)

        ideal(), ours()
        pairs = [(wall_s(ideal), wall_s(ours)) for _ in range(rounds)]
    return statistics.median(best / took for best, took in pairs)


def report(share: float) -> int:
    """Print it; 1 if the goal is missed."""
    print(f"two workers of a cluster / two processes: {share:.2f}  goal {GOAL}  {'ok' if share >= GOAL else 'MISSED'}")
    return int(share < GOAL)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--matches", type=int, default=600)
    args = parser.parse_args()
    return report(measured(args.rounds, args.matches))


if __name__ == "__main__":
    sys.exit(main())
