"""A match walked by hand: forwards, back, copied, as text, with and without a dealer, in every game."""

import copy
import pickle
import xml.etree.ElementTree as ElementTree
from random import Random

import glowtable as gt
import pytest
from glowtable import games
from glowtable.game import CHANCE
from glowtable.messages import UserError

from tests.games.shipped import SHIPPED

GAMES = games.names()
STEPS = 20  # or as many as a short match has


def walk(walker, steps, seed=1):
    """So many random actions, or as many as there are."""
    rng = Random(seed)
    while steps and (legal := walker.legal()):
        walker.push(rng.choice(legal))
        steps -= 1
    return walker


@pytest.mark.parametrize("game", GAMES)
def test_what_is_pushed_and_popped_leaves_no_trace(game):
    walker = gt.match(game, seed=3)
    places = [walker.state]
    while walker.to_act and len(places) < STEPS:
        places.append(walk(walker, 1, seed=len(places)).state)
    assert len(places) == STEPS or walker.outcome
    while len(places) > 1:
        places.pop()
        walker.pop()
        assert walker.state == places[-1]
    with pytest.raises(IndexError, match="nothing was done"):
        walker.pop()


@pytest.mark.parametrize("game", GAMES)
def test_the_same_cards_come_again_after_a_step_back(game):
    walker = walk(gt.match(game, seed=3), STEPS)
    state = walker.state
    done = walker.pop()
    assert walker.push(str(done)) == done and walker.state == state


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_is_pushed_is_the_one_that_was_played(game):
    played = gt.play(game, seed=5)
    walker = gt.match(game, seed=5, **played.options)
    for action in played.actions:
        if action.seat != CHANCE:
            walker.push(action)
    assert (walker.actions, walker.outcome, walker.to_act) == (played.actions, played.outcome, ())
    assert [state for state, _ in played.steps()] + [walker.state] == [*states_of(walker)]


def states_of(walker):
    """Its states from the first, found by going back."""
    bare = gt.match(gt.play(walker.game.name, seed=5), seed=None)
    found = [bare.state]
    while bare.actions:
        bare.pop()
        found.append(bare.state)
    return reversed(found)


@pytest.mark.parametrize("game", GAMES)
def test_its_text_leads_to_the_same_place(game):
    walker = walk(gt.match(game, seed=2), STEPS)
    while not walker.legal():
        walker.pop()  # a short match is over: it goes on from before its end
    again = gt.match(gt.replay(walker.to_text()))
    assert (again.state, again.actions) == (walker.state, walker.actions)
    assert walk(again, 3).state != walker.state  # and it goes on from there
    while len(again.actions) > len(walker.actions):
        again.pop()
    assert again.state == walker.state


def test_a_copy_goes_its_own_way_with_the_same_cards():
    walker = walk(gt.match("alex_and_co", seats=3, seed=4), STEPS)
    state, other = walker.state, walker.copy()
    assert walk(other, STEPS).state == walk(walker.copy(), STEPS).state != state
    assert walker.state == state


def test_without_a_seed_chance_is_pushed_by_hand():
    walker = gt.match("punto", seed=None)
    assert walker.to_act == (CHANCE,) and walker.legal() == tuple(action for action, _ in walker.chance())
    first = walker.legal()[0]
    walker.push(first)
    assert walker.legal(0) == () and walker.pop() == first


def test_legal_is_said_of_a_seat_or_of_all_who_may_act():
    walker = gt.match("spiel_des_jahres", seats=2, seed=1)
    assert walker.to_act == (0, 1)
    assert walker.legal() == (*walker.legal(0), *walker.legal(1))
    assert {action.seat for action in walker.legal(1)} == {1} and walker.legal(5) == ()
    assert walker.chance() == ()


def test_a_seat_sees_no_more_than_the_rules_let_it():
    walker = gt.match("alex_and_co", seats=3, seed=1)
    seen = walker.view_json(0)
    assert seen == gt.match("alex_and_co", seats=3, seed=1).view_json(0) != walker.view_json()
    assert walker.view(0) == walker.game.rules.view(walker.state, 0)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("0 place 0", "0 place 0 isn't possible now. "),
        ("place", "Not an action: "),
        ("0 dance", "isn't possible now"),
        (14, "Not an action: action must be 'seat kind args...', got '14'"),
        (None, "Not an action: "),
        ((0, "place"), "Not an action: action must be 'seat kind args...', got "),
    ],
)
def test_what_is_not_possible_is_refused_and_changes_nothing(action, why):
    walker = gt.match("punto", seed=7)
    state = walker.state
    with pytest.raises(UserError, match=why):
        walker.push(action)
    assert walker.state == state


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"game": "chess"}, "No game called chess."),
        ({"game": "punto", "seats": 9}, "Punto needs 2 to 4 players, not 9."),
        ({"game": "punto", "colour": "red"}, "Punto has no option colour."),
    ],
)
def test_what_there_is_not_is_said(wrong, why):
    with pytest.raises(UserError, match=why):
        gt.match(**wrong)


@pytest.mark.parametrize("game", GAMES)
def test_it_prints_as_a_board_and_draws_itself(game):
    walker = walk(gt.match(game, seed=2), STEPS)
    lines = str(walker).splitlines()
    assert [line[0] for line in lines[1:7]] == list("abcdef")
    assert len(lines) > 8 or game not in SHIPPED  # with lines beside the grid
    drawing = ElementTree.fromstring(walker._repr_svg_())
    assert len(drawing.findall("{http://www.w3.org/2000/svg}rect")) == 37


def test_a_legal_cell_has_a_ring_and_a_card_its_name():
    walker = gt.match("punto", seed=7)
    walker.push("1 place 14")
    drawing = ElementTree.fromstring(walker._repr_svg_())
    texts = [each.text for each in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert "G4" in texts and "[G4]" in str(walker)
    assert len(list(drawing.iter("{http://www.w3.org/2000/svg}circle"))) == len(walker.legal())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("copy_of", [copy.copy, copy.deepcopy, lambda walker: pickle.loads(pickle.dumps(walker))])
def test_a_copy_and_a_pickle_are_at_the_same_place_and_go_their_own_way(game, copy_of):
    walker = walk(gt.match(game, seed=4), STEPS // 2)
    while not walker.legal():
        walker.pop()  # a short match is over: it goes on from before its end
    state, other = walker.state, copy_of(walker)
    assert (other.state, other.actions, other.game) == (state, walker.actions, walker.game)
    assert walk(other, STEPS).state == walk(walker.copy(), STEPS).state != state == walker.state


def test_only_a_game_that_is_known_is_pickled():
    walker = gt.match("punto")
    walker.game = walker.game._replace(name="checkers")
    with pytest.raises(UserError, match="No game called checkers"):
        pickle.dumps(walker)
    walker.game = walker.game._replace(name="alter_ego")
    with pytest.raises(ValueError, match="must be one that is registered, got another one called alter_ego"):
        pickle.dumps(walker)
    assert copy.deepcopy(walker).game is walker.game is copy.deepcopy(walker.game)


@pytest.mark.parametrize("seat", [3, -1])
def test_there_is_no_view_for_a_seat_that_there_is_not(seat):
    walker = gt.match("alex_and_co", seats=3)
    with pytest.raises(ValueError, match=f"^seat must be 0..2, got {seat}$"):
        walker.view(seat)
    with pytest.raises(ValueError, match=f"^seat must be 0..2, got {seat}$"):
        walker.game.observation(3, walker.options).tensor(walker.view(), seat)
