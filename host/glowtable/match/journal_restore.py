"""A backup put in the place of the journal. Knows SQLite and locks; what goes wrong is one sentence."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from glowtable.gate import make_folder
from glowtable.match import journal_locks
from glowtable.match.journal_locks import ALONE, LOCKS, in_turn, lock, unlock
from glowtable.match.journal_parts import fresh_beside, open_private, put_in_place
from glowtable.match.journal_schema import DAMAGED, check_version, connect_anywhere, copy_whole, is_own, is_whole
from glowtable.match.journal_sentences import cannot_write_copy, in_use
from glowtable.messages import USAGE, UserError, say


def restore_journal(path: Path, backup: Path) -> Path | None:
    """Put a copy of this backup in the place of the journal; how that is called now, None if there was none.

    UserError if the backup is no whole journal, or another program has the journal open: nothing has changed then.
    """
    try:
        make_folder(path.parent)
        locks = open_private(path.with_name(LOCKS))
        try:
            with in_turn(locks):
                return _restore_in_turn(locks, path, backup)
        finally:
            journal_locks.close(locks)
    except OSError as error:
        raise cannot_write_copy(path, error) from None


def _restore_in_turn(locks: int, path: Path, backup: Path) -> Path | None:
    if not lock(locks, ALONE):
        raise in_use(path)
    try:
        with fresh_beside(path) as fresh:
            _copy_backup(backup, fresh, path)
            aside = put_in_place(fresh, path, "replaced")
        return aside if aside.exists() else None
    finally:
        unlock(locks, ALONE)  # before the next in turn looks for it


def _copy_backup(backup: Path, fresh: Path, path: Path) -> None:
    """Write the backup, if it is a whole one, into the fresh file that is to be the journal."""
    if not backup.is_file():
        raise UserError(say("{path} is no copy of a journal", path=str(backup)), USAGE)
    try:
        db = connect_anywhere(backup)
    except sqlite3.Error as error:
        raise UserError(say("{path} cannot be read ({cause})", path=str(backup), cause=str(error))) from None
    try:
        if not (check_version(db, backup) and is_whole(db) and is_own(db)):
            raise UserError(say("{path} is no whole copy of a journal: restore another", path=str(backup)))
    except DAMAGED as error:
        db.close()
        raise UserError(say("{path} cannot be read ({cause})", path=str(backup), cause=str(error))) from None
    try:
        copy_whole(db, fresh)
    except DAMAGED as error:
        raise cannot_write_copy(path, error) from None
    finally:
        db.close()
