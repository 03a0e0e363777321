"""What leaves the table of a running match of ALEX & CO holds no hidden card; of a finished one it is whole."""

import json
import zipfile
from itertools import pairwise

import pytest
from glowtable.__main__ import main
from glowtable.device import discovery
from glowtable.game import CHANCE, HIDDEN, PUBLIC
from glowtable.games.alex_and_co.state import UNKNOWN
from glowtable.match import export
from glowtable.match.export import redact_record
from glowtable.match.journal import Header, Journal
from glowtable.match.match_record import MatchRecord, match_state_of
from glowtable.messages import UserError
from glowtable.table import Row

from tests.games.alex_positions import GAME, rules
from tests.support.matches import Match

BOTS = ("bot:memory", "bot:memory", "bot:random")
UNSEEN_KINDS = {"deal", "draw", "give"}


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(discovery, "pico_ports", list)
    return tmp_path


def a_match(folder, most_turns=12, **options):
    """A match of bots, left after some turns or played to its end."""
    match = Match(folder, BOTS, seed=2, game=GAME, first_player="random", stall="end", **options)
    match.until(lambda: match.session.outcome or match.session.state.turns >= most_turns)
    return match


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A running match, which nobody goes on with."""
    return a_match(tmp_path_factory.mktemp("running"))


def record_of(match):
    return MatchRecord(match.header, tuple(match.journal.good_rows(1)))


def never_seen(session):
    """The cards that only their holders have seen: a number and a name each."""
    told_of = set()
    for step in session.history:
        action = rules.seen(step.before, step.action, PUBLIC)
        told_of |= {int(arg) for arg in action.args if arg != HIDDEN and action.kind not in ("at", "ask", "point")}
    dealt = {int(step.action.args[0]) for step in session.history if step.action.kind == "deal"}
    return {card: GAME.deck[card] for card in dealt - told_of if len(GAME.deck[card]) > 5}


def leaks(text, session):
    """The hidden cards that a text of actions or events tells of, by number or name."""
    unseen = never_seen(session)
    numbers = [card for card in unseen for kind in UNSEEN_KINDS if f'{kind} {card}"' in text]
    return {unseen[card] for card in numbers} | {name for name in unseen.values() if name in text}


def test_the_export_of_a_running_match_holds_no_hidden_card(running):
    text = export.to_jsonl(redact_record(GAME, record_of(running)))
    assert len(never_seen(running.session)) > 8 and leaks(text, running.session) == set()
    assert HIDDEN in text and json.loads(text.splitlines()[0])["seed"] == 0
    assert len(text.splitlines()) == len(running.journal.good_rows(1)) + 1


def test_nor_does_its_text(running):
    text = export.to_text(running.session.match_state)
    assert leaks(text, running.session) == set() and f"chance deal {HIDDEN}" in text
    with pytest.raises(UserError, match="exported while it was running"):
        export.from_text(GAME, text)


def test_an_export_that_hides_nothing_is_caught(running):
    """The control: the record as it is."""
    assert leaks(export.to_jsonl(record_of(running)), running.session)


def test_of_a_running_match_it_tells_the_cards_that_lie_open_and_none_that_were_turned_back(tmp_path):
    """After the match it tells all of them."""
    match = Match(tmp_path, BOTS, seed=2, game=GAME, first_player="random", stall="end")
    match.until(lambda: match.session.state.turns >= 12 and len(match.session.state.turned) > 1)
    state, rows = match.session.state, redact_record(GAME, record_of(match)).rows
    lying_open = {state.faces[place] for place in state.turned} - {UNKNOWN}
    turned = [step.action for step in match.session.history if step.action.kind == "turn"]
    told = {row.text for row in rows if row.kind == "action" and row.text.startswith("chance turn")}
    named = {str(action) for action in turned if action.args[0] in lying_open}
    assert 0 < len(named) < len(turned) and told == {*named, f"chance turn {HIDDEN}"}
    shown = [row.text for row, then in pairwise(rows) if then.text.startswith("chance turn")]
    assert len([text for text in shown if HIDDEN not in text]) == len(named), "no event names what its action does not"


@pytest.mark.slow
def test_the_export_of_a_finished_match_is_whole_and_replays(tmp_path):
    match = a_match(tmp_path, most_turns=9999)
    record = record_of(match)
    assert match.session.outcome and redact_record(GAME, record) == record
    assert match_state_of(GAME, export.from_jsonl(export.to_jsonl(record))).state == match.session.state
    again = export.from_text(GAME, export.to_text(match.session.match_state))
    assert [row.text for row in again.rows] == [str(step.action) for step in match.session.history]


def test_a_card_that_was_refused_or_came_late_is_not_told():
    rows = (
        Row("action", "chance starter 0"),
        Row("event", "card 3 Catan"),  # refused
        Row("note", "late: card 0 Goa"),
        Row("event", "said Catan"),
        Row("event", "lying 14 Catan"),
        Row("event", "unknown tag"),
        Row("note", "pause"),
        Row("event", "press 14"),
    )
    seen = redact_record(GAME, MatchRecord(Header("alex_and_co", BOTS, {"first_player": "random"}, 7, ""), rows)).rows
    assert [row.text for row in seen] == [
        "chance starter 0",
        "card hidden",
        "late: card hidden",
        "said hidden",
        "lying hidden",
        "unknown tag",
        "pause",
        "press 14",
    ]


def test_a_swapped_card_is_judged_in_the_state_before_it(tmp_path):
    """A card read by mistake and put right: neither is told."""
    dealt = (Row("action", "chance starter 0"), *(Row("action", f"chance out {card}") for card in outs()))
    rows = (*dealt, Row("action", "chance deal 60"), Row("swap", "chance deal 61"))
    header = Header("alex_and_co", ("Ann", "Ben", "Cal"), {"first_player": "random", "knowledge": "full"}, 7, "")
    assert [row.text for row in redact_record(GAME, MatchRecord(header, rows)).rows][-2:] == ["chance deal hidden"] * 2


def outs():
    """What leaves a match of three: the first that may, each time."""
    state = rules.setup(3, {option.name: option.default for option in GAME.options} | {"first_player": "random"})
    state = rules.apply(state, rules.chance(state)[0][0])
    while rules.to_act(state) == (CHANCE,):
        action = rules.chance(state)[0][0]
        yield action.args[0]
        state = rules.apply(state, action)


@pytest.fixture
def kept(home, running):
    """The running match is in the journal where the commands look for it."""
    (home / "data").mkdir()
    journal = Journal(home / "data" / "journal.sqlite")
    journal.append_rows(journal.begin_match(running.header), running.journal.good_rows(1))
    journal.close()
    return home


def test_a_running_match_exported_by_command_cannot_be_replayed_and_says_why(kept, running, capsys):
    assert main(["export", "1"]) == 0
    text = capsys.readouterr().out
    assert leaks(text, running.session) == set() and HIDDEN in text
    (kept / "running").write_text(text)
    assert main(["replay", str(kept / "running")]) == 1
    assert "Its hidden cards are missing, so it can't be replayed." in capsys.readouterr().err


def test_nor_does_the_bundle_of_a_running_match_hold_a_hidden_card(kept, running, capsys):
    main(["doctor", "--bundle", str(kept / "bug.zip")])
    with zipfile.ZipFile(kept / "bug.zip") as archive:
        text = "\n".join(archive.read(name).decode() for name in archive.namelist())
    assert leaks(text, running.session) == set() and HIDDEN in text
