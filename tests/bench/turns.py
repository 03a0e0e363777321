"""Turns per second of our games as environments of PettingZoo beside its connect_four_v3, in one run.

    python -m tests.bench.turns [--rounds 7] [--seconds 1.0]

What is measured is what PettingZoo's own `performance_benchmark` does: every agent observes and takes a random legal
action, match after match; on CPU time, the cases in turn. Each agent reads its observation, as a program that learns
does: ours are made when they are read. Beside it stands the figure for one that reads the mask of legal actions
alone, as that benchmark does. Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
import warnings
from collections.abc import Mapping
from typing import Any, NamedTuple

from glowtable import games

THEIRS = "connect_four_v3"
LOOKED_AT = 500  # turns between two looks at the clock, which are not free


class Rates(NamedTuple):
    """Turns per second, or multiples of those of another game."""

    read: float  # with the observation
    mask: float  # with the mask alone


GOALS = {"punto": Rates(0.3, 1.0)}  # as multiples of theirs


def environments() -> dict[str, Any]:
    warnings.simplefilter("ignore")  # an observation of bytes is taken for a picture of a strange shape
    from glowtable.lab.pettingzoo_env import env
    from pettingzoo.classic import connect_four_v3

    return {THEIRS: connect_four_v3.env(), **{name: env(name) for name in games.names()}}


def turns_per_s(env: Any, seconds: float, *, reads: bool) -> float:
    """As pettingzoo.test.performance_benchmark counts them; it does not read what is observed."""
    env.reset()
    start, turns = time.process_time(), 0
    while time.process_time() - start < seconds:
        for _ in env.agent_iter(LOOKED_AT):
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            if reads:
                seen["observation"]
            env.step(None if over else random.choice(seen["action_mask"].nonzero()[0].tolist()))
            turns += 1
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
    return turns / (time.process_time() - start)


def measured(rounds: int, seconds: float) -> dict[str, list[Rates]]:
    """Of each game one pair of figures a round, measured in turn."""
    envs = environments()
    found: dict[str, list[Rates]] = {name: [] for name in envs}
    for _ in range(rounds):
        for name, env in envs.items():
            found[name].append(Rates(*(turns_per_s(env, seconds, reads=reads) for reads in (True, False))))
    return found


def report(rounds: Mapping[str, list[Rates]]) -> int:
    """Print the medians, and those of the ratios of each round; 1 if a goal is missed."""
    missed = 0
    for name, rates in rounds.items():
        for how, about in enumerate(("observation read", "mask alone")):
            rate = statistics.median(pair[how] for pair in rates)
            ratio = statistics.median(a[how] / b[how] for a, b in zip(rates, rounds[THEIRS], strict=True))
            goal = GOALS[name][how] if name in GOALS else None
            missed |= goal is not None and ratio < goal
            verdict = "" if goal is None else f"  goal {goal:g}  {'ok' if ratio >= goal else 'MISSED'}"
            print(f"{name:18} {about:16} {rate:9,.0f} turns per second  {ratio:5.2f}{verdict}")
    return int(missed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    return report(measured(args.rounds, args.seconds))


if __name__ == "__main__":
    sys.exit(main())
