"""Golden traces: journals of whole matches kept as tests. The same events give the same actions, pictures and end."""

from pathlib import Path

import pytest
from glowtable import games
from glowtable.export import from_jsonl, session_of
from glowtable.game import chosen, parse_action
from glowtable.session import Session
from glowtable.standing import Phase, Player
from glowtable.table import parse_event

TRACES = sorted(Path(__file__).with_name("traces").glob("*.jsonl"))


@pytest.fixture(params=TRACES, ids=lambda path: path.stem)
def trace(request):
    return from_jsonl(request.param.read_text())


def test_there_are_traces():
    assert len(TRACES) >= 4


def replayed_by_events(trace):
    """The match as its events alone bring it about, every seat a person, the dealer's rows given; and every picture."""
    game = games.find(trace.header.game)
    names = [f"Player {seat}" for seat, _ in enumerate(trace.header.players)]
    session = Session(game, tuple(map(Player, names)), chosen(game, trace.header.options), phase=Phase.SETTING)
    pictures = []
    for n, row in enumerate(trace.rows):
        if row.kind == "event":
            session.hear(parse_event(row.text))
        elif row.kind == "action" and session.wants_dealer:
            session.deal(parse_action(trace.rows[n].text))
        pictures.append(session.picture)
    return session, pictures


def test_the_same_events_give_the_same_actions(trace):
    session, _ = replayed_by_events(trace)
    assert [str(step.action) for step in session.history] == [row.text for row in trace.rows if row.kind == "action"]
    assert session.phase is Phase.OVER


def test_the_same_journal_gives_the_same_pictures(trace):
    first, second = (replayed_by_events(trace)[1] for _ in range(2))
    assert first == second and len(set(first)) > 20


def test_a_replay_ends_as_the_trace_says(trace):
    session = session_of(games.find(trace.header.game), trace)
    assert session.outcome is not None
    assert [row.kind for row in trace.rows].count("over") == 1
    told = next(row.text for row in trace.rows if row.kind == "over").splitlines()
    assert len(told) == 1 + len(session.players) + len(session.outcome.ledger)


def test_a_changed_trace_is_noticed(trace):
    """The control: one action left out, and the replay is another or none."""
    placed = [n for n, row in enumerate(trace.rows) if row.kind == "action" and " place " in row.text]
    rows = [row for n, row in enumerate(trace.rows) if n != placed[3]]
    with pytest.raises(Exception, match="replayed"):
        session_of(games.find(trace.header.game), trace._replace(rows=tuple(rows)))
