"""Random playouts of our games through the game contract beside well-known engines, on CPU time, in one run.

    python -m tests.bench.bench [--rounds 21] [--seconds 0.3] [--before COMMIT]

Each game is also played as an earlier program played it. The cases take many short turns, so that a busy machine slows
all of a round alike; what counts are the medians of the ratios in each round. Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from glowtable.game import CHANCE, Arg, Game, full_options
from glowtable.games import find
from glowtable.match.dealer import Dealer

from tests.bench.before import BEFORE, IMPORTED, files_of

ROOT = Path(__file__).parents[2]
Case = Callable[[int], int]  # plays one match from a seed, returns the moves made
Rate = Callable[[int, float], float]  # moves per second of CPU time, from a first seed, over about so many seconds

EVERY_KIND = ""
NOW, EARLIER = ", by itself", ", before"  # played by this program and by the earlier one, each in a process of its own
GOAL_BEFORE = 0.95  # a program beside itself came to 0.99 to 1.05
OURS = {
    "punto 2 players": ("punto", 2, "place"),
    "punto 4 players": ("punto", 4, "place"),
    "alex_and_co 3 players": ("alex_and_co", 3, EVERY_KIND),
    "alex_and_co 6 players": ("alex_and_co", 6, EVERY_KIND),
    "spiel_des_jahres 3 players": ("spiel_des_jahres", 3, EVERY_KIND),
    "spiel_des_jahres 6 players": ("spiel_des_jahres", 6, EVERY_KIND),
    "alter_ego 1 player": ("alter_ego", 1, EVERY_KIND),
    "alter_ego 4 players": ("alter_ego", 4, EVERY_KIND),
}
# The benchmark of a program, by itself
FOLDERS = ("tests/bench", "benchmarks")  # of this file: now, and in earlier programs
CHILD = (
    IMPORTED
    + """
import bench
name, seats, counted, first_seed, seconds = sys.argv[1:]
case = bench.playouts(name, int(seats), counted)
case(0)
print(bench.rate(case, int(first_seed), float(seconds)))
"""
)
# What a game's accepted actions per second must be at least, as multiples of the others' moves per second.
GOALS = {
    "punto": {"open_spiel python_tic_tac_toe": 2.0, "pettingzoo connect_four_v3": 5.0, "python-chess": 4.0},
    "alex_and_co": {"open_spiel python_team_dominoes": 1.5},
    "spiel_des_jahres": {"open_spiel python_team_dominoes": 1.0},
    "alter_ego": {"open_spiel python_team_dominoes": 0.5},
}


def playouts(name: str, seats: int, counted: str) -> Case:
    """Whole random matches of a game; what seats do is counted, of one kind or of EVERY_KIND, chance is not."""
    game = find(name)
    options = full_options(game, game.test_options)

    def play(seed: int) -> int:
        return playout(game, seats, options, Dealer(seed), counted)

    return play


def playout(game: Game, seats: int, options: Mapping[str, Arg], dealer: Dealer, counted: str) -> int:
    """One random match through nothing but the contract; how many actions of the kind were accepted."""
    rules, choice = game.rules, dealer.rng.choice
    state = rules.setup(seats, options)
    accepted = 0
    while actors := rules.to_act(state):
        if actors[0] == CHANCE:
            action = dealer.draw_outcome(rules.chance(state))
        else:
            action = choice(rules.legal(state, actors[0]))
            accepted += counted in (EVERY_KIND, action.kind)
        state = rules.apply(state, action)
    assert rules.outcome(state)
    return accepted


def open_spiel_case(name: str) -> Case:
    import pyspiel
    from open_spiel.python.games import team_dominoes, tic_tac_toe  # noqa: F401  (they register themselves)

    game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        rng, state, moves = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        state.returns()
        return moves

    return play


def pettingzoo_case() -> Case:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def play(seed: int) -> int:
        rng, moves = random.Random(seed), 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"]
            env.step(rng.choice([column for column in range(7) if mask[column]]))
            moves += 1
        return moves

    return play


def chess_case() -> Case:
    import chess

    def play(seed: int) -> int:
        rng, board, moves = random.Random(seed), chess.Board(), 0
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        return moves

    return play


def rate(case: Case, first_seed: int, seconds: float) -> float:
    """Moves per second of CPU time over matches that take about so long."""
    start, moves, seed = time.process_time(), 0, first_seed
    while time.process_time() - start < seconds:
        moves += case(seed)
        seed += 1
    return moves / (time.process_time() - start)


def rate_alone(program: Path, played: tuple[str, int, str], first_seed: int, seconds: float) -> float:
    """The same of the program in this folder, in a process of its own."""
    paths = ":".join(str(program / part) for part in ("host", "firmware", *FOLDERS, ""))
    arguments = [*map(str, (*played, first_seed, seconds))]
    ran = subprocess.run(
        [sys.executable, "-c", CHILD, *arguments],
        env=os.environ | {"PYTHONPATH": paths}, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    return float(ran.stdout)


def all_rates(program: Path | None) -> dict[str, Rate]:
    """What is measured, by its name; of an earlier program only if there is one."""
    cases = {
        **{name: playouts(*played) for name, played in OURS.items()},
        "open_spiel python_tic_tac_toe": open_spiel_case("python_tic_tac_toe"),
        "open_spiel python_team_dominoes": open_spiel_case("python_team_dominoes"),
        "pettingzoo connect_four_v3": pettingzoo_case(),
        "python-chess": chess_case(),
    }
    for case in cases.values():
        case(0)  # imports, tables and caches are made before the clock runs
    rates: dict[str, Rate] = {name: partial(rate, case) for name, case in cases.items()}
    gc.freeze()  # what was made until now is no garbage, in whichever case it is looked for
    for when, folder in ((NOW, ROOT), (EARLIER, program)) if program else ():
        rates |= {name + when: partial(rate_alone, folder, played) for name, played in OURS.items()}
    return dict(sorted(rates.items()))  # each beside the same one


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU seconds per case and round")
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT", help="the earlier program; '' for none")
    args = parser.parse_args()
    with files_of(args.before, "host", "firmware", *FOLDERS) as program:
        if not program:
            print("no earlier program is measured beside ours: this is no clone with its history")
        rates = all_rates(program)
        found = [{name: each(n * 1_000_000, args.seconds) for name, each in rates.items()} for n in range(args.rounds)]
    for name in rates:
        each = [measured[name] for measured in found]
        print(f"{name:36}{statistics.median(each):12,.0f} moves/s  ({min(each):,.0f} .. {max(each):,.0f})")
    return report(found)


def report(rounds: Sequence[Mapping[str, float]]) -> int:
    """The ratios beside their goals; 1 if one is missed. Of each round the moves per second."""
    missed = 0
    for ours in filter(OURS.__contains__, rounds[0]):
        goals = [(ours, name, goal) for name, goal in GOALS[OURS[ours][0]].items()]
        for one, other, goal in (*goals, (ours + NOW, ours + EARLIER, GOAL_BEFORE)):
            if other in rounds[0]:
                ratio = statistics.median(each[one] / each[other] for each in rounds)
                missed += ratio < goal
                verdict = "" if ratio >= goal else "   MISSED"
                print(f"{one} / {other}: {ratio:.2f}x (goal {goal:g}x){verdict}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
