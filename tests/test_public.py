"""What `import glowtable` offers: little, and nothing is imported before it is used."""

import doctest
import re
import subprocess
import sys

import glowtable
import pytest
from glowtable import games
from glowtable.game import Outcome, full_options
from glowtable.lab.one_match import PATIENCE
from glowtable.lab.simulate import simulate_match
from glowtable.match.export import to_jsonl
from glowtable.match.journal import Header
from glowtable.match.match_record import MatchRecord
from glowtable.messages import UserError
from glowtable.table import Row


def test_what_its_first_lines_show_is_so():
    tried = doctest.testmod(glowtable)
    assert tried.attempted >= 6 and tried.failed == 0


def test_importing_it_imports_nothing_else_of_the_house():
    code = (
        "import sys, glowtable; print(sorted(m for m in sys.modules if m.split('.')[0] in ('glowtable', 'glowpico')))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "['glowtable', 'glowtable.match']\n"  # that package's docstring: its name is the function's


# Of what else may be installed, and of Python's own, what takes longest to import
HEAVY = {
    "asyncio", "dask", "distributed", "matplotlib", "numba", "numpy", "pettingzoo", "pyspiel", "rich", "segno",
    "serial", "sqlite3", "starlette", "typing", "uvicorn", "websockets",
}  # fmt: skip


def test_importing_it_imports_hardly_anything():
    """No more than 30 ms beside a bare interpreter: `make bench B=start` measures it."""
    found = set(imported_by("import glowtable"))
    assert len(found) <= 8 and not found & HEAVY


@pytest.mark.parametrize(("code", "heavy"), [("import glowtable.lab.study", "typing"), ("import sqlite3", "sqlite3")])
def test_control_what_is_heavy_is_noticed(code, heavy):
    found = set(imported_by(code))
    assert len(found) > 8 and heavy in found & HEAVY


def imported_by(code):
    """The modules that this imports into a bare interpreter."""
    told = "print(*sys.modules.keys() - before)"
    ran = [sys.executable, "-c", f"import sys; before = set(sys.modules); {code}; {told}"]
    return subprocess.run(ran, capture_output=True, text=True, check=True).stdout.split()


def test_a_room_that_is_imported_takes_no_name_of_the_interface():
    import glowtable.match.dealer

    assert glowtable.match("punto").to_act and sys.modules["glowtable.match"] is not glowtable.match
    with pytest.raises(UserError, match=r"No game called chess\."):
        glowtable.match("chess")


@pytest.mark.parametrize("name", ["x" * 1_000_000, "../punto", "punto/", "a\0b", ""])
def test_no_name_is_looked_for_outside_the_house(name):
    with pytest.raises(UserError, match="No game called "):
        glowtable.match(name)


def test_every_name_it_offers_is_there_and_no_other():
    assert all(getattr(glowtable, name) for name in glowtable.__all__)
    assert dir(glowtable) == glowtable.__all__
    assert set(glowtable.MODULES) == set(glowtable.__all__) - {"__version__"}
    with pytest.raises(AttributeError, match="no attribute 'shuffle'"):
        glowtable.shuffle  # noqa: B018


def test_the_same_seed_is_the_same_match_as_in_a_simulation():
    punto, bots = glowtable.find("punto"), ("greedy", "random")
    options = full_options(punto, punto.test_options)
    for index in (0, 1):
        match = glowtable.play_match(punto, bots, seed=5, index=index)
        simulated = simulate_match(punto, 2, options, 5, index, bots)
        assert (match.outcome, len(match.actions)) == (simulated.outcome, simulated.actions)


def test_without_players_the_best_bot_sits_in_every_seat():
    assert glowtable.play_match("punto") == glowtable.play_match("punto", ("greedy", "greedy"))


def test_a_match_that_does_not_end_is_left():
    patient = glowtable.find("punto")._replace(test_bound=1)
    match = glowtable.play_match(patient, ["greedy", "greedy"])
    assert match.outcome is None and len(match.actions) == PATIENCE


@pytest.mark.parametrize(
    ("winners", "who"),
    [((), "Nobody"), ((1,), "Seat 2"), ((0, 2), "Seat 1 and seat 3"), ((0, 1, 2), "Seat 1, seat 2 and seat 3")],
)
def test_an_outcome_is_printed_as_a_line(winners, who):
    outcome = Outcome("no cell is free", winners, (4, 11, 4), ())
    assert str(outcome) == f"{who} won (no cell is free). Scores: 4, 11, 4."
    assert repr(outcome) == f"<Outcome: {outcome}>"


@pytest.mark.parametrize("game", games.names())
def test_no_outcome_of_a_game_fills_the_screen(game):
    line = str(glowtable.play_match(game).outcome)
    assert "\n" not in line and len(line) < 120 and not re.search("[<{]", line)


def test_what_there_is_not_is_said():
    with pytest.raises(UserError, match=r"No game called chess\."):
        glowtable.play_match("chess")
    with pytest.raises(UserError, match=r"frame can be fixed, floating, not round\."):
        glowtable.play_match("punto", options={"frame": "round"})
    with pytest.raises(
        UserError, match=r"Punto has no bot genius\. Choose one of greedy, watchful, kernel, learned, casual"
    ):
        glowtable.play_match("punto", ["genius", "random"])


def test_an_exported_match_is_replayed():
    match = glowtable.play_match("punto", ["random", "random"], {"rounds_to_win": 1})
    rows = tuple(Row("action", str(action)) for action in match.actions)
    assert glowtable.replay(to_jsonl(MatchRecord(Header("punto", ("A", "B"), match.options, 1, ""), rows))) == match
    with pytest.raises(UserError):
        glowtable.replay("chess\n1. e4 e5\n")
