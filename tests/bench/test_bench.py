"""Goals are ratios measured in one run: a slower computer misses none, work that grows does; and both parts are run."""

import sys
from pathlib import Path

import pytest
from glowtable import games

from tests.bench import (
    batch,
    before,
    bench,
    cluster,
    evening,
    journal,
    kernel,
    matches,
    moments,
    press_to_light,
    start,
    turns,
    wins,
    workers,
    yardstick,
)
from tests.bench.__main__ import main as bench_main
from tests.bench.evening import Point

ROOT = Path(__file__).parents[2]
WINS = ROOT / "docs/rules/alter_ego.md"
FAKE = """#!/bin/sh
echo "$2"
case " $FAILING " in *" $2 "*) exit 1 ;; esac
"""
PARTS = ["tests.bench.press_to_light", "tests.bench.bench"]


def test_the_yardstick_is_always_the_same():
    assert yardstick.work() == yardstick.work() > 0


def test_two_workers_that_gain_too_little_fail(capsys):
    assert workers.report(1.86, 1.0, 1.7) == 0 and workers.report(1.84, 1.0, 1.9) == 1
    assert capsys.readouterr().out.count("MISSED") == 1
    assert all(share > 0 for share in workers.measured(1, 8))


def test_a_core_of_half_the_speed_makes_no_difference():
    assert yardstick.yardsticks([2, 3, 40], [1, 2, 3]) == yardstick.yardsticks([4, 6, 80], [2, 4, 6]) == 1.5


@pytest.mark.parametrize("name", press_to_light.GOALS)
def test_a_missed_goal_of_ours_fails(name, capsys):
    met = dict.fromkeys(press_to_light.GOALS, 0.1)
    assert press_to_light.report(met) == 0
    assert press_to_light.report({**met, name: press_to_light.GOALS[name] + 0.1}) == 1
    assert capsys.readouterr().out.count("MISSED") == 1


def test_a_missed_goal_of_the_engine_fails(capsys):
    others = {name: 100.0 for goals in bench.GOALS.values() for name in goals}
    slower = {"punto 2 players, by itself": 94.0, "punto 2 players, before": 100.0}
    assert bench.report([{"punto 2 players": 501.0, **others}]) == 0
    assert bench.report([{"punto 2 players": 499.0, **others}]) == 1
    assert capsys.readouterr().out.count("MISSED") == 1
    assert bench.report([{"punto 2 players": 501.0, **slower, **others}]) == 1
    assert capsys.readouterr().out.count("MISSED") == 1


def test_a_round_in_which_the_machine_was_busy_decides_nothing(capsys):
    quiet = {"punto 2 players": 501.0, **{name: 100.0 for goals in bench.GOALS.values() for name in goals}}
    busy = {**quiet, "punto 2 players": 50.0}
    assert bench.report([quiet, busy, quiet]) == 0 and bench.report([busy, quiet, busy]) == 1


@pytest.mark.slow
def test_an_earlier_program_is_measured_by_its_own_benchmark():
    with before.files_of(before.BEFORE, "host", "firmware", *bench.FOLDERS) as program:
        assert bench.rate_alone(program or ROOT, ("punto", 2, "place"), 1, 0.01) > 0


def test_a_missed_goal_of_the_laboratory_fails(capsys):
    met = {
        kernel.KERNEL: 8.1,
        kernel.C: 10.0,
        kernel.CONTROL: 10.0,
        kernel.CPP: 1.3,
        kernel.ONE: 1.1,
        kernel.PENTAGO: 1,
    }
    assert kernel.report(met) == 0
    assert kernel.report({**met, kernel.CPP: 1.4}) == kernel.report({**met, kernel.ONE: 0.9}) == 1
    assert kernel.report({**met, kernel.KERNEL: 7.9}) == 1
    fast = {batch.BATCH: [251.0], batch.CONTROL: [251.0], batch.ONE: [1.0], batch.PGX: [250.0]}
    assert batch.report(fast) == 0 and batch.report({**fast, batch.PGX: [252.0]}) == 1
    assert cluster.report(cluster.GOAL) == 0 and cluster.report(cluster.GOAL - 0.01) == 1
    assert capsys.readouterr().out.count("MISSED") == 5


def test_turns_in_the_programs_of_others_have_goals(capsys):
    met = {name: [100.0, 90.0, 110.0] for pair in turns.PAIRS for name in pair[:2]}
    assert turns.report(met) == 0
    for ours, goal in turns.GOALS.items():
        (other,) = [pair.other for pair in turns.PAIRS if pair.ours == ours]
        slower = [rate * (goal - 0.01) for rate in met[other]]
        assert turns.report({**met, ours: slower}) == 1
    assert capsys.readouterr().out.count("MISSED") == len(turns.GOALS) == 2


def test_journals_of_every_size_are_measured_in_turn_and_a_round_in_which_the_machine_was_busy_decides_nothing(capsys):
    ran = []

    def cpu_s(folder, arguments, before=""):
        ran.append(folder)
        return 9.0 if len(ran) <= 3 else 1.0 + (before != "") * int(folder.name) / 1000

    folders = [Path(str(size)) for size in journal.SIZES]
    rounds = journal.measured(folders, 3, cpu_s)
    assert ran[:3] == folders and ran[len(ran) // 3 :][:3] == folders[::-1], "no size is done before the next begins"
    assert journal.report(rounds) == 0 and "MISSED" not in capsys.readouterr().out
    slow = {**rounds[1], "matches": [1.0, 1.0, 1.51]}
    assert journal.report([slow, *rounds[1:]]) == 0 and journal.report([slow, slow, rounds[2]]) == 1
    assert journal.report([{**each, journal.CONTROL: [1.0, 1.0, 1.5]} for each in rounds]) == 1


def test_what_is_compiled_has_a_goal_of_its_own_and_must_play_the_same_matches(capsys):
    assert not matches.report("alter_ego", ", compiled", 3.0, True, matches.COMPILED_GOALS["alter_ego"])
    assert matches.report("alter_ego", ", compiled", 2.99, True, matches.COMPILED_GOALS["alter_ego"])
    assert matches.report("alter_ego", ", compiled", 9.0, False, matches.COMPILED_GOALS["alter_ego"])
    told = capsys.readouterr().out
    assert told.count("MISSED") == 1 and told.count("OTHER") == 1


def test_a_press_is_measured_beside_the_yardstick(tmp_path):
    press_ns, beside_ns = press_to_light.presses(tmp_path, 3)
    assert len(press_ns) == len(beside_ns) == 3 and min(press_ns + beside_ns) > 0


def test_a_start_that_takes_too_much_of_the_earlier_one_fails(capsys):
    assert start.report(1.0, start.GOAL) == 0 and start.report(0.1, 0.1 * start.GOAL + 0.001) == 1
    assert capsys.readouterr().out.count("MISSED") == 1


def test_an_import_that_takes_too_long_fails(capsys):
    assert start.report_import(0.01, 0.03) == 0 and start.report_import(0.01, 0.0301) == 1
    assert capsys.readouterr().out.count("MISSED") == 1
    bare_s, added_s = start.import_s("import typing, asyncio", 3)
    assert min(bare_s, added_s) > 0


@pytest.mark.slow
def test_a_start_is_measured_to_its_first_table():
    (now_s,) = start.measured([ROOT], 1, "punto")
    assert 0.01 < now_s < 10


@pytest.mark.parametrize(("bot", "level"), wins.LINES)
def test_each_team_has_its_row_of_wins_of_as_many_matches(bot, level):
    assert cells_of(wins.head(bot, level, wins.GAMES))


@pytest.mark.slow
def test_the_rows_of_wins_are_of_the_rules_as_they_are():
    """Of one team, alone."""
    alone = wins.won_by("vigilante", "vigilante", 1, wins.GAMES, 1, 1)
    assert cells_of(wins.head("vigilante", "vigilante", wins.GAMES))[0] == alone


def cells_of(head):
    """The cells of the one row of the page that begins so."""
    (row,) = [line for line in WINS.read_text("utf-8").splitlines() if line.startswith(head)]
    return [cell.strip() for cell in row.removeprefix(head).strip("|").split("|")]


@pytest.mark.parametrize("failing", [[], PARTS[:1], PARTS[1:], PARTS])
def test_a_bench_of_two_parts_runs_both_and_fails_in_the_end(failing, tmp_path, monkeypatch, capfd):
    python = tmp_path / "python"
    python.write_text(FAKE)
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setenv("FAILING", " ".join(failing))
    assert (bench_main(["press"]) != 0) == bool(failing)
    assert capfd.readouterr().out.split() == PARTS


@pytest.mark.parametrize("growth_kib", [0, 5, 60])
def test_the_growth_of_an_evening_is_that_after_its_first_rows(growth_kib):
    early = [Point(rows, rows // 2, 20_000 + rows) for rows in range(0, evening.FIRST_ROWS, 1000)]
    late = [Point(rows, rows // 2, 40_000 + growth_kib * rows // 1000) for rows in range(10_000, 40_000, 500)]
    assert evening.slope_kib([*early, *late]) == pytest.approx(growth_kib, abs=0.2)


@pytest.mark.slow
def test_an_evening_is_measured_match_by_match_and_drawn():
    points = list(evening.play_evening("punto", 1000, 0))
    assert points[-1].rows >= 1000 and points == sorted(points) and min(point.kib for point in points) > 1000
    drawn = evening.plotted({"punto": [*points, Point(20_000, 9, 50_000), Point(30_000, 9, 51_000)]})
    assert drawn.count("<polyline") == 1 and ">punto<" in drawn and "30000 rows" in drawn


def test_only_what_differs_is_a_change():
    before = {"a": 1, "b": [1, 2, 3, 4], "c": {"d": 5, "e": 6}, "f": [1, 2]}
    now = {"a": 1, "b": [1, 2, 9, 4], "c": {"d": 5, "e": 7}, "f": [1, 3]}
    assert moments.changes(before, before) == {}
    assert moments.changes(before, now) == {"b": {"2": 9}, "c": {"e": 7}, "f": [1, 3]}


def test_whole_moments_cost_more_than_differences_and_few_kilobytes():
    whole, deflated, changed, changed_deflated = moments.costs(games.find("punto"), 20)
    assert whole > deflated > changed_deflated and whole > changed > changed_deflated and deflated < 2000
