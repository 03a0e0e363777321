"""A journal into which somebody has written more than rows: it drops none of ours, and reading it ends."""

import sqlite3

import pytest
from glowtable.match.journal import MOST_MATCHES, Journal
from glowtable.match.journal_database import CREATE_ROWS, connect_to_read
from glowtable.match.journal_file import restore_journal
from glowtable.match.journal_rescue import rows_on_pages
from glowtable.messages import UserError
from glowtable.table import Row

from tests.support.journals import HEADER, change

ROWS = [Row("event", f"press {n}") for n in range(40)]
FORGET = "AFTER INSERT ON rows WHEN new.n > 20 BEGIN DELETE FROM rows WHERE match = new.match AND n = new.n; END"
ENDLESS = "WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless)"
FOREIGN = {
    "a trigger that deletes what was written": (f"CREATE TRIGGER forget {FORGET}",),
    "the same under the name of one of ours": ("DROP TRIGGER row_added", f"CREATE TRIGGER row_added {FORGET}"),
    "a trigger that leaves out": (
        "CREATE TRIGGER skip BEFORE INSERT ON rows WHEN new.n > 20 BEGIN SELECT RAISE(IGNORE); END",
    ),
    "one of ours is missing": ("DROP TRIGGER row_added",),
    "an index that refuses": ("CREATE UNIQUE INDEX one_kind ON rows (match, kind) WHERE n < 3",),
    "a view": ("CREATE VIEW more AS SELECT * FROM rows",),
}


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "data" / "journal.sqlite"
    journal = Journal(path)
    journal.append_rows(journal.begin_match(HEADER), ROWS[:10])
    journal.close()
    return path


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN)
def test_what_others_wrote_into_the_journal_changes_nothing_of_what_is_saved(path, statements):
    change(path, *statements)
    journal = Journal(path)
    journal.append_rows(1, ROWS[10:])
    assert journal.good_rows(1) == ROWS and journal.find_match(1).rows == len(ROWS)
    assert "1 match is safe. Nothing is lost." in str(UserError(journal.lost))
    journal.close()
    assert Journal(path).lost is None


def test_a_table_that_leaves_rows_out_is_not_the_journals(path):
    change(path, "ALTER TABLE rows RENAME TO before",
           CREATE_ROWS.replace("PRIMARY KEY (match, n)", "PRIMARY KEY (match, n), UNIQUE (kind) ON CONFLICT IGNORE"),
           "INSERT INTO rows SELECT * FROM before", "DROP TABLE before")  # fmt: skip
    journal = Journal(path)
    match = journal.begin_match(HEADER)
    journal.append_rows(match, ROWS)
    assert journal.good_rows(match) == ROWS


@pytest.mark.parametrize("name", [name for name in FOREIGN if "trigger" in name])
def test_control_such_a_trigger_loses_what_is_written(path, name):
    change(path, *FOREIGN[name])
    db = sqlite3.connect(path)
    for n in range(12, 40):
        db.execute("INSERT INTO rows VALUES (1, ?, 'event', 'press', 0)", (n,))
    assert db.execute("SELECT count(*) FROM rows").fetchone() < (40,)


def test_no_match_begins_under_a_number_that_nobody_could_go_on_with(path):
    change(path, f"INSERT INTO rows VALUES ({MOST_MATCHES - 1}, 1, 'begin', '{{}}', 0)")
    journal = Journal(path)
    with pytest.raises(UserError, match=r"isn't a glowtable journal\. Move it away\."):
        journal.begin_match(HEADER)
    assert journal.numbers() == [1, MOST_MATCHES - 1]


def endless(path):
    """In the place of rows and list something that never ends, but for its first 10,000."""
    change(path, "DROP TABLE rows", "DROP TABLE matches",
           f"CREATE VIEW rows AS {ENDLESS} SELECT n AS match, 1 AS n, 'begin' AS kind, '' AS text, 0 AS crc "
           "FROM endless",
           f"CREATE VIEW matches AS {ENDLESS} SELECT n AS match, '' AS header, 1 AS length, 'over' AS state "
           "FROM endless")  # fmt: skip


def test_a_journal_without_end_is_read_to_an_end(path):
    endless(path)
    with pytest.raises(UserError, match="Can't open the journal"):
        Journal(path, beside=True)
    with pytest.raises(UserError, match="isn't a whole copy"):
        restore_journal(path.with_name("other.sqlite"), path)
    assert "0 matches are safe." in str(UserError(Journal(path).lost))


def test_control_without_the_gate_it_has_no_end(path):
    endless(path)
    db = connect_to_read(path)
    with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|prohibited"):
        db.execute("SELECT match FROM rows")
    db.set_authorizer(None)
    assert len(db.execute("SELECT match FROM rows").fetchmany(10_000)) == 10_000


def test_a_row_that_goes_on_where_the_file_ends_is_none(tmp_path):
    """A page that was not written whole names itself as what follows; read on, it would never end."""
    leaf = bytearray(512)
    leaf[:5] = bytes([10, 0, 0, 0, 1])
    leaf[8:10] = (20).to_bytes(2, "big")
    leaf[20:22] = b"\x87\x68"  # a row of 1,000 bytes, of which 39 are here
    leaf[61:65] = (3).to_bytes(4, "big")
    whole = b"SQLite format 3\0\x02\0" + bytes(494) + leaf
    (tmp_path / "journal").write_bytes(whole)
    frame = (3).to_bytes(4, "big") + bytes(20)
    (tmp_path / "journal-wal").write_bytes(bytes(32) + frame + (3).to_bytes(4, "big"))
    assert list(rows_on_pages(tmp_path / "journal")) == []
