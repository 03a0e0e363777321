"""The terms of a match: one object for equal ones."""

import copy
import pickle

from glowtable.kit.terms import GameParameters


class Doubled(GameParameters):
    """Terms from which a game derives something."""

    def __init__(self, seats, options):
        super().__init__(seats, options)
        self.hands = 2 * seats


def test_equal_terms_are_one_object_whatever_the_order_of_options():
    one, other = GameParameters.of(3, {"a": 1, "b": "x"}), GameParameters.of(3, {"b": "x", "a": 1})
    assert one is other
    assert one is not GameParameters.of(4, {"a": 1, "b": "x"}) and one is not GameParameters.of(3, {"a": 2, "b": "x"})


def test_they_know_seats_and_options_and_what_a_game_derives():
    terms = Doubled.of(3, {"a": 1})
    assert (terms.seats, terms.options, terms.everybody, terms.hands) == (3, {"a": 1}, (0, 1, 2), 6)
    assert type(terms) is Doubled and type(GameParameters.of(3, {"a": 1})) is GameParameters


def test_they_are_read_back_from_their_data():
    terms = Doubled.of(2, {"a": 1})
    assert Doubled.from_data(terms.to_data()) is terms


def test_a_copy_and_what_was_pickled_are_the_same_object():
    terms = GameParameters.of(3, {"rounds": 2})
    assert copy.deepcopy(terms) is terms
    assert pickle.loads(pickle.dumps(terms)) is terms
