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
        ("A-G01", "3", {"cards": 77, "draw": 9}),
        ("A-G07", "then", 1),
        ("A-G10", "pair", [0, 2]),
        ("A-G14", "legal", [True, True, True, False]),
        ("A-G18", "points", 21),
        ("A-G21", "winner", "p1"),
        ("S-G03", "raw_k", 0),
        ("S-G06", "symbols", ["role", "puzzle"]),
        ("S-G08", "value_k", -30),
        ("S-G10", "income_k", 40),
        ("S-G11", "ruined", False),
        ("S-G12", "money_k", 10),
        ("S-G13", "draw", 2),
        ("S-G14", "allowed", [1]),
        ("S-G15", "allowed", []),
        ("S-G16", "wage_k", 60),
        ("S-G17", "refused", []),
        ("S-G18", "allowed", True),
        ("S-G19", "winner", "b"),
        ("S-G21", "cards_drawn", 2),
        ("S-G22", "coins", 71),
        ("S-G23", "after_card_2", ["a"]),
        ("E-G01", "av_tokens", [6, 6, 5]),
        ("E-G03", "money", 5),
        ("E-G04", "draw", 8),
        ("E-G06", "penalties", {"income": 1}),
        ("E-G07", "display_from_hand", 4),
        ("E-G10", "result", "go on"),
        ("E-G11", "in_play_after_recoup", []),
        ("E-G12", "result", "go on"),
        ("E-G13", "result", "heroes win"),
        ("E-G16", "pools", {"kin": 2}),
        ("E-G17", "with_engage_per_card", {"rescued": 2, "defeated": True}),
        ("E-G18", "wild_used", "focus"),
        ("E-G19", "trophy", True),
        ("E-G20", "needed", 3),
        ("E-G22", "size", [6, 6]),
        ("E-G24", "met", False),
        ("E-G25", "removed", 1),
        ("E-G26", "removed", 0),
        ("E-G27", "defeated", True),
        ("E-G28", "hostages", {"kin": 1}),
    ],
)
def test_a_wrong_expectation_is_caught(at, name, wrong):
    game, case = next(param.values for param in cases(HERE) if param.values[1]["id"] == at)
    with pytest.raises(AssertionError, match=name):
        check(game, {**case, "expect": {**case["expect"], name: wrong}})


def test_an_unknown_form_of_a_known_game_is_an_error():
    case = {"id": "X", "given": {}, "action": "dance", "expect": {"line": None}}
    with pytest.raises(ValueError, match=r"case X: action must be one of setup, card, .* got 'dance'"):
        check("punto", case)
    with pytest.raises(ValueError, match="case Y: nothing here finds mood"):
        check("punto", {"id": "Y", "given": {}, "action": "setup", "expect": {"mood": "good"}})
    with pytest.raises(ValueError, match=r"case Z: action must be one of publish, .* got 'dance'"):
        check("spiel_des_jahres", {"id": "Z", "given": {}, "action": "dance", "expect": {"line": None}})
    with pytest.raises(ValueError, match="case W: nothing here finds mood"):
        check("spiel_des_jahres", {"id": "W", "given": {}, "action": "count", "expect": {"mood": "good"}})
    with pytest.raises(ValueError, match=r"case V: id must be one of E-G01, .* E-G28"):
        check("alter_ego", {"id": "V", "given": {}, "action": "setup", "expect": {"display": 5}})
    with pytest.raises(ValueError, match="case E-G02: nothing here finds mood"):
        check("alter_ego", {"id": "E-G02", "given": {"players": 1}, "action": "setup", "expect": {"mood": "good"}})


# -- forms that others may write in their folder

ROW_OF_G = {"b1": "G3", "b2": "G4", "b3": "G5"}
SIDES = {"R": ["R"], "G": ["G"]}
FORMS = {
    "no line, no trophy": (
        {"board": {"b1": "R3"}, "own": ["R"]},
        {"place": ["b2", "R6"]},
        {"line": None, "trophy": None, "trophy_choices": [], "round_winner": None},
    ),
    "the colour of the card laid is one's own": (
        {"board": ROW_OF_G, "players": 4},
        {"place": ["b4", "G6"]},
        {"trophy": "G6", "trophy_choices": ["G6"], "trophy_choices_choose": ["G6"], "round_winner": "G"},
    ),
    "of equal cards the kind": (
        {"board": {"a1": "R7", "b2": "R7", "c3": "R3"}, "own": ["R"]},
        {"place": ["d4", "R5"]},
        {"trophy": "R7", "trophy_choices": ["R7", "R7"], "round_winner": "R"},
    ),
    "a neutral colour is of three players": (
        {"board": ROW_OF_G, "own": ["R"], "neutral": "G"},
        {"place": ["b4", "G6"]},
        {"line": None},
    ),
    "coordinates are of the floating frame": (
        {"board_xy": {"7,7": "R9", "8,8": "G9"}},
        {"card": "B1"},
        {"legal_xy": ["6,6", "6,7", "6,8", "7,6", "7,8", "7,9", "8,6", "8,7", "8,9", "9,7", "9,8", "9,9"]},
    ),
    "rows in the floating frame, of so many players": (
        {"board_xy": {"0,0": "R1", "0,1": "R2", "0,2": "R3", "1,1": "G1"}, "players": 4, "sides": SIDES},
        "stalemate",
        {"rows": {"R": [1, 6], "G": [0, 0]}, "winner": "R", "winner_sum": "R", "winner_round": "R", "winner_draw": "R"},
    ),
    "the second trophy of a team": (
        {"team_cards": 36, "trophies": 2, "winner_seat": 0},
        "next round",
        {"stacks_seat_0_2": [17, 17]},
    ),
    "the third, of a team of fewer cards": (
        {"team_cards": 35, "trophies": 2, "winner_seat": 1},
        "next round",
        {"stacks_seat_1_3": [16, 17]},
    ),
    "three players after a line": (
        {"players": 3, "winner": 1},
        "next round",
        {"stacks": [24, 23, 24], "starter": 2, "starter_ender_left": 2},
    ),
    "a draw": (
        {"players": 4, "winner": None, "stuck": 2},
        "next round",
        {"starter": 3, "starter_winner_left": 3, "stacks": [18, 18, 18, 18]},
    ),
    "rows of a team": (
        {"players": "team", "winner": 3, "stuck": 2},
        "next round",
        {"starter_winner_left": 2, "starter_ender_left": 3, "stacks": [18, 18, 18, 17]},
    ),
    "no neutral card played": (
        {"neutral_played": 0, "unplayed": [6, 6, 6], "starter": 1},
        "next round",
        {"dealt_each": 0, "out_of_game": 0, "neutral_in_stacks": [6, 6, 6], "with_neutral_rest_deal": [6, 6, 6]},
    ),
}


def written(folder: Path, name: str, **wrong):
    """A case written into a folder as others would, and read from there."""
    given, action, expect = FORMS[name]
    case = {"id": name, "given": given, "action": action, "expect": {**expect, **wrong}}
    (folder / "more.json").write_text(json.dumps({"schema": 1, "game": "punto", "cases": [case]}))
    (param,) = cases(folder)
    return param.values


@pytest.mark.parametrize("name", FORMS)
def test_a_case_of_another_form_is_checked_too(name, tmp_path):
    check(*written(tmp_path, name))


@pytest.mark.parametrize("name", FORMS)
def test_and_caught_if_it_expects_something_else(name, tmp_path):
    for fact in FORMS[name][2]:
        with pytest.raises(AssertionError, match=f"{name}: {fact}"):
            check(*written(tmp_path, name, **{fact: ["z9"]}))
