"""What seats see as numbers: all of their view, nothing else, whatever the options are."""

import copy
import pickle
from itertools import islice, pairwise
from random import Random

import pytest
from glowtable import games
from glowtable.game import CHANCE, full_options
from glowtable.game.observation import Observation
from glowtable.lab.one_match import play_match

from tests.games.hidden_cards import SECRETS
from tests.games.shipped import SHIPPED
from tests.games.worlds import pairs
from tests.support.campaign import share
from tests.support.overridden import overridden

TABLES = [(name, seats) for name in SHIPPED for seats in games.find(name).seats]
MATCHES, MOST = 20, 300  # of each game in the whole campaign; states of a match that are looked at


def observation_of(game, state):
    """Of the match that this is a state of."""
    return game.observation(state.terms.seats, state.terms.options)


def states_of(name, seats, seed):
    """Those of a random match with random options."""
    game, rng = games.find(name), Random(seed)
    options = {option.name: rng.choice(option.choices) for option in game.options} | game.test_options
    if seats != 4:
        options |= {"teams": "no"} if "teams" in options else {}
    return [state for state, _ in islice(play_match(game, ["random"] * seats, options, seed).steps(), MOST)]


# -- what is said


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_part_has_a_name_a_shape_and_a_meaning_and_numbers_from_0_to_1(name, seats):
    game = games.find(name)
    states = states_of(name, seats, seats)
    observation = observation_of(game, states[0])
    names = [part.name for part in observation.parts]
    assert len(set(names)) == len(names) and all(part.about and part.size > 0 for part in observation.parts)
    assert observation.size == sum(part.size for part in observation.parts)
    for state in states[::7]:
        for seat in range(seats):
            tensor = observation.tensor(game.rules.view(state, seat), seat)
            assert len(tensor) == observation.size and min(tensor) >= 0 and max(tensor) <= 1
            assert tensor == observation.tensor(game.rules.glance(state, seat), seat)


def lost(observation, game, states):
    """The fields of views in which a state differs from the one before, and the tensor does not."""
    fields = set()
    for before, after in pairwise(states):
        for seat in range(before.terms.seats):
            views = [game.rules.view(state, seat) for state in (before, after)]
            tensors = [observation.tensor(view, seat) for view in views]
            if views[0] != views[1] and tensors[0] == tensors[1]:
                fields |= {name for name, one, other in zip(views[0]._fields, *views, strict=True) if one != other}
    return fields


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_whatever_changes_in_a_view_changes_the_numbers(name, seats):
    states = states_of(name, seats, seats + 10)
    assert lost(observation_of(games.find(name), states[0]), games.find(name), states) == set()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_part_that_is_left_out_is_missed(name):
    game, seats = games.find(name), max(games.find(name).seats)
    states = states_of(name, seats, 3)
    whole = observation_of(game, states[0])
    fewer = Observation(seats, {}, whole.parts[:2])
    assert lost(fewer, game, states)


@pytest.mark.parametrize("name", SHIPPED)
def test_copies_and_pickles_say_the_same(name):
    game = games.find(name)
    observation = game.observation(max(game.seats), full_options(game, {}))
    assert copy.deepcopy(observation) is observation
    other = pickle.loads(pickle.dumps(observation))
    assert type(other) is type(observation) and [part[:4] for part in other.parts] == [
        part[:4] for part in observation.parts
    ]


# -- the own seat comes first


def test_both_seats_of_punto_see_their_own_colours_first():
    import glowtable as gt

    walker = gt.match("punto", seats=2, seed=None)
    for text in ("chance starter 0", "chance turn 8", "0 place 14", "chance turn 35"):  # R5a on c3, then G9b
        walker.push(text)
    observation = walker.game.observation(2, walker.options)
    own, other = ({part.name: observation.tensor(walker.view(seat), seat)[observation.starts[part.name] :][: part.size]
                   for part in observation.parts} for seat in (0, 1))  # fmt: skip
    assert own["colours"].index(1) == 14 and other["colours"].index(1) == 2 * 36 + 14
    assert own["points"][14] == other["points"][14] == pytest.approx(5 / 9)
    assert [list(each["seat"]) for each in (own, other)] == [[0, 1], [1, 0]]
    assert own["card"].index(1) == 2 * 9 + 8 and other["card"].index(1) == 8
    assert own["stacks"][4] == 0.5 == other["stacks"][36 + 2 * 9 + 4], "R5b is there yet, in the stack of seat 0"
    assert sum(own["cells"]) == 9 == sum(other["cells"])


# -- nothing else: two worlds that a seat cannot tell apart


@pytest.mark.campaign
@pytest.mark.parametrize("name", SECRETS)
def test_two_worlds_that_a_seat_cannot_tell_apart_are_the_same_numbers(name):
    game, secrets = games.find(name), SECRETS[name]
    for seats in {3, secrets.alike}:
        for world, other, seat in islice(pairs(secrets, seats), share(MATCHES)):
            observation = observation_of(game, world.states[0])
            for one, two in zip(world.states, other.states, strict=True):
                assert seen(observation, game.rules, one, seat) == seen(observation, game.rules, two, seat)


def seen(observation, rules, state, seat):
    return observation.tensor(rules.view(state, seat), seat)


@pytest.mark.parametrize("name", SECRETS)
def test_an_encoder_that_looks_at_the_state_is_caught(name):
    """It sees what all would see with open hands."""
    game, secrets = games.find(name), SECRETS[name]
    rules = overridden(game.rules, view=lambda state, eyes: game.rules.view(secrets.opened(state), eyes))
    told = 0
    for world, other, seat in islice(pairs(secrets, secrets.alike), 3):
        observation = observation_of(game, world.states[0])
        told += any(
            seen(observation, rules, one, seat) != seen(observation, rules, two, seat)
            for one, two in zip(world.states, other.states, strict=True)
        )
    assert told


@pytest.mark.parametrize("name", SHIPPED)
def test_imagined_worlds_are_the_same_numbers(name):
    game, seats = games.find(name), max(games.find(name).seats)
    rng = Random(5)
    for state in states_of(name, seats, 5)[::9]:
        observation = observation_of(game, state)
        for seat in range(seats):
            assert seen(observation, game.rules, state, seat) == seen(
                observation, game.rules, game.rules.determinize(state, seat, rng), seat
            )


# -- what is legal as a set


@pytest.mark.parametrize("name", games.names())
def test_what_is_said_as_a_set_is_what_is_listed(name):
    game, said = games.find(name), 0
    for state, _ in islice(play_match(game, ["random"] * max(game.seats), seed=8).steps(), MOST):
        for seat in game.rules.to_act(state):
            alike = game.rules.chance_set(state) if seat == CHANCE else game.rules.legal_set(state, seat)
            if alike:
                listed = (
                    [each[0] for each in game.rules.chance(state)] if seat == CHANCE else game.rules.legal(state, seat)
                )
                assert {(each.kind, *each.args) for each in listed} == {
                    (alike[0], about) for about in range(256) if alike[1] >> about & 1
                }
                assert seat != CHANCE or len({weight for _, weight in game.rules.chance(state)}) == 1
                said += 1
    assert said or name != "punto"
