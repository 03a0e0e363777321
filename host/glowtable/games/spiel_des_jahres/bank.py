"""Every payment: between the bank and a player, between two players, and the coins that mark values and wages.

With an unlimited bank only sums move. A limited one has 72 coins and changes them, as far as they go (S-04).
Source: Spiel des Jahres EN, "Contents" (S-02)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from glowtable.kit.tuples import replaced

from .state import COIN_K, NO_COINS, Coins, State

_ONES, _TWOS, _FIVES, _TENS = range(len(COIN_K))  # coins of 10, 20, 50 and 100 thousand


def coins_k(coins: Coins) -> int:
    return sum(coin * count for coin, count in zip(COIN_K, coins, strict=True))


def add_coins(one: Coins, other: Coins) -> Coins:
    return tuple(map(int.__add__, one, other))


def take_coins(one: Coins, other: Coins) -> Coins:
    return tuple(map(int.__sub__, one, other))


def fewest_coins(pool: Coins, amount_k: int) -> Coins | None:
    """The fewest coins of the pool that make this sum; None if none do."""
    ways = [
        (ones, twos, fives, tens)
        for tens, fives, rest_k in _large_coins(pool, amount_k)
        if (ones := (rest_k - 20 * (twos := min(pool[_TWOS], rest_k // 20))) // 10) <= pool[_ONES]
    ]
    return min(ways, key=sum, default=None)


def all_purses(pool: Coins, amount_k: int) -> Iterator[Coins]:
    """All ways to make this sum of the pool."""
    for tens, fives, rest_k in _large_coins(pool, amount_k):
        for twos in range(min(pool[_TWOS], rest_k // 20) + 1):
            if (ones := (rest_k - 20 * twos) // 10) <= pool[_ONES]:
                yield (ones, twos, fives, tens)


def _large_coins(pool: Coins, amount_k: int) -> Iterator[tuple[int, int, int]]:
    """How many of the two large coins may be in this sum, and the rest of it."""
    for tens in range(min(pool[_TENS], amount_k // 100) + 1):
        for fives in range(min(pool[_FIVES], (amount_k - 100 * tens) // 50) + 1):
            yield tens, fives, amount_k - 100 * tens - 50 * fives


@lru_cache(1024)
def share_coins(pool: Coins, sums: tuple[int, int]) -> tuple[Coins, Coins] | None:
    """Two purses of the pool that make these sums, the first of as few coins as may be; None if there are none."""
    for one in sorted(all_purses(pool, sums[0]), key=sum):
        if (other := fewest_coins(take_coins(pool, one), sums[1])) is not None:
            return one, other
    return None


def nearest_coins(pool: Coins, amount_k: int) -> Coins:
    """The coins that come nearest to this sum and not above it."""
    return next(
        coins
        for less_k in range(0, amount_k + COIN_K[0], COIN_K[0])
        if (coins := fewest_coins(pool, max(0, amount_k - less_k))) is not None
    )


def give_start_money(state: State, start_k: int) -> State:
    """Everybody gets the same money to begin with (S-06)."""
    everybody = state.terms.everybody
    none = NO_COINS if state.terms.limited else ()
    state = state._replace(money_k=(0,) * len(everybody), purses=(none,) * len(everybody))
    for seat in everybody:
        state = pay_player(state, seat, start_k)
    return state


def pay_player(state: State, seat: int, amount_k: int) -> State:
    """The bank pays a player. Source: EN, "players receive money from their published games" (S-23)"""
    return _settle_sum(state, seat, state.money_k[seat] + amount_k)


def collect_money(state: State, seat: int, amount_k: int) -> State:
    """A player who has as much pays the bank. Source: EN, "then pay the game designers" (S-23)"""
    return _settle_sum(state, seat, state.money_k[seat] - amount_k)


def _settle_sum(state: State, seat: int, has_k: int) -> State:
    """A player has this sum now; where coins lack, what comes nearest: it is the player's loss (S-04)."""
    if state.terms.limited:
        pool = add_coins(state.till, state.purses[seat])
        purse = nearest_coins(pool, has_k)
        has_k = coins_k(purse)
        state = state._replace(till=take_coins(pool, purse), purses=replaced(state.purses, seat, purse))
    bank_k = state.bank_k + state.money_k[seat] - has_k
    return state._replace(money_k=replaced(state.money_k, seat, has_k), bank_k=bank_k)


def hand_money(state: State, giver: int, taker: int, amount_k: int) -> State | None:
    """One player pays another, the bank changes coins; None if the coins there are cannot make the sums."""
    sums = state.money_k[giver] - amount_k, state.money_k[taker] + amount_k
    if state.terms.limited:
        pool = add_coins(state.till, add_coins(state.purses[giver], state.purses[taker]))
        split = share_coins(pool, sums)
        if split is None:
            return None
        one, other = split
        purses = replaced(replaced(state.purses, giver, one), taker, other)
        state = state._replace(purses=purses, till=take_coins(take_coins(pool, one), other))
    return state._replace(money_k=replaced(replaced(state.money_k, giver, sums[0]), taker, sums[1]))


def mark_amount(state: State, amount_k: int) -> tuple[State, Coins]:
    """Coins of the bank mark a value or a wage; those that are missing are only noted (S-04)."""
    if not state.terms.limited:
        return state, NO_COINS
    coins = nearest_coins(state.till, max(0, amount_k))
    return state._replace(till=take_coins(state.till, coins), bank_k=state.bank_k - coins_k(coins)), coins


def missing_k(state: State, amount_k: int, coins: Coins) -> int:
    """What the coins that mark a value or a wage lack: the bank had no more of them (S-04)."""
    return max(0, amount_k) - coins_k(coins) if state.terms.limited else 0


def return_markers(state: State, coins: Coins) -> State:
    """They go back to the bank."""
    return state._replace(till=add_coins(state.till, coins), bank_k=state.bank_k + coins_k(coins))
