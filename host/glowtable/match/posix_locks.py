"""Bytes of a file locked with fcntl; the system unlocks them when the program ends, in whatever way."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress


def lock(file: int, byte: int, *, shared: bool = False, waits: bool = False) -> bool:
    """Lock this byte, alone or beside others that share it; False if another program has locked it."""
    how = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if waits else fcntl.LOCK_NB)
    try:
        fcntl.lockf(file, how, 1, byte)
    except OSError:
        return False
    return True


def unlock(file: int, byte: int) -> None:
    """Let others have this byte, if it was locked."""
    with suppress(OSError):
        fcntl.lockf(file, fcntl.LOCK_UN, 1, byte)


def close(file: int) -> None:
    """Close the file; with it all its bytes are unlocked."""
    os.close(file)
