"""PettingZoo's own tests, as it ships them, on every game with every number of seats: `make test T=peers`."""

import copy
import json
import pickle
import warnings

import pytest
from glowtable import games
from glowtable.lab.environment import LONGEST
from glowtable.messages import UserError

from tests.docs.pages import block_with
from tests.games.shipped import SHIPPED

pytestmark = pytest.mark.peers
TABLES = [(name, seats) for name in games.names() for seats in games.find(name).seats]
CYCLES = 300


@pytest.fixture
def env():
    warnings.simplefilter("ignore")  # PettingZoo advises against masks that are all zeros, as those of others are
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
    state, rules = zoo.unwrapped.match.state, zoo.unwrapped.match.game.rules
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
    before, other = zoo.unwrapped.match.state, copy_of(zoo)
    assert other.unwrapped.match.state == before
    play_on(other, 9)
    assert zoo.unwrapped.match.state == before != other.unwrapped.match.state
    play_on(zoo, 9)
    assert zoo.unwrapped.match.state == other.unwrapped.match.state


def test_after_the_end_all_that_was_seen_last_is_seen_and_nobody_is_asked(env):
    """As connect_four_v3 has it, whose `last` is a KeyError then."""
    zoo = env("punto", rounds_to_win=1, max_rounds=1)
    zoo.reset(seed=1)
    while zoo.agents:
        play_on(zoo, 1)
    seen = zoo.observe("seat_1")
    assert seen in zoo.observation_space("seat_1") and not seen["action_mask"].any()
    with pytest.raises(AssertionError, match=r"^the match is over: reset begins the next one$"):
        zoo.last()
    zoo.reset()
    assert zoo.last()[0]["action_mask"].any()


def play_on(zoo, steps):
    for _ in range(steps):
        seen, _, terminated, truncated, _ = zoo.last()
        zoo.step(None if terminated or truncated else int(seen["action_mask"].nonzero()[0][-1]))


def test_it_prints_the_board(env):
    zoo = env("punto", render_mode="ansi")
    zoo.reset(seed=1)
    assert zoo.render().splitlines()[1].startswith("a ")


@pytest.mark.parametrize("game", games.names())
def test_raw_it_shows_the_whole_view(game, env):
    """As bytes, of which none are cut; as data where that is asked of the match."""
    zoo = env(game, seats=max(games.find(game).seats), raw=True)
    zoo.reset(seed=2)
    longest = 0
    for agent in zoo.agent_iter(300):
        seen, _, terminated, truncated, _ = zoo.last()
        assert seen["observation"] in zoo.observation_space(agent)["observation"]
        match, seat = zoo.unwrapped.match, zoo.possible_agents.index(agent)
        data = json.loads(seen["observation"].tobytes().rstrip(b"\0"))
        assert data == json.loads(json.dumps(match.raw(seat)))
        longest = max(longest, len(json.dumps(data, separators=(",", ":"))))
        zoo.step(None if terminated or truncated else int(seen["action_mask"].nonzero()[0][0]))
    assert longest < LONGEST / 2 and (longest > 500 or game not in SHIPPED)


def test_an_observation_is_numbers_by_name_and_of_the_moment_it_was_made(env):
    zoo = env("punto", frame="floating")
    zoo.reset(seed=1)
    early = zoo.last()[0]
    kept = early["observation"].copy()
    zoo.step(int(early["action_mask"].nonzero()[0][0]))
    parts = zoo.unwrapped.match.observation.split(early["observation"])
    assert (early["observation"] == kept).all() and early["observation"] in zoo.observation_space("seat_1")[
        "observation"
    ]
    assert parts["colours"].shape == (4, 11, 11) and parts["cells"].sum() == 1 and parts["card"].sum() == 1
    assert zoo.last()[0]["observation"].sum() != kept.sum()


@pytest.mark.parametrize("wrong", [{"colour": "red"}, {"frame": "round"}, {"seats": 9}])
def test_what_there_is_not_is_refused_in_a_sentence(env, wrong):
    with pytest.raises(UserError, match=r"^(Punto (has no option|needs)|frame can be).*\.$"):
        env("punto", **wrong)


def test_the_page_for_those_who_study_games_shows_what_runs():
    exec(compile(block_with("glowtable.lab.pettingzoo_env"), "LEARN.md", "exec"), {})
