"""Sets of small ints as bit sets, and quick lists of what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Generic, TypeVar

T = TypeVar("T")

CHUNK = 9  # bits listed at once
CHUNK_MASK = (1 << CHUNK) - 1
MEMBERS_CACHE_SIZE = 2048  # sets whose members are known
LISTED = 256  # ints that are listed by chunks
ALL_LISTED = (1 << LISTED) - 1


def mask_of(members: Iterable[int]) -> int:
    """The set of these ints."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


@lru_cache(MEMBERS_CACHE_SIZE)
def members(mask: int) -> tuple[int, ...]:
    """The ints of a set in rising order."""
    listed = INTS.of(mask & ALL_LISTED)
    if mask > ALL_LISTED:
        listed += tuple([at + LISTED for at in members(mask >> LISTED)])
    return listed


class Listing(Generic[T]):
    """Turns a set into the tuple of items it stands for, in rising order."""

    def __init__(self, items: Sequence[T]) -> None:
        self._chunks = tuple(tuple(items[at : at + CHUNK]) for at in range(0, len(items), CHUNK))

    def of(self, mask: int) -> tuple[T, ...]:
        """The items of the members; IndexError if there is none for the highest of them."""
        listed: tuple[T, ...] = ()
        at = 0
        while mask:
            if part := mask & CHUNK_MASK:
                listed += PICKS[part](self._chunks[at])
            mask >>= CHUNK
            at += 1
        return listed


def _member_picker(mask: int) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Picks the members out of a chunk: several at once, or one, which `itemgetter` would not put into a tuple."""
    first, *others = [at for at in range(CHUNK) if mask >> at & 1]
    return itemgetter(first, *others) if others else lambda chunk: (chunk[first],)


class _Pickers(dict[int, Callable[[tuple[Any, ...]], tuple[Any, ...]]]):
    """Each is made when it is first needed."""

    def __missing__(self, mask: int) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
        picker = self[mask] = _member_picker(mask)
        return picker


PICKS = _Pickers()
INTS = Listing(range(LISTED))
