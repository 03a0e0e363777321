"""When people played: written down to the minute, and read back for exports and statistics."""

import pytest
from glowtable.game import Outcome
from glowtable.match.header import Header
from glowtable.match.journal import Journal
from glowtable.match.outcome_rows import outcome_row, read_outcome
from glowtable.match.recorder import Recorder
from glowtable.match.seat_changes import moves_made, seatings
from glowtable.match.statistics import EndedMatch, statistics_of
from glowtable.match.times import minutes_played, time_row, times_of_moves
from glowtable.table import Row

STARTED = "2026-01-31 20:00:00"
HEADER = Header("punto", ("Ann", "Ben"), {}, 1, STARTED)
MOVE = Row("action", "0 place 14")


def recorded(tmp_path, clock):
    recorder = Recorder(Journal(tmp_path / "journal.sqlite"), HEADER)
    recorder.clock = clock
    return recorder


def test_each_minute_is_written_down_once_before_its_first_action(tmp_path):
    times = ["2026-01-31 20:01:05", "2026-01-31 20:01:55", "2026-01-31 20:04:00"]
    recorder = recorded(tmp_path, lambda: times.pop(0))
    for rows in ([Row("event", "press 14"), MOVE], [MOVE], [Row("event", "key 0 pass")], [MOVE]):
        recorder.save_rows(rows)
    rows = recorder.journal.good_rows(recorder.match)
    assert [row.text for row in rows if row.kind == "note"] == ["time 2026-01-31 20:01", "time 2026-01-31 20:04"]
    assert rows[0].kind == "note" and rows[1].kind == "event"  # nothing stands between an event and its action
    assert times_of_moves(rows) == ["2026-01-31 20:01", "2026-01-31 20:01", "2026-01-31 20:04"]


def test_a_minute_that_could_not_be_written_is_written_with_the_next_action(tmp_path):
    recorder = recorded(tmp_path, lambda: "2026-01-31 20:01:05")
    append, recorder.journal.append_rows = recorder.journal.append_rows, lambda *_: (_ for _ in ()).throw(OSError)
    with pytest.raises(OSError):
        recorder.save_rows([MOVE])
    recorder.journal.append_rows = append
    recorder.save_rows([MOVE])
    assert [row.kind for row in recorder.journal.good_rows(recorder.match)] == ["note", "action"]


def test_an_undo_that_is_damaged_takes_nothing_back():
    assert moves_made([MOVE, MOVE, Row("undo", "1")]) == 1
    for text, left in (("all", 1), ("-1", 1), ("", 1), ("9" * 5000, 1), ("0", 1), ("7", 0)):
        rows = [MOVE, Row("undo", text)]
        assert (moves_made(rows), len(times_of_moves(rows)), len(seatings(("Ann",), rows)) - 1) == (left,) * 3


def test_without_a_clock_nothing_is_written_down(tmp_path):
    recorder = recorded(tmp_path, None)
    recorder.save_rows([MOVE])
    assert recorder.journal.good_rows(1) == [MOVE] and recorder.minutes() is None


def test_a_long_pause_is_no_time_of_play(tmp_path):
    recorder = recorded(tmp_path, lambda: "2026-02-01 19:07:00")  # it was resumed the next day
    noted = [time_row(time) for time in ("2026-01-31 20:05", "2026-01-31 20:20", "2026-02-01 19:00")]
    recorder.journal.append_rows(1, [noted[0], MOVE, noted[1], noted[2], Row("event", "press 3")])
    assert recorder.minutes() == 20 + 7


def test_times_of_what_was_taken_back_are_forgotten():
    rows = [time_row("2026-01-31 20:01"), MOVE, MOVE, time_row("2026-01-31 20:02"), MOVE, Row("undo", "2"), MOVE]
    assert times_of_moves(rows) == ["2026-01-31 20:01", "2026-01-31 20:02"]
    assert times_of_moves([MOVE]) == [""]


def test_what_is_no_time_counts_for_nothing():
    assert minutes_played(("", STARTED, "noon", "2026-01-31 20:09")) == 9
    assert minutes_played(()) == 0


def test_draws_are_no_moves_and_what_was_taken_back_is_none():
    draw = Row("action", "chance turn 3")
    assert moves_made([draw, MOVE, draw, MOVE, Row("undo", "2"), draw]) == 1


def test_the_length_in_minutes_is_read_back_and_averaged():
    ends = [read_outcome(*outcome_row(Outcome("", (0,), (), ()), 9, (), minutes), 2) for minutes in (10, 21, None)]
    assert [end.minutes for end in ends] == [10, 21, None]
    assert read_outcome("note", 'outcome {"winners": [0], "moves": 9, "minutes": -1}', 2).minutes is None
    figures = statistics_of(EndedMatch(n, HEADER, end) for n, end in enumerate(ends)).people["Ann"]
    assert figures.as_json()["minutes"] == 16
