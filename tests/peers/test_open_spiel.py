"""OpenSpiel's own simulations, as it ships them, on every game with every number of seats: `make test T=peers`."""

import pickle
from random import Random

import pytest
from glowtable import games
from glowtable.game import CHANCE
from glowtable.messages import UserError

from tests.docs.pages import block_with

pytestmark = pytest.mark.peers
TABLES = [(name, seats) for name in games.names() for seats in games.find(name).seats]


@pytest.fixture
def load():
    import glowtable.lab.open_spiel_games  # noqa: F401  (it registers them)
    import pyspiel

    return lambda game, seats, **params: pyspiel.load_game(f"glowtable_{game}", {"players": seats, **params})


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
    options = ",max_rounds=1" if game == "punto" else ""
    text = generate_playthrough.playthrough(f"glowtable_{game}(players={seats}{options})", None, seed=1)
    assert (
        text.splitlines()[0].startswith("game: glowtable_") and "Returns() = " in text and "IsTerminal() = True" in text
    )
    assert "Rewards() = " in text and f'ObservationString({seats - 1}) = "' in text
    assert f"InformationStateString({seats - 1}) = " in text and f"ObservationTensor({seats - 1}).phase" in text


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


def played_on(state, actions=60):
    """Each state of a match at random, from this one."""
    rng = Random(3)
    for _ in range(actions):
        if state.is_terminal():
            return
        yield state
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_tensor_is_the_games_own_observation_by_name(load, game, seats):
    from open_spiel.python.observation import make_observation

    loaded = load(game, seats)
    observation, rules = loaded.book.observation, loaded.book.rules
    observer = make_observation(loaded)
    assert loaded.observation_tensor_size() == observation.size
    for state in played_on(loaded.new_initial_state()):
        for seat in range(seats):
            wanted = observation.tensor(rules.view(state.at.state, seat), seat).tolist()
            observer.set_from(state, seat)
            assert state.observation_tensor(seat) == wanted == observer.tensor.tolist()
    assert list(observer.dict) == [part.name for part in observation.parts]
    assert [each.shape for each in observer.dict.values()] == [part.shape for part in observation.parts]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_is_listed_is_what_the_rules_list(load, game, seats):
    loaded = load(game, seats)
    rules = loaded.book.rules
    for state in played_on(loaded.new_initial_state()):
        actors = rules.to_act(state.at.state)
        if not state.is_chance_node():
            player = state.current_player()
            told = [state.action_to_string(player, number) for number in state.legal_actions()]
            assert sorted(told) == sorted(map(str, rules.legal(state.at.state, player)))
            assert state.legal_actions() == sorted(state.legal_actions())
        elif actors == (CHANCE,):
            chances = rules.chance(state.at.state)
            total = sum(weight for _, weight in chances)
            told = {state.action_to_string(-1, number): share for number, share in state.chance_outcomes()}
            assert told == {str(action): weight / total for action, weight in chances}


@pytest.mark.parametrize("game", games.names())
def test_an_information_state_is_what_the_seat_saw_being_done(load, game):
    seats = max(games.find(game).seats)
    loaded = load(game, seats, history=80)
    rules, state, done, rng = loaded.book.rules, loaded.new_initial_state(), [], Random(2)
    for _ in range(60):
        wanted = ["\n".join(str(rules.seen(before, action, seat)) for before, action in done) for seat in range(seats)]
        assert [state.information_state_string(seat) for seat in range(seats)] == wanted
        numbers = state.information_state_tensor(0)
        assert sum(numbers[80:]) == len(done) and len(numbers) == loaded.information_state_tensor_size()
        number = rng.choice(state.legal_actions())
        if action := state.action_numbered(state.current_player(), number):
            done.append((state.at.state, action))
        state.apply_action(number)
    assert any("hidden" in lines for lines in wanted) or game == "punto"


def test_the_parameters_of_a_game_are_the_options_of_its_rules(load):
    import pyspiel

    floating = load("punto", 3, frame="floating", max_rounds=1)
    assert floating.book.options["frame"] == "floating" and floating.observation_tensor_size() > 900
    again = pickle.loads(pickle.dumps(floating))
    assert again.book is floating.book and str(again) == str(floating)
    for word in ("3", "_3"):
        ego = pickle.loads(pickle.dumps(load("alter_ego", 2, penalty_limit=word)))
        assert ego.book.options["penalty_limit"] == "3" and "penalty_limit=_3" in str(ego)
    text = pyspiel.serialize_game_and_state(floating, floating.new_initial_state())
    assert pyspiel.deserialize_game_and_state(text)[0].book is floating.book
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'colour'"):
        load("punto", 2, colour="red")
    with pytest.raises(UserError, match=r"^frame can be fixed, floating, not round\.$"):
        load("punto", 2, frame="round")
    with pytest.raises(UserError, match=r"^Punto needs 2 to 4 players, not 9\.$"):
        load("punto", 9)
    with pytest.raises(UserError, match=r"^With trades=open a match may never end. OpenSpiel needs games that do\.$"):
        load("spiel_des_jahres", 2, trades="open")


def test_what_cannot_be_told_or_done_is_refused_in_a_sentence(load):
    state = load("punto", 2, max_rounds=1).new_initial_state()
    for ask in (state.observation_tensor, state.observation_string, state.information_state_string):
        with pytest.raises(ValueError, match=r"^player must be 0..1, got -1, for chance acts now$"):
            ask()
        with pytest.raises(ValueError, match=r"^player must be 0..1, got 2$"):
            ask(2)
    with pytest.raises(ValueError, match=r"^action must be legal, got 9999: \["):
        state.apply_action(9999)
    *_, state = played_on(state)
    with pytest.raises(ValueError, match=r"^history must be at least \d+ now, got 0$"):
        state.information_state_tensor(0)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for number in (1 + max(state.legal_actions()), 243):
        before = str(state)
        with pytest.raises(ValueError, match=rf"^action must be legal, got {number}: "):
            state.apply_action(number)
        assert str(state) == before
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match=r"^player must be 0..1, got -4, for the match is over$"):
        state.observation_tensor()
    with pytest.raises(ValueError, match=r"^action must be legal, got 0: \[\] are$"):
        state.apply_action(0)
    assert sum(state.observation_tensor(0)) > 0, "of the end, as a player sees it"


def test_the_page_for_those_who_study_games_shows_what_runs():
    exec(compile(block_with("glowtable.lab.open_spiel_games"), "LEARN.md", "exec"), {})
