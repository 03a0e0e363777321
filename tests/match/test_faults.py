"""Matches on a bad line: no accepted action is lost, doubled or invented; what goes wrong heals by itself."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from glowtable import games
from glowtable.device.twin_line import Faults
from glowtable.game import Action
from glowtable.match.recorder import Recorder
from glowtable.match.session import Phase
from glowtable.messages import UserError
from glowtable.table import Key, event_text

from tests.support.campaign import share
from tests.support.credulous import Credulous
from tests.support.matches import Match

SPIEL = games.find("spiel_des_jahres")
BAD_LINE = Faults(lost=0.002, damaged=0.002, duplicated=0.002, delayed=0.02, split=0.05)


def check(match: Match, matches: Sequence[int] = ()) -> None:
    """The journal holds exactly the match as it is, and nothing that hands did not do (in these matches together)."""
    saved = match.journaled()
    assert [step.action for step in saved.history] == [step.action for step in match.session.history]
    assert saved.state == match.session.state
    rows = [row for n in matches or [match.pump.recorder.match] for row in match.journal.good_rows(n)]
    # a card that lies on a reader is told again in a new session: its presence, not a gesture
    heard = Counter(row.text for row in rows if row.kind == "event" and row.text.split()[0] in ("press", "key"))
    made = Counter(map(event_text, match.simulated_players.made))
    assert not heard - made, f"heard more often than done: {heard - made}"


def play_through(match: Match, happen, times: int, seed: int) -> int:
    """Play match after match while `happen(match)` strikes at random moments; how many matches were finished."""
    rng = Random(seed)
    finished = 0
    for _ in range(times):
        pause = rng.randrange(5, 3000)
        for _ in range(pause // 5):
            match.step()
            if match.session.phase is Phase.OVER:
                check(match)
                finished += 1
                match.simulated_players.made.clear()
                match.console.handle_line("next")
                match.until(lambda: match.session.phase is not Phase.OVER)
        if rng.random() < 0.8:  # else it strikes wherever the match is, in an opening too
            match.until(lambda: match.session.phase is Phase.PLAYING)
        happen(match, rng)
    match.wait(3000)
    match.until(lambda: match.session.phase in (Phase.PLAYING, Phase.OVER))
    check(match)
    return finished


def unplug(match: Match, rng: Random) -> None:
    """Pull the plug with bytes on their way in both directions; put it back a little later."""
    match.twin.line.unplug()
    match.wait(rng.randrange(5, 1500))
    match.twin.line.replug()


def restart(match: Match, rng: Random) -> None:
    match.twin.restart()
    match.wait(rng.randrange(5, 1500))


@pytest.mark.parametrize("fault", ["lost", "damaged", "duplicated", "delayed", "split"])
def test_a_match_ends_in_spite_of_bytes(tmp_path, fault):
    chance = {"delayed": 0.2, "split": 0.1}.get(fault, 0.01)
    match = Match(tmp_path, faults=Faults(**{fault: chance}, seed=3), rounds_to_win=1, max_rounds=2)
    match.to_the_end()
    check(match)


@pytest.mark.campaign
def test_unplugging_loses_doubles_and_invents_nothing(tmp_path, record_property):
    times = share(500)
    match = Match(tmp_path, faults=BAD_LINE)
    finished = play_through(match, unplug, times, seed=1)
    reopened = match.pump.connection.link.counts["reopened"]
    assert reopened >= times * 0.8  # pulled again before it was opened again counts once
    record_property("unplugged", f"{times} times, {finished} matches finished: 0 lost, doubled or invented")


@pytest.mark.campaign
def test_restarts_lose_double_and_invent_nothing(tmp_path, record_property):
    times = share(500)
    match = Match(tmp_path, faults=BAD_LINE)
    finished = play_through(match, restart, times, seed=2)
    record_property("restarted", f"{times} times, {finished} matches finished: 0 lost, doubled or invented")
    assert match.pump.connection.link.counts["restarts"] >= times // 2  # one that falls into an opening is not noticed


# -- a full disk, and no cable


def play_until_full(match: Match, rng: Random) -> UserError:
    """Play on, the plug pulled now and then, until the disk takes no more; what the program ends with."""
    pages = match.journal.query("PRAGMA page_count")[0][0]
    match.journal.db.execute(f"PRAGMA max_page_count={pages}")
    try:
        for _ in range(10_000):
            if match.session.phase is Phase.OVER:
                match.console.handle_line("next")
            unplug(match, rng)
            match.wait(rng.randrange(5, 1500))
    except UserError as error:
        return error
    finally:
        match.twin.line.replug()
        match.journal.db.execute("PRAGMA max_page_count=1000000")
    raise AssertionError("the disk never was full")


def begin_again(match: Match) -> None:
    """There is room again: the program begins with its journal, at a table that was without a cable meanwhile."""
    match.killed()
    match.until(lambda: match.session.phase in (Phase.PLAYING, Phase.OVER))


@pytest.mark.campaign
def test_a_full_disk_while_the_cable_is_out_loses_doubles_and_invents_nothing(tmp_path, record_property):
    times, rng = share(200), Random(3)
    match = Match(tmp_path, faults=BAD_LINE)
    match.until(lambda: match.session.phase is Phase.PLAYING)
    for _ in range(times):
        error = play_until_full(match, rng)
        assert "make room" in str(error)
        played, saved = match.session.history, match.journaled().history
        assert [step.action for step in saved] == [step.action for step in played[: len(saved)]]
        begin_again(match)
        check(match, range(1, match.pump.recorder.match + 1))
    record_property("unplugged on a full disk", f"{times} times: 0 lost, doubled or invented")


def test_control_who_acknowledges_what_a_full_disk_did_not_take_loses_it(tmp_path, monkeypatch):
    match = Match(tmp_path, faults=BAD_LINE)
    match.until(lambda: match.session.phase is Phase.PLAYING)
    refused = []

    def save_if_it_can(recorder, rows, real=Recorder.save_rows):
        try:
            real(recorder, rows)
        except UserError as error:
            refused.append(error)

    monkeypatch.setattr(Recorder, "save_rows", save_if_it_can)
    match.journal.db.execute("PRAGMA max_page_count=1")
    match.until(lambda: len(refused) > 3)
    match.journal.db.execute("PRAGMA max_page_count=1000000")
    with pytest.raises((AssertionError, ValueError)):
        check(match)


@pytest.mark.slow
def test_control_without_edge_numbers_presses_are_doubled(tmp_path):
    faults = Faults(lost=0.02, damaged=0.02, seed=1)
    match = Match(tmp_path, faults=faults, link=Credulous(session="beef"), rounds_to_win=1, max_rounds=2)
    with pytest.raises(AssertionError, match="heard more often than done"):
        match.to_the_end()
        check(match)


def test_a_dead_cell_is_pointed_at_instead(tmp_path):
    match = Match(tmp_path, rounds_to_win=1, max_rounds=2)
    match.twin.press = match.twin.tap = lambda cell: None  # type: ignore[method-assign]
    match.until(lambda: match.session.lit_cells)
    placed = len(match.session.history)
    for key in ("pass", "confirm"):
        match.simulated_players.make_gesture(Key(0, key), "punto")
        match.wait()
    assert len(match.session.history) > placed


def test_an_edge_that_was_not_committed_is_said_again(tmp_path):
    match = Match(tmp_path)
    match.until(lambda: len(match.session.history) > 6)
    link = match.pump.connection.link
    before = link.edge
    link.acknowledge_through = lambda number: None  # type: ignore[method-assign]
    match.until(lambda: link.edge > before)
    match.wait(3000)
    assert link.counts["edges again"] > 0


@pytest.mark.parametrize("cells", ["buttons", "nfc"])
def test_a_card_committed_before_kill_9_is_told_again_but_changes_nothing(tmp_path, cells):
    """In Spiel des Jahres a card heard once more would be taken back."""
    match = Match(tmp_path, ("Ann", "bot:publisher"), game=SPIEL, cell_kind=cells).until_laid_out()
    match.console.handle_line("ok")
    match.until(lambda: ann_may_tap(match))
    match.simulated_players.pace_ms = 10_000  # the card stays on the reader
    match.pump.connection.link.acknowledge_through = lambda number: None  # type: ignore[method-assign]
    match.console.handle_line(match.line_for(next(each for each in ann_may(match) if each.kind == "tap")))
    match.until(lambda: match.session.state.trays[0])
    done, rows = len(match.session.history), match.journal.find_match(1).rows
    match.killed()
    match.session.match_state.dealt = False  # hands laid it there
    match.until(lambda: match.session.phase in (Phase.DISPUTED, Phase.PLAYING))
    match.wait(1000)
    for _ in range(2 if match.session.phase is Phase.DISPUTED else 0):  # that the card is put right, and all is
        match.console.handle_line("ok")
        match.wait()
    assert any(row.text.startswith("card 0 ") for row in match.journal.good_rows(1)[rows:]), "it is told again"
    assert match.session.phase is Phase.PLAYING and len(match.session.history) == done


def ann_may(match: Match) -> list[Action]:
    session = match.session
    seats_to_act = (
        session.is_open and not session.match_state.chance.is_awaited and not session.match_state.bots.wanted_action
    )
    return [*SPIEL.rules.legal(session.state, 0)] if seats_to_act else []


def ann_may_tap(match: Match) -> bool:
    """Once she has her hand; until then Ann does the first thing she may."""
    legal = ann_may(match)
    may_tap = any(action.kind == "tap" for action in legal)
    if legal and not may_tap:
        match.console.handle_line(match.line_for(legal[0]))
        match.wait(200)
    return may_tap
