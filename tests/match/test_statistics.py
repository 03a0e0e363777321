"""Statistics of matches: each finished one counts for its people, game, seats and bots, whoever wrote the journal."""

import json
import sqlite3

import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.commands.past_matches import PastMatches
from glowtable.game import Outcome
from glowtable.match.export import from_jsonl, redact_record, to_jsonl
from glowtable.match.header import Header
from glowtable.match.journal import OVER, RUNNING, Journal
from glowtable.match.match_record import MatchRecord
from glowtable.match.outcome_rows import ABANDONED, End, abandoned_row, outcome_row, read_outcome
from glowtable.match.seat_changes import seat_row
from glowtable.match.statistics import ended_matches, evening_of, statistics_of, with_end
from glowtable.table import Row

from tests.support.command import printed
from tests.support.matches import Match

MANY = 5000


def finished(journal, players, winners, moves=10, game="punto", rows=(), started="2026-01-01 20:00:00"):
    """A match that has ended so; `winners` None: as an older version wrote it."""
    match = journal.begin_match(Header(game, players, {}, 1, started))
    end = () if winners is None else (outcome_row(Outcome("", winners, (), ()), moves),)
    journal.append_rows(match, [*rows, Row(OVER, "the result"), *end])
    return match


def data_of(journal):
    return statistics_of(ended_matches(journal)).as_json()


def named(entries):
    return {entry["name"]: entry for entry in entries}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "journal.sqlite"


@pytest.fixture
def journal(path):
    opened = Journal(path)
    yield opened
    opened.close()


@pytest.fixture
def year(journal):
    """A year of matches: people, bots, lost together, one that runs, one given up, one of an older version."""
    finished(journal, ("Ann", "Ben"), (0,), 10)
    finished(journal, ("Ben", "Ann"), (1,), 20)
    finished(journal, ("Ann", "bot:greedy", "bot:greedy"), (2,), 30)
    finished(journal, ("Ann", "Ben"), (), 40, "alter_ego")
    finished(journal, ("Ann", "Ben"), (0, 1), 50, "alter_ego")
    finished(journal, ("Ben", "Ann"), None)
    running = journal.begin_match(Header("punto", ("Ann", "Cleo"), {}, 1, ""))
    journal.append_rows(running, [Row("event", "press 3")])
    given_up = journal.begin_match(Header("punto", ("Ann", "Dan"), {}, 1, ""))
    journal.append_rows(given_up, [Row(OVER, "abandoned"), abandoned_row()])
    return journal


def test_people_games_seats_and_bots_have_their_figures(year):
    data = data_of(year)
    assert (data["matches"], data["unknown"], data["abandoned"]) == (6, 1, 1)
    people, by_game, seats, bots = (named(data[group]) for group in ("people", "games", "seats", "bots"))
    assert people["Ann"] == {
        "name": "Ann", "played": 6, "won": 3, "unknown": 1, "streak": 1, "longest_streak": 2,
        "shortest": 10, "longest": 50, "average": 30, "minutes": None,
    }  # fmt: skip
    assert list(people) == ["Ann", "Ben"] and (people["Ben"]["played"], people["Ben"]["won"]) == (5, 1)
    assert {name: (game["played"], game["won"]) for name, game in by_game.items()} == {
        "punto": (4, 3), "alter_ego": (2, 1)}  # fmt: skip
    assert [(n, seat["played"], seat["won"]) for n, seat in seats.items()] == [(1, 6, 2), (2, 6, 2), (3, 1, 1)]
    assert (bots["greedy"]["played"], bots["greedy"]["won"], bots["greedy"]["streak"]) == (2, 1, 1)


def test_lists_name_who_sat_there_at_the_end(journal, home, path, capsys):
    changed = journal.begin_match(Header("punto", ("Ann", "Ben"), {}, 1, "2026-01-01 20:00:00"))
    end = outcome_row(Outcome("", (0,), (), ()), 10, ("Ann", "bot:medium"))
    journal.append_rows(changed, [seat_row(1, "bot:medium"), Row(OVER, "the result"), end])
    finished(journal, ("Cal", "Dot"), (1,))
    journal.close()
    listed = json.loads(PastMatches(path, lambda: 0).list_all("en"))
    assert [match["players"] for match in listed] == [["Cal", "Dot"], ["Ann", "bot:medium"]]
    assert "Ann, Moth (medium)" in printed(capsys, "matches")
    assert [match["players"] for match in json.loads(printed(capsys, "matches", "--json"))] == [
        ["Ann", "bot:medium"],
        ["Cal", "Dot"],
    ]


def test_a_loss_together_is_a_loss_for_all(journal):
    finished(journal, ("Ann", "bot:calm"), (0, 1), game="alter_ego")
    finished(journal, ("Ann", "bot:calm"), (), game="alter_ego")
    for group, streaks in (("people", (0, 1)), ("bots", (0, 1)), ("games", (None, None))):
        (only,) = data_of(journal)[group]
        assert (only["played"], only["won"], only["streak"], only["longest_streak"]) == (2, 1, *streaks)


def test_two_of_one_name_and_a_person_called_as_a_bot_are_told_apart(journal):
    finished(journal, ("greedy", "bot:greedy", "Ann", "Ann"), (3,))
    data = data_of(journal)
    assert {name: each["won"] for name, each in named(data["people"]).items()} == {"Ann": 1, "greedy": 0}
    assert named(data["bots"])["greedy"]["won"] == 0


def test_an_end_that_was_taken_back_does_not_count_and_the_later_one_does(journal):
    match = finished(journal, ("Ann", "Ben"), (0,))
    journal.append_rows(match, [Row(RUNNING, "")])
    assert data_of(journal)["matches"] == 0
    journal.append_rows(match, [Row(OVER, "Ben"), outcome_row(Outcome("", (1,), (), ()), 12), Row("note", "late: key")])
    people = named(data_of(journal)["people"])
    assert (people["Ann"]["won"], people["Ben"]["won"]) == (0, 1)


def test_an_end_that_an_older_version_wrote_anew_is_unknown(journal):
    match = finished(journal, ("Ann", "Ben"), (0,))
    journal.append_rows(match, [Row(RUNNING, ""), Row(OVER, "won by Ben")])
    assert data_of(journal)["unknown"] == 1


@pytest.mark.parametrize(
    ("what", "value"),
    [("text", 'outcome {"winners": [1], "moves": 10}'), ("text", "outcome {"), ("crc", 7), ("text", b"\xff")],
)
def test_a_damaged_end_is_unknown(year, path, what, value):
    """Also one that reads well: the chain tells."""
    with sqlite3.connect(path) as db:
        db.execute(f"UPDATE rows SET {what} = ? WHERE match = 1 AND text GLOB 'outcome *'", (value,))
    data = data_of(year)
    assert data["unknown"] == 2 and named(data["people"])["Ann"]["won"] == 2


def test_damage_in_one_match_costs_no_other(year, path):
    with sqlite3.connect(path) as db:
        db.execute("UPDATE matches SET header = 'rubbish' WHERE match = 1")
    assert data_of(year)["matches"] == 5


@pytest.mark.parametrize(
    "text",
    ["[]", '{"moves": 1}', '{"winners": [2], "moves": 1}', '{"winners": [0, 0], "moves": 1}', '{"winners": 1}',
     '{"winners": [true], "moves": 1}', '{"winners": [0], "moves": -1}', '{"winners": [0]}', "[" * 100_000],
)  # fmt: skip
def test_what_is_no_end_tells_none(text):
    assert read_outcome("note", f"outcome {text}", 2) is None


def test_an_end_is_read_back():
    row = outcome_row(Outcome("", (0, 2), (), ()), 9)
    assert read_outcome(*row, 3) == End((0, 2), 9) and read_outcome(*abandoned_row(), 3) == ABANDONED
    assert read_outcome("event", row.text, 3) is None and read_outcome("note", "next", 3) is None


# -- as it is played


@pytest.fixture
def played(tmp_path):
    match = Match(tmp_path / "data", seed=4, names=("Ann", "Jörg"), rounds_to_win=1)
    match.to_the_end()
    return match


def test_a_match_that_ends_says_who_won_in_how_many_moves(played):
    (ended,) = ended_matches(played.journal)
    assert ended.end == End(played.session.outcome.winners, len(played.session.history))


def without_end(match):
    """The same match as an older version would have written it, as match 2."""
    rows = [row for row in match.journal.good_rows(1) if not row.text.startswith("outcome ")]
    again = match.journal.begin_match(match.header)
    match.journal.append_rows(again, rows)
    return again


def test_the_end_of_an_older_match_is_found_by_a_replay(played):
    without_end(played)
    first, older = ended_matches(played.journal)
    assert older.end is None and with_end(played.journal, older, games.find).end == first.end
    assert with_end(played.journal, first, None) is first


def test_an_older_match_that_was_abandoned_is_found_by_a_replay(played):
    match = played.journal.begin_match(played.header)
    played.journal.append_rows(match, [Row(OVER, "Punto: abandoned")])
    assert with_end(played.journal, ended_matches(played.journal)[1], games.find).end == ABANDONED


@pytest.mark.parametrize("damage", ["UPDATE rows SET text = 'x' WHERE match = 2 AND n = 9", None])
def test_an_older_match_that_cannot_be_replayed_stays_unknown(played, damage):
    without_end(played)
    if damage:
        with sqlite3.connect(played.journal.path) as db:
            db.execute(damage)
    else:
        finished(played.journal, ("Ann", "Ben"), None, game="ludo")
    last = ended_matches(played.journal)[-1]
    assert with_end(played.journal, last, games.find).end is None


def test_an_export_reads_back_and_tells_a_match_that_may_go_on_no_more(played):
    record = MatchRecord(played.header, tuple(played.journal.good_rows(1)))
    assert from_jsonl(to_jsonl(record)) == record
    assert redact_record(played.game, record, may_go_on=True).rows[-1] == record.rows[-1]
    assert played.journal.damaged_rows(1) == 0


# -- as it is asked for


def test_the_command_prints_tables_and_replays_older_matches(home, played, capsys):
    without_end(played)
    assert main(("matches", "stats")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 finished matches" and not any("unknown" in line for line in lines)
    assert [line.split()[:5] for line in lines if line.startswith("Jörg")] == [["Jörg", "2", "2", "2", "2"]]
    assert [line.split()[0] for line in lines if "played" in line] == ["People", "Games", "Seats"]


def test_the_command_says_json_for_programs(home, played, capsys):
    assert main(("matches", "stats", "--json")) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["matches"] == 1 and named(data["people"])["Jörg"]["won"] == 1
    assert main(("matches", "stats", "1")) == 2


def test_an_abandoned_match_counts_for_nobody(home, tmp_path, capsys):
    match = Match(tmp_path / "data", seed=4, names=("Ann", "Ben"))
    match.until(lambda: len(match.session.history) > 5)
    match.journal.close()
    assert main(("matches", "abandon", "1")) == 0 and main(("matches", "stats", "--json")) == 0
    data = json.loads(capsys.readouterr().out.partition("\n")[2])
    assert (data["matches"], data["abandoned"], data["people"]) == (0, 1, [])
    without_replay = data_of(Journal(tmp_path / "data" / "journal.sqlite"))
    assert without_replay == data, "the page, which replays nothing, knows it, too"


def test_names_of_escapes_are_escaped(journal, home, path, capsys):
    finished(journal, ("\x1b[2J", "Ben"), (0,), game="\x1b[2J")
    journal.close()
    for form in ((), ("--json",)):
        assert main(("matches", "stats", *form)) == 0
        assert "\x1b" not in capsys.readouterr().out
    assert "\\u001b" not in PastMatches(path, lambda: 0).show_statistics("en")


def test_the_page_has_the_same_figures_and_titles_of_games(year, path):
    data = json.loads(PastMatches(path, lambda: 0).show_statistics("de"))
    assert named(data["games"]).keys() == {"Punto", "Alter Ego"} and data["unknown"] == 1
    assert data["people"] == data_of(year)["people"]


def test_a_moment_says_who_is_a_person_and_who_a_bot(tmp_path):
    match = Match(tmp_path, names=("Ann", "bot:greedy"))
    match.until(lambda: len(match.session.history) > 5)
    past = PastMatches(tmp_path / "journal.sqlite", lambda: 1)
    players = json.loads(past.show_moment(1, 3, "en"))["public"]["players"]
    assert [(player["name"], player["bot"]) for player in players] == [("Ann", False), ("Moth", True)]


def test_five_thousand_matches_are_one_query_that_reads_the_ends_alone(journal):
    header = json.dumps(Header("punto", ("Ann", "Ben", "bot:greedy"), {"frame": "fixed"}, 1, "")._asdict())
    rows = [
        ("begin", header),
        *[("event", "press 14")] * 60,
        ("over", "won"),
        outcome_row(Outcome("", (0,), (), ()), 60),
    ]
    from glowtable.match.journal_database import chain_crc

    sums = [crc := 0]
    for kind, text in rows:
        sums.append(crc := chain_crc(crc, kind, text))
    with journal.transaction() as db:
        for match in range(1, MANY + 1):
            db.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?)",
                           [(match, n, *row, sums[n]) for n, row in enumerate(rows, 1)])  # fmt: skip
    queries = []
    journal.db.set_trace_callback(queries.append)
    data = data_of(journal)
    journal.db.set_trace_callback(None)
    assert named(data["people"])["Ann"]["streak"] == MANY
    (query,) = (query for query in queries if "SELECT" in query)
    plan = [step for *_, step in journal.query(f"EXPLAIN QUERY PLAN {query}")]
    assert [step for step in plan if step.startswith("SCAN")] == ["SCAN m"], plan


# -- how the evening stands

NOW = "2026-01-01 23:00:00"


def standings(*each_of):
    return [(each.name, each.won, each.played) for each in each_of]


def test_who_won_most_of_the_evening_comes_first(journal):
    finished(journal, ("Ann", "Ben"), (0,), started="2025-12-31 20:00:00")  # another evening
    finished(journal, ("Ann", "Ben"), (1,))
    finished(journal, ("Ann", "Ben", "bot:hard"), (1,))
    finished(journal, ("Ann", "bot:hard"), (1,))  # a bot won
    assert standings(*evening_of(journal, NOW)) == [("Ben", 2, 2), ("Ann", 0, 3)]


def test_a_match_lost_together_is_won_by_nobody_and_one_won_together_by_all(journal):
    finished(journal, ("Ann", "Ben"), (), game="alter_ego")
    finished(journal, ("Ann", "Ben"), (0, 1), game="alter_ego")
    assert standings(*evening_of(journal, NOW)) == [("Ann", 1, 2), ("Ben", 1, 2)]


def test_only_matches_of_these_people_count_at_their_table(journal):
    finished(journal, ("Ann", "Ben"), (0,))
    finished(journal, ("Eve", "Finn"), (0,))
    assert standings(*evening_of(journal, NOW, ("Ben",))) == [("Ann", 1, 1), ("Ben", 0, 1)]


def test_it_is_one_query(journal, monkeypatch):
    finished(journal, ("Ann", "Ben"), (0,))
    asked, query = [], journal.query
    monkeypatch.setattr(journal, "query", lambda *given: asked.append(given) or query(*given))
    assert evening_of(journal, NOW) and len(asked) == 1


@pytest.mark.parametrize("now", ["", "today"])
def test_a_time_that_is_none_is_no_error(journal, now):
    finished(journal, ("Ann", "Ben"), (0,), started=now)
    assert standings(*evening_of(journal, now)) == [("Ann", 1, 1), ("Ben", 0, 1)]
