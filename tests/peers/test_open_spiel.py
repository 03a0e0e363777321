"""OpenSpiel's own simulations, as it ships them, on every game with every number of seats: `make test-peers`."""

import pickle

import pytest
from glowtable import games

pytestmark = pytest.mark.peers
TABLES = [(name, seats) for name in games.names() for seats in games.find(name).seats]


@pytest.fixture
def load():
    import glowtable.lab.open_spiel_games  # noqa: F401  (it registers them)
    import pyspiel

    return lambda game, seats: pyspiel.load_game(f"glowtable_{game}", {"players": seats})


@pytest.mark.parametrize("serialize", [False, True])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_its_random_simulation_passes(load, game, seats, serialize):
    import pyspiel

    pyspiel.random_sim_test(load(game, seats), num_sims=1, serialize=serialize, verbose=False)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_its_simulation_in_python_passes(load, game, seats):
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(load(game, seats), check_pyspiel_serialization=True, check_pickle_serialization=True)


@pytest.mark.parametrize("game", games.names())
def test_a_copy_goes_its_own_way_and_a_pickle_comes_back(load, game):
    state = load(game, max(games.find(game).seats)).new_initial_state()
    for _ in range(12):
        number = state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0]
        state.apply_action(number)
    before, other = str(state), state.clone()
    number = other.chance_outcomes()[0][0] if other.is_chance_node() else other.legal_actions()[-1]
    other.apply_action(number)
    assert str(state) == before != str(other) and other.history()[:-1] == state.history()
    assert str(pickle.loads(pickle.dumps(state))) == before


def test_chance_has_the_rules_own_weights(load):
    import glowtable as gt

    state, walker = load("punto", 2).new_initial_state(), gt.match("punto", seats=2, seed=None)
    total = sum(weight for _, weight in walker.chance())
    told = {state.action_to_string(-1, number): share for number, share in state.chance_outcomes()}
    assert told == {str(action): weight / total for action, weight in walker.chance()}
