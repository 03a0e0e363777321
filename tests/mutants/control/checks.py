"""The tests of the control: they notice all that can be noticed, but for one rule."""

import pytest

from tests.mutants.control import rules


@pytest.mark.parametrize(("one", "other", "found"), [(1, 2, 2), (2, 1, 2), (3, 3, 3)])
def test_the_higher_card_is_found(one: int, other: int, found: int):
    assert rules.highest(one, other) == found


def test_every_seat_has_a_hand():
    assert rules.cards_dealt(4) == 12


def test_a_card_is_worth_its_last_digit():
    assert (rules.worth_of(17), rules.WORTH[1](1)) == (7, 2)


def test_a_card_is_unlucky_or_not():
    assert rules.unlucky(13) in (True, False)
