"""Who sits where changes in the middle of a match: the journal tells it, and statistics count for who was there."""

import pytest
from glowtable import games
from glowtable.game import Outcome, full_options
from glowtable.match.export import MatchRecord, match_state_of
from glowtable.match.header import Header
from glowtable.match.outcome_rows import End, outcome_row, read_outcome
from glowtable.match.seat_changes import players_now, seat_row
from glowtable.match.statistics import EndedMatch, statistics_of
from glowtable.table import Row

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
    assert [player.name for player in state.players] == ["Ann", "Easy"] and state.people == {0}


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
