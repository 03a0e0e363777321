"""The journal's file: opened, checked after an unclean end, set aside when it is damaged, copied and put back.

Knows SQLite and locks; no header, no session. What goes wrong is one sentence with the next step.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from glowtable.gate import make_folder, sync_folder
from glowtable.match.journal_schema import (
    DAMAGED,
    LIST_IS_RIGHT,
    check_version,
    copy_whole,
    is_whole,
    make_list,
    prepare_schema,
)
from glowtable.match.rescue import rescue_rows, what_is_lost
from glowtable.messages import NO_ACCESS, USAGE, Message, UserError, say

ALONE = 0  # the byte of the file of locks that every program holds which writes; byte n: who plays match n
OPENING = 1 << 40  # the byte that a program holds while it opens the file
LOCKS = "playing.lock"
MOST_NOTED = 64  # bytes in it
PARTS = ("-wal", "-shm", "-journal", "")  # what SQLite writes beside a file, and the file
OF_A_COPY = b"\1\1"  # what bytes 18 and 19 of a file are that SQLite has written as a copy; a journal has 2, 2

# What SQLite says (its primary code) -> the next step
ADVICE = {
    sqlite3.SQLITE_FULL: say("make room"),
    sqlite3.SQLITE_BUSY: say("close the other program that uses it"),
    sqlite3.SQLITE_LOCKED: say("close the other program that uses it"),
    sqlite3.SQLITE_READONLY: say("see who may write there"),
    sqlite3.SQLITE_PERM: say("see who may write there"),
    sqlite3.SQLITE_CORRUPT: say("mend it with glowtable journal check"),
    sqlite3.SQLITE_NOTADB: say("mend it with glowtable journal check"),
}
OTHERWISE = say("look at the disk")


class JournalFile:
    """The open file. `lost` says in one sentence what was lost by damage, if anything.

    One that only reads `beside` another of this program writes nothing and opens no file but by SQLite: by closing a
    file in any other way a program loses its locks on it, those of SQLite, too.
    """

    def __init__(self, path: Path, *, beside: bool = False) -> None:
        self.path, self._rest_path = path, _rest_of(path)
        self.lost: Message | None = None
        self._locks = -1
        self._rest: tuple[int, int] | None = None
        try:
            self.db = self._open_beside() if beside else self._open_to_write()
            self._place = _place_of(path)
        except (OSError, *DAMAGED) as error:  # full, locked, forbidden; only read, it may be damaged, too
            self.close()
            raise _cannot_open(path, error) from None
        except UserError:
            self.close()
            raise

    def query(self, sql: str, *values: int | str) -> list[tuple[Any, ...]]:
        """What the file answers; UserError if it is damaged or cannot be read."""
        try:
            return self.db.execute(sql, values).fetchall()
        except DAMAGED as error:
            raise UserError(
                say("the journal {path} cannot be read ({cause}): {advice}",
                    path=str(self.path), cause=str(error), advice=advice_for(error))) from None  # fmt: skip

    def transaction(self) -> Transaction:
        """What is written inside is on the disk when it ends, or not at all; UserError says why not."""
        self._check_place()
        return Transaction(self.db, self.path)

    def hold_byte(self, byte: int, how: int = fcntl.LOCK_EX) -> bool:
        """Lock this byte until this program ends, in whatever way; False if another program has locked it."""
        return _hold(self._locks, byte, how)

    def check_whole(self) -> bool:
        """Read all of the file; False if anything had to be mended: `lost` says what, and what was lost.

        A damaged file is set aside; a list of matches that is not that of the rows is made again.
        """
        if not is_whole(self.db):
            self.db.close()
            self.db = self._rescue_rows()
            self._place, self._rest = _place_of(self.path), None
            _note_place(self._locks, self.path)
            return False
        if self.query(LIST_IS_RIGHT):
            return True
        with self.transaction() as db:
            make_list(db)
        self.lost = say("the list of matches was not that of their rows: it is made again, and nothing is lost")
        return False

    def compact(self) -> None:
        """Give back the room of what was deleted."""
        self._execute("VACUUM")

    def copy_to(self, path: Path) -> None:
        """A copy as it is now, for its owner alone; UserError if there is such a file already, or it cannot be made."""
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except OSError as error:
            raise _cannot_write_copy(path, error) from None
        try:
            copy_whole(self.db, path)
        except sqlite3.Error as error:
            raise _cannot_write(self.path, error) from None
        except OSError as error:
            raise _cannot_write_copy(path, error) from None

    def close(self) -> None:
        if hasattr(self, "db"):
            self.db.close()
        if self._locks >= 0:
            os.close(self._locks)
            self._locks = -1

    # -- inside

    def _execute(self, sql: str, *values: str) -> None:
        try:
            self.db.execute(sql, values)
        except sqlite3.Error as error:
            raise _cannot_write(self.path, error) from None

    def _open_beside(self) -> sqlite3.Connection:
        """To read only; damage is left to the one who writes."""
        db = _connect_to_read(self.path)
        try:
            check_version(db, self.path)
            db.execute("SELECT match FROM matches LIMIT 0")
        except (*DAMAGED, UserError):
            db.close()
            raise
        return db

    def _open_to_write(self) -> sqlite3.Connection:
        make_folder(self.path.parent)
        self._locks = _open_private(self.path.with_name(LOCKS))  # the system unlocks it even after kill -9
        with suppress(OSError):
            fcntl.lockf(self._locks, fcntl.LOCK_EX, 1, OPENING)
        try:
            return self._open_in_turn()
        finally:
            with suppress(OSError):
                fcntl.lockf(self._locks, fcntl.LOCK_UN, 1, OPENING)

    def _open_in_turn(self) -> sqlite3.Connection:
        """Open the file while no other program opens it; if no other has it open, after an unclean end all is read."""
        is_alone = self.hold_byte(ALONE)
        if not is_alone:
            self._check_others()
        was_unclean = is_alone and _has_rest(self.path)
        if was_unclean and _is_copy(self.path):
            self._part_from_rest()
            was_unclean = False
        os.close(_open_private(self.path))
        try:
            db = self._connect(was_unclean)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            db = self._rescue_rows()
        if is_alone:
            _note_place(self._locks, self.path)
        self.hold_byte(ALONE, fcntl.LOCK_SH)
        return db

    def _check_others(self) -> None:
        """UserError if those who have the journal open have another file, for what SQLite keeps beside it is one."""
        theirs = _noted_place(self._locks)
        if theirs and theirs != _place_of(self.path):
            raise UserError(
                say("the journal {path} was deleted or replaced while another program uses it: close that one first",
                    path=str(self.path)), NO_ACCESS)  # fmt: skip

    def _part_from_rest(self) -> None:
        """A copy was put here, and beside it lies what belongs to the file before: never both as one."""
        former = _free_name(self.path, "former")
        _rename_parts(self.path, former, PARTS[:-1])
        self.lost = say(
            "the journal is a copy that was put here: it counts as it is; what the one before had not carried over yet "
            "is {file}", file=f"{former.name}-wal")  # fmt: skip

    def _connect(self, is_suspect: bool) -> sqlite3.Connection:
        db = self._connect_to(self.path)
        try:
            if is_suspect and not is_whole(db):
                raise sqlite3.DatabaseError("damaged")
        except sqlite3.Error:
            db.close()
            raise
        return db

    def _connect_to(self, path: Path) -> sqlite3.Connection:
        db = sqlite3.connect(path, isolation_level=None)
        db.text_factory = _text_of
        try:
            prepare_schema(db, path)
        except (sqlite3.Error, UserError):
            db.close()
            raise
        except UnicodeDecodeError:  # in what SQLite says of the damage
            db.close()
            raise sqlite3.DatabaseError("damaged") from None
        return db

    def _rescue_rows(self) -> sqlite3.Connection:
        """Copy what can be read into a new file, which takes the place of the damaged one: that is renamed."""
        fresh, old = _fresh_beside(self.path), _connect_to_read(self.path)
        try:
            new = self._connect_to(fresh)
            try:
                rescued = rescue_rows(self.path, old, new)
            finally:
                new.close()
        finally:
            old.close()
        aside = _put_in_place(fresh, self.path, "damaged")
        self.lost = what_is_lost(rescued, aside.name)
        return self._connect(is_suspect=False)

    def _check_place(self) -> None:
        """UserError if the file was deleted or replaced meanwhile; all that it has is kept under a free name, then.

        So, too, if what is not yet carried over was: the file beside it, which is there from the first writing on.
        """
        rest = _place_of(self._rest_path)
        self._rest = self._rest or rest
        if _place_of(self.path) == self._place and rest == self._rest:
            return
        is_there = self.path.exists()
        kept = _free_name(self.path, "kept") if is_there else self.path
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            os.close(_open_private(kept))
            copy = sqlite3.connect(kept)
            self.db.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # so it is seen to be a copy
            copy.close()
        except (OSError, sqlite3.Error) as error:
            raise _cannot_write(self.path, error) from None
        raise UserError(_told_kept(self.path, kept) if is_there else _told_again(self.path))


class Transaction:
    """A transaction; if it fails (a full disk), that is one sentence."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self.db, self.path = db, path

    def __enter__(self) -> sqlite3.Connection:
        self._execute("BEGIN IMMEDIATE")
        return self.db

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._execute("COMMIT")
            return
        if self.db.in_transaction:
            self.db.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise _cannot_write(self.path, error) from None

    def _execute(self, sql: str) -> None:
        try:
            self.db.execute(sql)
        except sqlite3.Error as error:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise _cannot_write(self.path, error) from None


def advice_for(error: Exception) -> Message:
    """The next step after this error."""
    return ADVICE.get(getattr(error, "sqlite_errorcode", -1) & 0xFF, OTHERWISE)  # above: the extended code


def _cannot_write(path: Path, error: Exception) -> UserError:
    return UserError(
        say("the journal {path} cannot be written ({cause}): the match stands at its last saved action; {advice}, then "
            "go on with: glowtable play --resume",
            path=str(path), cause=str(error), advice=advice_for(error)))  # fmt: skip


def _cannot_write_copy(path: Path, error: OSError) -> UserError:
    return UserError(say("{path} cannot be written ({cause})", path=str(path), cause=error.strerror))


def _told_again(path: Path) -> Message:
    return say(
        "the journal {path} was deleted while it was used: all that was saved is written there again; go on with: "
        "glowtable play --resume", path=str(path))  # fmt: skip


def _told_kept(path: Path, kept: Path) -> Message:
    return say(
        "the journal {path} was replaced while it was used: all that was saved is in {kept}; bring it back with "
        "glowtable journal restore {kept}, then go on with: glowtable play --resume",
        path=str(path), kept=str(kept))  # fmt: skip


def _cannot_open(path: Path, error: Exception) -> UserError:
    return UserError(say("the journal {path} cannot be opened ({cause})", path=str(path), cause=str(error)))


def restore_journal(path: Path, backup: Path) -> Path | None:
    """Put a copy of this backup in the place of the journal; how that is called now, None if there was none.

    UserError if the backup is no whole journal, or another program has the journal open: nothing has changed then.
    """
    make_folder(path.parent)
    locks = _open_private(path.with_name(LOCKS))
    try:
        if not _hold(locks, ALONE):
            raise UserError(say("the journal {path} is in use: close the other program", path=str(path)), NO_ACCESS)
        fresh = _fresh_beside(path)
        _copy_backup(backup, fresh)
        aside = _put_in_place(fresh, path, "replaced")
        return aside if aside.exists() else None
    except OSError as error:
        raise _cannot_write_copy(path, error) from None
    finally:
        os.close(locks)


def _copy_backup(backup: Path, fresh: Path) -> None:
    if not backup.is_file():
        raise UserError(say("{path} is no copy of a journal", path=str(backup)), USAGE)
    try:
        db = _connect_to_read(backup)
        try:
            if not (check_version(db, backup) and is_whole(db)):
                raise UserError(say("{path} is no whole copy of a journal: restore another", path=str(backup)))
            os.close(_open_private(fresh))
            copy_whole(db, fresh)
        finally:
            db.close()
    except DAMAGED as error:
        raise UserError(
            say("{path} cannot be read ({cause})", path=str(backup), cause=str(error))) from None  # fmt: skip


def _has_rest(path: Path) -> bool:
    """Whether the last program that wrote here left something to be carried over: it ended without closing the file."""
    try:
        return _rest_of(path).stat().st_size > 0
    except FileNotFoundError:
        return False


def _rest_of(path: Path) -> Path:
    """Where SQLite writes what is not yet carried over."""
    return path.with_name(f"{path.name}-wal")


def _place_of(path: Path) -> tuple[int, int] | None:
    """Which file has this name now; None if none has."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _note_place(locks: int, path: Path) -> None:
    """Write into the file of locks which file the journal is, for programs that open it meanwhile."""
    with suppress(OSError):
        if os.fstat(locks).st_size == 0 or _noted_place(locks):
            os.ftruncate(locks, 0)
            os.pwrite(locks, " ".join(map(str, _place_of(path) or ())).encode(), 0)


def _noted_place(locks: int) -> tuple[int, int] | None:
    with suppress(OSError, ValueError):
        device, inode = map(int, os.pread(locks, MOST_NOTED, 0).split())
        return device, inode
    return None


def _text_of(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")  # damage: the chain tells it


def _connect_to_read(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    db.text_factory = _text_of
    return db


def _open_private(path: Path) -> int:
    """Open or make a file; it holds secrets, so from the beginning only its owner may read it."""
    return os.open(path, os.O_CREAT | os.O_RDWR | os.O_NONBLOCK, 0o600)


def _is_copy(path: Path) -> bool:
    """Whether the file was written as a copy: it was never a journal in use."""
    with suppress(FileNotFoundError), path.open("rb") as file:
        return file.read(20)[18:] == OF_A_COPY
    return False


def _hold(locks: int, byte: int, how: int = fcntl.LOCK_EX) -> bool:
    try:
        fcntl.lockf(locks, how | fcntl.LOCK_NB, 1, byte)
    except OSError:
        return False
    return True


def _free_name(path: Path, word: str) -> Path:
    names = (path.with_name(f"{path.name}.{word}{n}") for n in range(1, 10_000))
    return next(name for name in names if not name.exists())


def _fresh_beside(path: Path) -> Path:
    """Where a new file is made that shall have this name; what an earlier run left there is gone."""
    fresh = path.with_name(f"{path.name}.new")
    for part in PARTS:
        fresh.with_name(fresh.name + part).unlink(missing_ok=True)
    return fresh


def _put_in_place(fresh: Path, path: Path, word: str) -> Path:
    """Give the fresh file this name; the new name of the one that had it."""
    aside = _free_name(path, word)
    _rename_parts(path, aside, PARTS)
    fresh.replace(path)
    sync_folder(path.parent)
    return aside


def _rename_parts(path: Path, aside: Path, parts: tuple[str, ...]) -> None:
    for part in parts:
        here = path.with_name(path.name + part)
        if here.exists():
            here.rename(aside.with_name(aside.name + part))
