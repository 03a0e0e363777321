"""Worked cases with exact outcomes: those of tests/golden, and more in the folder GLOWTABLE_GOLDEN names.

Each game's cases are checked by its own file, golden_<game>.py, or by golden_presses.py if it has none.
"""

import json
import os
import re
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from glowtable import games

from tests.games import golden, golden_presses
from tests.games.golden_punto import VARIANTS
from tests.games.shipped import SHIPPED

HERE = Path(__file__).parents[1] / "golden"
OTHERS = HERE / "others"  # as others may write them: of each form more than we give ourselves


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
    return cases(HERE) + cases(OTHERS) + (cases(folder) if folder else [])


def check(game: str, case) -> None:
    if game not in games.names():
        pytest.skip(f"there is no game {game} yet")
    same = getattr(import_module(f"tests.games.golden_{game}"), "same", None) if has_own_forms(game) else None
    golden.check(case, forms_of(game), games.find(game).options, same)


def has_own_forms(game: str) -> bool:
    return find_spec(f"tests.games.golden_{game}") is not None


def forms_of(game: str) -> golden.Forms:
    if has_own_forms(game):
        return import_module(f"tests.games.golden_{game}").FORMS
    return golden_presses.forms_of(games.find(game))


@pytest.mark.parametrize(("game", "case"), all_cases())
def test_golden_case(game, case):
    check(game, case)


WITH_CASES = sorted({param.values[0] for param in cases(HERE)})


def test_every_game_that_is_shipped_has_cases():
    assert set(SHIPPED) <= set(WITH_CASES) <= set(games.names())


@pytest.mark.parametrize(("game", "case"), cases(HERE) + cases(OTHERS))
def test_a_wrong_expectation_is_caught(game, case):
    for fact, value in case["expect"].items():
        wrong = dict.fromkeys(value, "z9") if fact.startswith("with_") and isinstance(value, dict) else ["z9"]
        with pytest.raises(AssertionError, match=f"{re.escape(case['id'])}: {fact}"):
            check(game, {**case, "expect": {**case["expect"], fact: wrong}})


def of_others(folder: Path, game: str, at: str, given, action, expect):
    """A case written into a folder as others would, and read from there."""
    case = {"id": at, "given": given, "action": action, "expect": expect}
    (folder / "more.json").write_text(json.dumps({"schema": 1, "game": game, "cases": [case]}))
    (param,) = cases(folder)
    return param.values


@pytest.mark.parametrize("game", games.names())
def test_an_action_without_a_form_is_refused_in_one_sentence_that_lists_the_forms(game, tmp_path):
    known = ", ".join(forms_of(game))
    for action, got in (("dance", "dance"), ({"dance": 1}, "dance"), ({}, {}), (3, 3)):
        with pytest.raises(ValueError) as refused:
            check(*of_others(tmp_path, game, "X-1", {}, action, {"display": 5}))
        assert str(refused.value) == f"case X-1: action must be one of {known}, got {got!r}"


@pytest.mark.parametrize("game", WITH_CASES)
def test_what_no_form_knows_is_refused(game, tmp_path):
    case = next(param.values[1] for param in cases(HERE) if param.values[0] == game)
    with pytest.raises(ValueError, match=r"case X: given of '.*' may hold .*, got mood"):
        check(*of_others(tmp_path, game, "X", {**case["given"], "mood": "good"}, case["action"], case["expect"]))
    with pytest.raises(ValueError, match="case Y: nothing here finds mood"):
        check(*of_others(tmp_path, game, "Y", case["given"], case["action"], {"mood": "good"}))
    with pytest.raises(ValueError, match="case Z: it expects nothing"):
        check(*of_others(tmp_path, game, "Z", case["given"], case["action"], {}))


def test_what_a_form_needs_or_the_catalogue_lacks_is_said(tmp_path):
    with pytest.raises(ValueError, match="case X: given of 'close' needs 'employer'"):
        check(*of_others(tmp_path, "spiel_des_jahres", "X", {}, "close", {"wage_k": 1}))
    three = {"equipment": [{"teamwork": 3}]}
    with pytest.raises(ValueError, match="case X: the catalogue has no card left that is or has 'teamwork'"):
        check(*of_others(tmp_path, "alter_ego", "X", three, "support", {"draw": 4}))
    with pytest.raises(ValueError, match="case X: no ideas left have the titles of 'Quest Chess'"):
        claims = {"claims": [{"seat": 1, "ms": 1, "name": "Quest Chess"}]}
        check(*of_others(tmp_path, "spiel_des_jahres", "X", claims, "resolve", {"allowed": []}))


@pytest.mark.parametrize("game", WITH_CASES)
def test_ids_mean_nothing(game, tmp_path, monkeypatch):
    """Every case of ours, from the folder that GLOWTABLE_GOLDEN names, under a new id."""
    mine = [param.values[1] for param in cases(HERE) if param.values[0] == game]
    renamed = [{**case, "id": f"new-{number}"} for number, case in enumerate(mine)]
    (tmp_path / "more.json").write_text(json.dumps({"schema": 1, "game": game, "cases": renamed}))
    monkeypatch.setenv("GLOWTABLE_GOLDEN", str(tmp_path))
    found = [param.values for param in all_cases() if param.values[1]["id"].startswith("new-")]
    assert len(found) == len(mine)
    for values in found:
        check(*values)


# -- tests/golden/README.md


def words_in(text: str, stands_for: Mapping[str, list[str]]) -> list[str]:
    """The words of a cell of a table but examples, those in capitals as what they stand for."""
    found = re.findall(r"`(\w+)`", text)
    return [word for name in found for word in stands_for.get(name, [name])]


def documented() -> dict[str, dict[str, tuple[list[str], list[str]]]]:
    """Game -> action -> what `given` may hold, what may be expected; as the tables say."""
    found: dict[str, dict[str, tuple[list[str], list[str]]]] = {}
    stands_for: dict[str, list[str]] = {}
    for line in (HERE / "README.md").read_text().splitlines():
        if match := re.fullmatch(r"## .* \(`(\w+)`\)", line):
            rows = found.setdefault(match[1], {})
        elif match := re.match(r"`([A-Z]+)` stands for (.*)", line):
            stands_for[match[1]] = words_in(match[2], stands_for)
        elif match := re.fullmatch(r"\| `(.+?)`(?:: `.*`)? \|(.*)\|(.*)\|", line):
            rows[match[1]] = words_in(match[2], stands_for), words_in(match[3], {})
    return found


def is_fact(word: str, name: str) -> bool:
    """Whether a documented word says this fact: `after_card_N` is after_card_1."""
    return re.fullmatch(re.sub(r"[A-Z]+", "[a-z0-9_]+", word), name) is not None


def nested(game: str, name: str, facts: golden.Found) -> bool:
    """Whether it is another fact under another option."""
    if game == "alter_ego":
        return name.startswith("with_")
    return game == "punto" and any(name.endswith(each) and name[: -len(each)] in facts for each in VARIANTS if each)


def facts_found() -> set[tuple[str, str, str]]:
    """Game, form and fact of all cases here, but for those under another option."""
    found = set()
    for game, case in (param.values for param in cases(HERE) + cases(OTHERS)):
        forms = forms_of(game)
        form, asked = golden.form_of(case, forms)
        facts = forms[form].facts(case["given"], asked)
        found |= {(game, form, name) for name in facts if not nested(game, name, facts)}
    return found


def section_of(game: str) -> str:
    """What a game's forms are documented under."""
    return game if has_own_forms(game) else "presses"


def test_the_forms_are_those_of_the_readme():
    told = documented()
    assert set(told) == {"presses", *map(section_of, games.names())}
    for game, rows in told.items():
        forms = forms_of(game) if game in games.names() else golden_presses.forms_of(games.find("punto"))
        assert [*rows] == [*forms]
        for action, (given, _) in rows.items():
            assert set(given) == set(forms[action].given.split()), (game, action)


def test_the_facts_are_those_of_the_readme():
    told, found = documented(), facts_found()
    for game, form, name in found:
        assert any(is_fact(word, name) for word in told[section_of(game)][form][1]), (game, form, name)
    for game, rows in told.items():
        for form, (_, words) in rows.items():
            names = [name for at, of, name in found if (section_of(at), of) == (game, form)]
            unfound = [word for word in words if not any(is_fact(word, name) for name in names)]
            assert unfound == [] or not names, (game, form)
