"""Matches of each game's usual bot for a second of CPU time, beside an earlier program's, in one run.

    python -m tests.bench.matches [--before COMMIT] [--rounds N] [--matches N] [--game GAME] [--compiled WHEEL]

The programs play the same numbers of matches by turns, so that a busy machine slows all alike; what counts is the
ratio of the sums. With --compiled a compiled wheel plays, too, and must play the same matches.
Exit 1 if a game of hidden cards is not as many times as quick as its goal.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from tests.bench.before import files_of

ROOT = Path(__file__).parents[2]
BEFORE = "c343797"  # every bot was handed its whole view
SEATS = {"punto": 2, "alex_and_co": 3, "spiel_des_jahres": 3, "alter_ego": 2}
GOALS = {"alex_and_co": 2.0, "spiel_des_jahres": 2.0, "alter_ego": 2.0}
COMPILED_GOALS = dict.fromkeys(GOALS, 3.0)
# Another program plays: it is told the game, the seats, the bot, the first match and how many
PLAYING = """
import json, sys, time
from glowtable import games
from glowtable.game import full_options
from glowtable.lab.simulate import simulate_matches

name, seats, bot, first, count = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
game = games.find(name)
bots = [bot or next(iter(game.bots))] * seats
options = full_options(game, game.test_options)
simulate_matches(game, seats, options, 2, 1, bots)
start = time.process_time()
played = simulate_matches(game, seats, options, count, first, bots)
print(json.dumps([time.process_time() - start, played.digest]))
"""


def played(program: Path, game: str, bot: str, seed: int, count: int) -> tuple[float, str]:
    """Seconds of CPU time, and the digest of all actions."""
    paths = f"{program / 'host'}:{program / 'firmware'}"
    command = [sys.executable, "-c", PLAYING, game, str(SEATS[game]), bot, str(seed), str(count)]
    done = subprocess.run(command, env={"PYTHONPATH": paths}, capture_output=True, text=True, check=True)
    seconds, digest = json.loads(done.stdout)
    return seconds, digest


def compare(
    before: Path, programs: Sequence[Path], game: str, bot: str, rounds: int, count: int
) -> list[tuple[float, bool]]:
    """How many times as quick each of these programs is, and whether it played the same matches as the first."""
    every = [before, *programs]
    found = [[played(program, game, bot, seed, count) for program in every] for seed in range(1, rounds + 1)]
    seconds = [sum(spent for spent, _ in each) for each in zip(*found, strict=True)]
    digests = [[digest for _, digest in each] for each in zip(*found, strict=True)]
    return [(seconds[0] / spent, own == digests[1]) for spent, own in zip(seconds[1:], digests[1:], strict=True)]


def report(game: str, how: str, ratio: float, same: bool, goal: float) -> bool:
    """Print it; whether it misses its goal, or plays other matches than this program."""
    verdict = "" if not goal else f" >= {goal}" if ratio >= goal else f" MISSED {goal}"
    print(f"{game}{how}: {ratio:.2f}{verdict}{'' if same else ', OTHER matches'}", flush=True)
    return ratio < goal or not same


@contextmanager
def programs_of(wheel: str) -> Iterator[list[Path]]:
    """This program, and the one in the wheel, if there is one."""
    with TemporaryDirectory() as folder:
        if wheel:
            with ZipFile(wheel) as files:
                files.extractall(Path(folder) / "host")
        yield [ROOT, Path(folder)] if wheel else [ROOT]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT", help="the earlier program")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--game", default="", choices=["", *SEATS])
    parser.add_argument("--bot", default="", help="else the game's usual one")
    parser.add_argument("--compiled", default="", metavar="WHEEL", help="what `GLOWTABLE_MYPYC=1 pip wheel .` made")
    given = parser.parse_args(arguments)
    missed = False
    with files_of(given.before, "host", "firmware") as before, programs_of(given.compiled) as programs:
        if before is None:
            parser.error(f"{given.before} is not in this project's history")
        for game in [given.game] if given.game else SEATS:
            found = compare(before, programs, game, given.bot, given.rounds, given.matches)
            for (ratio, same), how, goals in zip(found, ("", ", compiled"), (GOALS, COMPILED_GOALS), strict=False):
                missed |= report(game, how, ratio, same, goals.get(game, 0.0))
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
