"""The journal's file: opened, checked after an unclean end, set aside when it is damaged, copied, restored.

Knows SQLite and locks; no header, no session. What goes wrong is one sentence with the next step.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from glowtable.gate import make_folder, sync_folder, write_private
from glowtable.match import journal_database as database
from glowtable.match import journal_parts as parts
from glowtable.match.journal_database import DAMAGED, facts_of
from glowtable.match.journal_parts import Locks
from glowtable.messages import NO_ACCESS, USAGE, Message, UserError, say


class JournalFile:
    """The open file. `lost` says in one sentence what was lost by damage, if anything.

    One that only reads `beside` another of this program writes nothing and opens no file but by SQLite: by closing a
    file in any other way a program loses its locks on it, those of SQLite, too. One `in_memory` is no file at all: it
    begins without a match, and all that is written there is gone at its end.
    """

    def __init__(self, path: Path, *, beside: bool = False, in_memory: bool = False) -> None:
        self.path, self.is_in_memory = path, in_memory
        self.lost: Message | None = None
        self._locks: Locks | None = None
        self._seen = -1  # the file once more: closed after SQLite's, for with it go the locks on that file
        self._has_written = False
        self._parted: UserError | None = None  # why nothing more can be written here
        try:
            if beside:
                self.db = self._open_beside()
            elif in_memory:
                self.db = database.connect_to_write(Path(":memory:"))
            else:
                self._open_to_write()
        except (OSError, *DAMAGED) as error:  # full, locked, forbidden; only read, it may be damaged, too
            self.close()
            raise database.UnwritableError(
                say("Can't open the journal {path} ({cause}). What to do: {advice}.", **facts_of(path, error))
            ) from None
        except UserError:
            self.close()
            raise

    def query(self, sql: str, *values: int | str) -> list[tuple[Any, ...]]:
        """What the file answers; UserError if it is damaged or cannot be read."""
        try:
            return self.db.execute(sql, values).fetchall()
        except DAMAGED as error:
            raise database.cannot_read(self.path, error) from None

    @contextmanager
    def transaction(self, *, is_played: bool = False) -> Iterator[sqlite3.Connection]:
        """What is written inside is on the disk when it ends, or not at all; UserError says why not.

        `is_played`: it belongs to a match that can be resumed.
        """
        self._check_places()
        self._has_written = True
        try:
            self.db.execute("BEGIN IMMEDIATE")
            yield self.db
            self.db.execute("COMMIT")
        except DAMAGED as error:
            raise self._cannot_write(error, is_played) from None
        finally:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")

    def hold_match(self, match: int) -> bool:
        """Lock this match until this program ends, in whatever way; False if another program plays it."""
        return self.is_in_memory or bool(self._locks and self._locks.hold_match(match))

    def release_match(self, match: int) -> None:
        """Let other programs play this match, which this one has locked."""
        if self._locks:
            self._locks.release_match(match)

    def check_whole(self) -> bool:
        """Read all of the file; False if anything had to be mended: `lost` says what, and what was lost.

        A damaged file is set aside; a list of matches that is not that of the rows is made again. UserError if another
        program has the journal open, or it cannot be mended: it is as it was then. One that only reads mends nothing.
        """
        if not self._locks:
            return self._check_unmended()
        with self._locks.in_turn():
            try:
                if not self._locks.be_alone():
                    raise database.in_use(self.path)
                return self._check_alone()
            except (OSError, *DAMAGED) as error:
                raise UserError(
                    say("Can't fix the journal {path} ({cause}), so it is unchanged. What to do: {advice}.",
                        **facts_of(self.path, error))) from None  # fmt: skip
            finally:
                self._locks.join(self.path)

    def compact(self) -> None:
        """Give back the room of what was deleted."""
        try:
            self.db.execute("VACUUM")
        except DAMAGED as error:
            raise self._cannot_write(error) from None

    def copy_to(self, path: Path) -> None:
        """A copy as it is now, for its owner alone; UserError if there is such a file already, or it cannot be made."""
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except OSError as error:
            raise database.cannot_write_copy(path, error) from None
        try:
            database.copy_whole(self.db, path)
        except (OSError, *DAMAGED) as error:
            path.unlink()
            raise database.cannot_write_copy(path, error) from None

    def close(self) -> None:
        """UserError if the file was deleted or replaced since this program wrote there; it is closed all the same."""
        try:
            if self._has_written and not self._parted:
                self._check_places()
        finally:
            self._has_written = False
            if self._locks:
                with self._locks.in_turn():  # who opens it meanwhile finds all that lies beside it, or nothing of it
                    self._close_file()
                    self._locks.leave()
                self._locks.close()
                self._locks = None
            else:
                self._close_file()

    # -- opened and closed

    def _open_beside(self) -> sqlite3.Connection:
        """To read only; damage is left to the one who writes."""
        if not self.path.is_file():  # SQLite would wait for who writes into a pipe
            raise sqlite3.OperationalError("unable to open database file")
        db = database.connect_anywhere(self.path)
        try:
            database.check_version(db, self.path)
            db.execute("SELECT match FROM matches LIMIT 0")
        except (*DAMAGED, UserError):
            db.close()
            raise
        return db

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
            was_unclean = is_alone and parts.has_rest(self.path)
            if was_unclean and parts.is_copy(self.path):
                self._part_from_rest()
                was_unclean = False
            self.db = self._open_or_rescue(was_unclean)
            self._look_again()
            if not locks.join(self.path):
                raise database.in_use(self.path)

    def _open_or_rescue(self, was_unclean: bool) -> sqlite3.Connection:
        is_lost = was_unclean and parts.is_missing(self.path)
        os.close(parts.open_private(self.path))
        if is_lost:  # SQLite would delete what was not carried over yet
            return self._rescue_rows()
        try:
            db = database.connect_to_write(self.path)
            if not was_unclean or database.is_whole(db):
                return db
            db.close()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            pass
        return self._rescue_rows()

    def _look_again(self) -> None:
        """Which files the journal is from now on."""
        self._places = parts.places_of(self.path)
        self._seen = os.open(self.path, os.O_RDONLY)

    def _close_file(self) -> None:
        if hasattr(self, "db"):
            self.db.close()
        if self._seen >= 0:
            os.close(self._seen)
            self._seen = -1

    # -- damaged

    def _check_unmended(self) -> bool:
        try:
            is_good = database.is_whole(self.db) and not database.wrong_in_list(self.db)
        except DAMAGED as error:
            raise database.cannot_read(self.path, error) from None
        if not is_good:
            self.lost = say("The journal is damaged. Copy it to a folder where you can write, and check it there.")
        return is_good

    def _check_alone(self) -> bool:
        from glowtable.match.journal_rescue import what_list_lost  # rarely needed

        if not database.is_whole(self.db):
            self._close_file()
            self.db = self._rescue_rows()
            self._look_again()
            return False
        wrong = database.wrong_in_list(self.db)
        if wrong:
            with self.transaction() as db:
                gone = database.list_again(db, wrong)
            self.lost = what_list_lost(gone)
        return not wrong

    def _rescue_rows(self) -> sqlite3.Connection:
        """Copy what can be read into a new file, which takes the place of the damaged one: that is renamed."""
        from glowtable.match.journal_rescue import rescue_rows, what_is_lost

        # SQLite opens no empty file: it would delete what lies beside it. Its pages are read all the same.
        old = sqlite3.connect(":memory:") if parts.is_missing(self.path) else database.connect_to_read(self.path)
        with parts.fresh_beside(self.path) as fresh:
            with closing(old), closing(database.connect_to_write(fresh)) as new:
                rescued = rescue_rows(self.path, old, new)
                new.execute(database.AS_COPY)
            aside = parts.put_in_place(fresh, self.path, "damaged")
        self.lost = what_is_lost(rescued, aside.name)
        return database.connect_to_write(self.path)

    # -- deleted, replaced or written over while it is used

    def _check_places(self) -> None:
        """UserError if the file, or one beside it, was deleted or replaced meanwhile: nothing more is written there.

        All that this program has is kept then, once: under the name that is missing, or under a free one.
        """
        if self._parted:
            raise self._parted
        if self.is_in_memory:
            return
        if parts.places_of(self.path) == self._places:
            self._check_not_overwritten()
            return
        is_there = self.path.exists()
        kept = parts.free_name(self.path, "kept") if is_there else self.path
        try:
            self._keep_all(kept)
        except (OSError, *DAMAGED) as error:
            raise UserError(
                say("The journal {path} was deleted or replaced while in use. The saved data couldn't be rescued "
                    "({cause}).", **facts_of(self.path, error))) from None  # fmt: skip
        self._parted = UserError(
            say("The journal {path} was replaced while in use, but everything saved is in {kept}. Run glowtable "
                "journal restore {kept}, then glowtable play --resume",
                path=str(self.path), kept=str(kept)) if is_there else
            say("The journal {path} was deleted while in use, but everything saved was written there again. "
                "Resume: glowtable play --resume", path=str(self.path)))  # fmt: skip
        raise self._parted

    def _keep_all(self, kept: Path) -> None:
        make_folder(kept.parent)
        with parts.fresh_beside(self.path) as fresh:
            with closing(sqlite3.connect(fresh)) as copy:
                self.db.backup(copy)
                copy.execute(database.AS_COPY)
            fresh.replace(kept)
            sync_folder(kept.parent)

    def _check_not_overwritten(self) -> None:
        """UserError if a copy was laid over the file meanwhile: it stays as it is, apart from what belongs here."""
        if not parts.is_open_copy(self._seen):
            return
        assert self._locks
        try:
            with self._locks.in_turn():
                # What SQLite still carries over, at the latest at the end, goes into the file that has no name then
                write_private(self.path, self.path.read_bytes())
                self._parted = UserError(self._part_from_rest())
        except OSError as error:
            raise self._cannot_write(error, is_played=True) from None
        raise self._parted

    def _part_from_rest(self) -> Message:
        """A copy was put here, and beside it lies what belongs to the file before: never both as one. Says so."""
        former = parts.free_name(self.path, "former")
        parts.rename_sidecars(self.path, former)
        self.lost = say(
            "The journal is a copy that was put here, and it counts as it is. The old one's last changes are in "
            "{file}.", file=f"{former.name}-wal")  # fmt: skip
        return self.lost

    def _cannot_write(self, error: Exception, is_played: bool = False) -> UserError:
        facts = facts_of(self.path, error)
        if not is_played:
            return UserError(say("Can't write the journal {path} ({cause}). What to do: {advice}.", **facts))
        return UserError(
            say("Can't write the journal {path} ({cause}). The match stopped at its last saved action. First "
                "{advice}. Then resume: glowtable play --resume", **facts))  # fmt: skip


def restore_journal(path: Path, backup: Path) -> Path | None:
    """Put a copy of this backup in the place of the journal; how that is called now, None if there was none.

    UserError if the backup is no whole journal, or another program has the journal open: nothing has changed then.
    """
    try:
        make_folder(path.parent)
        with closing(Locks(path)) as locks, locks.in_turn():
            try:
                if not locks.be_alone():
                    raise database.in_use(path)
                with parts.fresh_beside(path) as fresh:
                    _copy_backup(backup, fresh, path)
                    aside = parts.put_in_place(fresh, path, "replaced")
                return aside if aside.exists() else None
            finally:
                locks.leave()  # before the next in turn looks for it
    except OSError as error:
        raise database.cannot_write_copy(path, error) from None


def _copy_backup(backup: Path, fresh: Path, path: Path) -> None:
    """Write the backup, if it is a whole one, into the fresh file that is to be the journal."""
    if not backup.is_file():
        raise UserError(say("{path} isn't a copy of a journal.", path=str(backup)), USAGE)
    try:
        with closing(database.connect_anywhere(backup)) as db:
            if not (database.check_version(db, backup) and database.is_whole(db) and database.is_own(db)):
                raise UserError(say("{path} isn't a whole copy of a journal. Restore another one.", path=str(backup)))
            try:
                database.copy_whole(db, fresh)
            except DAMAGED as error:
                raise database.cannot_write_copy(path, error) from None
    except DAMAGED as error:
        raise UserError(say("Can't read {path} ({cause}).", path=str(backup), cause=str(error))) from None
