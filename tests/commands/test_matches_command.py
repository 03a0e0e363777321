"""`glowtable matches`, `play --resume N` and names in exported text, as their user meets them."""

import json
import shutil

import pytest
from glowtable import replay
from glowtable.__main__ import main
from glowtable.games import find
from glowtable.match.export import from_text
from glowtable.match.header import Header
from glowtable.match.journal import OVER, RUNNING, Journal
from glowtable.match.seat_changes import seat_row
from glowtable.messages import USAGE

from tests.support.campaign import slow
from tests.support.matches import Match

pytestmark = pytest.mark.usefixtures("home")

SHORT = ("play", "--port", "twin:", "--seed", "3", "--option", "rounds_to_win=1")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Match 1 is over, match 2 and 3 have begun."""
    folder = tmp_path_factory.mktemp("played")
    match = Match(folder, seed=4, names=("Ann", "Jörg"), rounds_to_win=1)
    match.to_the_end()
    match.journal.close()
    for _ in range(2):
        match = Match(folder, seed=4)
        match.until(lambda match=match: len(match.session.history) > 20)
        match.journal.close()
    return folder


@pytest.fixture
def two(home, played):
    shutil.copytree(played, home / "data")
    return home


def said(capsys, *arguments, code=0):
    capsys.readouterr()
    assert main(arguments) == code
    out, err = capsys.readouterr()
    return out + err


def states(home):
    journal = Journal(home / "data" / "journal.sqlite")
    try:
        return {saved.id: saved.state for saved in journal.list_matches()}
    finally:
        journal.close()


def test_the_list_tells_scores(two, capsys):
    lines = said(capsys, "matches").splitlines()
    assert lines[0].endswith("Ann: 0, Jörg: 1") and "unfinished" in lines[1] and len(lines) == 3


def test_the_list_is_json_for_programs(two, capsys):
    over, running, _ = json.loads(said(capsys, "matches", "--json"))
    assert over["scores"] == {"Ann": "0", "Jörg": "1"} and over["state"] == "over" and over["match"] == 1
    assert running["state"] == "running" and running["scores"] == {} and running["result"] == []


@pytest.mark.slow
def test_the_match_named_is_resumed(two, capsys):
    assert main(["play", "--resume", "2", "--port", "twin:"]) == 0
    assert states(two) == {1: OVER, 2: OVER, 3: RUNNING}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "--resume", "1"), "Match 1 is over. See it with glowtable matches show 1."),
        (("play", "--resume", "9"), "There's no match 9."),
        (("play", "--resume", "-1"), "There's no match -1."),
        (("play", "alter_ego", "--resume", "2"), "Match 2 is a match of punto."),
        (("matches", "show"), "Which matches? Use the numbers"),
        (("matches", "show", "1", "2"), "Show one match at a time, not 2."),
        (("matches", "list", "5"), "The list has all matches. See one: glowtable matches show MATCH"),
        (("journal", "list", "1"), "The list has all matches."),
        (("matches", "--at", "3"), "Give --at with one match: glowtable matches show MATCH --at MOVE"),
        (("matches", "delete", "1", "--yes", "--at", "3"), "Give --at with one match"),
        (("matches", "show", "eins"), "Give the match's number, not eins."),
        (("matches", "show", "1", "--at", "100000"), "has moves 0 to 69, not 100000."),
        (("matches", "show", "1", "--at", "-1"), "has moves 0 to 69, not -1."),
        (("matches", "abandon", "1"), "Match 1 is already over."),
        (("matches", "delete", "2"), "Add --yes to delete without asking."),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_changes_nothing(two, capsys, arguments, sentence):
    assert sentence in said(capsys, *arguments, code=USAGE)
    assert states(two) == {1: OVER, 2: RUNNING, 3: RUNNING}


def test_an_abandoned_match_is_offered_no_more_and_kept(two, capsys):
    assert "Match 3 is over. It won't be offered again." in said(capsys, "matches", "abandon", "3")
    assert "Punto: abandoned" in said(capsys, "matches")
    assert '"seed": 0' in said(capsys, "export", "3")
    assert "resume 2" in said(capsys, *SHORT)
    assert "The match isn't over." in said(capsys, "replay", exported(two, capsys, "3", "jsonl"))


def exported(home, capsys, match, form):
    path = home / f"{match}.{form}"
    path.write_text(said(capsys, "export", match, "--format", form))
    return str(path)


@pytest.mark.slow
def test_numbers_may_stand_behind_options(two, capsys):
    assert json.loads(said(capsys, "matches", "show", "--json", "1"))["match"] == 1
    assert main(["matches", "delete", "--yes", "1"]) == 0
    with pytest.raises(SystemExit, match="2"):
        main(["matches", "show", "--wrong", "1"])


def test_deleted_matches_are_gone(two, capsys):
    assert "deleted: 2, 3" in said(capsys, "matches", "delete", "2", "3", "--yes")
    assert set(states(two)) == {1}


@pytest.mark.parametrize("language", ["en", slow("de"), slow("it")])
def test_every_move_is_shown_in_words_and_the_table_with_it(two, capsys, language):
    text = said(capsys, "matches", "show", "1", "--language", language)
    numbers = {int(line[:4]) for line in text.splitlines()[1:] if line[:4].strip().isdigit()}
    assert max(numbers) > 10
    middle = said(capsys, "matches", "show", "1", "--at", "12", "--language", language)
    board = [line for line in middle.splitlines() if line[:2] in ("a ", "b ", "c ", "d ", "e ", "f ")]
    assert len(board) == 6 and middle != text and middle.count("\n") < text.count("\n")


def test_a_change_of_a_seat_is_shown_where_it_was(two, capsys):
    journal = Journal(two / "data" / "journal.sqlite")
    rows = journal.good_rows(1)
    begun = next(n for n, row in enumerate(rows) if row.kind == "action") + 9
    changed = journal.begin_match(journal.find_match(1).header)
    journal.append_rows(changed, [*rows[:begun], seat_row(1, "bot:easy"), *rows[begun:]])
    journal.close()
    head, *lines = said(capsys, "matches", "show", str(changed)).splitlines()
    change = next(n for n, line in enumerate(lines) if line[6:] == "Moth (easy) plays instead of Jörg.")
    assert "Ann, Moth (easy)" in head
    assert any("Jörg" in line for line in lines[:change]) and any("Moth" in line for line in lines[change + 1 :])
    assert not any("Moth" in line for line in lines[:change]) and not any(
        "Jörg" in line for line in lines[change + 1 :]
    )
    begin = said(capsys, "matches", "show", str(changed), "--at", "0")
    assert "Jörg" in begin and "after" in said(capsys, "export", str(changed), "--format", "text")


def test_moves_are_json_for_programs(two, capsys):
    shown = json.loads(said(capsys, "matches", "show", "1", "--at", "12", "--json"))
    assert list(shown["moves"]) == ["12"] and shown["match"] == 1


@pytest.mark.slow
def test_names_stay_in_the_text(two, capsys):
    path = exported(two, capsys, "1", "text")
    with open(path) as file:
        text = file.read()
    assert from_text(find("punto"), text).header.players == ("Ann", "Jörg")
    assert "Jörg: 1" in said(capsys, "replay", path)
    assert replay(text).outcome.winners == (1,)
    nameless = text.replace("player Ann\n", "")
    assert from_text(find("punto"), nameless).header.players == ("Player 1", "Player 2")


@pytest.mark.parametrize("form", ["csv", "text", "jsonl"])
def test_names_that_another_program_wrote_are_escaped_in_every_form(home, capsys, form):
    journal = Journal(home / "data" / "journal.sqlite")
    journal.begin_match(Header("punto", ("A\x1b[2Jn", "\u202eneB"), {}, 7, "2026-11-23 20:00:00"))
    journal.close()
    shown = said(capsys, "export", "1", "--format", form)
    assert shown and "".join(shown.splitlines()).isprintable()
