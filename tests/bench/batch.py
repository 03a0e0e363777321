"""A batch of Punto beside other ways to step a thousand rounds with what is seen of them, in one run.

    python -m tests.bench.batch [--rounds 7] [--seconds 0.5] [--pgx PYTHON]

Steps per second of CPU time, of one core, the cases in turn: random legal actions, whole matches, planes and masks.
The second batch is the control: its ratio is about 1. `turns one by one` is Punto's environment of PettingZoo as it was
before there were batches. --pgx names a Python that has pgx and jax, whose connect_four is played in a batch, too.
Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from tests.bench.before import files_of

TOGETHER = 1000
BATCH, CONTROL, ONE, PGX = "punto batch", "punto batch again", "punto, turns one by one", "pgx connect_four batch"
GOALS = {PGX: 1.0, ONE: 250.0}  # the batch's steps per second as multiples of the others'
BEFORE = "5b600b7"  # the last program without batches
Case = Callable[[float], float]  # for so many seconds: steps per second

PLAY_BEFORE = """
import random, sys, time
from glowtable.lab.pettingzoo_env import env
zoo, rng = env("punto"), random.Random(1)
for line in sys.stdin:
    seconds, steps, start = float(line), 0, time.process_time()
    while time.process_time() - start < seconds:
        zoo.reset()
        for _ in zoo.agent_iter():
            seen, _, terminated, truncated, _ = zoo.last()
            over = terminated or truncated
            seen["observation"]
            zoo.step(None if over else rng.choice(seen["action_mask"].nonzero()[0].tolist()))
            steps += not over
    print(steps / (time.process_time() - start), flush=True)
"""
PLAY_PGX = f"""
import sys, time
import jax, jax.numpy as jnp, pgx
from pgx.experimental.wrappers import auto_reset
game = pgx.make("connect_four")
begin, step = jax.vmap(game.init), jax.vmap(auto_reset(game.step, game.init))

def one(carried, _):
    state, key = carried
    key, drawn = jax.random.split(key)
    actions = jax.random.categorical(drawn, jnp.where(state.legal_action_mask, 0.0, -1e9))
    return (step(state, actions, jax.random.split(key, {TOGETHER})), key), None

play = jax.jit(lambda carried: jax.lax.scan(one, carried, None, length=20)[0])
carried = play((begin(jax.random.split(jax.random.PRNGKey(0), {TOGETHER})), jax.random.PRNGKey(1)))
jax.block_until_ready(carried[0].observation)
for line in sys.stdin:
    seconds, steps, start = float(line), 0, time.process_time()
    while time.process_time() - start < seconds:
        carried = play(carried)
        jax.block_until_ready(carried[0].observation)
        steps += 20 * {TOGETHER}
    print(steps / (time.process_time() - start), flush=True)
"""


def batch_case() -> Case:
    """A batch of this program."""
    from glowtable.lab.batch import PuntoBatch

    batch = PuntoBatch(TOGETHER)
    batch.reset()

    def play(seconds: float) -> float:
        steps, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            batch.step(batch.random_actions())
            steps += TOGETHER
        return steps / (time.process_time() - start)

    return play


def child_case(stack: ExitStack, python: str, code: str, **environment: str) -> Case:
    """A program that plays for as many seconds as a line says, and answers with its rate."""
    child = stack.enter_context(
        subprocess.Popen(
            [python, "-c", code],
            env={**os.environ, **environment},
            text=True,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
    )
    stack.callback(child.kill)

    def play(seconds: float) -> float:
        child.stdin.write(f"{seconds}\n")
        child.stdin.flush()
        return float(child.stdout.readline())

    return play


def cases_of(stack: ExitStack, before: Path | None, pgx: str) -> dict[str, Case]:
    cases = {BATCH: batch_case(), CONTROL: batch_case()}
    if before:
        path = f"{before / 'host'}:{before / 'firmware'}"
        cases[ONE] = child_case(stack, sys.executable, PLAY_BEFORE, PYTHONPATH=path)
    if pgx:
        flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
        cases[PGX] = child_case(stack, pgx, PLAY_PGX, XLA_FLAGS=flags, PYTHONPATH="")
    return cases


def report(rates: Mapping[str, list[float]]) -> int:
    """Print the medians and those of the ratios of each round; 1 if a goal is missed."""
    missed = 0
    for name, found in rates.items():
        ratio = statistics.median(ours / theirs for ours, theirs in zip(rates[BATCH], found, strict=True))
        goal = GOALS.get(name, 0.0)
        missed |= ratio < goal
        verdict = f"  goal {goal:g}  {'ok' if ratio >= goal else 'MISSED'}" if goal else ""
        print(f"{name:26}{statistics.median(found):12,.0f} steps per second, {BATCH} / it {ratio:7.2f}{verdict}")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--pgx", default="", metavar="PYTHON")
    args = parser.parse_args()
    with files_of(BEFORE, "host", "firmware") as before, ExitStack() as stack:
        cases = cases_of(stack, before, args.pgx)
        rates: dict[str, list[float]] = {name: [] for name in cases}
        for number in range(args.rounds + 1):
            for name, case in cases.items():
                rate = case(args.seconds)
                rates[name] += [rate] if number else []  # in the first each compiles what it needs
        return report(rates)


if __name__ == "__main__":
    sys.exit(main())
