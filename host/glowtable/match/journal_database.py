"""The journal as SQLite knows it: its tables, ways to open them, and what people hear when SQLite or a file fails.

Triggers keep a list of matches beside the rows. Knows no locks, and no match from within.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Collection, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from glowtable.gate import NO_ROOM, sync_folder
from glowtable.match.journal_parts import has_rest
from glowtable.messages import NO_ACCESS, Message, UserError, cause_of, say

SCHEMA_VERSION = 1
DAMAGED = (sqlite3.Error, UnicodeDecodeError)  # what SQLite says of damage may name what is no text any more
# What SQLite answers where it can write nothing beside the file, not even while it reads; IOERR: the disk is full
UNWRITABLE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)
CACHE_KIB = 128  # of pages in memory: the 2 MB that SQLite takes otherwise fill for a hundred matches
AS_COPY = "PRAGMA journal_mode=DELETE"  # what is in the file is all, and it is seen to be a copy

CREATE_ROWS = """CREATE TABLE IF NOT EXISTS rows (
    match INTEGER NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (match, n)) WITHOUT ROWID"""
# What lists need of each match. Triggers keep it, so programs that know only `rows` keep it, too.
CREATE_MATCHES = """CREATE TABLE IF NOT EXISTS matches (
    match INTEGER PRIMARY KEY, header TEXT NOT NULL, length INTEGER NOT NULL, state TEXT NOT NULL, result TEXT NOT NULL)
"""
TRIGGERS = (
    """CREATE TRIGGER IF NOT EXISTS match_begun AFTER INSERT ON rows WHEN new.n = 1 BEGIN
    INSERT OR REPLACE INTO matches VALUES (new.match, new.text, 1, 'running', ''); END""",
    """CREATE TRIGGER IF NOT EXISTS row_added AFTER INSERT ON rows WHEN new.n > 1 BEGIN
    UPDATE matches SET length = length + 1 WHERE match = new.match; END""",
    """CREATE TRIGGER IF NOT EXISTS state_added AFTER INSERT ON rows WHEN new.kind IN ('running', 'over') BEGIN
    UPDATE matches SET state = new.kind, result = new.text WHERE match = new.match; END""",
    """CREATE TRIGGER IF NOT EXISTS header_changed AFTER UPDATE OF text ON rows WHEN new.n = 1 BEGIN
    UPDATE matches SET header = new.text WHERE match = new.match; END""",
    """CREATE TRIGGER IF NOT EXISTS row_deleted AFTER DELETE ON rows WHEN old.n > 1 BEGIN
    UPDATE matches SET length = length - 1 WHERE match = old.match; END""",
    """CREATE TRIGGER IF NOT EXISTS state_deleted AFTER DELETE ON rows WHEN old.kind IN ('running', 'over') BEGIN
    UPDATE matches SET (state, result) = (SELECT kind, text FROM (
        SELECT n, kind, text FROM rows WHERE match = old.match AND kind IN ('running', 'over')
        UNION ALL SELECT 0, 'running', '' ORDER BY n DESC LIMIT 1)) WHERE match = old.match; END""",
    """CREATE TRIGGER IF NOT EXISTS match_deleted AFTER DELETE ON rows WHEN old.n = 1 BEGIN
    DELETE FROM matches WHERE match = old.match; END""",
)
LIST = "SELECT match, header, length, state, result FROM matches"
LIST_OF_ROWS = """SELECT first.match, first.text, (SELECT count(*) FROM rows WHERE match = first.match),
    coalesce(last.kind, 'running'), coalesce(last.text, '')
    FROM rows AS first LEFT JOIN rows AS last ON last.match = first.match AND last.n = (
        SELECT max(n) FROM rows WHERE match = first.match AND kind IN ('running', 'over'))
    WHERE first.n = 1 AND typeof(first.match) = 'integer' AND typeof(first.text) = 'text'"""
FILL_MATCHES = f"INSERT OR IGNORE INTO matches {LIST_OF_ROWS}"
SCHEMA = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND (type != 'table' OR name IN ('rows', 'matches'))"

ANYTHING = "SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view')"


TYPES = (int, int, str, str, int)


class SavedRow(NamedTuple):
    """A row as it is in the file."""

    match: int
    n: int
    kind: str
    text: str
    crc: int


def _without_spaces(sql: str) -> str:
    return "".join(sql.split()).replace("IFNOTEXISTS", "")


OWN = {_without_spaces(sql) for sql in (CREATE_ROWS, CREATE_MATCHES, *TRIGGERS)}


def chain_crc(crc: int, kind: str, text: str) -> int:
    """The CRC-32 of all rows of a match up to this one, from that of all before it."""
    return crc32(f"{kind}\n{text}\n".encode(), crc)


def is_row(read: tuple[Any, ...]) -> bool:
    """Whether this can be a row: damage makes other things of them."""
    return tuple(map(type, read)) == TYPES


def chained(rows: Iterable[tuple[Any, ...]]) -> tuple[list[SavedRow], int]:
    """Of what can be rows of a match, in their order, those from the first on that the chain covers; the last's number.

    Some may be there twice.
    """
    good: list[SavedRow] = []
    crc = last = 0
    for row in map(SavedRow._make, filter(is_row, rows)):
        last = row.n
        if last == len(good) + 1 and chain_crc(crc, row.kind, row.text) == row.crc:
            good.append(row)
            crc = row.crc
    return good, last


# -- opened


def connect_to_write(path: Path) -> sqlite3.Connection:
    """A journal, set up if it is new; DatabaseError if it is damaged, UserError if it is another program's."""
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


def prepare_schema(db: sqlite3.Connection, path: Path) -> None:
    """Check and set up the file; DatabaseError if it is damaged."""
    check_version(db, path)
    if not is_own(db):
        raise sqlite3.DatabaseError("damaged")
    db.execute("PRAGMA synchronous=FULL")
    db.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
    db.execute("PRAGMA secure_delete=ON")  # what is deleted is on no page any more
    db.execute("PRAGMA journal_mode=WAL")  # a copy that was put here has another
    if _without_spaces(CREATE_MATCHES) not in _schema_of(db):
        db.execute("BEGIN IMMEDIATE")
        for statement in (CREATE_ROWS, CREATE_MATCHES, FILL_MATCHES, *TRIGGERS):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        db.execute("COMMIT")
    if _schema_of(db) != OWN:
        raise sqlite3.DatabaseError("damaged")


def check_version(db: sqlite3.Connection, path: Path) -> int:
    """The version of the file, 0 if it is new; UserError if it is another program's, or this one is too old for it."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > SCHEMA_VERSION:
        raise UserError(say("The journal {path} is from a newer glowtable. Update this program.", path=str(path)))
    if version < 0 or (version == 0 and db.execute(ANYTHING).fetchone()):
        raise no_journal(path)
    return version


def connect_to_read(path: Path, how: str = "mode=ro") -> sqlite3.Connection:
    """A file that is there, and stays as it is."""
    return _only_to_read(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True))


def connect_anywhere(path: Path) -> sqlite3.Connection:
    """As connect_to_read, also where nothing can be written. OSError if the temporary place that takes has no room."""
    db = connect_to_read(path)
    try:
        db.execute("PRAGMA schema_version")
    except sqlite3.OperationalError as error:
        db.close()
        if error.sqlite_errorcode & 0xFF not in UNWRITABLE:
            raise
        return _copy_in_memory(path) if has_rest(path) else connect_to_read(path, "immutable=1")
    return db


def _copy_in_memory(path: Path) -> sqlite3.Connection:
    """All that was saved: an immutable file would be shown without what was not yet carried over into it."""
    from shutil import copyfile
    from tempfile import TemporaryDirectory  # rarely needed, and its import takes its time

    memory = sqlite3.connect(":memory:")
    with TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        for part in ("", "-wal"):
            copyfile(f"{path}{part}", f"{copy}{part}")
        with closing(sqlite3.connect(copy)) as db:
            db.backup(memory)
    return _only_to_read(memory)


def _only_to_read(db: sqlite3.Connection) -> sqlite3.Connection:
    db.text_factory = lenient_text
    db.set_authorizer(_deny_views)
    return db


def _deny_views(action: int, one: str | None, other: str | None, db: str | None, within: str | None) -> int:
    """A view of others may never end."""
    return sqlite3.SQLITE_DENY if within else sqlite3.SQLITE_OK


def lenient_text(raw: bytes) -> str:
    """The text of a row, whatever its bytes."""
    return raw.decode("utf-8", "replace")  # damage: the chain tells it


# -- checked and copied


def _schema_of(db: sqlite3.Connection) -> set[str]:
    """How everything in the file was made, but tables of other names."""
    return {_without_spaces(sql) for (sql,) in db.execute(SCHEMA)}


def is_own(db: sqlite3.Connection) -> bool:
    """Is each of its tables, triggers and views one of ours? Those of others could drop rows, or never end."""
    return _schema_of(db) <= OWN


def is_whole(db: sqlite3.Connection) -> bool:
    """Read all of it: is it as SQLite writes files? What its rows say is not judged."""
    try:
        return bool(db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.OperationalError:
        raise
    except DAMAGED:
        return False


def wrong_in_list(db: sqlite3.Connection) -> set[int]:
    """The matches that the list has in another way than their rows. One whose first row is damaged is none of them.

    The list may know that one better: it stays as it is there.
    """
    rows, listed = ({row[0]: row for row in db.execute(sql)} for sql in (LIST_OF_ROWS, LIST))
    first = db.execute("SELECT match, kind, text, crc FROM rows WHERE n = 1")
    sure = {match for match, kind, text, crc in first if chain_crc(0, kind, text) == crc}
    unsure = {match for (match,) in db.execute("SELECT DISTINCT match FROM rows")} - sure
    different = {match for match in rows.keys() | listed.keys() if rows.get(match) != listed.get(match)}
    return different - (unsure & listed.keys())


def list_again(db: sqlite3.Connection, matches: Collection[int]) -> list[int]:
    """Make their entries in the list again from the rows; those that have none any more, for they have no rows."""
    named = [(match,) for match in matches]
    db.executemany("DELETE FROM matches WHERE match = ?", named)
    db.executemany(f"{FILL_MATCHES} AND first.match = ?", named)
    return sorted(set(matches) - {match for (match,) in db.execute("SELECT match FROM matches")})


def copy_whole(db: sqlite3.Connection, path: Path) -> None:
    """Write a copy into this empty file; on the disk when this returns."""
    db.execute("VACUUM INTO ?", (str(path),))
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    sync_folder(path.parent)


# -- what people hear

_ROOM, _CLOSE, _PERMIT = say("make room"), say("close the other program that uses it"), say("check who may write there")
_MEND, _AWAY, _OTHERWISE = say("fix it with glowtable journal check"), say("move it away"), say("check the disk")
_ELSEWHERE = say("copy its folder somewhere you can write, and name the copy in GLOWTABLE_DATA")
BY_SQLITE = {  # what SQLite says, its primary code -> the next step
    sqlite3.SQLITE_FULL: _ROOM, sqlite3.SQLITE_BUSY: _CLOSE, sqlite3.SQLITE_LOCKED: _CLOSE,
    sqlite3.SQLITE_READONLY: _PERMIT, sqlite3.SQLITE_PERM: _PERMIT,
    sqlite3.SQLITE_CORRUPT: _MEND, sqlite3.SQLITE_NOTADB: _MEND,
}  # fmt: skip
BY_SYSTEM = {  # what the system says -> the next step
    **dict.fromkeys(NO_ROOM, _ROOM), **dict.fromkeys((errno.EACCES, errno.EPERM), _PERMIT), errno.EROFS: _ELSEWHERE,
    **dict.fromkeys((errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.ELOOP, errno.ENXIO), _AWAY),
}  # fmt: skip


class UnwritableError(UserError):
    """The journal cannot be opened, at least not to write in it."""


def facts_of(path: Path, error: Exception) -> dict[str, Any]:
    """What fills a sentence about this: the `path`, the `cause`, and the next step as `advice`."""
    name, cause = getattr(error, "filename", None), cause_of(error)
    if isinstance(name, str) and getattr(error, "errno", 0) != errno.EROFS:  # there all files are alike
        cause = say("{file}: {cause}", file=Path(name).name or name, cause=cause)
    return {"path": str(path), "cause": cause, "advice": _advice_for(error)}


def _advice_for(error: Exception) -> Message:
    if isinstance(error, UnicodeDecodeError):  # it could not even name the damage
        return _MEND
    if isinstance(error, OSError):
        return BY_SYSTEM.get(error.errno or 0, _OTHERWISE)
    return BY_SQLITE.get(getattr(error, "sqlite_errorcode", -1) & 0xFF, _OTHERWISE)  # above: the extended code


def cannot_write_copy(path: Path, error: Exception) -> UserError:
    return UserError(say("Can't write {path} ({cause}).", **facts_of(path, error)))


def cannot_read(path: Path, error: Exception) -> UserError:
    return UserError(say("Can't read the journal {path} ({cause}). What to do: {advice}.", **facts_of(path, error)))


def in_use(path: Path) -> UserError:
    return UserError(say("The journal {path} is in use. Close the other program.", path=str(path)), NO_ACCESS)


def no_journal(path: Path) -> UserError:
    return UserError(say("The file {path} isn't a glowtable journal. Move it away.", path=str(path)))
