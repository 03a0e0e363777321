"""Who sits where changes in the middle of a match: the journal tells it, and statistics count for who was there."""

import pytest
from glowtable import games
from glowtable.game import HIDDEN, Outcome, full_options
from glowtable.match.export import from_jsonl, from_text, redact_record, to_csv, to_jsonl, to_text
from glowtable.match.header import Header
from glowtable.match.journal import OVER
from glowtable.match.match_record import MatchRecord, match_state_of
from glowtable.match.moments import changes_at, doers_at
from glowtable.match.outcome_rows import End, outcome_row, read_outcome
from glowtable.match.seat_changes import former_players, players_now, seat_row, seatings
from glowtable.match.statistics import EndedMatch, ended_matches, statistics_of, with_end, with_latest_players
from glowtable.table import Row
from glowtable.terminal.translator import Translator

from tests.support.matches import Match

HEADER = Header("punto", ("Ann", "Ben"), full_options(games.find("punto"), {}), 1, "2026-01-01 20:00:00")


def test_the_last_change_of_a_seat_counts():
    rows = [seat_row(1, "bot:easy"), Row("note", "pause"), seat_row(0, "bot:hard"), seat_row(1, "Cleo van X")]
    assert players_now(("Ann", "Ben"), rows[:1]) == ("Ann", "bot:easy")
    assert players_now(("Ann", "Ben"), rows) == ("bot:hard", "Cleo van X")


@pytest.mark.parametrize("row", ["note seat 2 Cleo", "note seat x Cleo", "note seat 1 ", "event seat 1 X"])
def test_what_is_no_change_changes_nobody(row):
    assert players_now(("Ann", "Ben"), [Row(*row.split(" ", 1))]) == ("Ann", "Ben")


def test_a_replay_has_the_players_who_sit_there_now():
    state = match_state_of(games.find("punto"), MatchRecord(HEADER, (seat_row(1, "bot:easy"),)))
    assert [player.name for player in state.players] == ["Ann", "Moth"] and state.people == {0}


def test_who_was_there_at_the_end_has_won():
    row = outcome_row(Outcome("rounds", (1,), (0, 0), ()), 9, ("Ann", "Cleo"))
    end = read_outcome(*row, 2)
    assert end == End((1,), 9, ("Ann", "Cleo"))
    people = statistics_of([EndedMatch(1, HEADER, end)]).people
    assert (people["Cleo"].won, people["Ann"].won) == (1, 0) and "Ben" not in people


@pytest.mark.parametrize("players", ["[1, 2]", '["Ann"]', "7", "null", '{"a": 1}'])
def test_players_of_a_damaged_end_are_those_of_its_beginning(players):
    end = read_outcome("note", f'outcome {{"winners": [0], "moves": 3, "players": {players}}}', 2)
    assert end == End((0,), 3)


# -- who sat there when


ACTION = Row("action", "0 place 14")
ANN, BEN = ("Ann", "Ben"), ("Ann", "bot:easy")


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([], [ANN]),
        ([ACTION, seat_row(1, "bot:easy"), ACTION], [ANN, BEN, BEN]),
        ([ACTION, ACTION, seat_row(1, "bot:easy")], [ANN, ANN, BEN]),
        ([ACTION, ACTION, seat_row(1, "bot:easy"), Row("undo", "1"), ACTION], [ANN, BEN, BEN]),
        ([ACTION, seat_row(1, "bot:easy"), ACTION, Row("undo", "2"), ACTION], [BEN, BEN]),
        ([ACTION, seat_row(1, "bot:easy"), seat_row(1, "Ben"), ACTION], [ANN, ANN, ANN]),
        ([ACTION, seat_row(1, "bot:easy"), Row("swap", "chance draw R5"), Row("event", "press 3")], [ANN, BEN]),
    ],
)
def test_each_action_has_those_who_sat_there_then(rows, found):
    assert list(seatings(("Ann", "Ben"), rows)) == found


@pytest.mark.parametrize(
    ("rows", "former"),
    [
        ([ACTION], {}),
        ([ACTION, seat_row(1, "bot:easy"), Row("note", "served"), Row("event", "press 3")], {1: "Ben"}),
        ([seat_row(1, "bot:easy"), seat_row(0, "bot:hard")], {0: "Ann", 1: "Ben"}),
        ([seat_row(1, "bot:easy"), seat_row(1, "Cleo")], {1: "bot:easy"}),
        ([seat_row(1, "bot:easy"), seat_row(1, "bot:hard")], {}),
        ([seat_row(1, "bot:easy"), ACTION], {}),
        ([ACTION, seat_row(1, "bot:easy"), Row("undo", "1")], {}),
        ([ACTION, seat_row(1, "bot:easy"), Row("swap", "chance draw R5")], {}),
        ([seat_row(1, "bot:easy"), ACTION, seat_row(0, "bot:hard")], {0: "Ann"}),
    ],
)
def test_who_sat_there_before_comes_back_only_if_nothing_was_played_since(rows, former):
    assert former_players(("Ann", "Ben"), rows) == former


def test_a_change_is_told_after_the_action_behind_which_it_was():
    sat = (("Ann", "Ben"), ("Ann", "Ben"), ("Ann", "bot:easy"), ("Cleo", "bot:easy"), ("bot:hard", "bot:greedy"))
    told = [[Translator("en").text(line) for line in changes_at(sat, at)] for at in range(5)]
    assert told[:3] == [[], [], ["Moth (easy) plays instead of Ben."]] and told[3] == ["Cleo plays instead of Ann."]
    assert told[4] == ["Lantern (hard) plays instead of Cleo.", "Moth (greedy) plays instead of Moth (easy)."]
    assert [[player.name for player in doers_at(sat, at)][1] for at in (0, 2, 3)] == ["Ben", "Ben", "Moth"]


def test_bots_that_only_get_another_number_have_not_changed():
    sat = (("bot:easy", "bot:easy"), ("Ann", "bot:easy"), ("Ann", "bot:easy"))
    assert [str(line.text) for line in changes_at(sat, 1)] == ["{name} plays instead of {was}."]


@pytest.fixture
def changed(tmp_path):
    """A match that is over: after 9 actions a bot took over from Jörg, and at the end Cleo sits there."""
    match = Match(tmp_path / "data", seed=4, names=("Ann", "Jörg"), rounds_to_win=1)
    match.to_the_end()
    return match, MatchRecord(match.header, tuple(with_changes(match.journal.good_rows(1), len(match.session.history))))


def with_changes(rows, last):
    done = 0
    for row in rows:
        yield row
        done += row.kind == "action"
        if row.kind == "action" and done in (9, last - 2):
            yield seat_row(1, "bot:easy" if done == 9 else "Cleo")


def test_the_text_of_a_match_says_who_took_over_when_and_reads_back(changed):
    match, record = changed
    state, sat = match_state_of(match.game, record), seatings(record.header.players, record.rows)
    text = to_text(state, sat=sat)
    assert text.endswith(
        f"player Ann\nplayer Jörg\nplayer 1 after 9 actions: bot:easy\nplayer 1 after {len(sat) - 3} actions: Cleo\n"
    )
    again = from_text(match.game, text)
    assert again.header.players == ("Ann", "Jörg") and seatings(again.header.players, again.rows) == sat
    assert match_state_of(match.game, again).state == state.state


@pytest.mark.parametrize("line", ["player Dan\n", "player 1 after 9 actions:\n", "player 1 after x actions: Dan\n"])
def test_a_text_with_other_lines_of_players_names_nobody(changed, line):
    match, _ = changed
    again = from_text(match.game, to_text(match.session.match_state) + line)
    assert again.header.players == ("Player 1", "Player 2") and not [row for row in again.rows if row.kind == "note"]


def test_points_are_those_of_who_sat_there_at_the_end(changed):
    match, record = changed
    state = match_state_of(match.game, record)
    points = to_csv(state, Translator("en", [player.name for player in state.players]).text)
    assert "Cleo,1," in points and "Jörg" not in points


def test_a_running_match_is_exported_with_its_changes_of_seats(tmp_path):
    match = Match(tmp_path, ("bot:memory",) * 3, game=games.find("alex_and_co"), knowledge="full")
    match.until(lambda: len(match.session.history) > 30)
    rows = match.journal.good_rows(1)
    record = MatchRecord(match.header, (*rows[:40], seat_row(1, "Team ESG 1"), *rows[40:], seat_row(2, "bot:easy")))
    seen = from_jsonl(to_jsonl(redact_record(match.game, record)))
    assert seen.rows[40] == seat_row(1, "Team ESG 1") and seen.rows[-1] == seat_row(2, "bot:easy")
    assert seatings(seen.header.players, seen.rows) == seatings(record.header.players, record.rows)
    assert HIDDEN in to_jsonl(seen) and seen.header.seed == 0


def test_the_end_of_an_older_match_counts_for_who_sat_there_then(changed):
    match, record = changed
    again = match.journal.begin_match(match.header)
    match.journal.append_rows(again, [row for row in record.rows if not row.text.startswith("outcome ")])
    older = ended_matches(match.journal)[-1]
    assert older.end is None and match.journal.find_match(again).state == OVER
    people = statistics_of([with_end(match.journal, older, games.find)]).people
    assert set(people) == {"Ann", "Cleo"} and people["Cleo"].won == 1


def test_lists_name_who_sits_there_now_and_sat_there_at_the_end(changed):
    match, record = changed
    match.journal.append_rows(1, [seat_row(1, "Dan")])  # after the end nobody takes over any more
    running = match.journal.begin_match(match.header)
    match.journal.append_rows(running, [*record.rows[:5], seat_row(0, "bot:easy")])
    unchanged = match.journal.begin_match(match.header)
    match.journal.append_rows(unchanged, record.rows[:5])
    listed = with_latest_players(match.journal, match.journal.list_matches())
    assert [saved.header.players for saved in listed] == [("Ann", "Jörg"), ("bot:easy", "Jörg"), ("Ann", "Jörg")]
