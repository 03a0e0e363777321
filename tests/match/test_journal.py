"""The journal: what is appended is there for ever, damage costs only what lies behind it."""

import json
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copytree, rmtree

import pytest
from glowtable.match import journal_database, journal_file, journal_rescue
from glowtable.match.header import read_header
from glowtable.match.journal import MOST_MATCHES, OVER, RUNNING, Journal
from glowtable.match.journal_file import TURN, Locks, restore_journal
from glowtable.match.journal_rescue import rows_on_pages
from glowtable.messages import NO_ACCESS, UserError
from glowtable.table import Row

from tests.support.journals import HEADER, OPEN, another_program, run_code

ROWS = [Row("event", f"press {n}") for n in range(40)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "journal.sqlite"


@pytest.fixture
def backup(path, tmp_path):
    """Of the journal there, which has one match, and is closed."""
    with closing(filled(path)) as journal:
        journal.copy_to(tmp_path / "backup.sqlite")
    return tmp_path / "backup.sqlite"


def english(message):
    return str(UserError(message))


def filled(path, matches=1):
    journal = Journal(path)
    for _ in range(matches):
        match = journal.begin_match(HEADER)
        for row in ROWS:
            journal.append_rows(match, [row])
    return journal


@pytest.fixture
def journal(path):
    """One with a match in it."""
    return filled(path)


def rows_by_match(journal):
    return [journal.good_rows(saved.id) for saved in journal.list_matches()]


def damage(path, at, length=4096):
    """Overwrite part of the file with rubbish."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(b"\xa5" * length)


def test_rows_are_read_back_in_order(path):
    filled(path).close()
    journal = Journal(path)
    assert journal.good_rows(1) == ROWS
    assert journal.find_match(1).header == HEADER
    assert journal.lost is None


def test_only_its_owner_may_read_it(path):
    Journal(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_rows_of_one_reply_are_committed_together(path):
    journal = Journal(path)
    match = journal.begin_match(HEADER)
    journal.append_rows(match, [Row("event", "press 3"), Row("action", "0 place 3")])
    reader = sqlite3.connect(path)
    assert reader.execute("SELECT count(*) FROM rows").fetchone() == (3,)


def test_the_unfinished_match_is_the_latest_that_has_begun(path):
    journal = filled(path, 2)
    journal.begin_match(HEADER)
    assert journal.hold_unfinished("punto").id == 2
    journal.append_rows(2, [Row(OVER, "won by Ann")])
    assert journal.hold_unfinished().id == 1
    assert journal.hold_unfinished("other") is None
    assert [match.state for match in journal.list_matches()] == [RUNNING, OVER, RUNNING]
    journal.append_rows(2, [Row(RUNNING, "")])
    assert journal.hold_unfinished().id == 2


def test_a_match_that_is_not_there_is_named(path):
    with pytest.raises(UserError) as caught:
        Journal(path).find_match(9)
    assert caught.value.exit_code == 2 and ("match", 9) in caught.value.message.fill


def test_a_changed_row_ends_the_good_prefix(journal):
    journal.db.execute("UPDATE rows SET text = 'press 99' WHERE n = 22")
    assert journal.good_rows(1) == ROWS[:20]
    assert journal.cut_damaged_rows(1) == 20
    journal.append_rows(1, [Row("note", "on")])
    assert journal.good_rows(1) == [*ROWS[:20], Row("note", "on")]


def test_a_missing_row_ends_the_good_prefix(journal):
    journal.db.execute("DELETE FROM rows WHERE n = 12")
    assert journal.good_rows(1) == ROWS[:10]


def test_a_damaged_header_hides_its_match_only(path):
    journal = filled(path, 2)
    journal.db.execute("UPDATE rows SET text = '{' WHERE match = 1 AND n = 1")
    assert [match.id for match in journal.list_matches()] == [2]


def test_of_a_damaged_file_the_check_keeps_the_good_prefix_and_says_so(path):
    journal = filled(path, 40)
    journal.close()
    damage(path, 6 * 4096)
    rescued = Journal(path)
    assert rescued.lost is None, "a clean end: nothing is read that is not asked for"
    assert not rescued.check_whole()
    assert "was damaged" in rescued.lost.text and ("file", "journal.sqlite.damaged1") in rescued.lost.fill
    kept = rows_by_match(rescued)
    assert kept[0] == kept[-1] == ROWS
    assert all(rows == ROWS[: len(rows)] for rows in kept)
    assert 40 * len(ROWS) > sum(map(len, kept)) > 36 * len(ROWS), "what lies behind the damage is kept, too"
    assert rescued.begin_match(HEADER) > 0
    rescued.close()
    assert Journal(path).lost is None


def test_after_an_unclean_end_the_whole_file_is_read(path, tmp_path):
    """A killed program leaves what it wrote last beside the file."""
    filled(path, 40).close()
    journal = Journal(path)
    journal.append_rows(1, [Row("note", "the last one")])
    killed = tmp_path / "killed"
    copytree(path.parent, killed)
    damage(killed / path.name, 6 * 4096)
    assert "was damaged" in Journal(killed / path.name).lost.text
    journal.close()
    assert not path.with_name("journal.sqlite-wal").exists(), "a clean end leaves nothing"


def test_while_another_program_writes_nothing_is_checked(path):
    """What that one wrote last is no sign of an unclean end."""
    filled(path, 40).close()
    damage(path, 6 * 4096)
    with another_program(path):
        journal = sqlite3.connect(path, isolation_level=None)
        journal.execute("INSERT INTO rows VALUES (41, 1, 'begin', '', 0)")
        assert path.with_name("journal.sqlite-wal").stat().st_size
        assert Journal(path).lost is None


def test_damage_that_is_met_names_the_command_that_mends_it(path):
    filled(path, 40).close()
    damage(path, 4096, path.stat().st_size - 4096)
    with pytest.raises(UserError) as caught:
        journal = Journal(path)
        for match in range(1, 41):
            journal.good_rows(match)
    assert "malformed" in str(caught.value) and "glowtable journal check" in str(caught.value)


def test_the_list_follows_the_rows(path):
    """It is kept beside the rows: what is cut, taken back or deleted there is so in the list, too."""
    journal = filled(path, 3)
    for match in (1, 2):
        journal.append_rows(match, [Row(OVER, "won by Ann"), Row("note", "again")])
    journal.append_rows(1, [Row(RUNNING, "")])
    journal.db.execute("UPDATE rows SET text = 'other' WHERE match = 2 AND n = 42")
    assert journal.cut_damaged_rows(2) == 2
    journal.delete_match(3)
    listed = [(saved.id, saved.state, saved.result, saved.rows) for saved in journal.list_matches()]
    assert listed == [(1, RUNNING, "", 43), (2, RUNNING, "", 40)]
    assert [saved.rows for saved in journal.list_matches()] == [len(journal.good_rows(n)) for n in (1, 2)]


def test_a_journal_deleted_in_mid_match_is_written_again(journal, path):
    rmtree(path.parent)
    with pytest.raises(UserError, match=r"was deleted .* was written there again\. Resume: glowtable play --resume$"):
        journal.append_rows(1, [Row("note", "more")])
    assert Journal(path).good_rows(1) == ROWS
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("page", (2, 8))
def test_a_journal_replaced_in_mid_match_is_kept_with_its_bad_page(journal, path, page):
    """All else of it can be rescued."""
    journal.append_rows(1, [Row("note", "x" * 900) for _ in range(60)])
    journal.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    damage(path, path.stat().st_size - page * 4096)
    journal.db.execute("PRAGMA shrink_memory")
    path.rename(path.with_name("away"))
    path.write_bytes(b"another")
    with pytest.raises(UserError, match=r"replaced .* is in .*kept1"):
        journal.append_rows(1, [Row("note", "more")])
    assert 4096 * b"\xa5" in path.with_name("journal.sqlite.kept1").read_bytes()


@pytest.mark.two_programs
def test_a_journal_replaced_in_mid_match_is_kept_beside_the_other(journal, path):
    path.rename(path.with_name("away"))
    path.write_bytes(b"another")
    with pytest.raises(
        UserError, match=r"replaced .* is in .*kept1\. Run glowtable journal restore .*kept1, then .* --resume"
    ):
        journal.append_rows(1, [Row("note", "more")])
    assert path.read_bytes() == b"another"
    assert Journal(path.with_name("journal.sqlite.kept1")).good_rows(1) == ROWS


def test_a_copy_laid_over_a_journal_in_use_stays_as_it_is(path, tmp_path):
    """cp, not mv: the file is the same, so its number tells nothing."""
    other = Journal(tmp_path / "other" / "journal.sqlite")
    match = other.begin_match(HEADER._replace(players=("Zoe", "Yan")))
    other.append_rows(match, ROWS[:2])
    other.copy_to(tmp_path / "copy")
    other.close()
    journal = filled(path)
    with path.open("r+b") as file:
        file.write((tmp_path / "copy").read_bytes())
        file.truncate()
    copied = path.read_bytes()
    for _ in range(2):
        with pytest.raises(UserError, match=r"a copy that was put here, .* are in journal\.sqlite\.former1-wal\."):
            journal.append_rows(1, [Row("note", "more")])
    journal.close()
    assert path.read_bytes() == copied and is_rest_of(path, "journal.sqlite.former1-wal")
    again = Journal(path)
    assert again.lost is None and again.good_rows(match) == ROWS[:2] and again.check_whole()
    again.close()


def is_rest_of(path, name):
    return path.with_name(name).exists() and not path.with_name("journal.sqlite-wal").exists()


def test_a_copy_laid_over_a_journal_that_cannot_be_parted_is_one_sentence(journal, path, monkeypatch):
    journal.copy_to(path.with_name("copy"))
    path.write_bytes(path.with_name("copy").read_bytes())
    monkeypatch.setattr(journal_file, "write_private", lambda path, _: os.rmdir(path))
    with pytest.raises(UserError, match=r"Can't write .* \(journal\.sqlite: Not a directory\)"):
        journal.append_rows(1, [Row("note", "more")])


def test_a_deleted_journal_that_cannot_be_written_again_is_one_sentence(journal, path):
    rmtree(path.parent)
    path.parent.write_text("a file where the folder was")
    with pytest.raises(UserError, match="The saved data couldn't be rescued"):
        journal.append_rows(1, [Row("note", "more")])


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("game", 7),
        ("players", ["Ann", 7]),
        ("players", ["Ann"] * 101),
        ("options", {"frame": {}}),
        ("options", {f"option {n}": n for n in range(101)}),
        ("seed", True),
        ("started", None),
        ("cards", "stolen"),
    ],
)
def test_a_header_is_read_only_as_what_it_is(field, wrong):
    whole = json.loads(json.dumps(HEADER._asdict()))
    assert read_header({**whole, "more": 1}) == HEADER
    with pytest.raises(UserError, match=f"{field} must be"):
        read_header({**whole, field: wrong})


def test_a_database_of_another_program_is_left_alone(path):
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE rows (a, b)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(UserError, match="isn't a glowtable journal"):
        Journal(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"this is no database at all, only a long line of text\n" * 50, b"\x00" * 8192])
def test_a_file_that_is_no_journal_is_set_aside(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    journal = Journal(path)
    assert "0 matches are safe. The rest is unknown." in english(journal.lost)
    assert path.with_name("journal.sqlite.damaged1").read_bytes() == content
    assert journal.list_matches() == []


def test_a_second_damaged_file_gets_its_own_name_and_each_new_one_is_for_its_owner_alone(path):
    path.parent.mkdir()
    for n in (1, 2):
        path.write_bytes(b"rubbish " * 1000)
        Journal(path).close()
        assert path.with_name(f"journal.sqlite.damaged{n}").exists()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_journal_locked_by_another_program_is_not_thrown_aside(path, monkeypatch):
    filled(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **{**k, "timeout": 0.01}))
    with pytest.raises(UserError, match="Can't open the journal"):
        Journal(path)
    other.close()
    assert list(path.parent.glob("*damaged*")) == []
    assert Journal(path).good_rows(1) == ROWS


def test_a_journal_on_a_full_disk_is_not_thrown_aside(path, monkeypatch):
    """SQLite says 'database or disk is full' as an OperationalError: nothing is wrong with the file."""
    filled(path).close()

    def full(db, path):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(journal_database, "check_version", full)
        with pytest.raises(UserError, match="full"):
            Journal(path)
    assert list(path.parent.glob("*damaged*")) == [] and Journal(path).good_rows(1) == ROWS


def test_a_newer_journal_is_left_alone(path):
    journal = Journal(path)
    journal.db.execute("PRAGMA user_version=99")
    journal.close()
    with pytest.raises(UserError) as caught:
        Journal(path)
    assert "newer glowtable" in caught.value.message.text
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (99,)


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError) as caught:
        Journal(tmp_path / "file" / "journal.sqlite")
    assert "Can't open the journal" in caught.value.message.text


def test_a_file_of_locks_that_cannot_be_opened_is_one_sentence(path):
    (path.parent / "playing.lock").mkdir(parents=True)
    with pytest.raises(UserError, match=r"Can't open the journal .* \(.*playing\.lock"):
        Journal(path)


def test_a_damaged_journal_that_cannot_be_set_aside_is_one_sentence(path, monkeypatch):
    path.parent.mkdir()
    path.write_bytes(b"rubbish " * 1000)

    def forbidden(*_):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "replace", forbidden)
    with pytest.raises(UserError, match=r"Can't open the journal .* \(.*Permission denied"):
        Journal(path)


def test_a_full_disk_stops_at_the_last_saved_row(journal, path):
    pages = journal.db.execute("PRAGMA page_count").fetchone()[0]
    journal.db.execute(f"PRAGMA max_page_count={pages}")  # SQLite then fails as on a full disk
    with pytest.raises(UserError) as caught:
        for n in range(1000):
            journal.append_rows(1, [Row("event", f"press {n} " + "x" * 100)])
    assert "make room" in str(caught.value)
    assert "Can't write the journal" in caught.value.message.text and "full" in str(caught.value.message.fill)
    journal.close()
    kept = Journal(path).good_rows(1)
    assert kept[: len(ROWS)] == ROWS and len(kept) >= len(ROWS)


def test_a_journal_held_by_another_program_is_one_sentence(journal, path):
    journal.db.execute("PRAGMA busy_timeout=1")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(UserError, match="close the other program") as caught:
        journal.append_rows(1, [Row("note", "late")])
    assert "make room" not in str(caught.value)
    assert "--resume" in str(caught.value)
    with pytest.raises(
        UserError, match=r"Can't write .* \(database is locked\)\. What to do: close the other program[^.]*\.$"
    ):
        journal.delete_match(1)  # no match is played then
    other.execute("ROLLBACK")
    journal.append_rows(1, [Row("note", "now")])
    assert journal.good_rows(1)[-1] == Row("note", "now")


# -- the first row


def test_a_match_whose_first_row_is_damaged_is_not_gone_on_with(path):
    journal = filled(path, matches=2)
    journal.db.execute("UPDATE rows SET kind = 'bogin' WHERE match = 2 AND n = 1")
    assert journal.hold_unfinished().id == 1 and journal.latest_match().id == 1
    assert len(journal.list_matches()) == 2 and journal.damaged_rows(2) == len(ROWS) + 1


def test_a_match_is_gone_on_with_by_its_first_row_whatever_lists_say(journal):
    other = json.dumps(HEADER._replace(seed=8)._asdict())
    journal.db.execute("UPDATE matches SET header = ?", (other,))
    assert journal.list_matches()[0].header.seed == 8
    assert journal.find_match(1).header == journal.hold_unfinished().header == HEADER


def test_nothing_is_added_to_a_match_that_has_lost_all_its_rows(journal):
    journal.db.execute("DELETE FROM rows")
    with pytest.raises(UserError, match="Match 1 lost its first row"):
        journal.append_rows(1, ROWS)


def test_a_new_match_takes_a_number_that_nothing_in_the_file_has(journal):
    for match in (7, MOST_MATCHES + 5):
        journal.db.execute("INSERT INTO rows VALUES (?, 2, 'event', 'press 3', 0)", (match,))
    assert journal.begin_match(HEADER) == 8 and journal.find_match(8).header == HEADER


@pytest.mark.two_programs
def test_nothing_is_lost_if_what_is_not_yet_carried_over_is_deleted(journal, path):
    path.with_name(f"{path.name}-wal").unlink()
    with pytest.raises(UserError, match="was replaced"):
        journal.append_rows(1, [Row("event", "press 3")])
    kept = Journal(path.with_name(f"{path.name}.kept1"))
    assert kept.good_rows(1) == ROWS


# -- what a damaged file still has


def test_damage_in_one_match_costs_no_other_and_is_said(path, monkeypatch):
    """A row that cannot be: what a list would stop at."""
    journal = filled(path, 5)
    journal.db.execute("DELETE FROM rows WHERE match = 2 AND n > 20")
    journal.db.execute("DELETE FROM rows WHERE match = 4")
    journal.db.execute("INSERT INTO matches VALUES (4, '{}', 41, 'running', '')")
    journal.db.execute("UPDATE matches SET length = 41 WHERE match = 2")
    monkeypatch.setattr(journal_database, "is_whole", lambda db: False)
    assert not journal.check_whole()
    told = english(journal.lost)
    assert "damaged. 3 matches are safe. The end of match 2 is lost. Match 4 is lost. The old file is" in told
    journal.close()
    again = Journal(path)
    assert [len(again.good_rows(saved.id)) for saved in again.list_matches()] == [40, 19, 40, 40]


@pytest.mark.parametrize("page", [*range(4), *range(4, 40, 4)])
def test_a_bad_page_costs_the_matches_with_rows_on_it_and_no_other(path, page):
    """The first has the schema, the second leads to others and has a row before each: those are found without it."""
    filled(path, 40).close()
    pages = path.stat().st_size // 4096
    damage(path, min(page, pages - 1) * 4096)
    journal = Journal(path)
    journal.check_whole()
    kept = rows_by_match(journal)
    assert all(rows == ROWS[: len(rows)] for rows in kept)
    assert sum(rows == ROWS for rows in kept) >= (25 if page == 1 else 35), english(journal.lost)


def test_what_was_not_carried_over_yet_and_what_fills_several_pages_is_found(path):
    journal = filled(path, 5)
    long = [Row("note", "ä" * 700), Row(OVER, "won by Ann, " * 2000)]
    journal.append_rows(2, long)
    found = sorted(rows_on_pages(path))
    assert [Row(kind, text) for match, n, kind, text, _ in found if match == 2 and n > 1] == [*ROWS, *long]
    journal.close()
    assert sorted(rows_on_pages(path)) == found and len(found) == 5 * 41 + 2


@pytest.mark.parametrize("kind", [2, 10], ids=["above leaves", "leaf"])
@pytest.mark.parametrize("part", ["pointer", "size", "count"])
def test_of_a_page_that_cannot_be_read_each_cell_is(path, kind, part):
    """A cell that the page has lost is found where the one before it ends."""
    filled(path, 5).close()
    whole, data = sorted(rows_on_pages(path)), bytearray(path.read_bytes())
    begin = next(at for at in range(4096, len(data), 4096) if data[at] == kind)
    pointer = begin + {2: 12, 10: 8}[kind] + 2  # of the second cell
    cell = begin + int.from_bytes(data[pointer : pointer + 2], "big") + {2: 4, 10: 0}[kind]
    at = {"pointer": pointer, "size": cell, "count": begin + 3}[part]
    data[at] = 0x7F
    path.write_bytes(data)
    assert sorted(set(rows_on_pages(path))) == whole


def test_what_was_deleted_does_not_come_back(path):
    """It is on no page any more, and not in the list."""
    journal = filled(path, 5)
    journal.delete_match(3)
    journal.close()
    assert b'"seed": 7' in path.read_bytes() and not [row for row in rows_on_pages(path) if row[0] == 3]
    damage(path, 0)
    rescued = Journal(path)
    assert [saved.id for saved in rescued.list_matches()] == [1, 2, 4, 5]


@pytest.mark.parametrize("seed", [283, 302, 459])
def test_what_sqlite_leaves_of_deleted_rows_that_it_had_moved_does_not_come_back(path, seed, monkeypatch):
    """secure_delete forgets what lies between the list of a page and its cells."""
    rng, journal = Random(seed), Journal(path)
    journal.db.execute("PRAGMA synchronous=OFF")
    most = rng.choice([8, 12, 16])
    for match in range(1, most + 1):
        journal.begin_match(HEADER)
        for _ in range(rng.randrange(1, 80)):
            journal.append_rows(
                match, [Row("event", f"press {match} " * rng.choice([1, 2, 4, 240][: rng.randrange(1, 5)]))]
            )
    deleted = rng.sample(range(1, most + 1), most // 2)
    for match in deleted:
        journal.delete_match(match)
    journal.close()
    assert set(deleted).isdisjoint(row[0] for row in rows_on_pages(path))
    monkeypatch.setattr(journal_rescue, "_content_at", lambda image, size, begin: begin)
    assert not set(deleted).isdisjoint(row[0] for row in rows_on_pages(path)), "the control"


def test_a_match_begins_under_the_number_of_the_one_just_deleted(journal):
    journal.delete_match(1)
    assert journal.begin_match(HEADER) == 1
    journal.append_rows(1, ROWS)
    assert journal.good_rows(1) == ROWS


def test_rubbish_has_no_rows(tmp_path):
    for seed in range(30):
        (tmp_path / "rubbish").write_bytes(b"SQLite format 3\0\x02\0" + bytes(494) + some_rubbish(seed))
        assert list(rows_on_pages(tmp_path / "rubbish")) == []


def some_rubbish(seed):
    """Pages that call themselves leaves, with rubbish in their cells."""
    rng = Random(seed)
    pages = [bytes([10, 0, 0, 0, 200]) + rng.randbytes(507) for _ in range(20)]
    return b"".join(pages)


def test_damage_that_sqlite_cannot_name_is_damage(path):
    """Its sentence about it is no text then."""
    filled(path, 3).close()
    data = path.read_bytes()
    path.write_bytes(
        data.replace(b"tablerowsrows", b"table\x86ows\x86ows").replace(b"CREATE TABLE rows", b"CREATE TABLX rows")
    )
    with pytest.raises(UserError, match="Can't open the journal"):
        Journal(path, beside=True)
    with pytest.raises(UserError, match="isn't a whole copy"):
        restore_journal(path.with_name("other.sqlite"), path)
    assert "3 matches are safe. The rest is unknown." in english(Journal(path).lost)


def test_without_the_list_what_else_there_was_is_not_claimed_to_be_known(path):
    journal = filled(path, 3)
    journal.db.execute("DROP TABLE matches")
    journal._rescue_rows()
    assert "3 matches are safe. The rest is unknown." in english(journal.lost)


def test_a_damaged_file_of_which_nothing_is_lost_says_so(path):
    journal = filled(path, 3)
    journal._rescue_rows()
    assert "3 matches are safe. Nothing is lost." in english(journal.lost)


def test_a_full_disk_while_rescuing_leaves_the_damaged_file_where_it_is(path, monkeypatch):
    filled(path, 40).close()
    damage(path, 6 * 4096)
    before = path.read_bytes()

    def full(path, old, new):
        raise sqlite3.OperationalError("database or disk is full")

    journal = Journal(path)
    with monkeypatch.context() as patched, pytest.raises(UserError, match=r"Can't fix the journal .* \(.*full\)"):
        patched.setattr(journal_rescue, "rescue_rows", full)
        journal.check_whole()
    assert path.read_bytes() == before and not list(path.parent.glob("journal.sqlite.*"))
    journal.close()
    assert not Journal(path).check_whole()


@pytest.mark.parametrize(
    ("numbers", "named"), [((3,), "3"), ((1, 2, 3, 7), "1-3, 7"), (range(1, 99, 2), "1, 3, 5"), ((1, 3, 4), "1, 3-4")]
)
def test_numbers_of_matches_are_said_shortly(numbers, named):
    told = english(journal_rescue.what_list_lost(numbers))
    assert named in told and len(told) < 250


def test_the_list_is_compared_with_the_rows_and_made_again(path):
    journal = filled(path, 3)
    assert journal.check_whole() and journal.lost is None
    journal.db.execute("DELETE FROM matches WHERE match = 2")
    journal.db.execute("UPDATE matches SET state = 'over', result = 'won by Ann' WHERE match = 3")
    assert not journal.check_whole()
    assert "The list of matches didn't fit their rows. It was rebuilt." in english(journal.lost)
    listed = [(saved.id, saved.state, saved.rows) for saved in journal.list_matches()]
    assert listed == [(n, RUNNING, 40) for n in (1, 2, 3)] and journal.check_whole()


def test_the_list_keeps_what_it_knows_of_a_match_whose_first_row_is_damaged(path):
    journal = filled(path, 2)
    journal.db.execute("UPDATE rows SET text = '{' WHERE match = 1 AND n = 1")
    journal.db.execute("UPDATE matches SET header = ? WHERE match = 1", (json.dumps(HEADER._asdict()),))
    for _ in range(2):
        assert journal.check_whole() and journal.lost is None
        assert [saved.id for saved in journal.list_matches()] == [1, 2] and journal.damaged_rows(1) == 41


def test_a_match_without_rows_leaves_the_list_and_is_said_to_be_lost(path):
    journal = filled(path, 3)
    journal.db.execute("INSERT INTO matches SELECT 7, header, 9, state, result FROM matches WHERE match = 1")
    assert not journal.check_whole()
    assert english(journal.lost).endswith("It was rebuilt. Match 7 is lost.")
    assert journal.check_whole()


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        ("DELETE FROM matches WHERE match = 2", "3 matches are safe. The rest is unknown."),
        ("DELETE FROM rows", "0 matches are safe. The rest is unknown."),
        ("UPDATE rows SET text = '' WHERE match = 2 AND n = 9", "2 matches are safe. The end of match 2 is lost."),
        ("UPDATE rows SET crc = 'x' WHERE match = 2 AND n = 9", "2 matches are safe. The end of match 2 is lost."),
        ("UPDATE rows SET text = '' WHERE match = 2 AND n = 1", "2 matches are safe. Match 2 is lost."),
    ],
)
def test_of_what_was_damaged_no_more_is_said_to_be_kept_than_its_chain_covers(path, monkeypatch, spoil, told):
    journal = filled(path, 3)
    journal.db.execute(spoil)
    monkeypatch.setattr(journal_database, "is_whole", lambda db: False)
    assert not journal.check_whole()
    assert f"The journal was damaged. {told} The old file is" in english(journal.lost)


# -- several programs

BEGIN = """
from glowtable.match.header import Header
match = journal.begin_match(Header("punto", ("Ann",), {}, 7, ""))
journal.append_rows(match, [Row("event", "press 3")])
"""
OPEN_AND_BEGIN = f"import sys; sys.stdin.readline()\n{OPEN}{BEGIN}print(match, flush=True); sys.stdin.readline()"
WRITE_AND_DIE = f"{OPEN}{BEGIN}import os; os._exit(9)"


def test_programs_that_begin_at_once_on_a_new_folder_get_matches_of_their_own(path):
    command = [sys.executable, "-c", OPEN_AND_BEGIN, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    children = [subprocess.Popen(command, **pipes) for _ in range(4)]
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    matches = [child.stdout.readline().strip() for child in children]
    errors = [child.communicate("end\n")[1] for child in children]
    assert errors == [""] * 4 and sorted(matches) == ["1", "2", "3", "4"]


def test_tables_that_another_program_has_just_made_are_taken_as_they_are(path, monkeypatch):
    """It makes them between the look and the making."""
    is_own = journal_database.is_own

    def made_meanwhile(db):
        monkeypatch.setattr(journal_database, "is_own", is_own)
        journal_database.connect_to_write(path).close()
        return is_own(db)

    path.parent.mkdir()
    monkeypatch.setattr(journal_database, "is_own", made_meanwhile)
    assert Journal(path).begin_match(HEADER) == 1


def test_a_match_that_two_programs_play_is_one_sentence_for_the_second_to_write(path):
    """The file of locks was deleted, so the other could take the match, too."""
    first = filled(path)
    path.with_name("playing.lock").unlink()
    code = "match = journal.hold_unfinished().id; journal.cut_damaged_rows(match)\n"
    code += "journal.append_rows(match, [Row('event', 'press of the other')])"
    assert run_code(OPEN + code, path).returncode == 0
    with pytest.raises(UserError, match=r"Another program is also playing match 1, .* --resume") as caught:
        first.append_rows(1, [Row("event", "press 3")])
    assert caught.value.exit_code == NO_ACCESS
    assert first.good_rows(1) == [*ROWS, Row("event", "press of the other")]


# -- copies, and what is put back


def killed_with_rest(path, folder):
    """The folder as a program leaves it that was killed."""
    journal = filled(path, 2)
    copytree(path.parent, folder)
    journal.close()
    assert (folder / f"{path.name}-wal").stat().st_size
    return folder / path.name


def test_a_copy_put_over_what_a_killed_program_left_is_never_mixed_with_it(path, tmp_path):
    other = filled(tmp_path / "other" / "journal.sqlite")
    other.append_rows(1, [Row("note", "of the copy")])
    other.copy_to(tmp_path / "backup.sqlite")
    killed = killed_with_rest(path, tmp_path / "killed")
    killed.write_bytes((tmp_path / "backup.sqlite").read_bytes())
    journal = Journal(killed)
    assert "is a copy that was put here" in english(journal.lost)
    assert rows_by_match(journal) == [[*ROWS, Row("note", "of the copy")]]
    assert killed.with_name("journal.sqlite.former1-wal").stat().st_size
    assert journal.check_whole()
    journal.close()
    assert Journal(killed).lost is None


@pytest.mark.two_programs
def test_a_copy_that_is_in_use_commits_as_surely_as_a_journal(path):
    filled(path).copy_to(path.with_name("copy.sqlite"))
    journal = Journal(path.with_name("copy.sqlite"))
    assert journal.query("PRAGMA journal_mode") == [("wal",)]


@pytest.mark.two_programs
def test_a_backup_is_restored_and_what_was_there_is_kept(path, tmp_path, backup):
    killed = killed_with_rest(path.with_name("later.sqlite"), tmp_path / "killed")
    assert restore_journal(killed, backup).name == "later.sqlite.replaced1"
    assert [saved.rows for saved in Journal(killed).list_matches()] == [40]
    assert [saved.rows for saved in Journal(killed.with_name("later.sqlite.replaced1")).list_matches()] == [40, 40]
    assert stat.S_IMODE(killed.stat().st_mode) == 0o600


def test_a_backup_is_restored_where_nothing_is(tmp_path, backup):
    assert restore_journal(tmp_path / "new" / "journal.sqlite", backup) is None
    assert Journal(tmp_path / "new" / "journal.sqlite").good_rows(1) == ROWS


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda place: None, "isn't a copy of a journal"),
        (lambda place: place.mkdir(), "isn't a copy of a journal"),
        (lambda place: place.write_bytes(b""), "isn't a whole copy"),
        (lambda place: place.write_bytes(b"rubbish " * 1000), "Can't read "),
        (lambda place: damage(place, 2 * 4096) if filled(place, 9).close() is None else None, "isn't a whole copy"),
    ],
)
def test_what_is_no_backup_is_not_restored(path, tmp_path, make, words):
    filled(path).close()
    make(tmp_path / "given")
    with pytest.raises(UserError, match=words):
        restore_journal(path, tmp_path / "given")
    assert Journal(path).good_rows(1) == ROWS and not list(path.parent.glob("*replaced*"))


def test_nothing_is_restored_under_a_program_that_plays(path, backup):
    with another_program(path), pytest.raises(UserError, match=r"is in use\. Close the other program\.") as caught:
        restore_journal(path, backup)
    assert caught.value.exit_code == NO_ACCESS


@pytest.mark.parametrize("replaced", [False, True])
def test_a_replaced_journal_is_brought_back_as_the_sentence_says(journal, path, replaced):
    """No other program may write beside it meanwhile: it would write over what is not yet carried over."""
    path.rename(path.with_name("away"))
    if replaced:
        path.write_bytes(b"")
    assert "deleted or replaced while another program uses it. Close that program first." in run_code(OPEN, path).stderr
    with pytest.raises(UserError) as caught:
        journal.append_rows(1, [Row("note", "more")])
    journal.close()
    if replaced:
        restore_journal(path, Path(str(caught.value).partition("journal restore ")[2].partition(", then")[0]))
    again = Journal(path)
    assert again.good_rows(again.hold_unfinished().id) == ROWS


def test_a_file_of_locks_that_holds_something_else_is_not_written_over(path):
    path.parent.mkdir()
    path.with_name("playing.lock").write_text("a letter to Ann")
    filled(path).close()
    assert path.with_name("playing.lock").read_text() == "a letter to Ann"


# -- the files that belong together

RESTORE = """
import sys
from contextlib import closing
from pathlib import Path
from glowtable.match import journal_file
copy = journal_file._copy_backup
def copy_and_wait(*given):
    copy(*given)
    print("copied", flush=True)
    sys.stdin.readline()
journal_file._copy_backup = copy_and_wait
journal_file.restore_journal(Path(sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.mark.two_programs
@pytest.mark.parametrize("part", ["-wal", "-shm"])
def test_no_program_opens_beside_another_what_lacks_a_part(journal, path, part):
    """It would make that part again, and each of them write over what the other had."""
    path.with_name(path.name + part).unlink()
    assert "deleted or replaced while another program uses it" in run_code(OPEN, path).stderr
    with pytest.raises(UserError, match="was replaced"):
        journal.append_rows(1, [Row("note", "more")])
    assert Journal(path.with_name("journal.sqlite.kept1")).good_rows(1) == ROWS


def test_what_was_not_carried_over_outlives_the_file_itself(path):
    """SQLite deletes it beside a file that is missing or empty."""
    for n, spoil in enumerate((Path.unlink, lambda path: path.write_bytes(b"")), 1):
        assert run_code(WRITE_AND_DIE, path).returncode == 9
        spoil(path)
        journal = Journal(path)
        assert f"1 match is safe. The rest is unknown. The old file is journal.sqlite.damaged{n}." in (
            english(journal.lost)
        )
        assert journal.good_rows(1) == [Row("event", "press 3")]
        journal.delete_match(1)
        journal.close()


def test_a_journal_deleted_after_the_last_action_is_missed_at_the_end(journal, path):
    for file in path.parent.iterdir():
        file.unlink()
    with pytest.raises(UserError, match="was deleted while in use, but everything saved was written there again"):
        journal.close()
    journal.close()
    assert Journal(path).good_rows(1) == ROWS


def test_who_has_written_nothing_misses_nothing(path):
    filled(path).close()
    journal = Journal(path)
    rmtree(path.parent)
    journal.close()
    assert not path.exists()


def test_all_is_kept_once_however_often_it_is_tried_again(journal, path):
    path.with_name("journal.sqlite-wal").unlink()
    for _ in range(3):
        with pytest.raises(UserError, match="kept1"):
            journal.append_rows(1, [Row("note", "more")])
    journal.close()
    assert [file.name for file in path.parent.glob("*.kept*")] == ["journal.sqlite.kept1"]


@pytest.mark.parametrize("step", range(1, 6))
def test_no_kill_between_two_steps_of_a_rescue_leaves_no_journal(path, tmp_path, step):
    """The steps are those that change names."""
    killed = killed_with_rest(path, tmp_path / "killed")
    code = f"""
import os, sys
from pathlib import Path
from glowtable.match import journal_database
from glowtable.match.journal import Journal
steps = iter(range(1, 99))
def dying(real):
    def step(*given):
        done = real(*given)
        if next(steps) == {step}:
            os._exit(9)
        return done
    return step
for name in ("rename", "replace", "hardlink_to"):
    setattr(Path, name, dying(getattr(Path, name)))
journal_database.is_whole = lambda db: False
Journal(Path(sys.argv[1]))
"""
    assert run_code(code, killed).returncode == (9 if step < 5 else 0)
    journal = Journal(killed)
    assert rows_by_match(journal) == [ROWS, ROWS]
    journal.close()
    assert stat.S_IMODE(killed.stat().st_mode) == 0o600


@pytest.mark.two_programs
def test_where_a_file_has_one_name_only_the_old_one_is_renamed(path, monkeypatch, backup):

    def no_links(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    assert restore_journal(path, backup).name == "journal.sqlite.replaced1"
    assert Journal(path).good_rows(1) == Journal(path.with_name("journal.sqlite.replaced1")).good_rows(1) == ROWS


@pytest.mark.two_programs
def test_what_was_set_aside_is_not_written_over_by_the_next(path, tmp_path, backup):
    killed = killed_with_rest(path.with_name("later.sqlite"), tmp_path / "killed")
    rest = killed.with_name("later.sqlite-wal").read_bytes()
    for n in (1, 2):
        killed.write_bytes((backup).read_bytes())
        killed.with_name("later.sqlite-wal").write_bytes(rest + bytes(n))
        Journal(killed).close()
    assert [killed.with_name(f"later.sqlite.former{n}-wal").read_bytes() for n in (1, 2)] == [
        rest + bytes(1),
        rest + bytes(2),
    ]


def test_a_program_that_starts_while_a_backup_is_restored_waits_for_it(tmp_path, backup):
    place = tmp_path / "new" / "journal.sqlite"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    restore = [sys.executable, "-c", RESTORE, str(place), str(backup)]
    write = [sys.executable, "-c", OPEN_AND_BEGIN, str(place)]
    with subprocess.Popen(restore, **pipes) as restoring, subprocess.Popen(write, **pipes) as playing:
        assert restoring.stdout.readline() == "copied\n"
        assert not Locks(place).hold_bytes(TURN)
        playing.stdin.write("go\n")
        playing.stdin.flush()
        restoring.communicate("on\n")
        assert playing.communicate("end\n")[0] == "2\n" and restoring.returncode == 0
    assert [saved.rows for saved in Journal(place).list_matches()] == [40, 1]


def test_a_program_that_is_not_let_in_opens_nothing(path, monkeypatch):
    monkeypatch.setattr(Locks, "join", lambda *_: False)
    with pytest.raises(UserError, match=r"is in use\. Close the other program\."):
        Journal(path)


# -- what cannot be written


def full(*_):
    raise sqlite3.OperationalError("database or disk is full")


@pytest.mark.two_programs
def test_a_copy_that_finds_no_room_leaves_nothing_and_names_the_file(journal, path, tmp_path, monkeypatch):
    journal.copy_to(tmp_path / "backup.sqlite")
    monkeypatch.setattr(journal_database, "copy_whole", full)
    with pytest.raises(UserError, match=r"Can't write .*other\.sqlite \(database or disk is full\)"):
        journal.copy_to(tmp_path / "other.sqlite")
    assert not (tmp_path / "other.sqlite").exists()
    with pytest.raises(UserError, match=r"Can't write .*journal\.sqlite \(database or disk is full\)"):
        restore_journal(path, tmp_path / "backup.sqlite")
    assert not list(path.parent.glob("journal.sqlite.*")) and journal.good_rows(1) == ROWS


def test_a_backup_is_not_restored_into_a_file(tmp_path, backup):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"Can't write .*journal\.sqlite \("):
        restore_journal(tmp_path / "file" / "x" / "journal.sqlite", backup)


def test_damage_that_sqlite_cannot_name_is_damage_while_writing_too(journal):
    with pytest.raises(UserError, match=r"Can't write .* fix it with glowtable journal check"), journal.transaction():
        b"\xff".decode()
    assert journal.good_rows(1) == ROWS
