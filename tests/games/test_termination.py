"""Every match ends: each action lowers the ranking that a game states, however people play.

A game that states one has a file termination.py with `ranking(state)`, a tuple compared like a word in a lexicon, and
mostly with `actions_left(state)`, one number that falls, too, and is never below 0: so many actions are left at most.
That of a new match is what `test_bound` says. The bound of ALEX & CO is the sum of parts, each of which
test_alex_termination.py measures.
"""

from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from random import Random

import pytest
from glowtable import games
from glowtable.game import CHANCE, YIELDS, bot_for_seat, full_options
from glowtable.lab.breaches import fitting, possible_actions
from glowtable.match.dealer import Dealer

from tests.games.shipped import SHIPPED
from tests.games.test_contract import endless, option_sets
from tests.support.campaign import share
from tests.support.overridden import overridden

MATCHES = 40  # whole campaign, of each kind of player
MOST = 6000  # actions of a match: who plays longer has found no end


def measures_of(game):
    """What each action must lower, by name: what a game's termination.py states, or nothing."""
    name = f"glowtable.games.{game.name}.termination"
    stated = import_module(name) if find_spec(name) else None
    return {what: getattr(stated, what) for what in ("ranking", "actions_left") if hasattr(stated, what)}


RANKED = {game.name: (game, measures_of(game)) for game in map(games.find, games.names()) if measures_of(game)}
COUNTED = [name for name, (_, measures) in RANKED.items() if "actions_left" in measures]

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
    before = [set(possible_actions(game, each)) for each in done[-4:]]
    back = [each for each in kinds.values() if leads_back(game, game.rules.apply(state, each), before)]
    return rng.choice(back or list(kinds.values()) or legal)


def leads_back(game, state, before):
    now = set(possible_actions(game, state))
    return any(now and now <= each for each in before)


PLAYERS = (at_random, greedily, calling_off)


def lowered(game, measures, seats, options, seed, player):
    """Plays a match to its end; the first action that does not lower all measures, as text, or ''."""
    dealer, state, done = Dealer(seed, seats), game.rules.setup(seats, options), []
    rng, ranks = Random(seed), {name: measure(state) for name, measure in measures.items()}
    while actors := game.rules.to_act(state):
        luck = actors == (CHANCE,)
        legal = possible_actions(game, state)
        action = dealer.draw_outcome(game.rules.chance(state)) if luck else player(game, state, done, legal, rng)
        done.append(state)
        state = game.rules.apply(state, action)
        before, ranks = ranks, {name: measure(state) for name, measure in measures.items()}
        found = [f"{name} {before[name]} -> {rank}" for name, rank in ranks.items() if not rank < before[name]]
        if found or len(done) > MOST:
            return f"{action}, number {len(done)} of match {seed}, {options}: {', '.join(found) or 'it does not end'}"
    low = [f"{name} {rank} at its end" for name, rank in ranks.items() if isinstance(rank, int) and rank < 0]
    return ", ".join(low)


@pytest.mark.campaign
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
@pytest.mark.parametrize("name", RANKED)
def test_every_action_lowers_the_ranking(name, player):
    game, measures = RANKED[name]
    rng, tried = Random(1), 0
    for seats in game.seats:
        found = [options for change in option_sets(game) for _, options in fitting(game, seats, change)]
        sets = [options for options in found if not endless(game, options)]
        for seed in range(max(1, share(MATCHES))):
            assert lowered(game, measures, seats, rng.choice(sets), seed, player) == ""
            tried += 1
    assert tried >= 3


@pytest.mark.parametrize("name", RANKED)
def test_a_match_of_few_lowers_it_to_its_end(name):
    """Under the test options; and under those of a usual match, with trades where there are some."""
    game, measures = RANKED[name]
    assert lowered(game, measures, min(game.seats), full_options(game, game.test_options), 1, at_random) == ""
    ranking = {"ranking": measures["ranking"]}
    assert lowered(game, ranking, min(game.seats), full_options(game, {}), 1, at_random) == ""


@pytest.mark.parametrize("name", COUNTED)
def test_the_number_at_the_start_is_the_bound(name):
    """Whatever the options, but those under which a match need not end, and how many rounds one may wish for."""
    game, measures = RANKED[name]
    options = full_options(game, game.test_options)
    at_first = [measures["actions_left"](game.rules.setup(seats, options)) for seats in game.seats]
    assert 0 < max(at_first) <= game.test_bound


def test_under_the_default_options_these_need_not_end():
    """As docs/rules/README.md says: only people put an end to them."""
    found = {
        f"{option.name}={option.default}" for name in SHIPPED for option in games.find(name).options
        if option.default in option.endless
    }  # fmt: skip
    assert found == {"trades=open", "stall=warn", "empty_deck=go_on"}
    told = Path("docs/rules/README.md").read_text("utf-8")
    assert all(f"`{each}`" in told for each in found)
    assert all(f"{games.find(name).test_bound:,}" in told for name in SHIPPED)


# -- controls


def test_there_are_rankings():
    assert set(RANKED) >= set(SHIPPED)
    assert set(COUNTED) & set(SHIPPED) == {"alter_ego", "punto", "spiel_des_jahres"}


def test_a_match_without_an_end_is_caught():
    game, _ = RANKED["punto"]
    rules, falling = game.rules, count(0, -1)
    turning = rules.setup(2, full_options(game, {"first_player": "random"}))
    for_ever = overridden(rules, apply=lambda state, action: turning)
    assert "does not end" in lowered(
        game._replace(rules=for_ever), {"time": lambda state: next(falling)}, 2, turning.terms.options, 1, at_random
    )


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
def test_a_ranking_that_some_action_does_not_lower_is_caught(player):
    game, measures = RANKED["alter_ego"]
    options = full_options(game, game.test_options)
    blind = {"hundreds": lambda state: measures["actions_left"](state) // 100}
    assert "->" in lowered(game, blind, 2, options, 1, player)


def test_a_game_in_which_one_calls_off_for_ever_is_caught():
    """What was announced may be announced again: then only the player who calls off finds no end."""
    game, measures = RANKED["alter_ego"]
    rules = overridden(game.rules, apply=lambda state, action: game.rules.apply(state, action)._replace(called_off=0))
    options = full_options(game, game.test_options)
    found = [lowered(game._replace(rules=rules), measures, 2, options, seed, calling_off) for seed in range(6)]
    assert any("back" in each for each in found)
