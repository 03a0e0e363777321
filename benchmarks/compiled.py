"""Compiles kit, rules, views and bots with mypyc in a copy of the program, and measures what that brings by itself.

    python -m benchmarks.compiled [--games punto,alex_and_co] [--rounds 5] [--matches 40]

The copy is in dist/compiled/host: put it first on PYTHONPATH to simulate with it. Both programs play the same matches
in turn, on CPU time; that their digests are equal is checked. It takes minutes, and a C compiler.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

HOUSE = Path(__file__).parents[1]
COPY = HOUSE / "dist" / "compiled"
GAMES = ("punto", "alex_and_co", "spiel_des_jahres")
NOT_PLAYED = {  # files of a game that a simulation does not need, and the kernel, which Numba compiles
    "__init__", "words", "surface", "faces", "lights", "where_is", "letters", "notation", "kernel", "kernel_bot",
}  # fmt: skip
NOT_COMPILED = {"glowtable/kit/hands.py"}  # a Protocol with `...` for defaults, which mypyc takes for values
CONFIG = "[mypy]\nexplicit_package_bases = True\nfollow_imports = silent\nignore_missing_imports = True\n"
PLAY = """
import json, sys, time
import glowtable.kit.bit_sets as compiled
from glowtable.game import full_options
from glowtable.games import find
from glowtable.lab.simulate import simulate_matches
name, bots, matches = sys.argv[1], sys.argv[2].split(","), int(sys.argv[3])
game = find(name)
options, seats = full_options(game, game.test_options), min(game.seats)
simulate_matches(game, seats, options, 3, 2, bots * seats)
start = time.process_time()
found = simulate_matches(game, seats, options, matches, 1, bots * seats)
print(json.dumps([found.digest, time.process_time() - start, compiled.__file__.endswith(".py")]))
"""


class Played(NamedTuple):
    digest: str
    cpu_s: float
    is_python: bool


def sources(games: Iterable[str]) -> list[str]:
    """The files that are compiled, as seen from the folder of packages."""
    home = HOUSE / "host"
    found = [*(home / "glowtable/kit").glob("*.py")]
    for game in games:
        found += (home / "glowtable/games" / game).glob("*.py")
    names = {str(path.relative_to(home)) for path in found if path.stem not in NOT_PLAYED}
    return sorted(names - NOT_COMPILED)


def compile_copy(games: Sequence[str]) -> None:
    """Make it anew."""
    shutil.rmtree(COPY, ignore_errors=True)
    for part in ("host", "firmware"):
        shutil.copytree(HOUSE / part, COPY / part, ignore=shutil.ignore_patterns("__pycache__"))
    (COPY / "mypy.ini").write_text(CONFIG)
    mypyc = Path(sys.executable).with_name("mypyc")
    subprocess.run(
        [mypyc, "--config-file", "../mypy.ini", *sources(games)],
        cwd=COPY / "host", check=True, env={**os.environ, "MYPYPATH": ".:../firmware"},
    )  # fmt: skip


def played(home: Path, game: str, bots: str, matches: int) -> Played:
    """These matches by the program in this folder, in a process of its own."""
    path = os.pathsep.join(str(home / part) for part in ("host", "firmware"))
    done = subprocess.run(
        [sys.executable, "-c", PLAY, game, bots, str(matches)],
        check=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    return Played(*json.loads(done.stdout))


def ratio(game: str, bots: str, rounds: int, matches: int) -> float:
    """How many times as fast the compiled one is; RuntimeError if it plays other matches, or is not compiled."""
    ratios = []
    for _ in range(rounds):
        plain, compiled = played(HOUSE, game, bots, matches), played(COPY, game, bots, matches)
        if plain.digest != compiled.digest or compiled.is_python or not plain.is_python:
            raise RuntimeError(f"{game}: what was compiled is not the same program")
        ratios.append(plain.cpu_s / compiled.cpu_s)
    return statistics.median(ratios)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--no-build", action="store_true", help="measure what was compiled before")
    args = parser.parse_args()
    names = args.games.split(",")
    if not args.no_build:
        compile_copy(names)
    for game in names:
        from glowtable.games import find

        for bots in (next(iter(find(game).bots)), "random"):
            print(
                f"{game:18} {bots:10} {ratio(game, bots, args.rounds, args.matches):5.2f} times as fast, equal digests"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
