"""Intervals, tests and ratings: against published values, and against what chance does in many trials."""

from itertools import combinations
from math import isclose

import pytest
from glowtable.lab.figures import (
    Interval,
    bradley_terry,
    chance_of_difference,
    chance_of_share,
    difference,
    holm,
    mcnemar,
    mean_score,
    ratings,
    sprt,
    wilson,
)
from glowtable.match.dealer import random_stream


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_is_the_published_one(successes, n, low, high):
    """Source: R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17."""
    found = wilson(successes, n)
    assert (round(found.low, 4), round(found.high, 4), found.n) == (low, high, n)


def test_of_nothing_all_is_possible():
    assert wilson(0, 0) == mean_score([]) == Interval(0.0, 0.0, 1.0, 0)


def coverage(make, truth, trials=2000):
    """How often an interval that is made again and again holds the truth."""
    found = [make() for _ in range(trials)]
    return sum(each.low <= truth <= each.high for each in found) / trials


@pytest.mark.parametrize("truth", [0.5, 0.9])
def test_intervals_hold_the_truth_as_often_as_they_say(truth):
    rng = random_stream(18, "coverage", str(truth))

    def win():
        return rng.random() < truth

    assert 0.93 < coverage(lambda: wilson(sum(win() for _ in range(40)), 40), truth) <= 1
    assert 0.93 < coverage(lambda: mean_score([(win() + win()) / 2 for _ in range(20)]), truth) <= 1


def test_an_interval_that_is_too_narrow_is_caught():
    rng = random_stream(18, "narrow")

    def half():
        found = wilson(sum(rng.random() < 0.5 for _ in range(40)), 40)
        return found._replace(low=(found.low + found.value) / 2, high=(found.high + found.value) / 2)

    assert coverage(half, 0.5) < 0.8


def test_paired_scores_that_differ_little_have_a_narrow_interval_and_equal_ones_are_no_certainty():
    even, uneven = mean_score([0.5] * 50), mean_score([0.0, 1.0] * 25)
    assert even.high - even.low < (uneven.high - uneven.low) / 2
    assert 0.7 < mean_score([1.0] * 20).low < 1 and str(mean_score([1.0] * 2)).startswith("1.000 [")


def test_mcnemars_test_is_that_of_a_coin():
    assert mcnemar(0, 0) == 1.0 and mcnemar(5, 5) == 1.0
    assert isclose(mcnemar(1, 9), 2 * (1 + 10) / 1024) and mcnemar(9, 1) == mcnemar(1, 9)


@pytest.mark.parametrize("truth", [0.5, 0.55])
def test_a_sequential_test_is_rarely_wrong_and_decides_in_600_matches_on_average(truth):
    rng = random_stream(18, "sequential", str(truth))
    found = [sprt([float(rng.random() < truth) for _ in range(6000)], 0.5, 0.55) for _ in range(400)]
    assert sum(verdict.n for verdict in found) / len(found) <= 600
    assert sum(verdict.decided == truth for verdict in found) / len(found) > 0.93


def test_a_sequential_test_is_open_before_and_stays_as_it_was_decided():
    assert sprt([], 0.5, 0.55).decided is None
    assert sprt([1.0] * 40, 0.5, 0.55).decided == 0.55 == sprt([1.0] * 40 + [0.0] * 400, 0.5, 0.55).decided
    assert sprt([0.5, 1.0], 0.5, 0.55).log_ratio == pytest.approx(0.5 * (0.0953 - 0.1054) + 0.0953, abs=1e-4)


# -- ratings

STRENGTHS = {"a": 400.0, "b": 100.0, "c": 0.0, "d": -500.0}


def expected(mine, theirs):
    return 1 / (1 + 10 ** ((theirs - mine) / 400))


def deals_of(n, rng=None):
    """Deals in which each plays each once, by their true strengths."""
    deals = []
    for _ in range(n):
        deal = {}
        for one, other in combinations(STRENGTHS, 2):
            share = expected(STRENGTHS[one], STRENGTHS[other])
            deal[one, other] = float(rng.random() < share) if rng else share
            deal[other, one] = 1 - deal[one, other]
        deals.append(deal)
    return deals


def test_ratings_are_the_strengths_that_made_the_scores():
    total = {pair: 1e6 * score for pair, score in deals_of(1)[0].items()}
    assert bradley_terry(total) == pytest.approx(STRENGTHS, abs=0.1)


@pytest.mark.slow
def test_the_order_of_matches_and_names_does_not_matter():
    deals = deals_of(50, random_stream(18, "order"))
    turned = [dict(reversed(deal.items())) for deal in reversed(deals)]
    one, other = ratings(deals, random_stream(1)), ratings(turned, random_stream(1))
    assert {name: each.value for name, each in one.items()} == pytest.approx(
        {name: each.value for name, each in other.items()}
    )


@pytest.mark.slow
def test_intervals_of_ratings_hold_the_truth():
    found = [ratings(deals_of(60, random_stream(18, n)), random_stream(n), resamples=60) for n in range(12)]
    held = [run[name].low <= truth <= run[name].high for run in found for name, truth in STRENGTHS.items()]
    assert sum(held) / len(held) > 0.85


def test_who_never_lost_has_a_rating_and_no_certainty():
    found = ratings([{("a", "b"): 1.0, ("b", "a"): 0.0}] * 10, random_stream(1))
    assert found["a"].value > 200 and found["a"].low < found["a"].value - 50


@pytest.mark.parametrize("deals", [1, 2, 5, 12])
def test_every_rating_is_in_its_own_interval(deals):
    scores = {("a", "b"): 1.0, ("b", "a"): 0.0, ("a", "c"): 1.0, ("c", "a"): 0.0, ("b", "c"): 0.5, ("c", "b"): 0.5}
    found = ratings([scores] * deals, random_stream(1))
    assert all(each.low <= each.value <= each.high for each in found.values())


# -- many looked at together


def test_holms_correction_is_what_it_says():
    """By hand: times 4, 3, 2 and 1 from the least on, none below the one before."""
    found = holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})
    assert found == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02}) and holm({}) == {}


def test_of_many_shares_that_are_fair_hardly_one_shows():
    """Without the correction one of forty nearly always does."""
    rng = random_stream(38, "cards")
    shown = corrected = 0
    for _ in range(100):
        shares = {card: wilson(sum(rng.random() < 0.5 for _ in range(100)), 100) for card in range(40)}
        chances = {card: chance_of_share(share, 0.5) for card, share in shares.items()}
        shown += min(chances.values()) < 0.05
        corrected += min(holm(chances).values()) < 0.05
    assert corrected <= 12 and shown >= 75


def test_chances_of_shares_are_those_of_their_tests():
    assert chance_of_share(wilson(60, 100), 0.5) == pytest.approx(0.0455, abs=1e-4)  # z = 2
    assert chance_of_difference(wilson(60, 100), wilson(40, 100)) == pytest.approx(0.00468, abs=1e-5)  # z = sqrt 8
    assert chance_of_share(wilson(0, 0), 0.5) == chance_of_difference(wilson(5, 5), wilson(9, 9)) == 1.0
    assert chance_of_difference(wilson(0, 0), wilson(1, 9)) == chance_of_share(wilson(1, 2), 1.0) == 1.0


def test_a_difference_is_newcombes_of_his_own_example():
    """56 of 70 against 48 of 80: 0.2000 [0.0524, 0.3339] in his table II, method 10."""
    found = difference(wilson(56, 70), wilson(48, 80))
    assert [round(each, 4) for each in found[:3]] == [0.2, 0.0524, 0.3339]
