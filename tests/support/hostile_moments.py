"""What people and other programs do to the files of a match while it is played, and to the output of a command.

Each is done by a function of the home of a run. Knows no command.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copyfile, rmtree

from glowtable.match.header import Header
from glowtable.match.journal import Journal

Do = Callable[[Path], object]

OTHER = "other.sqlite"  # a backup of another journal


def make_other(home: Path) -> None:
    journal = Journal(home / "elsewhere" / "journal.sqlite")
    journal.begin_match(Header("punto", ("Zoe", "Yan"), {}, 1, "2026-11-22 20:00:00"))
    journal.copy_to(home / OTHER)
    journal.close()
    rmtree(home / "elsewhere")


def _write_nowhere(home: Path) -> None:
    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)


def _lose_reader(home: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    os.dup2(writing, 1)


def _close(home: Path) -> None:
    """As Python finds it if it was closed before it began."""
    os.close(1)
    sys.stdout = None  # type: ignore[assignment]


def _lock_as_folder(home: Path) -> None:
    (home / "data/playing.lock").unlink()
    (home / "data/playing.lock").mkdir()


def _data_as_file(home: Path) -> None:
    rmtree(home / "data")
    (home / "data").write_text("x")


IN_MID_MATCH: dict[str, Do] = {
    "the data folder is deleted": lambda home: rmtree(home / "data"),
    "a file takes the place of the data folder": _data_as_file,
    "the data folder is moved away": lambda home: (home / "data").rename(home / "moved"),
    "nothing may be written in the data folder any more": lambda home: (home / "data").chmod(0o500),
    "journal.sqlite is deleted": lambda home: (home / "data/journal.sqlite").unlink(),
    "journal.sqlite-wal is deleted": lambda home: (home / "data/journal.sqlite-wal").unlink(),
    "journal.sqlite-shm is deleted": lambda home: (home / "data/journal.sqlite-shm").unlink(),
    "another journal is moved into its place": lambda home: (home / OTHER).replace(home / "data/journal.sqlite"),
    "a backup is copied over it": lambda home: copyfile(home / OTHER, home / "data/journal.sqlite"),
    "playing.lock is deleted": lambda home: (home / "data/playing.lock").unlink(),
    "a folder takes the place of playing.lock": _lock_as_folder,
}
AT_THE_BEGINNING: dict[str, Do] = {
    "its output cannot be written": _write_nowhere,
    "the program that reads its output has ended": _lose_reader,
    "its output is closed": _close,
}
