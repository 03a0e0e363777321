"""The journal as SQLite and the system have it: its tables, ways to open them, its files, what people hear of errors.

Triggers keep a list of matches beside the rows. Files are put in place and set aside in an order that a kill or a power
cut may break off anywhere. Knows no locks, and no match from within.
"""

import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from glowtable.gate import BYTES, NO_ROOM, NOT_WAITING, sync_folder
from glowtable.messages import NO_ACCESS, Message, UserError, cause_of, filled, say

SCHEMA_VERSION = 1
DAMAGED = (sqlite3.Error, UnicodeDecodeError)  # what SQLite says of damage may name what is no text any more
# What SQLite answers where it can write nothing beside the file, not even while it reads; IOERR: the disk is full
UNWRITABLE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite writes beside a file
PARTS = ("", *BESIDE)
CACHE_KIB = 128  # of pages in memory: the 2 MB that SQLite takes otherwise fill for a hundred matches

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
SAVED = "SELECT match, header, length, state, result FROM matches"
LIST_OF_ROWS = """SELECT first.match, first.text, (SELECT count(*) FROM rows WHERE match = first.match),
    coalesce(last.kind, 'running'), coalesce(last.text, '')
    FROM rows AS first LEFT JOIN rows AS last ON last.match = first.match AND last.n = (
        SELECT max(n) FROM rows WHERE match = first.match AND kind IN ('running', 'over'))
    WHERE first.n = 1 AND typeof(first.match) = 'integer' AND typeof(first.text) = 'text'"""
FILL_MATCHES = f"INSERT OR IGNORE INTO matches {LIST_OF_ROWS}"
SCHEMA = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND (type != 'table' OR name IN ('rows', 'matches'))"
ANYTHING = "SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view')"
OF_A_ROW = (int, int, str, str, int)


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
    return tuple(map(type, read)) == OF_A_ROW


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
    """A journal, set up if it is new; UserError if it is another program's, one of DAMAGED if it is damaged."""
    db = sqlite3.connect(path, isolation_level=None)
    db.text_factory = lenient_text
    try:
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
    except (*DAMAGED, UserError):
        db.close()
        raise
    return db


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
    db = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)
    db.text_factory = lenient_text
    # A view of others may never end
    db.set_authorizer(lambda *request: sqlite3.SQLITE_DENY if request[-1] else sqlite3.SQLITE_OK)
    return db


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

    memory = connect_to_read(path, "mode=memory")
    with TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        for part in ("", "-wal"):
            copyfile(f"{path}{part}", f"{copy}{part}")
        with closing(sqlite3.connect(copy)) as db:
            db.backup(memory)
    return memory


def lenient_text(raw: bytes) -> str:
    """The text of a row, whatever its bytes."""
    return raw.decode("utf-8", "replace")  # damage: the chain tells it


# -- the file


def has_rest(path: Path) -> bool:
    """Whether the last program that wrote here left something to be carried over: it ended without closing the file."""
    return not is_missing(Path(f"{path}-wal"))


def is_missing(path: Path) -> bool:
    """Whether there is no such file, or nothing in it: SQLite deletes what lies beside it then."""
    return not path.exists() or path.stat().st_size == 0


def is_copy(file: int) -> bool:
    """Whether this open file was written as a copy: it was never a journal in use."""
    os.lseek(file, 18, os.SEEK_SET)
    return os.read(file, 2) == b"\1\1"  # a journal has 2, 2


def open_private(path: Path) -> int:
    """Open or make a file; it holds secrets, so from the beginning only its owner may read it."""
    return os.open(path, os.O_CREAT | os.O_RDWR | BYTES | NOT_WAITING, 0o600)


@contextmanager
def fresh_beside(path: Path) -> Iterator[Path]:
    """A new file, empty and private, that may be put in this place; otherwise it is gone when this ends."""
    fresh = Path(f"{path}.new")
    _remove_parts(fresh)  # what an earlier run left there
    os.close(open_private(fresh))
    try:
        yield fresh
    finally:
        _remove_parts(fresh)


def _remove_parts(path: Path) -> None:
    for part in PARTS:
        Path(f"{path}{part}").unlink(missing_ok=True)


def put_in_place(fresh: Path, path: Path, word: str) -> Path:
    """Give the fresh file, which is a copy, this name; the new name of the one that had it.

    Always one of the two has it. What lay beside the old one goes last: beside a copy it is seen not to belong to it.
    """
    aside = free_name(path, word)
    try:
        aside.hardlink_to(path)
    except OSError:  # there is none, or on this file system each file has one name
        with suppress(FileNotFoundError):
            path.rename(aside)
    fresh.replace(path)
    sync_folder(path.parent)
    rename_sidecars(path, aside)
    return aside


def rename_sidecars(path: Path, aside: Path) -> None:
    """Give what lies beside this file the name of another."""
    for part in BESIDE:
        with suppress(FileNotFoundError):
            Path(f"{path}{part}").rename(f"{aside}{part}")
    sync_folder(path.parent)


def free_name(path: Path, word: str) -> Path:
    """A name that neither a file has, nor what would lie beside it."""
    names = (f"{path}.{word}{n}" for n in range(1, 10_000))
    return Path(next(name for name in names if not any(Path(f"{name}{part}").exists() for part in PARTS)))


def copy_whole(db: sqlite3.Connection, path: Path) -> None:
    """Write a copy into this empty file; on the disk when this returns."""
    db.execute("VACUUM INTO ?", (str(path),))
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    sync_folder(path.parent)


def copy_pages(db: sqlite3.Connection, path: Path) -> None:
    """Write the pages as they are into this empty file, damaged ones too: a rescue can read what is left of them."""
    with closing(sqlite3.connect(path)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # what is in the file is all, and it is seen to be a copy


# -- checked


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
    """The matches that the list has in another way than their rows.

    None of them is one whose first row is damaged and that the list has: it may know that one better.
    """
    different = {entry[0] for entry in {*db.execute(SAVED)} ^ {*db.execute(LIST_OF_ROWS)}}
    first = db.execute("SELECT match, kind, text, crc FROM rows WHERE n = 1")
    sure = {match for match, kind, text, crc in first if chain_crc(0, kind, text) == crc}
    listed_rows = {match for (match,) in db.execute("SELECT match FROM matches INTERSECT SELECT match FROM rows")}
    return different - (listed_rows - sure)


# -- what people hear

CANNOT_OPEN = say("Can't open the journal {path} ({cause}). What to do: {advice}.")
CANNOT_READ = say("Can't read the journal {path} ({cause}). What to do: {advice}.")
CANNOT_FIX = say("Can't fix the journal {path} ({cause}), so it is unchanged. What to do: {advice}.")
CANNOT_WRITE = say("Can't write the journal {path} ({cause}). What to do: {advice}.")
CANNOT_PLAY = say("Can't write the journal {path} ({cause}). The match stopped at its last saved action. First "
                  "{advice}. Then resume: glowtable play --resume")  # fmt: skip
CANNOT_KEEP = say("The journal {path} was deleted or replaced while in use. The saved data couldn't be rescued "
                  "({cause}).")  # fmt: skip
CANNOT_WRITE_COPY, CANNOT_READ_COPY = say("Can't write {path} ({cause})."), say("Can't read {path} ({cause}).")

MEND = say("fix it with glowtable journal check")
ADVICE = (  # the next step, and for which primary codes of SQLite and numbers of the system
    (say("make room"), (sqlite3.SQLITE_FULL,), NO_ROOM),
    (say("close the other program that uses it"), (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), ()),
    (say("check who may write there"), (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM), (errno.EACCES, errno.EPERM)),
    (MEND, (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB), ()),
    (say("move it away"), (), (errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.ELOOP, errno.ENXIO)),
    (say("copy its folder somewhere you can write, and name the copy in GLOWTABLE_DATA"), (), (errno.EROFS,)),
)
OTHERWISE = say("check the disk")


class UnwritableError(UserError):
    """The journal cannot be opened, at least not to write in it."""


@contextmanager
def failing_with(sentence: Message, path: Path, kind: type[UserError] = UserError) -> Iterator[None]:
    """Say errors of the system and SQLite inside in this sentence: it has a `path`, a `cause`, a next step `advice`."""
    try:
        yield
    except (OSError, *DAMAGED) as error:
        name, cause = getattr(error, "filename", None), cause_of(error)
        if isinstance(name, str) and getattr(error, "errno", 0) != errno.EROFS:  # there all files are alike
            cause = say("{file}: {cause}", file=Path(name).name or name, cause=cause)
        facts = {"path": str(path), "cause": cause, "advice": _next_step(error)}
        raise kind(filled(sentence, facts)) from None


def _next_step(error: Exception) -> Message:
    if isinstance(error, UnicodeDecodeError):  # it could not even name the damage
        return MEND
    code = getattr(error, "sqlite_errorcode", -1) & 0xFF  # above: the extended code
    number = getattr(error, "errno", None)
    return next((step for step, codes, numbers in ADVICE if code in codes or number in numbers), OTHERWISE)


def in_use(path: Path) -> UserError:
    return UserError(say("The journal {path} is in use. Close the other program.", path=str(path)), NO_ACCESS)


def no_journal(path: Path) -> UserError:
    return UserError(say("The file {path} isn't a glowtable journal. Move it away.", path=str(path)))
