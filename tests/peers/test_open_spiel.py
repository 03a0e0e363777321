"""OpenSpiel's own simulations, as it ships them, on every game with every number of seats: `make test T=peers`."""

import pickle

import pytest
from glowtable import games

from tests.docs.pages import block_with

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


@pytest.mark.parametrize("game", games.names())
def test_its_playthrough_generator_tells_a_whole_match_and_the_same_again(load, game):
    from open_spiel.python.algorithms import generate_playthrough

    seats = min(games.find(game).seats)
    text = generate_playthrough.playthrough(f"glowtable_{game}(players={seats})", None, seed=1)
    assert (
        text.splitlines()[0].startswith("game: glowtable_") and "Returns() = " in text and "IsTerminal() = True" in text
    )
    assert "Rewards() = " in text and f'ObservationString({seats - 1}) = "' in text


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_its_mcts_bot_plays(load, game, seats):
    """Some decisions of its own bot, with playouts to the end; what it does is legal."""
    import numpy as np
    from open_spiel.python.algorithms import mcts

    state, rng = load(game, seats).new_initial_state(), np.random.RandomState(1)
    bot = mcts.MCTSBot(state.get_game(), 1.4, 2, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    decided = 0
    while decided < 2:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=weights)))
            continue
        number = bot.step(state)
        assert number in state.legal_actions()
        state.apply_action(number)
        decided += 1


def test_the_page_for_those_who_study_games_shows_what_runs():
    exec(compile(block_with("glowtable.lab.open_spiel_games"), "SIMULATE.md", "exec"), {})
