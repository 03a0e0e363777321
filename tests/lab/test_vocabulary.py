"""Every action that a match brings has a number, and the number leads back to it; rewards are those of the outcome."""

import copy
import pickle

import pytest
from glowtable import games
from glowtable.game import CHANCE, Outcome
from glowtable.lab.one_match import play_match
from glowtable.lab.vocabulary import Vocabulary, rewards_of


@pytest.mark.parametrize("name", games.names())
def test_every_action_of_a_match_is_in_the_vocabulary(name):
    game = games.find(name)
    seats, chance = Vocabulary(game), Vocabulary(game, by_chance=True)
    actions = play_match(game, ["random"] * max(game.seats), seed=6).actions
    for action in actions:
        words = chance if action.seat == CHANCE else seats
        assert words.action_of(words.number_of(action), action.seat) == action
    assert actions and len(set(seats.actions)) == len(seats)
    with pytest.raises(ValueError, match=r"^the game has no such action: .* dance"):
        seats.number_of(actions[0]._replace(kind="dance"))


def test_rewards_are_shares_of_a_win_less_a_fair_one_or_the_teams_win():
    punto, ego = games.find("punto"), games.find("alter_ego")
    assert rewards_of(punto, 2, Outcome("", (1,), (0, 1), ())) == [-0.5, 0.5]
    assert rewards_of(punto, 4, Outcome("", (0, 2), (1, 0, 1, 0), ())) == [0.25, -0.25, 0.25, -0.25]
    assert rewards_of(punto, 2, Outcome("", (), (0, 0), ())) == rewards_of(punto, 2, None) == [0, 0]
    assert rewards_of(ego, 2, Outcome("", (0, 1), (0, 0), ())) == [1, 1]
    assert rewards_of(ego, 2, Outcome("", (), (0, 0), ())) == [0, 0]


@pytest.mark.parametrize("by_chance", [False, True])
def test_a_copy_has_the_same_numbers_and_none_beyond(by_chance):
    words = Vocabulary(games.find("punto"), by_chance=by_chance)
    assert copy.deepcopy(words) is words
    assert pickle.loads(pickle.dumps(words)).actions == words.actions
    for number in (-1, len(words)):
        with pytest.raises(ValueError, match=f"^action must be 0..{len(words) - 1}, got {number}$"):
            words.action_of(number, 0)
