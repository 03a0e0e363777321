"""Gymnasium's own check, as it ships it, on every game: `make test T=peers`."""

import copy
import pickle
import warnings

import pytest
from glowtable import games
from glowtable.messages import UserError

from tests.docs.pages import block_with

pytestmark = pytest.mark.peers
IDS = {"alex_and_co": "AlexAndCo", "alter_ego": "AlterEgo", "punto": "Punto", "spiel_des_jahres": "SpielDesJahres"}


@pytest.fixture
def make():
    import glowtable.lab.gymnasium_env  # noqa: F401  (it registers them)
    import gymnasium

    return lambda game="punto", **options: gymnasium.make(f"glowtable/{IDS[game]}-v0", **options)


def play_on(solo, info, steps=1000):
    """Does what is legal, the last of it; the rewards and what was seen."""
    found = []
    for _ in range(steps):
        seen, reward, terminated, truncated, info = solo.step(int(info["action_mask"].nonzero()[0][-1]))
        found.append((reward, seen.tobytes()))
        if terminated or truncated:
            break
    return found


@pytest.mark.parametrize("game", IDS)
def test_its_own_check_passes(make, game):
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(game, seats=max(games.find(game).seats), bot="easy", render_mode="ansi").unwrapped)


@pytest.mark.parametrize(("game", "options"), [
    ("punto", {"seats": 3, "seat": 2, "frame": "floating"}), ("punto", {"bot": "easy", "rounds_to_win": 1}),
    *((game, {"bot": "easy"}) for game in IDS),
])  # fmt: skip
def test_whole_matches_end_and_a_seed_brings_the_same_again(make, game, options):
    solo = make(game, **options)
    first, again = ((solo.reset(seed=5), play_on(solo, solo.unwrapped._info())) for _ in range(2))
    assert (first[0][0] == again[0][0]).all() and first[1] == again[1]
    assert solo.unwrapped.match.is_ended and solo.unwrapped.match.rewards()[solo.unwrapped.seat] == first[1][-1][0]
    solo.reset()
    assert play_on(solo, solo.unwrapped._info()) != first[1], "the next match is another one"


@pytest.mark.parametrize("copy_of", [copy.deepcopy, lambda solo: pickle.loads(pickle.dumps(solo))])
def test_a_copy_and_a_pickle_go_on_alike(make, copy_of):
    solo = make(seats=4, bot="medium").unwrapped
    copy_of(solo).reset(seed=1)
    _, info = solo.reset(seed=3)
    play_on(solo, info, 4)
    other = copy_of(solo)
    assert play_on(other, other._info()) == play_on(solo, solo._info())


def test_what_is_not_legal_ends_the_match_with_a_bad_reward(make):
    solo = make()
    _, info = solo.reset(seed=1)
    assert (solo.unwrapped.action_masks() == info["action_mask"]).all() and 1 < info["action_mask"].sum() < 10
    _, reward, terminated, _, info = solo.step(int((info["action_mask"] == 0).nonzero()[0][0]))
    assert reward == -1 and terminated and not info["action_mask"].any()
    with pytest.raises(AssertionError, match=r"^no match is being played: reset begins the next one$"):
        solo.unwrapped.step(14)


def test_what_there_is_not_is_refused_in_a_sentence(make):
    solo = make().unwrapped
    with pytest.raises(AssertionError, match=r"^no match is being played: reset begins the next one$"):
        solo.step(14)
    solo.reset(seed=1)
    for action in (243, -1, "c3"):
        with pytest.raises(AssertionError, match=f"^action must be 0..242, got {action!r}$"):
            solo.step(action)
    for wrong in ({"colour": "red"}, {"bot": "nobody"}, {"seats": 9}):
        with pytest.raises(UserError, match=r"^Punto (has no|needs).*\.$"):
            make(**wrong)
    with pytest.raises(ValueError, match=r"^bot must be a name, a function or a BotFactory, got 3$"):
        make(bot=3)
    with pytest.raises(ValueError, match=r"^seat must be 0..1, got 2$"):
        make(seat=2)


def test_the_page_for_those_who_study_games_shows_what_runs():
    exec(compile(block_with("glowtable.lab.gymnasium_env"), "LEARN.md", "exec"), {})
