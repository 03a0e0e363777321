"""Worked cases with exact outcomes: those of tests/golden, and more in the folder GLOWTABLE_GOLDEN names.

Each game's cases are checked by its own file, golden_<game>.py.
"""

import json
import os
from importlib import import_module
from pathlib import Path

import pytest
from glowtable import games

HERE = Path(__file__).parents[1] / "golden"


def cases(folder: Path):
    """Every case of a folder's files, with the game it is of."""
    found = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    return [
        pytest.param(file["game"], case, id=f"{folder.name}-{case['id']}") for file in found for case in file["cases"]
    ]


def all_cases():
    more = os.environ.get("GLOWTABLE_GOLDEN")
    folder = Path(more) if more else None
    if folder and not list(folder.glob("*.json")):
        raise FileNotFoundError(f"GLOWTABLE_GOLDEN names a folder without cases: {folder}")
    return cases(HERE) + (cases(folder) if folder else [])


def check(game: str, case) -> None:
    if game not in games.names():
        pytest.skip(f"there is no game {game} yet")
    import_module(f"tests.games.golden_{game}").check(case)


@pytest.mark.parametrize(("game", "case"), all_cases())
def test_golden_case(game, case):
    check(game, case)


def test_every_game_has_cases():
    assert {param.values[0] for param in cases(HERE)} == set(games.names())


@pytest.mark.parametrize(
    ("at", "name", "wrong"),
    [
        ("P-G10", "trophy", "R5"),
        ("P-G02", "legal", ["c3"]),
        ("P-G16", "winner", "G"),
        ("P-G23", "stacks_seat_0_2", [18, 17]),
    ],
)
def test_a_wrong_expectation_is_caught(at, name, wrong):
    case = next(param.values[1] for param in cases(HERE) if param.values[1]["id"] == at)
    with pytest.raises(AssertionError, match=name):
        check("punto", {**case, "expect": {**case["expect"], name: wrong}})


def test_an_unknown_form_of_a_known_game_is_an_error():
    case = {"id": "X", "given": {}, "action": "dance", "expect": {"line": None}}
    with pytest.raises(ValueError, match=r"case X: action must be one of setup, card, .* got 'dance'"):
        check("punto", case)
    with pytest.raises(ValueError, match="case Y: nothing here finds mood"):
        check("punto", {"id": "Y", "given": {}, "action": "setup", "expect": {"mood": "good"}})
