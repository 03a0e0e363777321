"""The files that are one journal: its own, and those that SQLite keeps beside it. Which they are, and their names.

Taken apart or mixed with those of another they lose what was saved: so they are known by device and number, and put
in place and set aside in an order that a kill or a power cut may break off anywhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from glowtable.gate import BYTES, NOT_WAITING, sync_folder

BESIDE = ("-wal", "-shm", "-journal")  # what SQLite writes beside a file
PARTS = ("", *BESIDE)
IN_USE = ("", "-wal", "-shm")  # those that are there as long as a program has the journal open
MOST_NOTED = 256  # bytes in the file of locks
HEADER = 20  # so many bytes of a file say what it is
OF_A_COPY = b"\1\1"  # what bytes 18 and 19 of a file are that SQLite has written as a copy; a journal has 2, 2

Places = tuple[int, ...]  # device and number of each part in use; 0, 0 where there is none


def places_of(path: Path) -> Places:
    """Which files have the names of this journal now."""
    return tuple(number for part in IN_USE for number in _place_of(f"{path}{part}"))


def note_places(locks: int, path: Path) -> None:
    """Write into the file of locks which files the journal is, for programs that open it meanwhile."""
    with suppress(OSError):
        if os.fstat(locks).st_size == 0 or noted_places(locks):
            os.ftruncate(locks, 0)
            os.lseek(locks, 0, os.SEEK_SET)
            os.write(locks, " ".join(map(str, places_of(path))).encode())


def noted_places(locks: int) -> Places:
    """What was written there; nothing if it is something else."""
    with suppress(OSError, ValueError):
        return tuple(map(int, read_beginning(locks, MOST_NOTED).split()))
    return ()


def has_rest(path: Path) -> bool:
    """Whether the last program that wrote here left something to be carried over: it ended without closing the file."""
    return _size_of(_part_of(path, "-wal")) > 0


def is_missing(path: Path) -> bool:
    """Whether there is no such file, or nothing in it: SQLite deletes what lies beside it then."""
    return _size_of(path) == 0


def is_copy(path: Path) -> bool:
    """Whether the file was written as a copy: it was never a journal in use."""
    with suppress(FileNotFoundError), path.open("rb") as file:
        return is_marked_as_copy(file.read(HEADER))
    return False


def is_marked_as_copy(header: bytes) -> bool:
    """Whether these first bytes of a file are those of a copy."""
    return header[18:HEADER] == OF_A_COPY


def open_private(path: Path) -> int:
    """Open or make a file; it holds secrets, so from the beginning only its owner may read it."""
    return os.open(path, os.O_CREAT | os.O_RDWR | BYTES | NOT_WAITING, 0o600)


def read_beginning(file: int, most: int) -> bytes:
    """The first bytes of an open file."""
    os.lseek(file, 0, os.SEEK_SET)
    return os.read(file, most)


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
        _name_again(path, aside)
    fresh.replace(path)
    sync_folder(path.parent)
    _rename_beside(path, aside)
    return aside


def rename_sidecars(path: Path, word: str) -> Path:
    """Give what lies beside this file other names; the name that they belong to now."""
    aside = free_name(path, word)
    _rename_beside(path, aside)
    return aside


def free_name(path: Path, word: str) -> Path:
    """A name that neither a file has, nor what would lie beside it."""
    names = (_part_of(path, f".{word}{n}") for n in range(1, 10_000))
    return next(name for name in names if not any(_part_of(name, part).exists() for part in PARTS))


def _name_again(path: Path, aside: Path) -> None:
    try:
        aside.hardlink_to(path)
    except FileNotFoundError:
        raise
    except OSError:  # a file system where each file has one name
        path.rename(aside)


def _rename_beside(path: Path, aside: Path) -> None:
    for part in BESIDE:
        with suppress(FileNotFoundError):
            _part_of(path, part).rename(_part_of(aside, part))
    sync_folder(path.parent)


def _remove_parts(path: Path) -> None:
    for part in PARTS:
        _part_of(path, part).unlink(missing_ok=True)


def _part_of(path: Path, part: str) -> Path:
    return path.with_name(path.name + part)


def _place_of(name: str) -> tuple[int, int]:
    try:
        found = os.stat(name)
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
