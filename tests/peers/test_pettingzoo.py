"""PettingZoo's own tests, as it ships them, on every game with every number of seats: `make test T=peers`."""

import copy
import pickle
import warnings

import pytest
from glowtable import games
from glowtable.messages import UserError

from tests.docs.pages import block_with
from tests.games.shipped import SHIPPED

pytestmark = pytest.mark.peers
TABLES = [(name, seats) for name in games.names() for seats in games.find(name).seats]
CYCLES = 300


@pytest.fixture
def env():
    warnings.simplefilter("ignore")  # an observation of bytes is taken for a picture of a strange shape
    from glowtable.lab.pettingzoo_env import env

    return env


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_its_api_test_passes(env, game, seats):
    from pettingzoo.test import api_test

    api_test(env(game, seats=seats), num_cycles=CYCLES, verbose_progress=False)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_its_seed_test_passes(env, game, seats):
    from pettingzoo.test import seed_test

    seed_test(lambda: env(game, seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize("game", games.names())
def test_whole_matches_end_with_rewards_that_add_up(env, game):
    from glowtable.lab.vocabulary import rewards_of

    zoo = env(game)
    zoo.reset(seed=4)
    total = dict.fromkeys(zoo.possible_agents, 0.0)
    for agent in zoo.agent_iter():
        seen, reward, terminated, truncated, _ = zoo.last()
        total[agent] += reward
        over = terminated or truncated
        zoo.step(None if over else int(seen["action_mask"].nonzero()[0][0]))
    state, rules = zoo.unwrapped.state_, zoo.unwrapped.game.rules
    assert rules.outcome(state) or truncated
    assert list(total.values()) == pytest.approx(rewards_of(games.find(game), len(total), rules.outcome(state)))


def test_what_is_not_legal_ends_the_match_with_a_bad_reward(env):
    zoo = env("punto")
    zoo.reset(seed=1)
    zoo.step(int((zoo.last()[0]["action_mask"] == 0).nonzero()[0][0]))
    assert min(zoo.rewards.values()) == -1 and all(zoo.terminations.values())


@pytest.mark.parametrize("action", [243, -1, None, "c3", 1.5])
def test_what_is_no_action_is_refused_in_a_sentence_and_changes_nothing(env, action):
    """AssertionError, as connect_four_v3 has it."""
    zoo = env("punto")
    zoo.reset(seed=1)
    with pytest.raises(AssertionError, match=f"^action must be 0..242, got {action!r}$"):
        zoo.step(action)
    zoo.step(int(zoo.last()[0]["action_mask"].nonzero()[0][0]))
    assert not any(zoo.terminations.values())


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("copy_of", [copy.deepcopy, lambda zoo: pickle.loads(pickle.dumps(zoo))])
def test_a_copy_and_a_pickle_go_on_alike_and_change_nothing(env, game, copy_of):
    copy_of(env(game)).reset(seed=2)  # before its first match, too
    zoo = env(game)
    zoo.reset(seed=1)
    play_on(zoo, 9)
    before, other = zoo.unwrapped.state_, copy_of(zoo)
    assert other.unwrapped.state_ == before
    play_on(other, 9)
    assert zoo.unwrapped.state_ == before != other.unwrapped.state_
    play_on(zoo, 9)
    assert zoo.unwrapped.state_ == other.unwrapped.state_


def play_on(zoo, steps):
    for _ in range(steps):
        seen, _, terminated, truncated, _ = zoo.last()
        zoo.step(None if terminated or truncated else int(seen["action_mask"].nonzero()[0][-1]))


def test_it_prints_the_board_and_refuses_what_there_is_not(env):
    zoo = env("punto", render_mode="ansi")
    zoo.reset(seed=1)
    assert zoo.render().splitlines()[1].startswith("a ")
    with pytest.raises(UserError, match=r"Punto needs 2 to 4 players, not 5."):
        env("punto", seats=5)


@pytest.mark.parametrize("game", games.names())
def test_no_view_of_a_match_is_cut(game, env):
    import json

    import glowtable as gt
    from glowtable.kit.json_form import to_json
    from glowtable.lab.pettingzoo_env import LONGEST

    rules = gt.find(game).rules
    most = max(gt.find(game).seats)
    played = gt.play(game, ["random"] * most, seed=2)
    lengths = [len(json.dumps(to_json(rules.view(state, seat)))) for state, _ in played.steps() for seat in range(most)]
    assert max(lengths) < LONGEST and (max(lengths) > 500 or game not in SHIPPED)


def test_an_observation_is_a_dictionary_whose_bytes_are_of_the_moment_it_was_made(env):
    import json

    zoo = env("punto")
    zoo.reset(seed=1)
    early, late = zoo.last()[0], zoo.last()[0]
    zoo.step(int(late["action_mask"].nonzero()[0][0]))
    wanted = dict(late)["observation"].tobytes()
    phase = json.loads(wanted.rstrip(b"\0"))["phase"]
    assert phase == "place" and json.loads(wanted.rstrip(b"\0"))["piles"] == []
    for same in (early.copy(), {**early}, copy.deepcopy(early), pickle.loads(pickle.dumps(early)), dict(early.items())):
        assert same["observation"].tobytes() == wanted and list(same) == ["observation", "action_mask"]
    assert next(each.nbytes for each in early.values()) == len(wanted) and early.get("nothing") is None
    assert early.get("observation").tobytes() == early["observation"].tobytes() == wanted


def test_the_page_for_those_who_study_games_shows_what_runs():
    exec(compile(block_with("glowtable.lab.pettingzoo_env"), "SIMULATE.md", "exec"), {})
