"""The tables of the journal's file, and the list of matches that triggers keep beside the rows. Knows no files."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from zlib import crc32

from glowtable.gate import sync_folder
from glowtable.match.journal_parts import has_rest
from glowtable.match.journal_sentences import no_journal
from glowtable.messages import UserError, say

SCHEMA_VERSION = 1
DAMAGED = (sqlite3.Error, UnicodeDecodeError)  # what SQLite says of damage may name what is no text any more
# What SQLite answers where it can write nothing beside the file, not even while it reads; IOERR: the disk is full
UNWRITABLE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)
CACHE_KIB = 128  # of pages in memory: the 2 MB that SQLite takes otherwise fill for a hundred matches
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
LIST_OF_ROWS = """
SELECT match, text, (SELECT count(*) FROM rows WHERE match = first.match),
    coalesce((SELECT kind FROM rows WHERE match = first.match AND kind IN ('running', 'over')
        ORDER BY n DESC LIMIT 1), 'running'),
    coalesce((SELECT text FROM rows WHERE match = first.match AND kind IN ('running', 'over')
        ORDER BY n DESC LIMIT 1), '')
    FROM rows AS first WHERE n = 1 AND typeof(match) = 'integer' AND typeof(text) = 'text'
"""
FILL_MATCHES = f"INSERT OR IGNORE INTO matches {LIST_OF_ROWS}"
LIST = "SELECT match, header, length, state, result FROM matches"
SCHEMA = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND (type != 'table' OR name IN ('rows', 'matches'))"


def chain_crc(crc: int, kind: str, text: str) -> int:
    """The CRC-32 of all rows of a match up to this one, from that of all before it."""
    return crc32(f"{kind}\n{text}\n".encode(), crc)


def prepare_schema(db: sqlite3.Connection, path: Path) -> None:
    """Check and set up the file; DatabaseError if it is damaged."""
    check_version(db, path)
    if not is_own(db):
        raise sqlite3.DatabaseError("damaged")
    db.execute("PRAGMA synchronous=FULL")
    db.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
    db.execute("PRAGMA secure_delete=ON")  # what is deleted is on no page any more
    db.execute("PRAGMA journal_mode=WAL")  # a copy that was put here has another
    if "matches" not in _tables(db):
        _create_tables(db, path)
    if _schema(db) != OWN:
        raise sqlite3.DatabaseError("damaged")


def _create_tables(db: sqlite3.Connection, path: Path) -> None:
    """Those that are missing still: another program may be making them, too."""
    db.execute("BEGIN IMMEDIATE")
    if check_version(db, path) == 0:
        db.execute(CREATE_ROWS)
    if "matches" not in _tables(db):
        for statement in (CREATE_MATCHES, FILL_MATCHES, *TRIGGERS):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
    db.execute("COMMIT")


def check_version(db: sqlite3.Connection, path: Path) -> int:
    """The version of the file, 0 if it is new; UserError if it is another program's, or this one is too old for it."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > SCHEMA_VERSION:
        raise UserError(say("the journal {path} was written by a newer glowtable: update this program", path=str(path)))
    if version < 0 or (version == 0 and _tables(db)):
        raise no_journal(path)
    return version


def is_own(db: sqlite3.Connection) -> bool:
    """Is each of its tables, triggers and views one of ours? Those of others could drop rows, or never end."""
    return _schema(db) <= OWN


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
    db.executemany(f"{FILL_MATCHES} AND match = ?", named)
    return sorted(set(matches) - {match for (match,) in db.execute("SELECT match FROM matches")})


def lenient_text(raw: bytes) -> str:
    """The text of a row, whatever its bytes."""
    return raw.decode("utf-8", "replace")  # damage: the chain tells it


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


def copy_whole(db: sqlite3.Connection, path: Path) -> None:
    """Write a copy into this empty file; on the disk when this returns."""
    db.execute("VACUUM INTO ?", (str(path),))
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    sync_folder(path.parent)


def _deny_views(action: int, one: str | None, other: str | None, db: str | None, within: str | None) -> int:
    """A view of others may never end."""
    return sqlite3.SQLITE_DENY if within else sqlite3.SQLITE_OK


def _spaceless(sql: str) -> str:
    return "".join(sql.split())


OWN = {_spaceless(sql) for sql in (CREATE_ROWS, CREATE_MATCHES, *TRIGGERS)}


def _schema(db: sqlite3.Connection) -> set[str]:
    """How everything in the file was made, but tables of other names."""
    return {_spaceless(sql) for (sql,) in db.execute(SCHEMA)}


def _tables(db: sqlite3.Connection) -> set[str]:
    return {str(name) for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
