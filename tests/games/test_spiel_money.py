"""Money in Spiel des Jahres: not a euro comes from nowhere or goes there, and the 72 coins stay 72."""

from itertools import islice, product

import pytest
from glowtable.games.spiel_des_jahres import bank
from glowtable.games.spiel_des_jahres.payday import dues_k, earnings_k
from glowtable.games.spiel_des_jahres.rules import RULES as rules
from glowtable.games.spiel_des_jahres.state import ALL_K, COINS, seats_alive
from glowtable.match.dealer import Dealer
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.play import at_random, steps
from tests.games.spiel_positions import options_for

LONG = 900  # actions, then a match with trades is left


def random_match(seats, seed, **options):
    """Every state of a random match with what is done in it."""
    dealer, begun = Dealer(seed, seats), rules.setup(seats, options_for(**options))
    return islice(steps(rules, begun, dealer, at_random(rules, dealer.rng)), LONG)


def counted(state):
    """All coins there are, where they are counted."""
    marks = [each.coins for each in (*state.games, *state.staff)]
    total = state.till
    for coins in (*state.purses, *marks):
        total = bank.add_coins(total, coins)
    return total


def balanced(state):
    """What the players and the bank have is all there is; markers of a limited bank lie on cards."""
    marks = sum(bank.coins_k(each.coins) for each in (*state.games, *state.staff))
    return sum(state.money_k) + state.bank_k + marks == ALL_K


@pytest.mark.parametrize("limited", ["unlimited", "limited"])
@settings(max_examples=25, deadline=None)
@given(st.integers(2, 6), st.integers(0, 1 << 20), st.sampled_from(["zero", "pay"]), st.sampled_from(["open", "off"]))
def test_money_is_conserved_in_every_state(limited, seats, seed, negative, trades):
    for _, _, state in random_match(seats, seed, bank=limited, negative=negative, trades=trades, last_call="yes"):
        assert balanced(state) and min(state.money_k) >= 0
        if limited == "limited":
            assert counted(state) == COINS and min(state.till) >= 0
            assert state.money_k == tuple(map(bank.coins_k, state.purses))
            assert state.bank_k == bank.coins_k(state.till)


def test_a_state_that_lost_money_is_caught():
    """The control: a euro taken away, a coin that is gone."""
    state = rules.setup(3, options_for(bank="limited"))
    assert balanced(state) and counted(state) == COINS
    assert not balanced(state._replace(bank_k=state.bank_k - 10))
    assert counted(state._replace(till=(0, 0, 0, 0))) != COINS


def test_only_payday_trades_and_ruin_move_money():
    for before, action, after in random_match(4, 7):
        if before.money_k == after.money_k:
            continue
        assert action.kind in ("ready", "accept")
        if action.kind == "ready":
            for seat in seats_alive(after):
                expected = before.money_k[seat] + earnings_k(before)[seat] - dues_k(before)[seat]
                assert after.money_k[seat] == expected


pools = st.tuples(*(st.integers(0, 4) for _ in COINS))


@given(pools, st.integers(0, 60).map(lambda n: 10 * n))
def test_change_is_exact_wherever_it_can_be(pool, amount_k):
    found = bank.fewest_coins(pool, amount_k)
    sums = {bank.coins_k((a, b, c, d)) for a in range(pool[0] + 1) for b in range(pool[1] + 1)
            for c in range(pool[2] + 1) for d in range(pool[3] + 1)}  # fmt: skip
    assert (found is not None) is (amount_k in sums)
    if found:
        assert bank.coins_k(found) == amount_k and all(map(int.__le__, found, pool))
    assert bank.coins_k(bank.nearest_coins(pool, amount_k)) == max(each for each in sums if each <= amount_k)


@given(pools, st.integers(0, 40).map(lambda n: 10 * n), st.integers(0, 40).map(lambda n: 10 * n))
def test_two_sums_are_made_wherever_they_can_be(pool, one_k, other_k):
    sub_pools = product(*(range(count + 1) for count in pool))
    ones = [coins for coins in sub_pools if bank.coins_k(coins) == one_k]
    possible = any(bank.fewest_coins(bank.take_coins(pool, coins), other_k) is not None for coins in ones)
    found = bank.share_coins(pool, (one_k, other_k))
    assert (found is not None) is possible
    if found:
        assert tuple(map(bank.coins_k, found)) == (one_k, other_k)
        assert all(map(int.__le__, bank.add_coins(*found), pool))
