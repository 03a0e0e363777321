"""The journal's file of locks: who has it open to write, whose turn it is, who plays which match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

try:
    from glowtable.match.posix_locks import close, lock, unlock
except ImportError:
    from glowtable.match.windows_locks import close, lock, unlock

__all__ = ["ALONE", "LOCKS", "OPENING", "close", "in_turn", "lock", "unlock"]
ALONE = 0  # the byte of the file of locks that every program holds which writes; byte n: who plays match n
OPENING = 1 << 40  # the byte that a program holds while it opens, closes, mends or replaces the file
LOCKS = "playing.lock"


@contextmanager
def in_turn(locks: int) -> Iterator[None]:
    """Inside no other program opens, closes, mends or replaces the journal."""
    lock(locks, OPENING, waits=True)
    try:
        yield
    finally:
        unlock(locks, OPENING)
