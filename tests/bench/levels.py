"""How much better each level of each game plays than the one below it: the table in docs/BOTS.md.

    python -m tests.bench.levels [--game GAME] [--share N] [--jobs N]

Each line is printed as soon as it is known. Every deal is played in every seating of the two, and an interval of 95 %
is by deals; of Alter Ego a team of each plays the same deals. The same seed plays the same matches, but for those of a
search, whose time is its core's. Exit 1 if a level does not beat
the one below it at the lower end of its interval: then it is none. --share 10 plays a tenth of them.
"""

import argparse
import sys
from typing import NamedTuple

import glowtable as gt
from glowtable.game import LEVEL
from glowtable.lab.figures import Interval

SEED = 1


class Step(NamedTuple):
    """Two levels next to each other, and how many deals are needed to tell them apart."""

    game: str
    seats: int
    above: int  # the number of the better one
    deals: int


STEPS = (
    Step("punto", 2, 2, 1000),
    Step("punto", 2, 3, 1000),
    Step("punto", 2, 4, 1000),
    Step("punto", 2, 5, 1000),
    Step("punto", 2, 6, 1000),
    Step("alex_and_co", 3, 2, 30),
    Step("alex_and_co", 3, 3, 60),
    Step("spiel_des_jahres", 2, 2, 100),
    Step("spiel_des_jahres", 2, 3, 250),
    Step("spiel_des_jahres", 2, 4, 60),
    Step("alter_ego", 3, 2, 100),
    Step("alter_ego", 3, 3, 400),
    Step("alter_ego", 3, 4, 80),
)


def head_of(step: Step) -> str:
    """How its line begins: who plays against whom, and how many at a table."""
    better, worse = bots_of(step)
    game = gt.find(step.game)
    return f"| {game.title} | {LEVEL}{step.above} | `{better}` | `{worse}` | {step.seats} |"


def bots_of(step: Step) -> tuple[str, str]:
    levels = gt.find(step.game).levels
    return levels[step.above - 1].bot, levels[step.above - 2].bot


def measured(step: Step, share: int, jobs: int) -> tuple[str, Interval]:
    """The line of the table, and what the better one scored."""
    bots, deals = bots_of(step), max(4, step.deals // share)
    study = gt.tournament(step.game, bots, seats=step.seats, seed=SEED, deals=deals, jobs=jobs)
    score = study.pair_score(*bots)
    return f"{head_of(step)} {study.ended} | {score} |", score


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="")
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(arguments)
    missed = False
    for step in STEPS:
        if given.game in ("", step.game):
            line, score = measured(step, given.share, given.jobs)
            missed |= score.low <= 0.5
            print(line, flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
