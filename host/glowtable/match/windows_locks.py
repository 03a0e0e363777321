"""Bytes of a file locked as Windows does it: a lock is nobody else's, and nobody else may even read there.

So each byte stands for a range of places far behind all that is written in the file: who is alone locks the whole
range, who shares locks one place in it. The system unlocks all of them when the program ends, in whatever way.
"""

from __future__ import annotations

import msvcrt
import os
from contextlib import suppress
from errno import EDEADLK
from typing import Any

SHARERS = 64  # so many programs may share one byte
FIRST = 1 << 20  # where the range of byte 0 begins
LOCK_RANGE_START = 1 << 24  # bytes from here on have one range: places end below 2 GB, as msvcrt wants it
_windows: Any = msvcrt
_held: dict[tuple[int, int], tuple[int, int]] = {}  # file, byte -> where its lock begins, how many places it has


def lock(file: int, byte: int, *, shared: bool = False, waits: bool = False) -> bool:
    """Lock this byte, alone or beside others that share it; False if another program has locked it.

    From one of the two to the other it is unlocked for a moment: only who is in turn may do that.
    """
    ranges = [(place, 1) for place in _places(byte)] if shared else [(_places(byte)[0], SHARERS)]
    before = _held.get((file, byte))
    if before in ranges:
        return True
    unlock(file, byte)
    found = next((each for each in ranges if _lock_range(file, *each, waits)), None)
    kept = found or (before if before and _lock_range(file, *before, waits=False) else None)
    if kept:
        _held[file, byte] = kept
    return found is not None


def unlock(file: int, byte: int) -> None:
    """Let others have this byte, if it was locked."""
    held = _held.pop((file, byte), None)
    with suppress(OSError):
        if held:
            _ask(file, _windows.LK_UNLCK, *held)


def close(file: int) -> None:
    """Close the file; with it all its bytes are unlocked."""
    for byte in [byte for each, byte in _held if each == file]:
        unlock(file, byte)
    os.close(file)


def _places(byte: int) -> range:
    first = FIRST + min(byte, LOCK_RANGE_START) * SHARERS
    return range(first, first + SHARERS)


def _lock_range(file: int, first: int, count: int, waits: bool) -> bool:
    """LK_LOCK tries for ten seconds; then it is asked again."""
    while True:
        try:
            _ask(file, _windows.LK_LOCK if waits else _windows.LK_NBLCK, first, count)
        except OSError as error:
            if waits and error.errno == EDEADLK:
                continue
            return False
        return True


def _ask(file: int, what: int, first: int, count: int) -> None:
    os.lseek(file, first, os.SEEK_SET)
    _windows.locking(file, what, count)
