"""A ranking as one number falls whenever its first part that changes falls, as far as later ones may rise."""

from itertools import product

from glowtable.games.spiel_des_jahres.termination import total_worth, worths

# a month ends: at most three cards come, and each may be laid in two steps; a card is laid: at most two steps more
RISES = {"months": {"cards": 3, "steps": 1}, "cards": {"steps": 2}, "steps": {}}


def test_a_part_is_worth_one_more_than_all_that_rises_when_it_falls():
    assert worths(RISES) == {"months": 11, "cards": 3, "steps": 1}


def test_all_parts_together_are_worth_their_sum():
    assert total_worth({"months": 2, "cards": 0, "steps": 5}, worths(RISES)) == 2 * 11 + 5


def test_whatever_rises_as_far_as_it_may_the_sum_falls():
    worth, before = worths(RISES), {"months": 1, "cards": 1, "steps": 1}
    for part, rise in RISES.items():
        for risen in product(*(range(most + 1) for most in rise.values())):
            after = {**before, part: 0} | {late: before[late] + n for late, n in zip(rise, risen, strict=True)}
            assert total_worth(after, worth) < total_worth(before, worth), (part, risen)
