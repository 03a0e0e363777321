"""Seeded chance: repeatable, in streams of their own, exactly as likely as the weights say."""

from collections import Counter

import pytest
from glowtable.game import CHANCE, Action
from glowtable.match.dealer import Dealer, random_stream

CHANCES = tuple((Action(CHANCE, "turn", (card,)), weight) for card, weight in enumerate((3, 1, 4)))


class Fixed:
    """A random number of our choice."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


def drawn(number):
    dealer = Dealer(0)
    dealer.rng = Fixed(number)
    return dealer.draw_outcome(CHANCES).args[0]


def test_every_outcome_has_its_share_of_the_numbers():
    assert [drawn(eighth / 8) for eighth in range(8)] == [0, 0, 0, 1, 2, 2, 2, 2]
    assert drawn(1 - 2**-53) == 2


def test_draws_are_as_likely_as_their_weights():
    dealer = Dealer(5)
    counts = Counter(dealer.draw_outcome(CHANCES).args[0] for _ in range(8000))
    assert all(abs(counts[card] - 1000 * weight) < 150 for card, weight in enumerate((3, 1, 4)))


def test_the_same_seed_and_path_deal_the_same():
    assert [Dealer(1, 2, "x").draw_outcome(CHANCES) for _ in range(3)] == [Dealer(1, 2, "x").draw_outcome(CHANCES)] * 3
    assert random_stream(1, 2, "x").random() == random_stream(1, 2, "x").random()


@pytest.mark.parametrize("other", [(2, 2, "x"), (1, 3, "x"), (1, 2, "y"), (12, "x"), (1, 2)])
def test_another_seed_or_path_is_another_stream(other):
    assert random_stream(1, 2, "x").random() != random_stream(*other).random()


def test_there_is_nothing_to_draw_from_nothing():
    with pytest.raises(IndexError):
        Dealer(1).draw_outcome(())
