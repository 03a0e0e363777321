"""Sets of small ints as bit sets, and quick lists of what they stand for."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

T = TypeVar("T")

CHUNK = 5  # bits looked up at once: at most 32 lists each, so that few are made twice
KEPT = 2048  # lists of all listings together, the latest made: in long evenings memory is flat soon
CHUNK_MASK = (1 << CHUNK) - 1


def mask_of(members: Iterable[int]) -> int:
    """The set of these ints."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


@lru_cache(KEPT)
def members(mask: int) -> tuple[int, ...]:
    """The ints of a set in rising order."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return tuple(found)


class Listing(Generic[T]):
    """Turns a set into the tuple of items it stands for, in rising order; the lists last made are kept."""

    def __init__(self, items: Sequence[T]) -> None:
        self._chunks = tuple(_Chunk(items[at : at + CHUNK]) for at in range(0, len(items), CHUNK))

    def of(self, mask: int) -> tuple[T, ...]:
        """The items of the members; IndexError if there is none for the highest of them."""
        listed: tuple[T, ...] = ()
        at = 0
        while mask:
            if few := mask & CHUNK_MASK:
                listed += self._chunks[at][few]
            mask >>= CHUNK
            at += 1
        return listed


class _Chunk(dict[int, tuple[T, ...]]):
    """The lists of a few items, each made when it is first asked for; the oldest of all is dropped for it."""

    def __init__(self, items: Sequence[T]) -> None:
        self._items = items

    def __missing__(self, mask: int) -> tuple[T, ...]:
        self[mask] = listed = tuple(self._items[member] for member in members(mask))
        _made.append((self, mask))
        if len(_made) > KEPT:
            oldest, its_mask = _made.popleft()
            oldest.pop(its_mask, None)
        return listed


_made: deque[tuple[_Chunk[Any], int]] = deque()  # each list that is kept, the oldest first
