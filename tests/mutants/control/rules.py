"""Rules to try the tool on: survivors.toml says which mutants nobody can notice."""

from functools import lru_cache

HAND = 3  # run while importing
WORTH = (lambda card: card % 10, lambda card: card + 1)


@lru_cache
def highest(one: int, other: int) -> int:
    """Who has the higher card; with `>=` it is the same one."""
    return one if one > other else other


def cards_dealt(seats: int) -> int:
    """A hand for each seat, dealt card by card: with `+` it never ends."""
    left, dealt = seats * HAND, 0
    while left > 0:
        left = left - 1
        dealt = dealt + 1
    return dealt


def worth_of(card: int) -> int:
    return WORTH[0](card)


def unlucky(card: int) -> bool:
    """Its only test is content with anything."""
    return card == 13
