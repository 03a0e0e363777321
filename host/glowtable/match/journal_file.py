"""The journal's file: opened, checked after an unclean end, set aside when it is damaged, copied, restored.

What SQLite keeps beside it belongs to it: taken apart or mixed with that of another they lose what was saved. So files
are known by device and number, and by the locks of the programs that use them. Knows no header, no session.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from errno import EDEADLK
from pathlib import Path
from typing import Any
from zlib import crc32

from glowtable.gate import make_folder, sync_folder, write_private
from glowtable.match import journal_database as database
from glowtable.match.journal_database import failing_with
from glowtable.messages import NO_ACCESS, USAGE, Message, UserError, say

try:
    from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, lockf

    WAIT, TRY, FREE = LOCK_EX, LOCK_EX | LOCK_NB, LOCK_UN
except ImportError:  # Windows
    import msvcrt as windows

    WAIT, TRY, FREE = windows.LK_LOCK, windows.LK_NBLCK, windows.LK_UNLCK  # type: ignore[attr-defined]

    def lockf(file: int, how: int, count: int, first: int) -> None:  # type: ignore[misc]
        os.lseek(file, first, os.SEEK_SET)
        windows.locking(file, how, count)  # type: ignore[attr-defined]


IN_USE = ("", "-wal", "-shm")  # those that are there as long as a program has the journal open
LOCKS = "playing.lock"
# Which bytes of it are locked: those below were so by earlier programs, and msvcrt wants all below 2 GB
TURN = 1 << 20  # held while the journal is opened, closed, mended or replaced
OPEN, PROGRAMS, JOURNALS = TURN + 1, 64, 1 << 22  # so many may have it open to write, each of these sets of files
MATCHES, MOST_MATCHES = OPEN + PROGRAMS * JOURNALS, 1 << 30  # then who plays which match


class JournalFile:
    """The open file. `lost` says in one sentence what was lost by damage, if anything.

    One that only reads `beside` another of this program writes nothing and opens no file but by SQLite: by closing a
    file in any other way a program loses its locks on it, those of SQLite, too. One `in_memory` stands in for a file:
    it begins without a match, and nothing of it stays.
    """

    def __init__(self, path: Path, *, beside: bool = False, in_memory: bool = False) -> None:
        self.path, self.is_recorded = path, not in_memory
        self.lost: Message | None = None
        self._locks: Locks | None = None
        self._seen = -1  # the file once more: closed after SQLite's, for with it go the locks on that file
        self._has_written = False
        self._parted: UserError | None = None  # why nothing more can be written here
        try:
            with failing_with(database.CANNOT_OPEN, path, database.UnwritableError):
                if beside:
                    self._open_beside()
                elif in_memory:
                    self.db = database.connect_to_write(Path(":memory:"))
                else:
                    self._open_to_write()
        except UserError:  # full, locked, forbidden; only read, it may be damaged, too
            self.close()
            raise

    def query(self, sql: str, *values: int | str) -> list[tuple[Any, ...]]:
        """What the file answers; UserError if it is damaged or cannot be read."""
        with failing_with(database.CANNOT_READ, self.path):
            return self.db.execute(sql, values).fetchall()

    @contextmanager
    def transaction(self, *, is_played: bool = False) -> Iterator[sqlite3.Connection]:
        """What is written inside is on the disk when it ends, or not at all; UserError says why not.

        `is_played`: it belongs to a match that can be resumed.
        """
        self._check_files()
        self._has_written = True
        try:
            with failing_with(database.CANNOT_PLAY if is_played else database.CANNOT_WRITE, self.path):
                self.db.execute("BEGIN IMMEDIATE")
                yield self.db
                self.db.execute("COMMIT")
        finally:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")

    def hold_match(self, match: int) -> bool:
        """Lock this match until this program ends, in whatever way; False if another program plays it."""
        return not self.is_recorded or bool(self._locks and self._locks.hold_bytes(MATCHES + min(match, MOST_MATCHES)))

    def release_match(self, match: int) -> None:
        """Let other programs play this match, which this one has locked."""
        if self._locks:
            self._locks.release_bytes(MATCHES + min(match, MOST_MATCHES))

    def check_whole(self) -> bool:
        """Read all of the file; False if anything had to be mended: `lost` says what, and what was lost.

        A damaged file is set aside; a list of matches that is not that of the rows is made again. UserError if another
        program has the journal open, or it cannot be mended: it is as it was then. One that only reads mends nothing.
        """
        if not self._locks:
            with failing_with(database.CANNOT_READ, self.path):
                if database.is_whole(self.db) and not database.wrong_in_list(self.db):
                    return True
            self.lost = say("The journal is damaged. Copy it to a folder where you can write, and check it there.")
            return False
        with self._locks.in_turn():
            try:
                if not self._locks.be_alone():
                    raise database.in_use(self.path)
                with failing_with(database.CANNOT_FIX, self.path):
                    return self._check_alone()
            finally:
                self._locks.join(self.path)

    def compact(self) -> None:
        """Give back the room of what was deleted."""
        with failing_with(database.CANNOT_WRITE, self.path):
            self.db.execute("VACUUM")

    def copy_to(self, path: Path) -> None:
        """A copy as it is now, for its owner alone; UserError if there is such a file already, or it cannot be made."""
        with failing_with(database.CANNOT_WRITE_COPY, path):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            try:
                database.copy_whole(self.db, path)
            except (OSError, *database.DAMAGED):
                path.unlink()
                raise

    def close(self) -> None:
        """UserError if the file was deleted or replaced since this program wrote there; it is closed all the same."""
        try:
            if self._has_written and not self._parted:
                self._check_files()
        finally:
            self._has_written = False
            with self._locks.in_turn() if self._locks else nullcontext():
                self._close_file()  # who opens it meanwhile finds all that lies beside it, or nothing of it
                if self._locks:
                    self._locks.close()
                    self._locks = None

    # -- opened and closed

    def _open_beside(self) -> None:
        """To read only; damage is left to the one who writes."""
        if not self.path.is_file():  # SQLite would wait for who writes into a pipe
            raise sqlite3.OperationalError("unable to open database file")
        self.db = database.connect_anywhere(self.path)
        database.check_version(self.db, self.path)
        self.db.execute("SELECT match FROM matches LIMIT 0")

    def _open_to_write(self) -> None:
        """Open the file while no other program opens it; if no other has it open, after an unclean end all is read."""
        make_folder(self.path.parent)
        self._locks = locks = Locks(self.path)
        with locks.in_turn():
            is_alone = locks.be_alone()
            if not is_alone and not locks.is_shared(self.path):
                raise UserError(
                    say("The journal {path} was deleted or replaced while another program uses it. Close that "
                        "program first.", path=str(self.path)), NO_ACCESS)  # fmt: skip
            was_unclean = is_alone and database.has_rest(self.path)
            is_lost = was_unclean and database.is_missing(self.path)  # SQLite would delete what is not carried over yet
            self._seen = database.open_private(self.path)
            if was_unclean and database.is_copy(self._seen):
                self._part_from_rest()
                was_unclean = False
            if is_lost or not self._open_whole(was_unclean):
                self._rescue_rows()
            self._places = _places_of(self.path)
            if not locks.join(self.path):
                raise database.in_use(self.path)

    def _open_whole(self, was_unclean: bool) -> bool:
        """Open the file; False if it is damaged."""
        try:
            self.db = database.connect_to_write(self.path)
            return not was_unclean or database.is_whole(self.db)
        except sqlite3.OperationalError:
            raise
        except database.DAMAGED:
            return False

    def _close_file(self) -> None:
        if hasattr(self, "db"):
            self.db.close()
        if self._seen >= 0:
            os.close(self._seen)
            self._seen = -1

    # -- damaged

    def _check_alone(self) -> bool:
        from glowtable.match.journal_rescue import what_list_lost  # rarely needed

        if not database.is_whole(self.db):
            self._rescue_rows()
            return False
        wrong = database.wrong_in_list(self.db)
        if wrong:
            with self.transaction() as db:
                db.executemany("DELETE FROM matches WHERE match = ?", [(match,) for match in wrong])
                db.execute(database.FILL_MATCHES)
            self.lost = what_list_lost(wrong.difference(match for (match,) in self.query("SELECT match FROM matches")))
        return not wrong

    def _rescue_rows(self) -> None:
        """Copy what can be read into a new file, which takes the place of the damaged one: that is renamed."""
        from glowtable.match.journal_rescue import rescue_rows

        self._close_file()
        # SQLite opens no empty file: it would delete what lies beside it. Its pages are read all the same.
        old = sqlite3.connect(":memory:") if database.is_missing(self.path) else database.connect_to_read(self.path)
        with database.fresh_beside(self.path) as fresh:
            with closing(old), closing(database.connect_to_write(fresh)) as new:
                kept, lost = rescue_rows(self.path, old, new)
                new.execute("PRAGMA journal_mode=DELETE")  # what is in the file is all, and it is seen to be a copy
            aside = database.put_in_place(fresh, self.path, "damaged")
        self.lost = say("The journal was damaged. {kept} {lost} The old file is {file}.",
                        kept=kept, lost=lost, file=aside.name)  # fmt: skip
        self._seen = database.open_private(self.path)
        self.db = database.connect_to_write(self.path)
        self._places = _places_of(self.path)

    # -- deleted, replaced or written over while it is used

    def _check_files(self) -> None:
        """UserError if the file, or one beside it, was deleted, replaced or written over: no more is written there."""
        if self._locks and not self._parted:
            if _places_of(self.path) != self._places:
                self._parted = self._keep_all()
            elif database.is_copy(self._seen):
                self._parted = self._leave_copy()
        if self._parted:
            raise self._parted

    def _keep_all(self) -> UserError:
        """Keep all that this program has, once: under the name that is missing, or under a free one. Says where."""
        is_there = self.path.exists()
        kept = database.free_name(self.path, "kept") if is_there else self.path
        with failing_with(database.CANNOT_KEEP, self.path):
            make_folder(kept.parent)
            with database.fresh_beside(self.path) as fresh:
                database.copy_pages(self.db, fresh)
                fresh.replace(kept)
                sync_folder(kept.parent)
        return UserError(
            say("The journal {path} was replaced while in use, but everything saved is in {kept}. Run glowtable "
                "journal restore {kept}, then glowtable play --resume",
                path=str(self.path), kept=str(kept)) if is_there else
            say("The journal {path} was deleted while in use, but everything saved was written there again. "
                "Resume: glowtable play --resume", path=str(self.path)))  # fmt: skip

    def _leave_copy(self) -> UserError:
        """A copy was laid over the file meanwhile: it stays as it is, apart from what belongs here. Says so."""
        assert self._locks
        with failing_with(database.CANNOT_PLAY, self.path), self._locks.in_turn():
            # What SQLite still carries over, at the latest at the end, goes into the file that has no name then
            write_private(self.path, self.path.read_bytes())
            return UserError(self._part_from_rest())

    def _part_from_rest(self) -> Message:
        """A copy was put here, and beside it lies what belongs to the file before: never both as one. Says so."""
        former = database.free_name(self.path, "former")
        database.rename_sidecars(self.path, former)
        self.lost = say(
            "The journal is a copy that was put here, and it counts as it is. The old one's last changes are in "
            "{file}.", file=f"{former.name}-wal")  # fmt: skip
        return self.lost


def restore_journal(path: Path, backup: Path) -> Path | None:
    """Put a copy of this backup in the place of the journal; how that is called now, None if there was none.

    UserError if the backup is no whole journal, or another program has the journal open: nothing has changed then.
    """
    with failing_with(database.CANNOT_WRITE_COPY, path):
        make_folder(path.parent)
        locks = Locks(path)
        with locks.in_turn(), closing(locks):
            if not locks.be_alone():
                raise database.in_use(path)
            with database.fresh_beside(path) as fresh:
                _copy_backup(backup, fresh, path)
                aside = database.put_in_place(fresh, path, "replaced")
            return aside if aside.exists() else None


def _copy_backup(backup: Path, fresh: Path, path: Path) -> None:
    """Write the backup, if it is a whole one, into the fresh file that is to be the journal."""
    if not backup.is_file():
        raise UserError(say("{path} isn't a copy of a journal.", path=str(backup)), USAGE)
    with failing_with(database.CANNOT_READ_COPY, backup), closing(database.connect_anywhere(backup)) as db:
        if not (database.check_version(db, backup) and database.is_whole(db) and database.is_own(db)):
            raise UserError(say("{path} isn't a whole copy of a journal. Restore another one.", path=str(backup)))
        with failing_with(database.CANNOT_WRITE_COPY, path):
            database.copy_whole(db, fresh)


# -- locks


class Locks:
    """What this program holds of a journal. The system lets it go when the program ends, in whatever way."""

    def __init__(self, journal: Path) -> None:
        self._file = database.open_private(journal.with_name(LOCKS))
        self._held: dict[int, int] = {}  # where a range begins -> how many bytes it has

    @contextmanager
    def in_turn(self) -> Iterator[None]:
        """Inside no other program opens, closes, mends or replaces the journal."""
        self.hold_bytes(TURN, is_waiting=True)
        try:
            yield
        finally:
            self.release_bytes(TURN)

    def be_alone(self) -> bool:
        """Keep all others from having the journal open; False if one has. For who is in turn, as are the next three."""
        self.leave()
        return self.hold_bytes(OPEN, PROGRAMS * JOURNALS)

    def is_shared(self, journal: Path) -> bool:
        """Whether another program has these very files open, where this one is not alone."""
        is_free = self.hold_bytes(_first_of(journal), PROGRAMS)
        self.leave()
        return not is_free

    def join(self, journal: Path) -> bool:
        """Have these files open beside others; False if too many have."""
        self.leave()
        return any(self.hold_bytes(_first_of(journal) + n) for n in range(PROGRAMS))

    def leave(self) -> None:
        """Have the journal open no more."""
        for first in [first for first in self._held if OPEN <= first < MATCHES]:
            self.release_bytes(first)

    def close(self) -> None:
        """Let all of it go, and the turn last: who is next looks whether the journal is open."""
        for first in sorted(self._held, key=TURN.__eq__):
            self.release_bytes(first)
        os.close(self._file)

    def hold_bytes(self, first: int, count: int = 1, *, is_waiting: bool = False) -> bool:
        """Lock so many bytes from the first on; False if another program has locked any of them."""
        while first not in self._held:
            try:
                lockf(self._file, WAIT if is_waiting else TRY, count, first)
                self._held[first] = count
            except OSError as error:  # Windows tries for ten seconds; then it is asked again
                if not is_waiting or error.errno != EDEADLK:
                    return False
        return True

    def release_bytes(self, first: int) -> None:
        """Unlock what was locked from here on."""
        if first in self._held:
            with suppress(OSError):
                lockf(self._file, FREE, self._held.pop(first), first)


def _first_of(journal: Path) -> int:
    return OPEN + PROGRAMS * (crc32(repr(_places_of(journal)).encode()) % JOURNALS)


def _places_of(path: Path) -> tuple[int, ...]:
    """Which files have the names of this journal now: device and number of each part in use, 0, 0 for none."""
    places: list[int] = []
    for part in IN_USE:
        try:
            status = os.stat(f"{path}{part}")
            places += (status.st_dev, status.st_ino)
        except OSError:
            places += (0, 0)
    return tuple(places)
