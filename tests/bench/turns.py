"""Turns per second of our games in the programs of others, in one run.

    python -m tests.bench.turns [--rounds 7] [--seconds 1.0]

PettingZoo: as its own `performance_benchmark` every agent observes and takes a random legal action, beside its
connect_four_v3. OpenSpiel: random matches, beside the same by the contract itself; chance is drawn alike in both. On
CPU time, the cases in turn; a case beside itself is the control. Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
import warnings
from bisect import bisect
from collections.abc import Callable, Mapping
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

from glowtable import games

from tests.bench.bench import EVERY_KIND, Case, playouts, rate

LOOKED_AT = 500  # turns between two looks at the clock, which are not free
THEIRS, AGAIN = "PettingZoo connect_four_v3", "{}, again"
ZOO, SPIEL, CONTRACT = "{} in PettingZoo", "{} in OpenSpiel", "{} by the contract"


class Pair(NamedTuple):
    """What is compared with what, and how many times as quick it must be; 0 for no goal."""

    ours: str
    other: str
    goal: float = 0.0


GOALS = {ZOO.format("punto"): 1.0, SPIEL.format("punto"): 0.6}
PAIRS = (
    Pair(AGAIN.format(THEIRS), THEIRS),
    Pair(AGAIN.format(CONTRACT.format("punto")), CONTRACT.format("punto")),
    *(Pair(ours, THEIRS, GOALS.get(ours, 0.0)) for ours in map(ZOO.format, games.names())),
    *(Pair(SPIEL.format(name), CONTRACT.format(name), GOALS.get(SPIEL.format(name), 0.0)) for name in games.names()),
)


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


def open_spiel_playouts(name: str) -> Case:
    """As `playouts` by the contract, in OpenSpiel."""
    import glowtable.lab.open_spiel_games  # noqa: F401  (it registers them)
    import pyspiel

    game = pyspiel.load_game(f"glowtable_{name}")

    def play(seed: int) -> int:
        rng, state, moves = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                sums = list(accumulate([share for _, share in outcomes]))
                state.apply_action(outcomes[bisect(sums, rng.random() * sums[-1])][0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def all_cases() -> dict[str, Callable[[float], float]]:
    """Turns per second over about so many seconds, by the name of what is measured."""
    warnings.simplefilter("ignore")  # PettingZoo's about masks that are all zeros
    from glowtable.lab.pettingzoo_env import env
    from pettingzoo.classic import connect_four_v3

    zoo = {THEIRS: connect_four_v3.env(), **{ZOO.format(name): env(name) for name in games.names()}}
    found = {name: partial(turns_per_s, each) for name, each in zoo.items()}
    for name in games.names():
        case = playouts(name, min(games.find(name).seats), EVERY_KIND)
        found[CONTRACT.format(name)] = partial(rate, case, 1)
        found[SPIEL.format(name)] = partial(rate, open_spiel_playouts(name), 1)
    return found | {AGAIN.format(name): found[name] for name in (THEIRS, CONTRACT.format("punto"))}


def report(rounds: Mapping[str, list[float]]) -> int:
    """Print the medians of the ratios of each round; how many goals are missed."""
    missed = 0
    for ours, other, goal in PAIRS:
        ratio = statistics.median(a / b for a, b in zip(rounds[ours], rounds[other], strict=True))
        missed += ratio < goal
        verdict = f"  goal {goal:g}  {'ok' if ratio >= goal else 'MISSED'}" if goal else ""
        print(f"{ours} / {other}: {ratio:.2f}{verdict}")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    cases = all_cases()
    for case in cases.values():
        case(0.01)  # imports, tables and caches are made before it counts
    found: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(args.rounds):
        for name, case in cases.items():
            found[name].append(case(args.seconds))
    for name, rates in found.items():
        print(f"{name:40}{statistics.median(rates):10,.0f} turns per second")
    return 1 if report(found) else 0


if __name__ == "__main__":
    sys.exit(main())
