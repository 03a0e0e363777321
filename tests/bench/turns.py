"""Turns per second of our games as environments of PettingZoo beside its connect_four_v3, in one run.

    python -m tests.bench.turns [--rounds 7] [--seconds 1.0]

What is measured is what PettingZoo's own `performance_benchmark` does: every agent observes and takes a random legal
action, match after match; on CPU time, the cases in turn. Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
import warnings
from collections.abc import Mapping
from typing import Any

from glowtable import games

THEIRS = "connect_four_v3"
LOOKED_AT = 500  # turns between two looks at the clock, which are not free
GOALS = {"punto": 1.0}  # turns per second as multiples of theirs


def environments() -> dict[str, Any]:
    warnings.simplefilter("ignore")  # an observation of bytes is taken for a picture of a strange shape
    from glowtable.lab.pettingzoo_env import env
    from pettingzoo.classic import connect_four_v3

    return {THEIRS: connect_four_v3.env(), **{name: env(name) for name in games.names()}}


def turns_per_s(env: Any, seconds: float) -> float:
    """As pettingzoo.test.performance_benchmark counts them."""
    env.reset()
    start, turns = time.process_time(), 0
    while time.process_time() - start < seconds:
        for _ in env.agent_iter(LOOKED_AT):
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else random.choice(seen["action_mask"].nonzero()[0].tolist()))
            turns += 1
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
    return turns / (time.process_time() - start)


def measured(rounds: int, seconds: float) -> dict[str, float]:
    """The median of each, measured in turn."""
    envs = environments()
    found: dict[str, list[float]] = {name: [] for name in envs}
    for _ in range(rounds):
        for name, env in envs.items():
            found[name].append(turns_per_s(env, seconds))
    return {name: statistics.median(rates) for name, rates in found.items()}


def report(rates: Mapping[str, float]) -> int:
    """Print them; 1 if a goal is missed."""
    missed = 0
    for name, rate in rates.items():
        goal = GOALS.get(name)
        ratio = rate / rates[THEIRS]
        missed |= goal is not None and ratio < goal
        verdict = "" if goal is None else f"  goal {goal:g}  {'ok' if ratio >= goal else 'MISSED'}"
        print(f"{name:20} {rate:9,.0f} turns per second  {ratio:5.2f}{verdict}")
    return int(missed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    return report(measured(args.rounds, args.seconds))


if __name__ == "__main__":
    sys.exit(main())
