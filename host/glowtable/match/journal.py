"""Every match as it happens, in one SQLite file: what is in it survives kill -9 and power loss.

A row is in the file before anybody sees its result. Each row carries the CRC-32 of all rows of its match so far, so
damage is found where it begins and everything before it is kept. Knows no rules and no session.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from glowtable.messages import USAGE, Message, UserError, say, say_count
from glowtable.table import Row

SCHEMA_VERSION = 1
RUNNING, OVER = "running", "over"
BEGIN = "begin"  # the first row of a match: its header
DEALT, REAL = CARDS = ("dealt", "real")  # whose cards a match is played with: the program's, or those of people

CREATE_ROWS = """
CREATE TABLE IF NOT EXISTS rows (
    match INTEGER NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (match, n)) WITHOUT ROWID;
"""


class Header(NamedTuple):
    """What a match is played with; written once at its beginning."""

    game: str
    players: tuple[str, ...]  # as typed: a name, or bot:greedy
    options: dict[str, Any]
    seed: int
    started: str  # ISO date and time, for people
    cards: str = DEALT  # one of CARDS; matches from before it was written down: dealt where the table is simulated


class SavedMatch(NamedTuple):
    """A match of the journal, for lists."""

    id: int
    header: Header
    state: str
    result: str
    rows: int


class Journal:
    """The open file. `lost` says in one sentence what was lost by damage, if anything.

    One that only reads `beside` another of this program writes nothing and opens no file but by SQLite: by closing a
    file in any other way a program loses its locks on it, those of SQLite, too.
    """

    def __init__(self, path: Path, *, beside: bool = False) -> None:
        self.path = path
        self.lost: Message | None = None
        self._locks = -1
        try:
            self._db = self._open_beside() if beside else self._open_to_write()
        except (OSError, sqlite3.DatabaseError) as error:  # full, locked, forbidden; only read, it may be damaged, too
            raise _cannot_open(path, error) from None

    def begin_match(self, header: Header) -> int:
        """Begin a match and lock it for this program; its id."""
        with self._transaction():
            match = self._query_number("SELECT coalesce(max(match), 0) + 1 FROM rows")
            self._insert_rows(match, [Row(BEGIN, json.dumps(header._asdict()))])
        self._lock_match(match)
        return match

    def append_rows(self, match: int, rows: Iterable[Row]) -> None:
        """Add rows in one commit; when this returns they are on the disk. UserError if it is full."""
        with self._transaction():
            self._insert_rows(match, rows)

    def good_rows(self, match: int) -> list[Row]:
        """The good rows of a match after its header: up to the first that is damaged or missing."""
        return self._verified_rows(match)[1:]

    def list_matches(self) -> list[SavedMatch]:
        """Every match whose header can be read, oldest first."""
        begun = self._db.execute("SELECT match, text FROM rows WHERE n = 1 ORDER BY match").fetchall()
        read = ((match, _parse_header(text)) for match, text in begun)
        return [self._saved_match(match, header) for match, header in read if header]

    def cut_damaged_rows(self, match: int) -> int:
        """Delete the rows after the good ones, so that the match can go on; how many there were."""
        with self._transaction():
            cut = self._db.execute(
                "DELETE FROM rows WHERE match = ? AND n > ?", (match, len(self._verified_rows(match)))
            )
        return cut.rowcount

    def find_match(self, match: int) -> SavedMatch:
        """The match of this number; UserError if there is none."""
        for found in self.list_matches():
            if found.id == match:
                return found
        raise UserError(say("there is no match {match}: see glowtable matches", match=match), USAGE)

    def hold_unfinished(self, game: str = "") -> SavedMatch | None:
        """Lock and return the latest match that has begun, is not over, and is not being played elsewhere."""
        begun = (match for match in reversed(self.list_matches()) if match.state == RUNNING and match.rows)
        return next((match for match in begun if game in ("", match.header.game) and self._lock_match(match.id)), None)

    def close(self) -> None:
        self._db.close()
        if self._locks >= 0:
            os.close(self._locks)

    # -- inside

    def _open_beside(self) -> sqlite3.Connection:
        """To read only; damage is left to the one who writes."""
        db = _connect_to_read(self.path)
        try:
            self._read_version(db)
        except (sqlite3.Error, UserError):
            db.close()
            raise
        return db

    def _open_to_write(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # one byte per match, locked while it is played; the system unlocks it even after kill -9
        self._locks = _open_private(self.path.with_name("playing.lock"))
        os.close(_open_private(self.path))
        try:
            return self._connect_file()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            return self._rescue_rows()

    def _connect_file(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None)
        try:
            self._prepare_schema(db)
        except (sqlite3.Error, UserError):
            db.close()
            raise
        return db

    def _prepare_schema(self, db: sqlite3.Connection) -> None:
        """Check and set up the file; DatabaseError if it is damaged."""
        version = self._read_version(db)
        if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("damaged")
        db.execute("PRAGMA synchronous=FULL")
        if version != SCHEMA_VERSION:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute(CREATE_ROWS)
            db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")

    def _read_version(self, db: sqlite3.Connection) -> int:
        """The version of the file; UserError if this program is too old for it."""
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        if version > SCHEMA_VERSION:
            raise UserError(
                say("the journal {path} was written by a newer glowtable: update this program", path=str(self.path))
            )
        return version

    def _rescue_rows(self) -> sqlite3.Connection:
        """Rename the damaged file, start a new one and copy what can be read."""
        aside = _free_name(self.path)
        for suffix in ("", "-wal", "-shm"):
            part = self.path.with_name(self.path.name + suffix)
            if part.exists():
                part.rename(aside.with_name(aside.name + suffix))
        os.close(_open_private(self.path))
        db = self._connect_file()
        self.lost = say_count(
            "the journal was damaged: its first row is kept, what came after is lost; the old file is {file}",
            "the journal was damaged: its first {n} rows are kept, what came after is lost; the old file is {file}",
            n=_carry_over(aside, db),
            file=aside.name,
        )
        return db

    def _transaction(self) -> _Transaction:
        return _Transaction(self._db, self.path)

    def _lock_match(self, match: int) -> bool:
        """Lock this match until this program ends, in whatever way; False if another program has locked it."""
        try:
            fcntl.lockf(self._locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, match)
        except OSError:
            return False
        return True

    def _insert_rows(self, match: int, rows: Iterable[Row]) -> None:
        last = "SELECT n, crc FROM rows WHERE match = ? ORDER BY n DESC LIMIT 1"
        n, crc = self._db.execute(last, (match,)).fetchone() or (0, 0)
        for n_now, row in enumerate(rows, n + 1):
            crc = _chain_crc(crc, row)
            self._db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", (match, n_now, row.kind, row.text, crc))

    def _verified_rows(self, match: int) -> list[Row]:
        good: list[Row] = []
        crc = 0
        found = "SELECT n, kind, text, crc FROM rows WHERE match = ? ORDER BY n"
        for n, kind, text, written in self._db.execute(found, (match,)):
            crc = _chain_crc(crc, Row(kind, text))
            if n != len(good) + 1 or crc != written:
                break
            good.append(Row(kind, text))
        return good

    def _saved_match(self, match: int, header: Header) -> SavedMatch:
        last = "SELECT kind, text FROM rows WHERE match = ? AND kind IN (?, ?) ORDER BY n DESC LIMIT 1"
        state, result = self._db.execute(last, (match, RUNNING, OVER)).fetchone() or (RUNNING, "")
        rows = self._query_number("SELECT count(*) - 1 FROM rows WHERE match = ?", match)
        return SavedMatch(match, header, state, result, rows)

    def _query_number(self, query: str, *values: int) -> int:
        return int(self._db.execute(query, values).fetchone()[0])


class _Transaction:
    """A transaction; if it fails (a full disk), that is one sentence."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self.db, self.path = db, path

    def __enter__(self) -> None:
        self._execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if kind is None:
            self._execute("COMMIT")
            return
        if self.db.in_transaction:
            self.db.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise self._user_error(error) from None

    def _execute(self, sql: str) -> None:
        try:
            self.db.execute(sql)
        except sqlite3.Error as error:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise self._user_error(error) from None

    def _user_error(self, error: sqlite3.Error) -> UserError:
        return UserError(
            say(
                "the journal {path} cannot be written ({cause}): the match stands at its last saved action; make "
                "room, then go on with: glowtable play --resume",
                path=str(self.path),
                cause=str(error),
            )
        )


@contextmanager
def reading_beside(path: Path) -> Iterator[Journal]:
    """The journal, to be read while this or another program writes it; UserError if it cannot be read."""
    journal = Journal(path, beside=True)
    try:
        yield journal
    except sqlite3.DatabaseError as error:
        raise _cannot_open(path, error) from None
    finally:
        journal.close()


def _cannot_open(path: Path, error: Exception) -> UserError:
    return UserError(say("the journal {path} cannot be opened ({cause})", path=str(path), cause=str(error)))


def _connect_to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _open_private(path: Path) -> int:
    """Open or make a file; it holds secrets, so from the beginning only its owner may read it."""
    return os.open(path, os.O_CREAT | os.O_RDWR, 0o600)


def _parse_header(text: str) -> Header | None:
    """The header as written; None if it is damaged."""
    try:
        data = json.loads(text)
        players, cards = tuple(data["players"]), data.get("cards", DEALT)
        return Header(data["game"], players, data["options"], data["seed"], data["started"], cards)
    except (ValueError, KeyError, TypeError):
        return None


def _chain_crc(crc: int, row: Row) -> int:
    return crc32(f"{row.kind}\n{row.text}\n".encode(), crc)


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.damaged{n}") for n in range(1, 10_000))
    return next(name for name in names if not name.exists())


def _carry_over(damaged: Path, db: sqlite3.Connection) -> int:
    """Copy the rows that can be read; how many."""
    old = _connect_to_read(damaged)
    carried = 0
    try:
        for row in old.execute("SELECT match, n, kind, text, crc FROM rows ORDER BY match, n"):
            db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", row)
            carried += 1
    except sqlite3.DatabaseError:  # the damage begins here
        pass
    finally:
        old.close()
    return carried
