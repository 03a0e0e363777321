"""The journal's file of locks: who has it open to write, whose turn it is, who plays which match."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress

ALONE = 0  # the byte of the file of locks that every program holds which writes; byte n: who plays match n
OPENING = 1 << 40  # the byte that a program holds while it opens, closes, mends or replaces the file
LOCKS = "playing.lock"


@contextmanager
def in_turn(locks: int) -> Iterator[None]:
    """Inside no other program opens, closes, mends or replaces the journal."""
    with suppress(OSError):
        fcntl.lockf(locks, fcntl.LOCK_EX, 1, OPENING)
    try:
        yield
    finally:
        let_go(locks, OPENING)


def hold(locks: int, byte: int, how: int = fcntl.LOCK_EX) -> bool:
    """Hold this byte, alone or, with LOCK_SH, beside others; False if another program holds it."""
    try:
        fcntl.lockf(locks, how | fcntl.LOCK_NB, 1, byte)
    except OSError:
        return False
    return True


def let_go(locks: int, byte: int) -> None:
    """Let others have this byte."""
    with suppress(OSError):
        fcntl.lockf(locks, fcntl.LOCK_UN, 1, byte)
