"""The compiled kernel of Punto beside the same in C, and beside rollouts wholly in C++ of a like game, in one run.

    python -m tests.bench.kernel [--rounds 7] [--seconds 0.5]

Goals are ratios of moves per second of CPU time; the cases take turns, so that a busy machine slows them all alike.
C and the kernel draw the same random numbers: that both come to the same winners is checked first. One match from
Python stands beside pentago from Python. C is measured twice, as a control. Needs the extra `bench`, and a C compiler.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

Case = Callable[[int, int], int]  # plays so many from a seed, returns the moves made
C_CODE = Path(__file__).with_name("punto.c")
COMPILERS = ("cc", "gcc", "clang")
KERNEL, C, CPP = "punto kernel", "punto in C", "open_spiel pentago, rollouts in C++"
CONTROL, ONE, PENTAGO = "punto in C again", "one punto match from Python", "open_spiel pentago from Python"
GOALS = {(KERNEL, C): 0.8, (KERNEL, CPP): 6.0, (ONE, PENTAGO): 1.0, (CONTROL, C): 0.9}  # moves per second, as multiples
CHECKED = MATCHES = 2000


def kernel_play() -> Callable[[int, int], tuple[tuple[int, ...], int]]:
    """Plays so many rounds from a seed: how often each side won, and all cards laid."""
    import glowtable as gt
    from glowtable.games.punto.kernel_bot import Round

    walker = gt.match("punto", seats=2, seed=None)
    walker.push("chance starter 0")
    return Round(walker.view()).play_rounds


def c_play(folder: Path) -> Callable[[int, int], tuple[tuple[int, ...], int]]:
    """The same in C."""
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        sys.exit("this benchmark needs a C compiler: install one (Debian, Ubuntu: the package gcc)")
    made = folder / "punto.so"
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", made, C_CODE], check=True)
    function = ctypes.CDLL(str(made)).play_rounds
    function.argtypes = (ctypes.c_long, ctypes.c_uint64, ctypes.POINTER(ctypes.c_long))
    function.restype = ctypes.c_long

    def play(rounds: int, seed: int) -> tuple[tuple[int, ...], int]:
        wins = (ctypes.c_long * 3)()
        laid = function(rounds, seed, wins)
        return tuple(wins), laid

    return play


def pentago_case() -> Case:
    """OpenSpiel's pentago at random, move by move from Python."""
    import pyspiel

    game = pyspiel.load_game("pentago")

    def play(matches: int, seed: int) -> int:
        rng, moves = random.Random(seed), 0
        for _ in range(matches // 100):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def one_case() -> Case:
    """The same of Punto by its kernel."""
    from glowtable.lab.kernel_match import KernelMatch

    def play(matches: int, seed: int) -> int:
        rng, moves = random.Random(seed), 0
        for number in range(matches // 100):
            match = KernelMatch(2, seed + number)
            while match.legal:
                match.apply(rng.choice(match.legal))
                moves += 1
        return moves

    return play


def cpp_case() -> Case:
    """OpenSpiel's own rollouts of pentago: five in a row on 6 x 6 cells, wholly in C++."""
    import pyspiel

    game, length = (
        pyspiel.load_game("pentago"),
        pentago_case()(MATCHES, 1) / (MATCHES // 100),
    )  # rollouts count no moves
    start = game.new_initial_state()

    def play(rounds: int, seed: int) -> int:
        """Two simulations of its MCTS bot, each worth half of the rollouts: less tree there cannot be."""
        rollouts = pyspiel.RandomRolloutEvaluator(rounds // 2, seed)
        pyspiel.MCTSBot(game, rollouts, 1.0, 2, 10, False, seed, False).step(start)
        return round(rounds * length)

    return play


def rate(case: Case, count: int, seed: int, seconds: float) -> float:
    """Moves per second of CPU time."""
    start, moves = time.process_time(), 0
    while time.process_time() - start < seconds:
        moves += case(count, seed)
        seed += 1
    return moves / (time.process_time() - start)


def measured(cases: Mapping[str, Case], rounds: int, seconds: float) -> dict[str, float]:
    """The median rate of each case, measured in turn."""
    found: dict[str, list[float]] = {name: [] for name in cases}
    for number in range(rounds):
        for name, case in cases.items():
            found[name].append(rate(case, MATCHES, number, seconds))
    return {name: statistics.median(rates) for name, rates in found.items()}


def report(rates: Mapping[str, float]) -> int:
    """Print the rates and the ratios; 1 if a goal is missed."""
    missed = 0
    for name, moves in rates.items():
        print(f"{name:40} {moves:14,.0f} moves per second")
    for (ours, theirs), goal in GOALS.items():
        ratio = rates[ours] / rates[theirs]
        missed |= ratio < goal
        print(f"{ours:28} / {theirs:40} {ratio:6.2f}  goal {goal:g}  {'ok' if ratio >= goal else 'MISSED'}")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours, in_c = kernel_play(), c_play(Path(folder))
        if ours(CHECKED, 7) != in_c(CHECKED, 7):
            sys.exit("the kernel and C come to different rounds: nothing can be compared")
        cases: dict[str, Case] = {
            KERNEL: lambda rounds, seed: ours(rounds, seed)[1],
            C: lambda rounds, seed: in_c(rounds, seed)[1],
            CONTROL: lambda rounds, seed: in_c(rounds, seed)[1],
            CPP: cpp_case(),
            ONE: one_case(),
            PENTAGO: pentago_case(),
        }
        return report(measured(cases, args.rounds, args.seconds))


if __name__ == "__main__":
    sys.exit(main())
