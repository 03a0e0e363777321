"""Golden traces: journals of whole matches kept as tests. The same events give the same actions, pictures and end.

Beside each trace lies the digest of all its pictures; it changes only when lights are meant to change
(`make renew R=traces`).
"""

from functools import cache

import pytest
from glowtable import games
from glowtable.match.export import from_jsonl
from glowtable.match.match_record import match_state_of
from glowtable.match.result import counted_scores
from glowtable.match.session import Phase
from glowtable.messages import UserError

from tests.games.shipped import SHIPPED
from tests.support import record_traces
from tests.support.campaign import slow
from tests.support.record_traces import digest_of, main, replayed_by_events

TRACES = {path.stem: path for path in sorted(record_traces.TRACES.glob("*.jsonl"))}
LONGEST = ("alex_and_co_unread_3p", "alter_ego_3p", "alter_ego_rookie_2p")


@pytest.fixture(params=[slow(name) if name in LONGEST else name for name in TRACES])
def trace(request):
    return from_jsonl(TRACES[request.param].read_text())


def test_there_are_traces():
    assert len(TRACES) >= 4


def test_hands_that_are_not_read_and_undos_are_among_them():
    read = {name: from_jsonl(path.read_text()) for name, path in TRACES.items()}
    for game in {*SHIPPED} - {"punto"}:
        rows = [row for trace in read.values() if trace.header.game == game for row in trace.rows]
        assert {row.text.split()[1] for row in rows if row.kind == "action"} >= {"trust", "full"}, game
        assert any(row.kind == "undo" for row in rows), game


@cache
def replayed(path):
    return replayed_by_events(from_jsonl(path.read_text()))


def test_the_same_events_give_the_same_actions(request, trace):
    session, _ = replayed(TRACES[request.node.callspec.params["trace"]])
    assert session.history == match_state_of(games.find(trace.header.game), trace).history
    assert session.phase is Phase.OVER


def test_the_same_journal_gives_the_same_pictures(request, trace):
    pictures = replayed(TRACES[request.node.callspec.params["trace"]])[1]
    assert digest_of(pictures) == TRACES[request.node.callspec.id].with_suffix(".pictures").read_text().strip()


def test_a_replay_ends_as_the_trace_says(trace):
    """Traces of earlier versions have scores though all won or lost together: what is recorded stays."""
    match_state = match_state_of(games.find(trace.header.game), trace)
    assert match_state.outcome is not None
    assert [row.kind for row in trace.rows].count("over") == 1
    told = next(row.text for row in trace.rows if row.kind == "over").splitlines()
    scores = [line for line in told[1:] if not line.startswith("  ")]
    assert len(told) == 1 + len(scores) + len(match_state.outcome.ledger)
    counted = counted_scores(match_state.game, match_state.outcome)
    assert len(scores) in {len(match_state.players), len(counted)}


def test_a_changed_trace_is_noticed(trace):
    """The control: one action left out, and the replay is another or none."""
    placed = [n for n, row in enumerate(trace.rows) if row.kind == "action" and not row.text.startswith("chance")]
    rows = [row for n, row in enumerate(trace.rows) if n != placed[3]]
    with pytest.raises(UserError, match="replayed"):
        match_state_of(games.find(trace.header.game), trace._replace(rows=tuple(rows)))


# -- recording


@pytest.fixture
def folder(tmp_path):
    """A trace of Punto in a folder of its own."""
    for suffix in (".jsonl", ".pictures"):
        (tmp_path / f"punto_2p{suffix}").write_text(TRACES["punto_2p"].with_suffix(suffix).read_text())
    return tmp_path


def test_a_match_that_cannot_be_played_ends_with_the_exit_code_alone(folder, capfd):
    path = folder / "punto_2p.jsonl"
    path.write_text(path.read_text().splitlines()[0].replace('"seed"', '"options": {"nonsense": "yes"}, "seed"'))
    assert main(["--play"], folder) == 2
    told = capfd.readouterr().err
    assert "nonsense" in told and "Traceback" not in told


def test_a_match_with_real_cards_is_recorded_from_its_first_line(tmp_path):
    path = TRACES["spiel_des_jahres_unread_2p"]
    (tmp_path / path.name).write_text(path.read_text().splitlines()[0])
    main(["--play"], tmp_path)
    for name in (path.name, path.with_suffix(".pictures").name):
        assert (tmp_path / name).read_text() == path.with_name(name).read_text()
