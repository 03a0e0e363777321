"""What a seat sees as numbers, for programs that learn. Knows no array library."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import prod
from typing import Any, Generic, NamedTuple

from glowtable.game.rules import View


class Part(NamedTuple):
    """One plane, or one vector, or several of a kind: `most` of what is counted is entered as 1."""

    name: str
    shape: tuple[int, ...]
    about: str
    most: int = 1

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Observation(Generic[View]):
    """A seat's view under the same seats and options, as numbers from 0 to 1 in the order of `parts`.

    A game says the parts and how they are filled; others come in the order in which they sit, the own seat first.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        self.starts: dict[str, int] = {}  # of a part among the numbers
        self.size = 0
        for part in self.parts:
            self.starts[part.name] = self.size
            self.size += part.size
        self._zeros = array("f", bytes(4 * self.size))

    def fill(self, out: array[float], view: View, seat: int, /) -> None:
        """Enter in `out`, which is all zeros, what differs from 0 in the view of this seat."""
        raise NotImplementedError

    def tensor(self, view: Any, seat: int) -> array[float]:
        """The view of this seat, which is all that is looked at; numpy.frombuffer(it, "f4") is the same."""
        out = self._zeros[:]
        self.fill(out, view, seat)
        return out
