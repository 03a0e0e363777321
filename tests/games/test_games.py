"""Games are found by their folders."""

import subprocess
import sys
from pathlib import Path

import pytest
from glowtable import games
from glowtable.messages import UserError

HOST = Path(games.__file__).parents[2]


def test_a_game_is_found_by_its_folder():
    assert "punto" in games.names()
    assert all(games.find(name).name == name for name in games.names())


@pytest.mark.parametrize("name", ["chess", "", "punto.rules", "Punto"])
def test_an_unknown_game_lists_those_there_are(name):
    with pytest.raises(UserError, match=f"No game called {name}. Choose one of .*punto."):
        games.find(name)


def test_names_are_known_without_importing_any_game():
    code = "import sys; from glowtable import games; games.names(); print([m for m in sys.modules if '.punto' in m])"
    found = subprocess.run([sys.executable, "-c", code], cwd=HOST, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("name", games.names())
def test_every_option_has_its_default_among_its_choices_and_the_sheets_words(name):
    for option in games.find(name).options:
        assert option.default in option.choices
        assert option.help and option.rule
        assert set(option.off_table) < set(option.choices) and set(option.needs_cards) < set(option.choices)
        assert len({type(choice) for choice in option.choices}) == 1


@pytest.mark.parametrize("name", games.names())
def test_a_text_that_is_no_match_names_its_line(name):
    game = games.find(name)
    head = f"{game.title}\nplayers {game.seats[-1]}\n"
    for text, error in {
        "": "line 1: expected the title",
        "Chess\n": "line 1: expected the title",
        f"{game.title}\nplayers 7\n": f"line 2: expected 'players N' with {game.seats[0]} to {game.seats[-1]}",
        f"{head}option mood good\n": "line 3: expected an option",
        f"{head}nobody\n": "line 3: expected",
        f"{head}0 buy Monopoly\n": "line 3: expected",
    }.items():
        with pytest.raises(ValueError, match=error):
            game.notation.read(text)
