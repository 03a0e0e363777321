"""Every match ends: each action lowers the ranking that a game states, however people play.

A game that states one has a file termination.py with `ranking(state)`, a tuple compared like a word in a lexicon.
Where it is one number it is how many actions are left at most, and `test_bound` must say so.
"""

from importlib import import_module
from importlib.util import find_spec
from random import Random

import pytest
from glowtable import games
from glowtable.game import CHANCE, YIELDS, bot_for_seat, full_options
from glowtable.match.dealer import Dealer

from tests.campaign import share
from tests.games.contract import possible
from tests.games.test_contract import endless, fitting, option_sets

MATCHES = 40  # whole campaign, of each kind of player
MOST = 3000  # actions that are looked at in a match


def ranking_of(game):
    """The function of a game's termination.py; None if it states none."""
    name = f"glowtable.games.{game.name}.termination"
    return import_module(name).ranking if find_spec(name) else None


RANKED = {game.name: (game, ranking_of(game)) for game in map(games.find, games.names()) if ranking_of(game)}

# -- who plays: each is a function of the game, the state, all actions before, what is legal, and chance


def at_random(game, state, done, legal, rng):
    return rng.choice(legal)


def greedily(game, state, done, legal, rng):
    """The game's best bot."""
    action = rng.choice(legal)
    choose = bot_for_seat(game, next(iter(game.bots)), action.seat)
    mine = [each for each in legal if each.seat == action.seat]
    return choose(game.rules.view(state, action.seat), mine, lambda: state, rng)


def calling_off(game, state, done, legal, rng):
    """What leads back to what could be done before; else what begins something new; at last to want no more."""
    kinds = {(each.seat, each.kind): each for each in rng.sample(legal, len(legal)) if each.kind not in YIELDS}
    before = [set(possible(game, each)) for each in done[-4:]]
    back = [each for each in kinds.values() if leads_back(game, game.rules.apply(state, each), before)]
    return rng.choice(back or list(kinds.values()) or legal)


def leads_back(game, state, before):
    now = set(possible(game, state))
    return any(now and now <= each for each in before)


PLAYERS = (at_random, greedily, calling_off)


def lowered(game, ranking, seats, options, seed, player):
    """Plays a match; the first action that does not lower the ranking, as text, or ''."""
    dealer, state, done = Dealer(seed, seats), game.rules.setup(seats, options), []
    rank, rng = ranking(state), Random(seed)
    for _ in range(MOST):
        actors = game.rules.to_act(state)
        if not actors:
            return ""
        luck = actors == (CHANCE,)
        legal = possible(game, state)
        action = dealer.draw_outcome(game.rules.chance(state)) if luck else player(game, state, done, legal, rng)
        after = game.rules.apply(state, action)
        if not ranking(after) < rank:
            return f"{action} of match {seed}, {options}: {rank} -> {ranking(after)}"
        done.append(state)
        state, rank = after, ranking(after)
    return ""


@pytest.mark.campaign
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
@pytest.mark.parametrize("name", RANKED)
def test_every_action_lowers_the_ranking(name, player):
    game, ranking = RANKED[name]
    rng, tried = Random(1), 0
    for seats in game.seats:
        found = [options for change in option_sets(game) for _, options in fitting(game, seats, change)]
        sets = [options for options in found if not endless(game, options)]
        for seed in range(max(1, share(MATCHES))):
            assert lowered(game, ranking, seats, rng.choice(sets), seed, player) == ""
            tried += 1
    assert tried >= 3


@pytest.mark.parametrize("name", RANKED)
def test_a_match_of_few_lowers_it_to_its_end(name):
    """Under the test options, and under those of a usual match, with trades where there are some."""
    game, ranking = RANKED[name]
    for options in (full_options(game, game.test_options), full_options(game, {})):
        assert lowered(game, ranking, min(game.seats), options, 1, at_random) == ""


@pytest.mark.parametrize("name", RANKED)
def test_one_number_is_the_bound(name):
    game, ranking = RANKED[name]
    options = full_options(game, game.test_options)
    at_first = [ranking(game.rules.setup(seats, options)) for seats in game.seats]
    assert all(len(rank) > 1 or rank[0] <= game.test_bound for rank in at_first)


# -- controls


def test_there_are_rankings():
    assert "alter_ego" in RANKED


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
def test_a_ranking_that_some_action_does_not_lower_is_caught(player):
    game, ranking = RANKED["alter_ego"]
    options = full_options(game, game.test_options)
    blind = lowered(game, lambda state: (ranking(state)[0] // 100,), 2, options, 1, player)
    assert "->" in blind


def test_a_game_in_which_one_calls_off_for_ever_is_caught():
    """What was announced may be announced again: then only the player who calls off finds no end."""
    game, ranking = RANKED["alter_ego"]
    rules = game.rules._replace(apply=lambda state, action: game.rules.apply(state, action)._replace(called_off=0))
    options = full_options(game, game.test_options)
    found = [lowered(game._replace(rules=rules), ranking, 2, options, seed, calling_off) for seed in range(6)]
    assert any("back" in each for each in found)
