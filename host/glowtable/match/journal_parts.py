"""The files that are one journal: its own, what SQLite keeps beside it, and the locks of the programs that use it.

Taken apart or mixed with those of another they lose what was saved: so they are known by device and number, and put
in place and set aside in an order that a kill or a power cut may break off anywhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EDEADLK
from pathlib import Path
from typing import Any
from zlib import crc32

from glowtable.gate import BYTES, NOT_WAITING, sync_folder

try:
    import fcntl as locking
except ImportError:  # Windows
    import msvcrt as locking  # type: ignore[no-redef]

_system: Any = locking
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite writes beside a file
PARTS = ("", *BESIDE)
IN_USE = ("", "-wal", "-shm")  # those that are there as long as a program has the journal open
OF_A_COPY = b"\1\1"  # what bytes 18 and 19 of a file are that SQLite has written as a copy; a journal has 2, 2
LOCKS = "playing.lock"
# Which bytes of it are locked: those below were so by earlier programs, and msvcrt wants all below 2 GB
TURN = 1 << 20  # held while the journal is opened, closed, mended or replaced
OPEN, PROGRAMS, JOURNALS = TURN + 1, 64, 1 << 22  # so many may have it open to write, each of these sets of files
MATCHES, MOST_MATCHES = OPEN + PROGRAMS * JOURNALS, 1 << 30  # then who plays which match

Places = tuple[int, ...]  # device and number of each part in use; 0, 0 where there is none


class Locks:
    """What this program holds of a journal. The system lets it go when the program ends, in whatever way."""

    def __init__(self, journal: Path) -> None:
        self._file = open_private(journal.with_name(LOCKS))
        self._held: dict[int, int] = {}  # where a range begins -> how many bytes it has

    @contextmanager
    def in_turn(self) -> Iterator[None]:
        """Inside no other program opens, closes, mends or replaces the journal."""
        self._lock(TURN, waits=True)
        try:
            yield
        finally:
            self._unlock(TURN)

    def be_alone(self) -> bool:
        """Keep all others from having the journal open; False if one has. For who is in turn, as are the next three."""
        self.leave()
        return self._lock(OPEN, PROGRAMS * JOURNALS)

    def is_shared(self, journal: Path) -> bool:
        """Whether another program has these very files open, where this one is not alone."""
        is_free = self._lock(_first_of(journal), PROGRAMS)
        self.leave()
        return not is_free

    def join(self, journal: Path) -> bool:
        """Have these files open beside others; False if too many have."""
        self.leave()
        return any(self._lock(_first_of(journal) + n) for n in range(PROGRAMS))

    def leave(self) -> None:
        """Have the journal open no more."""
        for first in [first for first in self._held if OPEN <= first < MATCHES]:
            self._unlock(first)

    def hold_match(self, match: int) -> bool:
        """Lock this match; False if another program has locked it."""
        return self._lock(MATCHES + min(match, MOST_MATCHES))

    def release_match(self, match: int) -> None:
        self._unlock(MATCHES + min(match, MOST_MATCHES))

    def close(self) -> None:
        for first in tuple(self._held):
            self._unlock(first)
        os.close(self._file)

    def _lock(self, first: int, count: int = 1, *, waits: bool = False) -> bool:
        if first not in self._held and _lock_bytes(self._file, first, count, waits):
            self._held[first] = count
        return first in self._held

    def _unlock(self, first: int) -> None:
        count = self._held.pop(first, 0)
        with suppress(OSError):
            if count and hasattr(_system, "lockf"):
                _system.lockf(self._file, _system.LOCK_UN, count, first)
            elif count:
                os.lseek(self._file, first, os.SEEK_SET)
                _system.locking(self._file, _system.LK_UNLCK, count)


def _lock_bytes(file: int, first: int, count: int, waits: bool) -> bool:
    """On Windows it tries for ten seconds; then it is asked again."""
    while True:
        try:
            if hasattr(_system, "lockf"):
                _system.lockf(file, _system.LOCK_EX | (0 if waits else _system.LOCK_NB), count, first)
            else:
                os.lseek(file, first, os.SEEK_SET)
                _system.locking(file, _system.LK_LOCK if waits else _system.LK_NBLCK, count)
        except OSError as error:
            if not (waits and error.errno == EDEADLK):
                return False
        else:
            return True


def _first_of(journal: Path) -> int:
    return OPEN + PROGRAMS * (crc32(repr(places_of(journal)).encode()) % JOURNALS)


def places_of(path: Path) -> Places:
    """Which files have the names of this journal now."""
    return tuple(number for part in IN_USE for number in _place_of(f"{path}{part}"))


def _place_of(name: str) -> tuple[int, int]:
    try:
        status = os.stat(name)
    except OSError:
        return 0, 0
    return status.st_dev, status.st_ino


def has_rest(path: Path) -> bool:
    """Whether the last program that wrote here left something to be carried over: it ended without closing the file."""
    return not is_missing(_part_of(path, "-wal"))


def is_missing(path: Path) -> bool:
    """Whether there is no such file, or nothing in it: SQLite deletes what lies beside it then."""
    try:
        return path.stat().st_size == 0
    except FileNotFoundError:
        return True


def is_copy(path: Path) -> bool:
    """Whether the file was written as a copy: it was never a journal in use."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        return is_open_copy(file.fileno())


def is_open_copy(file: int) -> bool:
    """The same of a file that is open."""
    os.lseek(file, 18, os.SEEK_SET)
    return os.read(file, 2) == OF_A_COPY


def open_private(path: Path) -> int:
    """Open or make a file; it holds secrets, so from the beginning only its owner may read it."""
    return os.open(path, os.O_CREAT | os.O_RDWR | BYTES | NOT_WAITING, 0o600)


@contextmanager
def fresh_beside(path: Path) -> Iterator[Path]:
    """A new file, empty and private, that may be put in this place; otherwise it is gone when this ends."""
    fresh = _part_of(path, ".new")
    _remove_parts(fresh)  # what an earlier run left there
    os.close(open_private(fresh))
    try:
        yield fresh
    finally:
        _remove_parts(fresh)


def put_in_place(fresh: Path, path: Path, word: str) -> Path:
    """Give the fresh file, which is a copy, this name; the new name of the one that had it.

    Always one of the two has it. What lay beside the old one goes last: beside a copy it is seen not to belong to it.
    """
    aside = free_name(path, word)
    with suppress(FileNotFoundError):
        try:
            aside.hardlink_to(path)
        except FileNotFoundError:
            raise
        except OSError:  # a file system where each file has one name
            path.rename(aside)
    fresh.replace(path)
    sync_folder(path.parent)
    rename_sidecars(path, aside)
    return aside


def rename_sidecars(path: Path, aside: Path) -> None:
    """Give what lies beside this file the name of another."""
    for part in BESIDE:
        with suppress(FileNotFoundError):
            _part_of(path, part).rename(_part_of(aside, part))
    sync_folder(path.parent)


def free_name(path: Path, word: str) -> Path:
    """A name that neither a file has, nor what would lie beside it."""
    names = (_part_of(path, f".{word}{n}") for n in range(1, 10_000))
    return next(name for name in names if not any(_part_of(name, part).exists() for part in PARTS))


def _remove_parts(path: Path) -> None:
    for part in PARTS:
        _part_of(path, part).unlink(missing_ok=True)


def _part_of(path: Path, part: str) -> Path:
    return path.with_name(path.name + part)
