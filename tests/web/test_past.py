"""Every match of the journal, move by move: what everybody could see then, and no more."""

import csv
import io
import json
import sqlite3
import subprocess
import sys

import pytest
from glowtable import games
from glowtable.commands import past_matches
from glowtable.commands.past_matches import PastMatches, _Replay
from glowtable.game import HIDDEN
from glowtable.match.journal import Header, Journal
from glowtable.match.seat_changes import seat_row
from glowtable.messages import UserError
from glowtable.table import Row

from tests.support.matches import Match

ALEX = games.find("alex_and_co")


def none_played():
    return 0


def past_of(folder, playing=none_played):
    return PastMatches(folder / "journal.sqlite", playing)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A match of Punto that is over."""
    folder = tmp_path_factory.mktemp("played")
    match = Match(folder, max_rounds=1)
    match.to_the_end()
    return match, past_of(folder)


def moment(past, at, language="en"):
    return json.loads(past.show_moment(1, at, language))


def test_the_list_says_who_played_what_and_how_it_ended(played):
    _, past = played
    (only,) = json.loads(past.list_all("en"))
    assert (only["match"], only["game"], only["players"]) == (1, "Punto", ["bot:greedy", "bot:greedy"])
    assert only["result"][0].startswith("Lantern won Punto! (")


def test_every_move_has_its_picture_and_its_sentence(played):
    match, past = played
    last = moment(past, 10**6)
    assert last["at"] == last["last"] == len(match.session.history) and last["public"]["result"]
    laid = [sum(bool(cell["cards"]) for cell in moment(past, at)["public"]["cells"]) for at in range(0, last["at"], 7)]
    assert laid[0] == 0 and laid[-1] > 3
    assert moment(past, 0)["said"] == [] and moment(past, 4)["said"]
    assert moment(past, 4, "de")["said"] != moment(past, 4)["said"]


def test_the_moves_that_ended_a_round_say_how_the_match_was_decided(played):
    match, past = played
    history = match.session.history
    rounds = [len(action.before.rounds) for action in history] + [len(match.session.state.rounds)]
    ends = moment(past, 0)["ends"]
    assert ends and ends == [at for at in range(1, len(rounds)) if rounds[at] > rounds[at - 1]]
    assert "Round 1: a line of 5 on " in " ".join(moment(past, ends[-1])["said"])


def test_a_moment_names_who_sat_there_then(tmp_path):
    """A bot took over from Ben after 9 actions, and Cleo from the bot after the last but one."""
    match = Match(tmp_path / "played", max_rounds=1, names=("Ann", "Ben"))
    match.to_the_end()
    last, rows = len(match.session.history), list(match.journal.good_rows(1))
    behind = [n for n, row in enumerate(rows, 1) if row.kind == "action"]
    rows.insert(behind[last - 2], seat_row(1, "Cleo"))
    rows.insert(behind[8], seat_row(1, "bot:easy"))
    journal = Journal(tmp_path / "journal.sqlite")
    journal.append_rows(journal.begin_match(match.header), rows)
    past = past_of(tmp_path)
    found = [moment(past, at) for at in range(last + 1)]
    shown = [[(player["name"], player["bot"]) for player in page["public"]["players"]][1] for page in found]
    assert shown == [("Ben", False)] * 9 + [("Moth", True)] * (last - 10) + [("Cleo", False)] * 2
    assert found[9]["said"][-1] == "Moth (easy) plays instead of Ben."
    assert found[last - 1]["said"][-1] == "Cleo plays instead of Moth."
    doers = ["Ben"] * 10 + ["Moth"] * (last - 10) + ["Cleo"]
    told = [
        " ".join(page["said"]).replace(found[at]["said"][-1] if at in (9, last - 1) else "", "")
        for at, page in enumerate(found)
    ]
    others = [
        [name for name in ("Ben", "Moth", "Cleo") if name in text and name != doers[at]] for at, text in enumerate(told)
    ]
    assert not any(others) and sum(doers[at] in text for at, text in enumerate(told)) > 8
    assert "player 1 after 9 actions: bot:easy" in past.export_match(1, "text", "en")


def test_a_match_is_exported_as_the_command_does(played):
    match, past = played
    rows = past.export_match(1, "jsonl", "en").splitlines()
    assert len(rows) == 1 + len(match.journal.good_rows(1))
    assert past.export_match(1, "csv", "en").startswith("players,points") and past.export_match(1, "text", "en")
    assert b"<symbol" in past.faces_of(1)


def test_of_a_running_match_nothing_hidden_is_shown_or_exported(tmp_path):
    match = Match(tmp_path, ("bot:memory", "bot:memory", "bot:memory"), game=ALEX, knowledge="full")
    match.until(lambda: len(match.session.history) > 60)
    past = past_of(tmp_path)
    hidden = {ALEX.deck[card] for hand in match.session.state.hands for card in range(99) if hand >> card & 1}
    view = repr(match.session.view)
    secret = {card for card in hidden if f"'{card}'" not in view and not card.startswith(("ESG", "SAZ"))}
    shown = past.show_moment(1, 10**6, "en") + past.export_match(1, "jsonl", "en") + past.export_match(1, "text", "en")
    assert secret and not [card for card in secret if f'"{card}"' in shown or f"card 0 {card}" in shown]


def test_actions_are_exported_a_line_each(played):
    match, past = played
    rows = list(csv.DictReader(io.StringIO(past.export_match(1, "actions", "en"))))
    assert [row["number"] for row in rows] == [str(n) for n in range(1, len(match.session.history) + 1)]
    assert list(rows[0]) == ["match", "number", "time", "seat", "name", "action"]
    placed = next(row for row in rows if "plays" in row["action"] and row["seat"] == "1")
    assert (placed["match"], placed["name"]) == ("1", "Lantern") and placed["action"].startswith("Lantern ")


def test_exported_actions_of_a_running_match_name_no_hidden_card(tmp_path):
    match = Match(tmp_path, ("bot:memory", "bot:memory", "bot:memory"), game=ALEX, knowledge="full")
    match.until(lambda: len(match.session.history) > 60)
    shown = past_of(tmp_path).export_match(1, "actions", "en")
    dealt = [played for played in match.session.history if played.action.kind in ("deal", "draw")]
    names = {ALEX.deck[int(played.action.args[-1])] for played in dealt}
    view = repr(match.session.view)
    assert names and not [name for name in names if name in shown and f"'{name}'" not in view]
    assert len(shown.splitlines()) == 1 + len(match.session.history)


def test_how_a_match_was_decided_is_shown_when_it_is_over(played):
    match, _ = played
    past = past_of(match.journal.path.parent, lambda: 1)
    (moment_,) = json.loads(past.show_decided("en"))
    assert 0 < moment_["at"] <= len(match.session.history) and moment_["said"]
    assert sum(bool(cell["cards"]) for cell in moment_["cells"]) > 3 and len(moment_["cells"]) == 36


def test_how_it_is_decided_is_not_shown_while_a_match_goes_on_or_without_one(tmp_path):
    match = Match(tmp_path)
    match.until(lambda: len(match.session.history) > 6)
    for playing in (0, 1):
        with pytest.raises(UserError):
            past_of(tmp_path, lambda number=playing: number).show_decided("en")


@pytest.mark.slow
def test_of_a_match_that_an_undo_may_open_again_nothing_hidden_is_exported(tmp_path):
    match = Match(tmp_path, ("bot:memory",) * 3, game=ALEX, **dict(ALEX.test_options))
    match.to_the_end()
    at_the_table = 1
    past = past_of(tmp_path, lambda: at_the_table)
    redacted = past.export_match(1, "jsonl", "en"), past.export_match(1, "text", "en")
    at_the_table = 2
    whole = past.export_match(1, "jsonl", "en"), past.export_match(1, "text", "en")
    assert [json.loads(rows.splitlines()[0])["seed"] for rows, _ in (redacted, whole)] == [0, match.header.seed]
    assert all(HIDDEN in text for text in redacted) and not any(HIDDEN in text for text in whole)


class Hurried(PastMatches):
    """Whatever was asked of it, another request has just asked of another match."""

    @property
    def _kept(self):
        return _Replay(9, 9, "another match", ())

    @_kept.setter
    def _kept(self, kept):
        pass


def test_of_two_requests_at_once_each_gets_its_own_match(played):
    _, past = played
    hurried = Hurried(past.path, none_played)
    assert hurried.export_match(1, "text", "en") == past.export_match(1, "text", "en")


def test_what_was_read_is_kept_until_a_row_is_added(tmp_path, monkeypatch):
    match = Match(tmp_path)
    match.wait(3000)
    past, replayed = past_of(tmp_path), []
    replay = past_matches.match_state_of
    monkeypatch.setattr(past_matches, "match_state_of", lambda *record: replayed.append(1) or replay(*record))
    past.show_moment(1, 0, "en"), past.show_moment(1, 1, "en")
    assert len(replayed) == 1
    match.wait(3000)
    past.show_moment(1, 0, "en")
    assert len(replayed) == 2


def test_reading_does_not_unlock_the_match_that_is_played(tmp_path):
    match = Match(tmp_path)
    match.wait(3000)
    past = past_of(tmp_path)
    past.list_all("en"), past.show_moment(1, 0, "en")
    assert match.journal.hold_unfinished() is not None and in_another_program(tmp_path) == "None"


def in_another_program(folder):
    """What another program finds to take up."""
    return run_beside(folder, "print(Journal(path).hold_unfinished())")


def run_beside(folder, line):
    """What a line prints in another program that has opened and closed this journal."""
    begin = "from pathlib import Path; from glowtable.match.journal import Journal"
    code = f"{begin}; path = Path({str(folder)!r}) / 'journal.sqlite'; {line}"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_a_visit_to_the_page_costs_the_running_match_no_row_when_another_program_reads_the_journal(tmp_path):
    """By a file that was closed beside SQLite its locks were lost: the other program removed the live journal's WAL."""
    match = Match(tmp_path)
    match.wait(3000)
    past = past_of(tmp_path)
    past.list_all("en"), past.show_moment(1, 0, "en")
    count = "journal = Journal(path); print(len(journal.good_rows(1))); journal.close()"
    before = int(run_beside(tmp_path, count))
    match.wait(3000)
    assert int(run_beside(tmp_path, count)) == len(match.journal.good_rows(1)) > before > 0


@pytest.mark.parametrize("damage", [b"rubbish " * 1000, b"", None], ids=["rubbish", "empty", "missing"])
def test_a_reader_beside_leaves_a_damaged_journal_as_it_is(tmp_path, damage):
    path = tmp_path / "later" / "journal.sqlite"
    if damage is not None:
        path.parent.mkdir()
        path.write_bytes(damage)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(UserError, match="Can't open the journal"):
        PastMatches(path, none_played).list_all("en")
    assert sorted(tmp_path.rglob("*")) == before and (damage is None or path.read_bytes() == damage)


def test_damage_behind_the_first_page_is_one_sentence(tmp_path):
    """It is found when it is read: a reader beside does not check the whole file at each request."""
    path = tmp_path / "journal.sqlite"
    journal = Journal(path)
    match = journal.begin_match(Header("punto", ("Ann", "Ben"), {}, 1, ""))
    journal.append_rows(match, [Row("event", f"press {n}") for n in range(400)])
    journal.close()
    path.write_bytes(path.read_bytes()[:4096] + b"\xa5" * 4096 * 5)
    with pytest.raises(UserError, match="glowtable journal check"):
        PastMatches(path, none_played).list_all("en")
    assert sorted(tmp_path.glob("*damaged*")) == []


def test_a_journal_of_a_newer_program_is_not_read(tmp_path):
    path = tmp_path / "journal.sqlite"
    Journal(path).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version=9")
    db.close()
    with pytest.raises(UserError, match="newer"):
        PastMatches(path, none_played).list_all("en")


def test_a_match_in_which_nothing_has_happened_is_exported_without_its_seed(tmp_path):
    Match(tmp_path, ("Ann", "Ben"), seed=77)
    (head,) = past_of(tmp_path).export_match(1, "jsonl", "en").splitlines()
    assert json.loads(head)["seed"] == 0


def test_a_number_that_is_no_match_is_said(played):
    _, past = played
    with pytest.raises(UserError):
        past.show_moment(7, 0, "en")


def test_a_match_of_a_game_that_is_gone_is_listed_by_its_name(tmp_path):
    path = tmp_path / "journal.sqlite"
    Journal(path).begin_match(Header("ludo", ("Ann", "Ben"), {}, 1, ""))
    assert json.loads(PastMatches(path, none_played).list_all("en"))[0]["game"] == "ludo"
