"""Golden traces: journals of whole matches kept as tests. The same events give the same actions, pictures and end."""

from functools import cache
from hashlib import blake2b
from pathlib import Path

import pytest
from glowtable import games
from glowtable.game import chosen, parse_action
from glowtable.match.export import from_jsonl, session_of
from glowtable.match.presenter import picture
from glowtable.match.session import Phase, Player, Session
from glowtable.messages import UserError
from glowtable.table import parse_event

PICTURES = {  # trace -> digest of all its pictures; changed only when the table is meant to shine otherwise
    "alex_and_co_3p": "18c59e485e700cb2",
    "alter_ego_3p": "389f04b9a004835b",
    "alter_ego_rookie_2p": "9223c61d3ac23e70",
    "punto_2p": "739e79a6b5a1d7dd",
    "punto_3p": "a86b0292303138cc",
    "punto_4p_step_down": "48f5732b4b306a4c",
    "punto_team": "18b5af02b5637e31",
    "spiel_des_jahres_3p": "f429396dff00a493",
    "spiel_des_jahres_secret_2p": "7dd0775ea03e0801",
}
TRACES = sorted(Path(__file__).with_name("traces").glob("*.jsonl"))


@pytest.fixture(params=TRACES, ids=lambda path: path.stem)
def trace(request):
    return from_jsonl(request.param.read_text())


def test_there_are_traces():
    assert len(TRACES) >= 4


@cache
def replayed_by_events(path):
    """The match as its events alone bring it about, every seat a person, the dealer's rows given; and every picture."""
    trace = from_jsonl(path.read_text())
    game = games.find(trace.header.game)
    names = [f"Player {seat}" for seat, _ in enumerate(trace.header.players)]
    session = Session(game, tuple(map(Player, names)), chosen(game, trace.header.options), phase=Phase.SETTING)
    pictures = []
    for n, row in enumerate(trace.rows):
        if row.kind == "event":
            session.hear(parse_event(row.text))
        elif row.kind == "action" and session.wants_dealer:
            session.deal(parse_action(trace.rows[n].text))
        pictures.append(picture(session))
    return session, pictures


def test_the_same_events_give_the_same_actions(request, trace):
    session, _ = replayed_by_events(request.node.callspec.params["trace"])
    assert [str(step.action) for step in session.history] == [row.text for row in trace.rows if row.kind == "action"]
    assert session.phase is Phase.OVER


def test_the_same_journal_gives_the_same_pictures(request, trace):
    pictures = replayed_by_events(request.node.callspec.params["trace"])[1]
    digest = blake2b(repr([tuple(picture) for picture in pictures]).encode(), digest_size=8).hexdigest()
    assert digest == PICTURES[request.node.callspec.id]


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
