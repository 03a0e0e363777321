"""Seeds are secret: from one match, exported with its seed, nothing follows about the next one at the same table."""

from random import SystemRandom

import pytest
from glowtable import games
from glowtable.match import dealer, recorder
from glowtable.match.dealer import SEEDS, secret_seed
from glowtable.match.players import think_with

from tests.support.campaign import IN_CAMPAIGN
from tests.support.matches import Match

ALL_RANDOM = ("bot:random", "bot:random", "bot:random")
THREE = [name for name in games.names() if 3 in games.find(name).seats]


def after_next(folder, seed=1, name="punto", seats=ALL_RANDOM):
    """A match that was played to its end, and the next one at the same table, begun."""
    match = Match(folder, seats, seed, game=games.find(name), **games.find(name).test_options)
    match.to_the_end()
    match.console.handle_line("next")
    match.wait()
    assert match.pump.recorder.match == 2
    return match


def actions_of(match):
    return [str(played.action) for played in match.session.history]


def test_every_seed_comes_from_the_system(monkeypatch):
    asked = []
    monkeypatch.setattr(SystemRandom, "randrange", lambda system, most: asked.append(most) or 4711)
    assert secret_seed() == 4711 and asked == [SEEDS] and SEEDS > 1 << 56


@pytest.mark.slow
def test_the_next_match_asks_the_system_for_its_seed(tmp_path, monkeypatch):
    given = iter((4711, 4712))
    monkeypatch.setattr(SystemRandom, "randrange", lambda system, most: next(given))
    match = after_next(tmp_path)
    assert match.pump.recorder.header.seed == 4711
    assert match.pump.recorder.next_recorder().header.seed == 4712
    assert [saved.header.seed for saved in match.journal.list_matches()] == [1, 4711, 4712]


@pytest.mark.slow
def test_two_equal_matches_are_followed_by_different_ones(tmp_path):
    one, two = (after_next(tmp_path / name) for name in ("one", "two"))
    assert one.journal.good_rows(1) == two.journal.good_rows(1)
    assert one.pump.recorder.header.seed != two.pump.recorder.header.seed
    for match in (one, two):
        match.until(lambda match=match: len(match.session.history) > 40)
    assert actions_of(one)[:40] != actions_of(two)[:40]


@pytest.mark.slow
@pytest.mark.parametrize("name", THREE if IN_CAMPAIGN else ["punto"])
def test_nothing_of_the_next_match_follows_from_the_seed_of_this_one(tmp_path, monkeypatch, name):
    """Its bots, too: whatever the seed before, only its own counts."""
    monkeypatch.setattr(recorder, "secret_seed", lambda: 77)
    one, two = (after_next(tmp_path / str(seed), seed, name) for seed in (1, 2))
    for match in (one, two):
        match.until(lambda match=match: len(match.session.history) > 60)
    assert one.journal.good_rows(1) != two.journal.good_rows(1)
    assert actions_of(one)[:60] == actions_of(two)[:60]


@pytest.mark.slow
def test_control_a_bot_that_goes_on_with_its_old_numbers_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(recorder, "secret_seed", lambda: 77)
    matches = [after_next(tmp_path / str(seed), seed) for seed in (1, 2)]
    for match, seed in zip(matches, (1, 2), strict=True):
        match.session.match_state.think = think_with(match.game, match.players, dealer.Dealer(seed, "bots"))
        match.until(lambda match=match: len(match.session.history) > 60)
    assert actions_of(matches[0])[:60] != actions_of(matches[1])[:60]
