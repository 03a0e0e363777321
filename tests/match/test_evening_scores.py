"""How the evening stands: who has won how many of its matches, by one query of the journal."""

import pytest
from glowtable.game import Outcome
from glowtable.match.header import Header
from glowtable.match.journal import OVER, Journal
from glowtable.match.outcome_rows import outcome_row
from glowtable.match.statistics import evening_of
from glowtable.table import Row

NOW = "2026-01-31 23:00:00"


def finished(journal, players, winners, started="2026-01-31 20:00:00", game="punto"):
    match = journal.begin_match(Header(game, players, {}, 1, started))
    journal.append_rows(match, [Row(OVER, "the result"), outcome_row(Outcome("", winners, (), ()), 9)])


@pytest.fixture
def journal(tmp_path):
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


def told(*standings):
    return [(each.name, each.won, each.played) for each in standings]


def test_who_won_most_of_the_evening_comes_first(journal):
    finished(journal, ("Ann", "Ben"), (0,), "2026-01-30 20:00:00")  # another evening
    finished(journal, ("Ann", "Ben"), (1,))
    finished(journal, ("Ann", "Ben", "bot:hard"), (1,))
    finished(journal, ("Ann", "bot:hard"), (1,))  # a bot won
    assert told(*evening_of(journal, NOW)) == [("Ben", 2, 2), ("Ann", 0, 3)]


def test_a_match_lost_together_is_won_by_nobody_and_one_won_together_by_all(journal):
    finished(journal, ("Ann", "Ben"), (), game="alter_ego")
    finished(journal, ("Ann", "Ben"), (0, 1), game="alter_ego")
    assert told(*evening_of(journal, NOW)) == [("Ann", 1, 2), ("Ben", 1, 2)]


def test_only_matches_of_these_people_count_at_their_table(journal):
    finished(journal, ("Ann", "Ben"), (0,))
    finished(journal, ("Eve", "Finn"), (0,))
    assert told(*evening_of(journal, NOW, ("Ben",))) == [("Ann", 1, 1), ("Ben", 0, 1)]


def test_it_is_one_query(journal, monkeypatch):
    finished(journal, ("Ann", "Ben"), (0,))
    asked, query = [], journal.query
    monkeypatch.setattr(journal, "query", lambda *given: asked.append(given) or query(*given))
    assert evening_of(journal, NOW) and len(asked) == 1


@pytest.mark.parametrize("now", ["", "today"])
def test_a_time_that_is_none_is_no_error(journal, now):
    finished(journal, ("Ann", "Ben"), (0,), now)
    assert told(*evening_of(journal, now)) == [("Ann", 1, 1), ("Ben", 0, 1)]
