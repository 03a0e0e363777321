"""Makes the pages of this folder: a study of each game by its best bot, compared under other options."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import glowtable as gt

HOME = Path(__file__).parent
SEED = 1


class Plan(NamedTuple):
    """What a page is of: the first options in full, the others beside them, and other numbers of players."""

    players: int
    matches: int
    options: Sequence[Mapping[str, int | str]] = ({},)
    others: Sequence[int] = ()  # with the first options, in a game that all win together


PLANS: Mapping[str, Plan] = {
    "punto": Plan(2, 400, ({}, {"first_cell": "any"}, {"frame": "floating"}, {"rounds_to_win": 1})),
    "alex_and_co": Plan(3, 200, ({}, {"swap_optional": "no"}, {"reveal_stop_early": "no"}, {"layout": "36+9"})),
    "spiel_des_jahres": Plan(3, 400, ({}, {"actions": "secret"}, {"bank": "limited"}, {"last_call": "yes"})),
    "alter_ego": Plan(
        2, 200, ({"level": "vigilante"}, {"level": "rookie"}, {"level": "nightmare"}, {"safety_net": 1}), (1, 3, 4)
    ),
}


def studies(game: str, plan: Plan) -> list[gt.Study]:
    """The matches of one page: under each set of options, then with each other number of players."""
    asked = [(plan.players, options) for options in plan.options] + [(seats, plan.options[0]) for seats in plan.others]
    return [gt.simulate(game, games=plan.matches, seats=seats, seed=SEED, **options) for seats, options in asked]


def main() -> int:
    from glowtable.lab.report_page import report_page

    for game in sys.argv[1:] or PLANS:
        (HOME / f"{game}.html").write_text(report_page(studies(game, PLANS[game])), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
