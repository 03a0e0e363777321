"""Matches of Punto's greedy bots in two processes beside one, in one run.

    python -m tests.bench.workers [--rounds 5] [--matches 100]

CPU time decides, of this process and of its workers: what two cores gain if they have nothing else to do. One process
is measured twice, as a control. The clock on the wall is shown, too; it is right only on a quiet machine.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from statistics import median
from typing import NamedTuple

from glowtable.game import full_options
from glowtable.games import find
from glowtable.lab.simulate import simulate_matches

GOAL = 1.85


class Taken(NamedTuple):
    """Seconds."""

    cpu: float
    wall: float


def taken(jobs: int, matches: int) -> Taken:
    """What so many matches take in so many processes, which are started and ended in it."""
    game = find("punto")
    options = full_options(game, game.test_options)
    before, start = os.times(), time.perf_counter()
    simulate_matches(game, 2, options, matches, 1, ("greedy", "greedy"), jobs)
    after = os.times()
    return Taken(sum(after[:4]) - sum(before[:4]), time.perf_counter() - start)


def measured(rounds: int, matches: int) -> tuple[float, float, float]:
    """By CPU time two beside one, one beside itself; by the wall two beside one."""
    taken(1, 1)
    found = [(taken(1, matches), taken(2, matches), taken(1, matches)) for _ in range(rounds)]
    return (
        median(2 * one.cpu / two.cpu for one, two, _ in found),
        median(one.cpu / again.cpu for one, _, again in found),
        median(one.wall / two.wall for one, two, _ in found),
    )


def report(gained: float, control: float, wall: float) -> int:
    """Print them; 1 if the goal is missed."""
    verdict = "ok" if gained >= GOAL else "MISSED"
    print(
        f"two workers / one: {gained:.2f}  goal {GOAL}  {verdict}; one / itself: {control:.2f}; by the wall {wall:.2f}"
    )
    return int(gained < GOAL)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--matches", type=int, default=100)
    args = parser.parse_args()
    return report(*measured(args.rounds, args.matches))


if __name__ == "__main__":
    sys.exit(main())
