"""Answers as people give them: letter and number in any order, and yes in any language of the house."""

import pytest
from glowtable import games
from glowtable.match.session import Phase, Session
from glowtable.table import Key, Press
from glowtable.terminal.typed_line import cell_called, event_of

from tests.support.matches import Match

PUNTO = games.find("punto")


@pytest.fixture
def session(tmp_path) -> Session:
    match = Match(tmp_path, names=("Ann", "Ben"))
    match.until(lambda: match.session.phase is Phase.PLAYING)
    return match.session


@pytest.mark.parametrize("name", ["d4", "4d", "D4", "4D"])
def test_a_cell_has_its_letter_first_or_last(session, name):
    assert cell_called(name, session) == 3 * 6 + 3
    assert event_of(name, session) == Press(3 * 6 + 3)


@pytest.mark.parametrize("name", ["44", "4dd", "d", "4 d", "7d"])
def test_nothing_else_is_a_cell(session, name):
    assert cell_called(name, session) is None


@pytest.mark.parametrize(
    ("line", "key"),
    [("yes", "confirm"), ("ja", "confirm"), ("Sì", "confirm"), ("weiter", "confirm"), ("no", "pass"), ("Nein", "pass")],
)
def test_yes_and_no_are_keys_in_every_language(session, line, key):
    event = event_of(f"{line} Ann", session)
    assert event == Key(0, key)


def test_who_wants_to_see_a_hand_agrees_by_what_the_question_says(tmp_path):
    match = Match(tmp_path, seats=("Ann", "Ben", "bot:memory"), game=games.find("alex_and_co")).until_laid_out()
    match.types("")
    match.session.ask_to_show_hand(0)
    assert "Ann: type ok Ann, or pass." in match.page()
    assert event_of("ok Ann", match.session) == Key(0, "confirm") and not isinstance(event_of("", match.session), Key)
