"""The pace of simulated players: a person can follow what bots do, and waits for nothing else."""

from itertools import pairwise
from types import SimpleNamespace

import pytest
from glowtable import games
from glowtable.commands.match_setup import bot_pace_ms
from glowtable.config import Config
from glowtable.device.link import Board
from glowtable.device.simulated_players import BRIEF_MS, PATIENCE_MS, SimulatedPlayers
from glowtable.device.tag_registry import TagRegistry
from glowtable.game import CHANCE
from glowtable.match.session import Phase
from glowtable.table import Press

from tests.support.matches import Match

PACE_MS = 1500


class Fingers:
    """Counts what was pressed."""

    board, has_cells = Board(), True

    def __init__(self):
        self.pressed = []

    def tap(self, cell):
        self.pressed.append(cell)


class Players:
    """Simulated players at no table, who want to press at each moment."""

    def __init__(self, pace_ms=PACE_MS):
        self.fingers = Fingers()
        self.players = SimulatedPlayers(self.fingers, TagRegistry(None), pace_ms)

    def presses(self, moment, now_ms, is_brief=False):
        before = len(self.fingers.pressed)
        self.players.make_wanted(moment, lambda: Press(1), "punto", now_ms, lambda: is_brief)
        return len(self.fingers.pressed) > before


def test_they_rest_after_what_they_did_and_after_what_a_person_did():
    hands = Players()
    assert hands.presses("a", 10_000) and not hands.presses("b", 10_050)
    assert not hands.presses("b", 10_050 + PACE_MS - 1) and hands.presses("b", 10_050 + PACE_MS)
    assert not hands.presses("c", 60_000)  # a person has acted just now
    assert not hands.presses("c", 60_000 + PACE_MS - 1) and hands.presses("c", 60_000 + PACE_MS)


def test_what_decides_nothing_comes_sooner():
    hands = Players()
    assert hands.presses("a", 10_000) and not hands.presses("b", 10_000, is_brief=True)
    assert not hands.presses("b", 10_000 + BRIEF_MS - 1, is_brief=True)
    assert hands.presses("b", 10_000 + BRIEF_MS, is_brief=True)


@pytest.mark.parametrize("pace_ms", [0, PACE_MS])
def test_what_had_no_effect_is_repeated_after_a_while(pace_ms):
    hands = Players(pace_ms)
    assert hands.presses("a", 10_000) and not hands.presses("a", 10_000 + PATIENCE_MS - 1)
    assert hands.presses("a", 10_000 + PATIENCE_MS)


def test_where_nobody_watches_nothing_is_waited_for():
    hands = Players(pace_ms=0)
    assert hands.presses("a", 10_000) and hands.presses("b", 10_000) and hands.presses("c", 10_005)


def test_a_person_chooses_the_pace():
    assert bot_pace_ms(SimpleNamespace(pace=None), Config()) == 1500
    assert bot_pace_ms(SimpleNamespace(pace=None), Config(bot_pace_ms=700)) == 700
    assert bot_pace_ms(SimpleNamespace(pace=0), Config(bot_pace_ms=700)) == 0


def times_of_actions(match, most):
    """When each of the first actions was done, and by whom."""
    times = []
    while len(times) < most and match.session.phase is not Phase.OVER:
        match.step_to_word()
        new = match.session.history[len(times) :]
        times += [(match.clock.now_ms(), played.action.seat) for played in new]
    return times


def test_a_bot_s_move_can_be_followed_and_a_card_is_turned_up_at_once(tmp_path):
    match = Match(tmp_path, seats=("bot:random", "bot:random"))
    match.simulated_players.pace_ms = PACE_MS
    times = times_of_actions(match, 16)
    rests = [(now - before, seat) for (before, _), (now, seat) in pairwise(times[4:])]
    by_bots = [rest for rest, seat in rests if seat != CHANCE]
    drawn = [rest for rest, seat in rests if seat == CHANCE]
    assert by_bots and min(by_bots) >= PACE_MS and max(by_bots) < PACE_MS + 300
    assert drawn and max(drawn) < BRIEF_MS + 300


def test_dealing_is_not_slowed(tmp_path):
    match = Match(tmp_path, seats=("bot:memory", "bot:memory", "bot:memory"), game=games.find("alex_and_co"))
    match.simulated_players.pace_ms = PACE_MS
    times = times_of_actions(match, 30)
    rests = [now - before for (before, by), (now, seat) in pairwise(times) if seat == CHANCE == by]
    assert len(rests) > 20 and max(rests) < BRIEF_MS + 300
