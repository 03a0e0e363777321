"""Every match of the journal, move by move: what everybody could see then, and no more."""

import json

import pytest
from glowtable import games
from glowtable.commands.past_matches import PastMatches
from glowtable.match.journal import Header, Journal
from glowtable.messages import UserError

from tests.matches import Match

ALEX = games.find("alex_and_co")


@pytest.fixture
def played(tmp_path):
    """A match of Punto that is over."""
    match = Match(tmp_path, max_rounds=1)
    match.to_the_end()
    return match, PastMatches(tmp_path / "journal.sqlite")


def moment(past, at, language="en"):
    return json.loads(past.show_moment(1, at, language))


def test_the_list_says_who_played_what_and_how_it_ended(played):
    _, past = played
    (only,) = json.loads(past.list_all("en"))
    assert (only["match"], only["game"], only["players"]) == (1, "Punto", ["bot:greedy", "bot:greedy"])
    assert only["result"][0].startswith("Punto: ")


def test_every_move_has_its_picture_and_its_sentence(played):
    match, past = played
    last = moment(past, 10**6)
    assert last["at"] == last["last"] == len(match.session.history) and last["public"]["result"]
    laid = [sum(bool(cell["cards"]) for cell in moment(past, at)["public"]["cells"]) for at in range(0, last["at"], 7)]
    assert laid[0] == 0 and laid[-1] > 3
    assert moment(past, 0)["said"] == [] and moment(past, 4)["said"]
    assert moment(past, 4, "de")["said"] != moment(past, 4)["said"]


def test_a_match_is_exported_as_the_command_does(played):
    match, past = played
    rows = past.export_match(1, "jsonl", "en").splitlines()
    assert len(rows) == 1 + len(match.journal.good_rows(1))
    assert past.export_match(1, "csv", "en").startswith("players,points") and past.export_match(1, "text", "en")
    assert b"<symbol" in past.faces_of(1)


def test_of_a_running_match_nothing_hidden_is_shown_or_exported(tmp_path):
    match = Match(tmp_path, ("bot:memory", "bot:memory", "bot:memory"), game=ALEX, knowledge="full")
    match.until(lambda: len(match.session.history) > 60)
    past = PastMatches(tmp_path / "journal.sqlite")
    hidden = {ALEX.deck[card] for hand in match.session.state.hands for card in range(99) if hand >> card & 1}
    view = repr(match.session.view)
    secret = {card for card in hidden if f"'{card}'" not in view and not card.startswith(("ESG", "SAZ"))}
    shown = past.show_moment(1, 10**6, "en") + past.export_match(1, "jsonl", "en") + past.export_match(1, "text", "en")
    assert secret and not [card for card in secret if f'"{card}"' in shown or f"card 0 {card}" in shown]


def test_reading_does_not_unlock_the_match_that_is_played(tmp_path):
    match = Match(tmp_path)
    match.wait(3000)
    past = PastMatches(tmp_path / "journal.sqlite")
    past.list_all("en"), past.show_moment(1, 0, "en")
    assert match.journal.hold_unfinished() is not None and in_another_program(tmp_path) == "None"


def in_another_program(folder):
    """What another program finds to take up."""
    import subprocess
    import sys

    code = f"""
from pathlib import Path
from glowtable.match.journal import Journal
print(Journal(Path({str(folder)!r}) / "journal.sqlite").hold_unfinished())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_number_that_is_no_match_is_said(played):
    _, past = played
    with pytest.raises(UserError):
        past.show_moment(7, 0, "en")


def test_a_match_of_a_game_that_is_gone_is_listed_by_its_name(tmp_path):
    path = tmp_path / "journal.sqlite"
    Journal(path).begin_match(Header("ludo", ("Ann", "Ben"), {}, 1, ""))
    assert json.loads(PastMatches(path).list_all("en"))[0]["game"] == "ludo"
