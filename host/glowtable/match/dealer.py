"""Seeded chance for simulation and the simulated table; at a real table the cards decide.

Every stream of random numbers is derived by hashing its seed with a path of names, so that no two overlap.
"""

from __future__ import annotations

from bisect import bisect
from functools import cached_property
from itertools import accumulate
from operator import itemgetter
from random import Random, SystemRandom

from glowtable.game import Action, Arg, Chances

WEIGHT = itemgetter(1)
SEEDS = 1 << 63  # too many to try them all on what was seen of a match


def secret_seed() -> int:
    """A seed that follows from nothing anybody knows: from it alone all hidden cards of a match could be computed."""
    return SystemRandom().randrange(SEEDS)


class Dealer:
    """Decides for CHANCE by exact weights; the same seed and path decide the same."""

    def __init__(self, seed: int, *path: Arg) -> None:
        self._seed, self._path = seed, path

    @cached_property
    def rng(self) -> Random:
        """Its stream of random numbers, made when chance is first asked."""
        return random_stream(self._seed, *self._path)

    def draw_outcome(self, chances: Chances) -> Action:
        """One of these outcomes, each with the probability of its weight."""
        sums = list(accumulate(map(WEIGHT, chances)))
        return chances[bisect(sums, int(self.rng.random() * sums[-1]))][0]


def random_stream(seed: int, *path: Arg) -> Random:
    """The random numbers for one purpose, such as one match of many or a seat's bot."""
    from hashlib import blake2b  # a match begins with people: nothing is drawn before the first table is shown

    name = "/".join(map(str, (seed, *path)))
    return Random(int.from_bytes(blake2b(name.encode(), digest_size=16).digest()))
