"""How often teams of Alter Ego win, by bot, level and seats: the table in docs/rules/alter_ego.md, made by the engine.

    python -m tests.bench.wins [--games N] [--seed N] [--jobs N] [--bot NAME] [--level NAME]

Each line is printed as soon as it is known, in the form of that table: the share of matches won, and the mean number of
rounds. The same seed plays the same matches.
"""

import argparse

from glowtable import games
from glowtable.game import full_options
from glowtable.lab.simulate import simulate_matches

EGO = games.find("alter_ego")
LINES = (("vigilante", "vigilante"), ("guardian", "vigilante"), ("vigilante", "rookie"), ("vigilante", "nightmare"))
GAMES = 400  # a share of so many is known to about five points


def line(bot: str, level: str, count: int, seed: int, jobs: int) -> str:
    return head(bot, level, count) + "".join(
        f" {won_by(bot, level, seats, count, seed, jobs)} |" for seats in EGO.seats
    )


def head(bot: str, level: str, count: int) -> str:
    return f"| `{bot}` | `{level}` | {count} |"


def won_by(bot: str, level: str, seats: int, count: int, seed: int, jobs: int) -> str:
    options = full_options(EGO, {"level": level, "empty_deck": "loss"})
    played = simulate_matches(EGO, seats, options, count, seed, [bot] * seats, jobs)
    return f"{100 * played.wins[0] / count:.1f} %, {played.rounds.interval.value:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--bot", default="")
    parser.add_argument("--level", default="")
    args = parser.parse_args()
    for bot, level in LINES:
        if args.bot in ("", bot) and args.level in ("", level):
            print(line(bot, level, args.games, args.seed, args.jobs), flush=True)


if __name__ == "__main__":
    main()
