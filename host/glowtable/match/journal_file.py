"""The journal's file: opened, checked after an unclean end, set aside when it is damaged, and found again.

Knows SQLite and locks; no header, no session. What goes wrong is one sentence with the next step.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Any

from glowtable.messages import Message, UserError, say, say_count

SCHEMA_VERSION = 1
ALONE = 0  # the byte of the file of locks that every program holds which writes; byte n: who plays match n
LOCKS = "playing.lock"
COLUMNS = "match, n, kind, text, crc"

CREATE_ROWS = """
CREATE TABLE rows (
    match INTEGER NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (match, n)) WITHOUT ROWID
"""
# What lists need of each match. Triggers keep it, so programs that know only `rows` keep it, too.
CREATE_MATCHES = """
CREATE TABLE matches (
    match INTEGER PRIMARY KEY, header TEXT NOT NULL, length INTEGER NOT NULL, state TEXT NOT NULL, result TEXT NOT NULL)
"""
TRIGGERS = (
    """CREATE TRIGGER match_begun AFTER INSERT ON rows WHEN new.n = 1 BEGIN
    INSERT OR REPLACE INTO matches VALUES (new.match, new.text, 1, 'running', ''); END""",
    """CREATE TRIGGER row_added AFTER INSERT ON rows WHEN new.n > 1 BEGIN
    UPDATE matches SET length = length + 1 WHERE match = new.match; END""",
    """CREATE TRIGGER state_added AFTER INSERT ON rows WHEN new.kind IN ('running', 'over') BEGIN
    UPDATE matches SET state = new.kind, result = new.text WHERE match = new.match; END""",
    """CREATE TRIGGER header_changed AFTER UPDATE OF text ON rows WHEN new.n = 1 BEGIN
    UPDATE matches SET header = new.text WHERE match = new.match; END""",
    """CREATE TRIGGER row_deleted AFTER DELETE ON rows WHEN old.n > 1 BEGIN
    UPDATE matches SET length = length - 1 WHERE match = old.match; END""",
    """CREATE TRIGGER state_deleted AFTER DELETE ON rows WHEN old.kind IN ('running', 'over') BEGIN
    UPDATE matches SET (state, result) = (SELECT kind, text FROM (
        SELECT n, kind, text FROM rows WHERE match = old.match AND kind IN ('running', 'over')
        UNION ALL SELECT 0, 'running', '' ORDER BY n DESC LIMIT 1)) WHERE match = old.match; END""",
    """CREATE TRIGGER match_deleted AFTER DELETE ON rows WHEN old.n = 1 BEGIN
    DELETE FROM matches WHERE match = old.match; END""",
)
FILL_MATCHES = """
INSERT OR IGNORE INTO matches SELECT match, text, (SELECT count(*) FROM rows WHERE match = first.match), 'running', ''
    FROM rows AS first WHERE n = 1 AND typeof(match) = 'integer' AND typeof(text) = 'text'
"""
FILL_STATES = """
UPDATE matches SET (state, result) = (SELECT kind, text FROM rows
        WHERE match = matches.match AND kind IN ('running', 'over') ORDER BY n DESC LIMIT 1)
    WHERE EXISTS (SELECT 1 FROM rows WHERE match = matches.match AND kind IN ('running', 'over'))
"""

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
        self.path = path
        self.lost: Message | None = None
        self._locks = -1
        self._rest: tuple[int, int] | None = None
        try:
            self.db = self._open_beside() if beside else self._open_to_write()
            self._place = _place_of(path)
        except (OSError, sqlite3.Error) as error:  # full, locked, forbidden; only read, it may be damaged, too
            self.close()
            raise _cannot_open(path, error) from None

    def query(self, sql: str, *values: int | str) -> list[tuple[Any, ...]]:
        """What the file answers; UserError if it is damaged or cannot be read."""
        try:
            return self.db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise UserError(
                say("the journal {path} cannot be read ({cause}): {advice}",
                    path=str(self.path), cause=str(error), advice=advice_for(error))) from None  # fmt: skip

    def transaction(self) -> Transaction:
        """What is written inside is on the disk when it ends, or not at all; UserError says why not."""
        self._check_place()
        return Transaction(self.db, self.path)

    def hold_byte(self, byte: int, how: int = fcntl.LOCK_EX) -> bool:
        """Lock this byte until this program ends, in whatever way; False if another program has locked it."""
        try:
            fcntl.lockf(self._locks, how | fcntl.LOCK_NB, 1, byte)
        except OSError:
            return False
        return True

    def check_whole(self) -> bool:
        """Read all of the file; False if it was damaged: then it is set aside, and `lost` says what was lost."""
        if _is_whole(self.db):
            return True
        self.db.close()
        self.db = self._rescue_rows()
        self._place, self._rest = _place_of(self.path), None
        return False

    def compact(self) -> None:
        """Give back the room of what was deleted."""
        self._execute("VACUUM")

    def copy_to(self, path: Path) -> None:
        """A copy as it is now, for its owner alone; UserError if there is such a file already, or it cannot be made."""
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except OSError as error:
            raise UserError(say("{path} cannot be written ({cause})", path=str(path), cause=error.strerror)) from None
        self._execute("VACUUM INTO ?", str(path))

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
            _check_version(db, self.path)
            db.execute("SELECT match FROM matches LIMIT 0")
        except (sqlite3.Error, UserError):
            db.close()
            raise
        return db

    def _open_to_write(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._locks = _open_private(self.path.with_name(LOCKS))  # the system unlocks it even after kill -9
        was_unclean = self.hold_byte(ALONE) and _has_rest(self.path)
        os.close(_open_private(self.path))
        try:
            db = self._connect(was_unclean)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            db = self._rescue_rows()
        self.hold_byte(ALONE, fcntl.LOCK_SH)
        return db

    def _connect(self, is_suspect: bool) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None)
        db.text_factory = _text_of
        try:
            self._prepare_schema(db)
            if is_suspect and not _is_whole(db):
                raise sqlite3.DatabaseError("damaged")
        except (sqlite3.Error, UserError):
            db.close()
            raise
        return db

    def _prepare_schema(self, db: sqlite3.Connection) -> None:
        """Check and set up the file; DatabaseError if it is damaged."""
        is_new = _check_version(db, self.path) == 0
        db.execute("PRAGMA synchronous=FULL")
        if is_new:
            db.execute("PRAGMA journal_mode=WAL")
        if "matches" not in _tables(db):
            db.execute("BEGIN IMMEDIATE")
            for statement in (CREATE_ROWS,) if is_new else ():
                db.execute(statement)
            for statement in (CREATE_MATCHES, FILL_MATCHES, FILL_STATES, *TRIGGERS):
                db.execute(statement)
            db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
            db.execute("COMMIT")
        db.execute(f"SELECT {COLUMNS} FROM rows LIMIT 0")

    def _rescue_rows(self) -> sqlite3.Connection:
        """Rename the damaged file, start a new one and copy what can be read."""
        aside = _free_name(self.path, "damaged")
        for suffix in ("", "-wal", "-shm"):
            part = self.path.with_name(self.path.name + suffix)
            if part.exists():
                part.rename(aside.with_name(aside.name + suffix))
        os.close(_open_private(self.path))
        db = self._connect(is_suspect=False)
        self.lost = say_count(
            "the journal was damaged: its first row is kept, what came after is lost; the old file is {file}",
            "the journal was damaged: its first {n} rows are kept, what came after is lost; the old file is {file}",
            n=_carry_over(aside, db),
            file=aside.name,
        )
        return db

    def _check_place(self) -> None:
        """UserError if the file was deleted or replaced meanwhile; all that it has is kept under a free name, then.

        So, too, if what is not yet carried over was: the file beside it, which is there from the first writing on.
        """
        rest = _place_of(_rest_of(self.path))
        self._rest = self._rest or rest
        if _place_of(self.path) == self._place and rest == self._rest:
            return
        kept = _free_name(self.path, "kept") if self.path.exists() else self.path
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            os.close(_open_private(kept))
            copy = sqlite3.connect(kept)
            self.db.backup(copy)
            copy.close()
        except (OSError, sqlite3.Error) as error:
            raise _cannot_write(self.path, error) from None
        raise UserError(
            say("the journal {path} was deleted or replaced while it was used: all that was saved is now in {kept}; go "
                "on with: glowtable play --resume", path=str(self.path), kept=str(kept)))  # fmt: skip


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


def _cannot_open(path: Path, error: Exception) -> UserError:
    return UserError(say("the journal {path} cannot be opened ({cause})", path=str(path), cause=str(error)))


def _check_version(db: sqlite3.Connection, path: Path) -> int:
    """The version of the file, 0 if it is new; UserError if it is another program's, or this one is too old for it."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > SCHEMA_VERSION:
        raise UserError(say("the journal {path} was written by a newer glowtable: update this program", path=str(path)))
    if version < 0 or (version == 0 and _tables(db)):
        raise UserError(say("the file {path} is no journal of glowtable: move it away", path=str(path)))
    return version


def _tables(db: sqlite3.Connection) -> set[str]:
    return {str(name) for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}


def _is_whole(db: sqlite3.Connection) -> bool:
    try:
        return bool(db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return False


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


def _text_of(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")  # damage: the chain tells it


def _connect_to_read(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    db.text_factory = _text_of
    return db


def _open_private(path: Path) -> int:
    """Open or make a file; it holds secrets, so from the beginning only its owner may read it."""
    return os.open(path, os.O_CREAT | os.O_RDWR | os.O_NONBLOCK, 0o600)


def _free_name(path: Path, word: str) -> Path:
    names = (path.with_name(f"{path.name}.{word}{n}") for n in range(1, 10_000))
    return next(name for name in names if not name.exists())


def _carry_over(damaged: Path, db: sqlite3.Connection) -> int:
    """Copy the rows that can be read; how many."""
    old = _connect_to_read(damaged)
    carried = 0
    try:
        db.execute("BEGIN")
        for row in old.execute(f"SELECT {COLUMNS} FROM rows ORDER BY match, n"):
            db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", row)
            carried += 1
    except sqlite3.DatabaseError:  # the damage begins here
        pass
    finally:
        db.execute("COMMIT")
        old.close()
    return carried
