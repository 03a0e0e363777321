"""A game put together from its folder."""

import sys

import pytest
from glowtable.game import Kind, Rules, Surface
from glowtable.kit.bots import random_bot
from glowtable.kit.folders import game_in, read_sheet, read_toml
from glowtable.kit.text_notation import Lines
from glowtable.messages import say

KINDS = {"pass": Kind()}
RULES = Rules(*[lambda *args: ()] * 6)
SURFACE = Surface(*[lambda *args: ()] * 5)


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A game's folder with a sheet in it; the name of its package."""
    folder = tmp_path / "games_of_a_test" / "tiny"
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "sheet.toml").write_text('T-01 = { en = "may look", de = "darf schauen" }\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "games_of_a_test.tiny"
    for name in ("games_of_a_test.tiny", "games_of_a_test"):
        sys.modules.pop(name, None)


def tiny(package, **facts):
    bots = {"random": random_bot}
    given = {"test_bound": 9, "help": say("type pass"), "legend": say("no lights"), **facts}
    return game_in(package, "Tiny", (2, 3), (), ("Ace",), KINDS, RULES, SURFACE, bots, **given)


def test_a_file_beside_the_modules(package):
    assert read_toml(package, "sheet.toml") == {"T-01": {"en": "may look", "de": "darf schauen"}}


def test_a_folder_without_a_sheet_has_none():
    assert read_sheet("glowtable.kit") == {}
    assert "P-14" in read_sheet("glowtable.games.punto")


def test_a_game_has_its_folders_name_and_sheet(package):
    game = tiny(package, cooperative=True)
    assert (game.name, game.title, game.seats, game.deck, game.test_bound) == ("tiny", "Tiny", (2, 3), ("Ace",), 9)
    assert game.sheet == {"T-01": {"en": "may look", "de": "darf schauen"}}
    assert game.cooperative and not game.hidden_information
    assert (game.rules, game.surface, game.kinds) == (RULES, SURFACE, KINDS)


def test_its_notation_is_a_line_per_action_unless_it_has_another(package):
    assert isinstance(tiny(package).notation, Lines)
    assert tiny(package).notation.write(2, {}, []) == "Tiny\nplayers 2\n"
    other = object()
    assert tiny(package, notation=other).notation is other
