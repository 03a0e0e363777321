"""The journal's file: opened, checked after an unclean end, set aside when it is damaged, copied.

Knows SQLite and locks; no header, no session. What goes wrong is one sentence with the next step.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from glowtable.gate import make_folder, sync_folder
from glowtable.match import journal_locks
from glowtable.match.journal_locks import ALONE, LOCKS, in_turn, lock, unlock
from glowtable.match.journal_parts import (
    HEADER,
    free_name,
    fresh_beside,
    has_rest,
    is_copy,
    is_marked_as_copy,
    is_missing,
    note_places,
    noted_places,
    open_private,
    places_of,
    put_in_place,
    read_beginning,
    rename_sidecars,
)
from glowtable.match.journal_schema import (
    DAMAGED,
    check_version,
    connect_anywhere,
    connect_to_read,
    copy_whole,
    is_whole,
    lenient_text,
    list_again,
    prepare_schema,
    wrong_in_list,
)
from glowtable.match.journal_sentences import (
    cannot_keep,
    cannot_mend,
    cannot_open,
    cannot_read,
    cannot_write,
    cannot_write_copy,
    in_use,
    told_again,
    told_kept,
)
from glowtable.messages import NO_ACCESS, Message, UserError, say

if TYPE_CHECKING:
    from glowtable.match.rescue import Rescued

AS_COPY = "PRAGMA journal_mode=DELETE"  # what is in the file is all, and it is seen to be a copy


class JournalFile:
    """The open file. `lost` says in one sentence what was lost by damage, if anything.

    One that only reads `beside` another of this program writes nothing and opens no file but by SQLite: by closing a
    file in any other way a program loses its locks on it, those of SQLite, too. One `in_memory` is no file at all: it
    begins without a match, and all that is written there is gone at its end.
    """

    def __init__(self, path: Path, *, beside: bool = False, in_memory: bool = False) -> None:
        self.path, self.is_in_memory = path, in_memory
        self.lost: Message | None = None
        self._locks = -1
        self._seen = -1  # the file once more: closed after SQLite's, for with it go the locks on that file
        self._has_written = False
        self._parted: UserError | None = None  # why nothing more can be written here
        try:
            self.db = self._open_beside() if beside else self._open_in_memory() if in_memory else self._open_to_write()
            self._look_again()
        except (OSError, *DAMAGED) as error:  # full, locked, forbidden; only read, it may be damaged, too
            self.close()
            raise cannot_open(path, error) from None
        except UserError:
            self.close()
            raise

    def query(self, sql: str, *values: int | str) -> list[tuple[Any, ...]]:
        """What the file answers; UserError if it is damaged or cannot be read."""
        try:
            return self.db.execute(sql, values).fetchall()
        except DAMAGED as error:
            raise cannot_read(self.path, error) from None

    def transaction(self) -> Transaction:
        """What is written inside is on the disk when it ends, or not at all; UserError says why not."""
        self._check_places()
        self._has_written = True
        return Transaction(self.db, self.path)

    def hold_byte(self, byte: int, *, shared: bool = False) -> bool:
        """Lock this byte until this program ends, in whatever way; False if another program has locked it."""
        return self.is_in_memory or lock(self._locks, byte, shared=shared)

    def release_byte(self, byte: int) -> None:
        """Let other programs lock this byte."""
        unlock(self._locks, byte)

    def check_whole(self) -> bool:
        """Read all of the file; False if anything had to be mended: `lost` says what, and what was lost.

        A damaged file is set aside; a list of matches that is not that of the rows is made again. UserError if another
        program has the journal open, or it cannot be mended: it is as it was then. One that only reads mends nothing.
        """
        if self._locks < 0:
            return self._check_unmended()
        with in_turn(self._locks):
            if not self.hold_byte(ALONE):
                raise in_use(self.path)
            try:
                return self._check_alone()
            except (OSError, *DAMAGED) as error:
                raise cannot_mend(self.path, error) from None
            finally:
                self.hold_byte(ALONE, shared=True)

    def compact(self) -> None:
        """Give back the room of what was deleted."""
        self._execute("VACUUM")

    def copy_to(self, path: Path) -> None:
        """A copy as it is now, for its owner alone; UserError if there is such a file already, or it cannot be made."""
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except OSError as error:
            raise cannot_write_copy(path, error) from None
        try:
            copy_whole(self.db, path)
        except (OSError, *DAMAGED) as error:
            path.unlink()
            raise cannot_write_copy(path, error) from None

    def close(self) -> None:
        """UserError if the file was deleted or replaced since this program wrote there; it is closed all the same."""
        try:
            if self._has_written and not self._parted:
                self._check_places()
        finally:
            self._has_written = False
            self._close_in_turn()

    # -- inside

    def _check_unmended(self) -> bool:
        try:
            is_good = is_whole(self.db) and not wrong_in_list(self.db)
        except DAMAGED as error:
            raise cannot_read(self.path, error) from None
        if not is_good:
            self.lost = say("The journal is damaged. Copy it to a folder where you can write, and check it there.")
        return is_good

    def _check_alone(self) -> bool:
        if not is_whole(self.db):
            self._close_file()
            self.db = self._rescue_rows()
            self._look_again()
            note_places(self._locks, self.path)
            return False
        wrong = wrong_in_list(self.db)
        if not wrong:
            return True
        with self.transaction() as db:
            gone = list_again(db, wrong)
        from glowtable.match.rescue import what_list_lost

        self.lost = what_list_lost(gone)
        return False

    def _close_in_turn(self) -> None:
        """Who opens it meanwhile finds all that lies beside it, or nothing of it."""
        if self._locks < 0:
            self._close_file()
            return
        with in_turn(self._locks):
            self._close_file()
            unlock(self._locks, ALONE)
        journal_locks.close(self._locks)
        self._locks = -1

    def _close_file(self) -> None:
        if hasattr(self, "db"):
            self.db.close()
        if self._seen >= 0:
            os.close(self._seen)
            self._seen = -1

    def _look_again(self) -> None:
        """Which files the journal is from now on."""
        self._places = places_of(self.path)
        if self._locks >= 0:
            self._seen = os.open(self.path, os.O_RDONLY)

    def _execute(self, sql: str, *values: str) -> None:
        try:
            self.db.execute(sql, values)
        except DAMAGED as error:
            raise cannot_write(self.path, error) from None

    def _open_beside(self) -> sqlite3.Connection:
        """To read only; damage is left to the one who writes."""
        if not self.path.is_file():  # SQLite would wait for who writes into a pipe
            raise sqlite3.OperationalError("unable to open database file")
        db = connect_anywhere(self.path)
        try:
            check_version(db, self.path)
            db.execute("SELECT match FROM matches LIMIT 0")
        except (*DAMAGED, UserError):
            db.close()
            raise
        return db

    def _open_in_memory(self) -> sqlite3.Connection:
        return self._connect_to(Path(":memory:"))

    def _open_to_write(self) -> sqlite3.Connection:
        make_folder(self.path.parent)
        self._locks = open_private(self.path.with_name(LOCKS))  # the system unlocks it even after kill -9
        with in_turn(self._locks):
            return self._open_in_turn()

    def _open_in_turn(self) -> sqlite3.Connection:
        """Open the file while no other program opens it; if no other has it open, after an unclean end all is read."""
        is_alone = self.hold_byte(ALONE)
        if not is_alone:
            self._check_others()
        was_unclean = is_alone and has_rest(self.path)
        if was_unclean and is_copy(self.path):
            self._part_from_rest()
            was_unclean = False
        db = self._open_or_rescue(was_unclean)
        if is_alone:
            note_places(self._locks, self.path)
        if not self.hold_byte(ALONE, shared=True):
            db.close()
            raise in_use(self.path)
        return db

    def _open_or_rescue(self, was_unclean: bool) -> sqlite3.Connection:
        is_lost = was_unclean and is_missing(self.path)
        os.close(open_private(self.path))
        if is_lost:  # SQLite would delete what was not carried over yet
            return self._rescue_rows()
        try:
            return self._connect(was_unclean)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            return self._rescue_rows()

    def _check_others(self) -> None:
        """UserError if those who have the journal open have other files than those that have its names now."""
        theirs = noted_places(self._locks)
        if theirs and theirs != places_of(self.path):
            raise UserError(
                say("the journal {path} was deleted or replaced while another program uses it: close that one first",
                    path=str(self.path)), NO_ACCESS)  # fmt: skip

    def _part_from_rest(self) -> None:
        """A copy was put here, and beside it lies what belongs to the file before: never both as one."""
        former = rename_sidecars(self.path, "former")
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
        db.text_factory = lenient_text
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
        from glowtable.match.rescue import what_is_lost

        with fresh_beside(self.path) as fresh:
            rescued = self._rescue_into(fresh)
            aside = put_in_place(fresh, self.path, "damaged")
        self.lost = what_is_lost(rescued, aside.name)
        return self._connect(is_suspect=False)

    def _rescue_into(self, fresh: Path) -> Rescued:
        """SQLite opens no empty file: it would delete what lies beside it. Its pages are read all the same."""
        from glowtable.match.rescue import rescue_rows

        old = sqlite3.connect(":memory:") if is_missing(self.path) else connect_to_read(self.path)
        try:
            new = self._connect_to(fresh)
            try:
                rescued = rescue_rows(self.path, old, new)
                new.execute(AS_COPY)
                return rescued
            finally:
                new.close()
        finally:
            old.close()

    def _check_places(self) -> None:
        """UserError if the file, or one beside it, was deleted or replaced meanwhile: nothing more is written there.

        All that this program has is kept then, once: under the name that is missing, or under a free one.
        """
        if self._parted:
            raise self._parted
        if self.is_in_memory:
            return
        if places_of(self.path) == self._places:
            self._check_not_overwritten()
            return
        is_there = self.path.exists()
        kept = free_name(self.path, "kept") if is_there else self.path
        try:
            self._keep_all(kept)
        except (OSError, *DAMAGED) as error:
            raise cannot_keep(self.path, error) from None
        self._parted = UserError(told_kept(self.path, kept) if is_there else told_again(self.path))
        raise self._parted

    def _check_not_overwritten(self) -> None:
        """UserError if a copy was laid over the file meanwhile: it stays as it is, apart from what belongs here."""
        if not is_marked_as_copy(read_beginning(self._seen, HEADER)):
            return
        try:
            with in_turn(self._locks):
                self._give_new_file()
                self._part_from_rest()
        except OSError as error:
            raise cannot_write(self.path, error) from None
        assert self.lost
        self._parted = UserError(self.lost)
        raise self._parted

    def _give_new_file(self) -> None:
        """What this program still carries over, as SQLite does at the end, goes into the file that has no name then."""
        from shutil import copyfileobj

        with fresh_beside(self.path) as fresh:
            with open(self._seen, "rb", closefd=False) as copied, fresh.open("rb+") as file:
                copied.seek(0)
                copyfileobj(copied, file)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
            sync_folder(self.path.parent)

    def _keep_all(self, kept: Path) -> None:
        make_folder(kept.parent)
        with fresh_beside(self.path) as fresh:
            copy = sqlite3.connect(fresh)
            self.db.backup(copy)
            copy.execute(AS_COPY)
            copy.close()
            fresh.replace(kept)
            sync_folder(kept.parent)


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
        if isinstance(error, DAMAGED):
            raise cannot_write(self.path, error) from None

    def _execute(self, sql: str) -> None:
        try:
            self.db.execute(sql)
        except DAMAGED as error:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise cannot_write(self.path, error) from None
