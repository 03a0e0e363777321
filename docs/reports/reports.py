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
    """What a page is of: the first options in full, the others beside them."""

    players: int
    matches: int
    options: Sequence[Mapping[str, int | str]] = ({},)


PLANS: Mapping[str, Plan] = {
    "punto": Plan(2, 400, ({}, {"first_cell": "any"}, {"frame": "floating"}, {"rounds_to_win": 1})),
    "alex_and_co": Plan(3, 200, ({}, {"swap_optional": "no"}, {"reveal_stop_early": "no"}, {"layout": "36+9"})),
    "spiel_des_jahres": Plan(3, 400, ({}, {"actions": "secret"}, {"bank": "limited"}, {"last_call": "yes"})),
    "alter_ego": Plan(2, 200, ({"level": "vigilante"}, {"level": "rookie"}, {"level": "nightmare"}, {"safety_net": 1})),
}


def study(game: str, options: Mapping[str, int | str], matches: int) -> gt.Study:
    """The matches of one page under one set of options."""
    return gt.simulate(game, games=matches, seats=PLANS[game].players, seed=SEED, **options)


def main() -> int:
    from glowtable.lab.report_page import report_page

    for game in sys.argv[1:] or PLANS:
        plan = PLANS[game]
        studies = [study(game, options, plan.matches) for options in plan.options]
        (HOME / f"{game}.html").write_text(report_page(studies), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
