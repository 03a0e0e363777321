"""Where the program deals, hands are there soon: nobody waits for each card, and the lights still tell whose it is."""

import pytest
from glowtable import games
from glowtable.config import Config
from glowtable.match.session import Phase

from tests.support.matches import Match

MOST_MS = 4000  # simulated time, from the first card to the first decision
STEP_MS = 5  # of simulated time
SEEN_MS = 300  # a light that is lit for so long is seen


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hands_are_dealt_in_a_few_seconds_and_each_seat_is_lit_meanwhile(tmp_path, seats):
    match = Match(tmp_path, ("Ann", "Ben", "Cal", "Dan")[:seats], game=games.find("alex_and_co"), knowledge="full")
    match.simulated_players.pace_ms = Config().bot_pace_ms
    match.until(lambda: match.session.phase is Phase.SETTING)
    match.types("ok")
    match.says("ok Ann")
    match.until(lambda: match.session.history)
    began_ms, lit_ms = match.clock.now_ms(), dict.fromkeys(range(seats), 0)
    while match.session.match_state.chance.is_awaited:
        match.step()
        for seat in range(seats):
            lit_ms[seat] += STEP_MS if match.twin.seats_shown[seat][0] else 0  # white: sky has no red
        assert match.clock.now_ms() - began_ms <= MOST_MS
    assert [hand.bit_count() for hand in match.session.state.hands] == [8] * seats
    assert min(lit_ms.values()) >= SEEN_MS, lit_ms
    assert match.clock.now_ms() - began_ms >= 8 * seats * 50, "not all in one moment"


def rows_of(match):
    return match.journal.good_rows(match.pump.recorder.match)


def test_a_match_that_was_agreed_on_elsewhere_starts_at_once_but_not_while_it_is_paused(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben"))
    match.session.match_state.dealt = True
    match.until(lambda: match.session.phase is Phase.SETTING)
    match.session.paused = match.pump.gestures.is_agreed = True
    match.wait(10_000)
    assert match.session.phase is Phase.SETTING and not rows_of(match)
    match.session.paused = False
    match.step()
    assert match.session.phase is Phase.PLAYING, "no turn is left in which somebody could tap Start for themselves"
    assert [row.text for row in rows_of(match)] == ["key 0 confirm", "ready"]
