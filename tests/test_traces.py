"""Golden traces: journals of whole matches kept as tests. The same events give the same actions, pictures and end.

Beside each trace lies the digest of all its pictures; it changes only when the table is meant to shine otherwise.
"""

from functools import cache
from hashlib import blake2b
from pathlib import Path

import pytest
from glowtable import games
from glowtable.game import full_options, parse_action
from glowtable.match.export import from_jsonl, session_of
from glowtable.match.presenter import current_picture
from glowtable.match.session import Phase, Player, Session
from glowtable.messages import UserError
from glowtable.table import Key, parse_event

TRACES = {path.stem: path for path in sorted(Path(__file__).with_name("traces").glob("*.jsonl"))}


@pytest.fixture(params=TRACES)
def trace(request):
    return from_jsonl(TRACES[request.param].read_text())


def test_there_are_traces():
    assert len(TRACES) >= 4


@cache
def replayed_by_events(path):
    """The match as its events alone bring it about, every seat a person, the dealer's rows given; and every picture."""
    trace = from_jsonl(path.read_text())
    game = games.find(trace.header.game)
    names = [f"Player {seat}" for seat, _ in enumerate(trace.header.players)]
    session = Session(game, tuple(map(Player, names)), full_options(game, trace.header.options), phase=Phase.SETTING)
    pictures = []
    for n, row in enumerate(trace.rows):
        if row.kind == "event":
            session.hear_event(parse_event(row.text))
            if session.question and session.question.actions:  # a bot played there: it is not asked what it gives up
                session.hear_event(Key(session.question.seat, "confirm"))
        elif row.kind == "action" and session.wants_dealer:
            session.apply_deal(parse_action(trace.rows[n].text))
        pictures.append(current_picture(session))
    return session, pictures


def digest_of(pictures):
    return blake2b(repr([tuple(picture) for picture in pictures]).encode(), digest_size=8).hexdigest()


def test_the_same_events_give_the_same_actions(request, trace):
    session, _ = replayed_by_events(TRACES[request.node.callspec.params["trace"]])
    assert [str(step.action) for step in session.history] == [row.text for row in trace.rows if row.kind == "action"]
    assert session.phase is Phase.OVER


def test_the_same_journal_gives_the_same_pictures(request, trace):
    pictures = replayed_by_events(TRACES[request.node.callspec.params["trace"]])[1]
    assert digest_of(pictures) == TRACES[request.node.callspec.id].with_suffix(".pictures").read_text().strip()


def test_a_replay_ends_as_the_trace_says(trace):
    session = session_of(games.find(trace.header.game), trace)
    assert session.outcome is not None
    assert [row.kind for row in trace.rows].count("over") == 1
    told = next(row.text for row in trace.rows if row.kind == "over").splitlines()
    assert len(told) == 1 + len(session.players) + len(session.outcome.ledger)


def test_a_changed_trace_is_noticed(trace):
    """The control: one action left out, and the replay is another or none."""
    placed = [n for n, row in enumerate(trace.rows) if row.kind == "action" and not row.text.startswith("chance")]
    rows = [row for n, row in enumerate(trace.rows) if n != placed[3]]
    with pytest.raises(UserError, match="replayed"):
        session_of(games.find(trace.header.game), trace._replace(rows=tuple(rows)))
