"""Actions looked up by the set of what they are about, sets of small ints, and values of which one is replaced."""

from typing import NamedTuple

import pytest
from glowtable.game import CHANCE, Action
from glowtable.kit.action_lists import actions_for, bare_action, outcomes, weighted_outcomes
from glowtable.kit.bit_sets import Listing, mask_of, members
from glowtable.kit.tuples import quick_replace, replaced
from hypothesis import example, given
from hypothesis import strategies as st

SETS = st.sets(st.integers(0, 120))


@given(SETS)
@example({0, 255, 256, 900})
def test_a_set_of_ints_is_a_mask_and_back(ints):
    assert members(mask_of(ints)) == tuple(sorted(ints))


@given(SETS)
def test_a_listing_turns_a_set_into_what_it_stands_for(ints):
    assert Listing([str(each) for each in range(121)]).of(mask_of(ints)) == tuple(map(str, sorted(ints)))


def test_a_member_that_stands_for_nothing_is_an_error():
    for missing in (1 << 4, 1 << 9):
        with pytest.raises(IndexError):
            Listing("abcd").of(missing)


@given(SETS)
def test_actions_and_outcomes_about_a_set(ints):
    about = sorted(ints)
    assert actions_for(2, "lay").of(mask_of(ints)) == tuple(Action(2, "lay", (each,)) for each in about)
    dealt = [Action(CHANCE, "deal", (each,)) for each in about]
    assert outcomes("deal").of(mask_of(ints)) == tuple((each, 1) for each in dealt)
    assert weighted_outcomes("deal", 3, mask_of(ints)) == tuple((each, 3) for each in dealt)


def test_an_action_about_nothing():
    assert bare_action(1, "pass") == (Action(1, "pass"),)


@given(st.lists(st.integers(), min_size=1), st.data())
def test_one_value_is_replaced_and_the_others_stay(values, data):
    at = data.draw(st.integers(0, len(values) - 1))
    after = replaced(tuple(values), at, -1)
    values[at] = -1
    assert after == tuple(values)


class Slow(NamedTuple):
    deck: int = 0
    hands: tuple = ()
    seat: int = 1


@quick_replace
class Quick(Slow):
    """The same fields."""


@given(st.dictionaries(st.sampled_from(Slow._fields), st.integers()))
def test_fields_are_replaced_as_a_named_tuple_does_it(changes):
    before = Quick(3, (4,), 2)
    after = before._replace(**changes)
    assert type(after) is Quick and after == Slow(3, (4,), 2)._replace(**changes)
    assert before == (3, (4,), 2), "it is not changed itself"


def test_a_field_that_is_not_there_is_not_replaced():
    with pytest.raises(KeyError):
        Quick()._replace(wager=1)
