"""A recorder under SQLite: all that it writes to a disk and asks the disk to keep, in order.

`Recorder` wraps the functions of SQLite's own file system (its VFS) in this process, so the program above is the one
that is shipped. It is for a process of its own: `python disk_recorder.py FOLDER LOG MATCHES ROWS [off]` writes matches
into a journal as they are played, with marks for what was acknowledged, and the log as a pickle. `off` is the control:
it asks the disk for nothing.
"""

import _sqlite3
import ctypes
import os
import pickle
import sys
from pathlib import Path
from typing import NamedTuple

CHECKPOINT_PAGES = 40  # carried over so often that cuts fall into it
SHORT, LONG = "press 3", "what came of it " * 20


class Write(NamedTuple):
    path: str
    at: int
    data: bytes


class Truncate(NamedTuple):
    path: str
    size: int


class Sync(NamedTuple):
    path: str


class Delete(NamedTuple):
    path: str


class Acknowledged(NamedTuple):
    """So many rows of this match have been acknowledged."""

    match: int
    rows: int


POINTER, INT, WIDE = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
OPEN = ctypes.CFUNCTYPE(INT, POINTER, POINTER, POINTER, INT, ctypes.POINTER(INT))  # SQLite keeps the name
DELETE = ctypes.CFUNCTYPE(INT, POINTER, ctypes.c_char_p, INT)
WRITE = ctypes.CFUNCTYPE(INT, POINTER, POINTER, INT, WIDE)
TRUNCATE = ctypes.CFUNCTYPE(INT, POINTER, WIDE)
SYNC = ctypes.CFUNCTYPE(INT, POINTER, INT)


class Vfs(ctypes.Structure):
    """The beginning of struct sqlite3_vfs, version 3 (sqlite3.h)."""

    _fields_ = [
        ("iVersion", INT), ("szOsFile", INT), ("mxPathname", INT), ("pNext", POINTER), ("zName", ctypes.c_char_p),
        ("pAppData", POINTER), ("xOpen", OPEN), ("xDelete", DELETE), ("rest", POINTER * 14),
    ]  # fmt: skip


class Methods(ctypes.Structure):
    """struct sqlite3_io_methods, version 3."""

    _fields_ = [
        ("iVersion", INT), ("xClose", POINTER), ("xRead", POINTER), ("xWrite", WRITE), ("xTruncate", TRUNCATE),
        ("xSync", SYNC), ("rest", POINTER * 13),
    ]  # fmt: skip


class Recorder:
    """From now on every file that SQLite opens in this process is recorded in `log`."""

    def __init__(self) -> None:
        self.log: list[NamedTuple] = []
        self._names: dict[int, str] = {}  # of the open files, by the address of SQLite's handle
        self._kept: list[object] = []  # what C code points to
        self._wrapped: dict[int, Methods] = {}
        library = ctypes.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
        self._own: Vfs = library.sqlite3_vfs_find(None).contents
        vfs = Vfs.from_buffer_copy(self._own)
        vfs.zName = b"recorded"
        vfs.pNext = None
        vfs.xOpen, vfs.xDelete = OPEN(self._open), DELETE(self._delete)
        self._kept.append(vfs)
        if library.sqlite3_vfs_register(ctypes.byref(vfs), 1):
            raise RuntimeError("SQLite takes no file system")

    def _open(self, vfs, name, handle, flags, out_flags) -> int:
        result = self._own.xOpen(vfs, name, handle, flags, out_flags)
        place = ctypes.cast(handle, ctypes.POINTER(POINTER))
        if result == 0 and name and place[0]:
            self._names[handle] = os.path.basename(ctypes.string_at(name).decode())
            place[0] = ctypes.addressof(self._methods_for(place[0]))
        return result

    def _methods_for(self, address: int) -> Methods:
        if address not in self._wrapped:
            own = Methods.from_address(address)
            ours = Methods.from_buffer_copy(own)
            ours.xWrite = WRITE(
                self._recording(own.xWrite, lambda file, data, size, at: self._note_write(file, data, size, at))
            )
            ours.xTruncate = TRUNCATE(
                self._recording(own.xTruncate, lambda file, size: Truncate(self._names[file], size))
            )
            ours.xSync = SYNC(self._recording(own.xSync, lambda file, flags: Sync(self._names[file])))
            self._wrapped[address] = ours
        return self._wrapped[address]

    def _note_write(self, file: int, data: int, size: int, at: int) -> Write:
        return Write(self._names[file], at, ctypes.string_at(data, size))

    def _recording(self, call, note):
        def recorded(*given) -> int:
            self.log.append(note(*given))
            return call(*given)

        return recorded

    def _delete(self, vfs, name, flags) -> int:
        self.log.append(Delete(os.path.basename(name.decode())))
        return self._own.xDelete(vfs, name, flags)


def rows_of(match: int, count: int) -> list:
    """What a match of the recorded journal holds."""
    from glowtable.table import Row

    return [Row("event", f"{match} {n} {LONG if n % 7 == 0 else SHORT}") for n in range(count)]


def main(folder: str, log: str, matches: str, rows: str, synchronous: str = "") -> None:
    """Write the journal and the log."""
    recorder = Recorder()
    from glowtable.match.header import Header
    from glowtable.match.journal import Journal

    journal = Journal(Path(folder) / "journal.sqlite")
    journal.db.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
    if synchronous:
        journal.db.execute(f"PRAGMA synchronous={synchronous}")
    for _ in range(int(matches)):
        match = journal.begin_match(Header("punto", ("Ann", "bot:greedy"), {}, 7, "2026-11-22 20:00:00"))
        for n, row in enumerate(rows_of(match, int(rows)), 1):
            journal.append_rows(match, [row])
            recorder.log.append(Acknowledged(match, n))
    journal.close()
    Path(log).write_bytes(pickle.dumps([(type(entry).__name__, *entry) for entry in recorder.log]))


if __name__ == "__main__":
    main(*sys.argv[1:])
