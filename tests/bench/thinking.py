"""How long each level of each game thinks about a decision: the table in docs/SIMULATE.md.

    python -m tests.bench.thinking [--game GAME] [--decisions N] [--busy N]

All seats are played by the same level, and only decisions between several actions count, the bot's view included.
The time is that of its core, beside the wall's. --busy starts so many processes besides that do nothing but work: with
it who waits for longer must not think less, which `playouts` of a search shows.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from random import Random
from statistics import median, quantiles
from typing import Any, NamedTuple

import glowtable as gt
from glowtable.game import Action, Game, levels_of
from glowtable.kit.search import Search
from glowtable.lab.one_match import Think, make_players, match_steps, settled_terms

from tests.bench.levels import STEPS

SEATS = {step.game: step.seats for step in STEPS}
TWENTIETHS, HALF, MOST = 20, 9, 18
WORK = "while True: pass"


class Thought(NamedTuple):
    """One decision: what it took, and how many matches a search played out for it."""

    core_ms: float
    wall_ms: float
    playouts: int


def timed(think: Think, thoughts: list[Thought], playouts_of: Callable[[], int]) -> Think:
    def choose(state: Any, legal: Sequence[Action], rng: Random) -> Action:
        core_s, wall_s = time.thread_time(), time.perf_counter()
        action = think(state, legal, rng)
        core_ms, wall_ms = (1000 * (time.thread_time() - core_s), 1000 * (time.perf_counter() - wall_s))
        thoughts.append(Thought(core_ms, wall_ms, playouts_of()))
        return action

    return choose


@contextmanager
def counted_playouts() -> Iterator[Callable[[], int]]:
    """How many playouts any search made since it was asked last."""
    played, usual = count(), Search._playout_value
    seen = [0]

    def counting(self: Search, *arguments: Any) -> float:
        next(played)
        return usual(self, *arguments)

    def since() -> int:
        now = next(played)
        done, seen[0] = now - seen[0], now + 1
        return done

    Search._playout_value = counting  # type: ignore[method-assign]
    try:
        yield since
    finally:
        Search._playout_value = usual  # type: ignore[method-assign]


def thoughts_of(game: Game, bot: str, decisions: int) -> list[Thought]:
    """The first so many decisions of its matches."""
    thoughts: list[Thought] = []
    _, seats, terms = settled_terms(game, SEATS[game.name], {})
    with counted_playouts() as playouts_of:
        for number in count():
            players = [timed(think, thoughts, playouts_of) for think in make_players(game, (bot,) * seats)]
            for _ in match_steps(game, game.rules.setup(seats, terms), players, 1, number):
                if len(thoughts) >= decisions:
                    return thoughts
    raise AssertionError("matches never end")


def row_of(game: Game, name: str, bot: str, thoughts: Sequence[Thought]) -> str:
    core, wall = (quantiles(times, n=TWENTIETHS) for times in list(zip(*thoughts, strict=True))[:2])
    played = median([thought.playouts for thought in thoughts])
    return (
        f"| {game.title} | {name} | `{bot}` | {len(thoughts)} | {core[HALF]:.2f} | {core[MOST]:.2f} "
        f"| {wall[HALF]:.2f} | {wall[MOST]:.2f} | {played:g} |"
    )


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many that work beside it."""
    others = [subprocess.Popen([sys.executable, "-c", WORK]) for _ in range(processes)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="")
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--busy", type=int, default=0)
    given = parser.parse_args(arguments)
    print("| game | level | bot | decisions | core ms, p50 | p95 | wall ms, p50 | p95 | playouts, p50 |")
    with busy(given.busy):
        for game in map(gt.find, SEATS):
            for name, level in levels_of(game).items() if given.game in ("", game.name) else ():
                fewer = given.decisions // 5 if level.bot == "search" else given.decisions
                thoughts = thoughts_of(game, level.bot, max(2, fewer))
                print(row_of(game, name, level.bot, thoughts), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
