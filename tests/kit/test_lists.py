"""Actions looked up by the set of what they are about, sets of small ints, and values of which one is replaced."""

from collections import deque
from random import Random

import pytest
from glowtable.game import CHANCE, Action
from glowtable.kit import bit_sets
from glowtable.kit.action_lists import actions_for, bare_action, outcomes, weighted_outcomes
from glowtable.kit.bit_sets import Listing, mask_of, members
from glowtable.kit.tuples import replaced
from hypothesis import given
from hypothesis import strategies as st

SETS = st.sets(st.integers(0, 120))


@given(SETS)
def test_a_set_of_ints_is_a_mask_and_back(ints):
    assert members(mask_of(ints)) == tuple(sorted(ints))


@given(SETS)
def test_a_listing_turns_a_set_into_what_it_stands_for(ints):
    assert Listing([str(each) for each in range(121)]).of(mask_of(ints)) == tuple(map(str, sorted(ints)))


def test_only_the_lists_made_last_are_kept_and_all_are_right(monkeypatch):
    monkeypatch.setattr(bit_sets, "KEPT", 20)
    monkeypatch.setattr(bit_sets, "_made", deque())
    listing = Listing(range(30))
    for seed in range(200):
        mask = Random(seed).getrandbits(30)
        assert listing.of(mask) == listing.of(mask) == members(mask)
        assert sum(map(len, listing._chunks)) <= 20
    assert sum(map(len, listing._chunks)) == len(bit_sets._made) == 20


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
