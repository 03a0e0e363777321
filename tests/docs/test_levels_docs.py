"""The table of the ladders in docs/BOTS.md has the matches that `make bench B=levels` plays, and nobody else's."""

import re
from pathlib import Path

from glowtable import games
from glowtable.lab.study import tournament_seatings

from tests.bench.levels import STEPS, head_of, measured

PAGE = (Path(__file__).parents[2] / "docs/BOTS.md").read_text("utf-8")
ROW = re.compile(r" (\d+) \| (0|1)\.(\d{3}) \[(0\.\d{3}), [01]\.\d{3}\] \|")


def test_each_step_of_each_ladder_has_its_row_and_beats_the_one_below():
    for step in STEPS:
        rest = PAGE.partition(head_of(step))[2].partition("\n")[0]
        found = ROW.fullmatch(rest)
        assert found, head_of(step)
        game = games.find(step.game)
        assert int(found[1]) == step.deals * len(tournament_seatings(game, ["one", "other"], step.seats))
        assert float(found[4]) > 0.5, head_of(step)


def test_all_steps_are_there():
    wanted = {(name, number) for name in games.names() for number in range(2, len(games.find(name).levels) + 1)}
    assert {(step.game, step.above) for step in STEPS} == wanted


def test_a_row_is_played():
    step = next(each for each in STEPS if each.game == "spiel_des_jahres" and each.above == 2)
    line, score = measured(step._replace(deals=8), 2, 1)
    assert line.startswith(head_of(step)) and ROW.fullmatch(line.removeprefix(head_of(step))) and score.n == 4
