"""`glowtable journal`: matches are listed, shown, archived and deleted; the file is compacted, copied and checked."""

import io
import os
import stat
import sys
from pathlib import Path

import pytest
from glowtable.__main__ import main
from glowtable.commands.matches import MOST_LISTED
from glowtable.match.journal import OVER, Journal
from glowtable.match.journal_database import chain_crc
from glowtable.messages import FAILED, USAGE
from glowtable.table import Row

from tests.support.journals import HEADER, another_program, change

ROWS = [Row("note", f"a row with some text {n}") for n in range(200)]


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A journal of two matches that are over and one that is not."""
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setenv("LC_ALL", "C")
    journal = Journal(tmp_path / "journal.sqlite")
    for rows in ([*ROWS, Row(OVER, "won by Ann")], [*ROWS, Row(OVER, "Greedy won Punto!")], ROWS):
        journal.append_rows(journal.begin_match(HEADER), rows)
    journal.close()
    return journal.path


def run(capsys, *arguments):
    """The exit code, and what was printed."""
    code = main(["journal", *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def numbers(path):
    journal = Journal(path)
    found = [saved.id for saved in journal.list_matches()]
    journal.close()
    return found


def damage_row(path, match, n):
    change(path, f"UPDATE rows SET text = 'other' WHERE match = {match} AND n = {n}")


def test_list_has_a_line_per_match_and_is_the_list_of_matches(path, capsys):
    code, out, _ = run(capsys, "list")
    assert code == 0 and len(out.splitlines()) == 3
    assert out.splitlines()[2] == "   3  2026-11-21 20:00:00  punto  Ann, Moth (greedy)  unfinished"
    assert main(["matches"]) == 0 and capsys.readouterr().out == out


def test_of_many_matches_the_latest_are_listed_and_how_many_there_are_before(path, capsys):
    journal = Journal(path)
    for _ in range(MOST_LISTED):
        journal.begin_match(journal.find_match(3).header)
    journal.close()
    _, out, _ = run(capsys, "list")
    before, *listed = out.splitlines()
    assert before == "3 earlier matches: glowtable matches --all"
    assert [int(line.split()[0]) for line in listed] == [*range(4, MOST_LISTED + 4)]
    assert main(["matches", "--all"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        str(match) for match in range(1, MOST_LISTED + 4)
    ]


def test_show_tells_what_a_match_is_played_with_and_how_it_ended(path, capsys):
    code, out, _ = run(capsys, "show", "2", "3")
    assert code == 0
    assert "players  Ann, Moth (greedy)" in out and "options  frame=fixed" in out and "rows     201" in out
    assert "Greedy won Punto!" in out and out.splitlines()[-1] == "unfinished"


def test_show_counts_what_lies_behind_damage(path, capsys):
    damage_row(path, 2, 150)
    code, out, _ = run(capsys, "show", "2")
    assert code == FAILED and "damaged  53" in out


@pytest.mark.slow
def test_an_archived_match_is_a_private_file_that_replays(path, capsys):
    code, out, _ = run(capsys, "archive", "1", "2")
    assert code == 0 and numbers(path) == [3]
    files = sorted((path.parent / "archive").iterdir())
    assert [file.name for file in files] == ["match-1.jsonl", "match-2.jsonl"]
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)
    assert "Wrote match 1 to" in out and main(["replay", str(files[0])]) == 0


@pytest.mark.slow
def test_a_match_that_is_named_twice_is_archived_once(path, capsys):
    run(capsys, "archive", "1", "01", "1")
    assert [file.name for file in (path.parent / "archive").iterdir()] == ["match-1.jsonl"]


def test_an_archived_file_is_never_written_over(path, capsys):
    (path.parent / "archive").mkdir()
    (path.parent / "archive" / "match-1.jsonl").write_text("of another match")
    run(capsys, "archive", "1")
    assert (path.parent / "archive" / "match-1.jsonl").read_text() == "of another match"
    assert (path.parent / "archive" / "match-1-2.jsonl").exists()


def test_what_is_running_or_damaged_is_not_archived(path, capsys):
    assert run(capsys, "archive", "3") == (
        USAGE, "", "glowtable journal: Match 3 isn't over. Only finished matches can be archived.\n"
    )  # fmt: skip
    damage_row(path, 1, 9)
    code, _, err = run(capsys, "archive", "1")
    assert code == FAILED and "Match 1 is damaged. It stays" in err and numbers(path) == [1, 2, 3]


def test_what_cannot_be_archived_stays(path, capsys):
    (path.parent / "archive").write_text("a file in the way")
    code, _, err = run(capsys, "archive", "1")
    assert code == FAILED and "Can't write " in err and numbers(path) == [1, 2, 3]


def test_nothing_is_deleted_without_a_yes(path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", open(os.devnull))  # noqa: SIM115
    code, _, err = run(capsys, "delete", "1")
    assert code == USAGE and "Add --yes" in err and numbers(path) == [1, 2, 3]
    terminal = io.StringIO("n\n")
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", terminal)
    assert run(capsys, "delete", "1")[0] == 0 and numbers(path) == [1, 2, 3]


def test_a_deleted_match_is_gone_and_its_room_can_be_given_back(path, capsys):
    before = path.stat().st_size
    code, out, _ = run(capsys, "delete", "1", "2", "1", "--yes")
    assert (code, out, numbers(path)) == (0, "deleted: 1, 2\n", [3])
    assert path.stat().st_size == before
    code, out, _ = run(capsys, "compact")
    assert code == 0 and f"It had {before >> 10} KB" in out and path.stat().st_size < before
    journal = Journal(path)
    assert journal.good_rows(3) == ROWS


def test_a_match_that_is_played_in_another_window_is_not_deleted(path, capsys):
    with another_program(path, "journal.hold_unfinished()"):
        code, _, err = run(capsys, "delete", "3", "--yes")
        assert code == USAGE and "Match 3 is being played." in err
    assert numbers(path) == [1, 2, 3]


@pytest.mark.two_programs
def test_a_backup_is_a_private_journal_of_its_own(path, capsys):
    copy = path.parent / "copy.sqlite"
    code, out, _ = run(capsys, "backup", str(copy))
    assert code == 0 and "copy.sqlite. Restore it" in out and stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert Journal(copy).good_rows(3) == ROWS
    code, _, err = run(capsys, "backup", str(copy))
    assert code == FAILED and "File exists" in err
    assert run(capsys, "backup")[0] == USAGE


def test_a_backup_is_restored_by_the_command_that_the_backup_names(path, capsys):
    copy = path.parent / "copy.sqlite"
    _, out, _ = run(capsys, "backup", str(copy))
    assert f"glowtable journal restore {copy}" in out
    run(capsys, "delete", "1", "2", "--yes")
    code, out, err = run(capsys, "restore", str(copy))
    assert (code, err) == (0, "") and out.splitlines()[1] == "The previous journal is journal.sqlite.replaced1."
    assert numbers(path) == [1, 2, 3] and numbers(path.with_name("journal.sqlite.replaced1")) == [3]
    path.unlink()
    code, out, _ = run(capsys, "restore", str(copy))
    assert code == 0 and len(out.splitlines()) == 1 and numbers(path) == [1, 2, 3]
    assert run(capsys, "restore")[0] == USAGE


def test_a_match_leaves_the_journal_only_when_its_file_is_on_the_disk(path, capsys, monkeypatch):
    """Its folder, too: a file that no folder on the disk names is lost by a power cut."""
    done = []

    def sync(number, real=os.fsync):
        done.append(("synced", os.fstat(number).st_ino))
        real(number)

    monkeypatch.setattr(os, "fsync", sync)
    delete = Journal.delete_match
    monkeypatch.setattr(Journal, "delete_match", lambda *given: done.append(("deleted", 0)) or delete(*given))
    assert run(capsys, "archive", "1")[0] == 0
    before = done[: done.index(("deleted", 0))]
    archive = path.parent / "archive"
    for needed in (archive / "match-1.jsonl", archive, path.parent):
        assert ("synced", needed.stat().st_ino) in before


def test_check_reads_all_of_it(path, capsys):
    assert run(capsys, "check") == (0, "3 matches are whole.\n", "")
    damage_row(path, 2, 150)
    code, out, _ = run(capsys, "check")
    assert (code, out) == (FAILED, "Match 2: 53 rows are cut off by damage.\n2 matches are whole.\n")


def test_check_mends_a_list_that_is_not_that_of_the_rows(path, capsys):
    change(path, "DELETE FROM matches WHERE match = 2")
    code, out, _ = run(capsys, "check")
    assert code == FAILED and "The list of matches didn't fit their rows." in out and "3 matches are whole." in out
    assert run(capsys, "check")[0] == 0


def test_check_goes_on_failing_as_long_as_a_first_row_is_damaged(path, capsys):
    change(path, "UPDATE rows SET crc = 0 WHERE match = 2 AND n = 1",
           "UPDATE matches SET result = 'other' WHERE match IN (1, 2)")  # fmt: skip
    assert "It was rebuilt.\n" in run(capsys, "check")[1]
    for _ in range(2):
        assert run(capsys, "check")[:2] == (FAILED, "Match 2: 202 rows are cut off by damage.\n2 matches are whole.\n")
    assert numbers(path) == [1, 2, 3]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("crc = 0", "Match 2: 202 rows are cut off by damage."),
        ("text = 'no header', crc = {crc}", "Match 2: the first row isn't this program's header."),
    ],
)
def test_check_sees_a_match_that_no_list_has(path, capsys, wrong, told):
    crc = chain_crc(0, "begin", "no header")
    change(path, f"UPDATE rows SET {wrong.format(crc=crc)} WHERE match = 2 AND n = 1",
           "DELETE FROM rows WHERE match = 2 AND n > 1" if "text" in wrong else "SELECT 1",
           "DELETE FROM matches WHERE match = 2")  # fmt: skip
    for _ in range(2):
        code, out, _ = run(capsys, "check")
        assert code == FAILED and out.splitlines()[-2:] == [told, "2 matches are whole."]


def test_nothing_is_checked_while_another_program_has_the_journal_open(path, capsys):
    with another_program(path):
        _, out, err = run(capsys, "check")
        assert out == "" and err.endswith("is in use. Close the other program.\n")
    assert run(capsys, "check")[0] == 0


def test_check_mends_a_damaged_file(path, capsys):
    page = 4096
    with path.open("r+b") as file:
        file.seek(4 * page)
        file.write(b"\xa5" * page)
    code, out, _ = run(capsys, "check")
    assert code == FAILED and "The journal was damaged." in out and "journal.sqlite.damaged1" in out
    assert run(capsys, "list")[0] == 0 and Path(f"{path}.damaged1").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show",), "Which matches? Use the numbers"),
        (("show", "one"), "Give the match's number, not one."),
        (("show", "9"), "There's no match 9."),
        (("show", "9" * 5000), "There's no match 9999"),
        (("delete", "-1"), "Give the match's number, not -1."),
    ],
)
def test_bad_input_is_one_sentence(path, capsys, arguments, words):
    code, _, err = run(capsys, *arguments)
    assert code == USAGE and words in err and len(err) < 600


def test_a_match_that_is_played_elsewhere_is_not_archived(path, capsys, monkeypatch):
    monkeypatch.setattr(Journal, "hold_match", lambda journal, match: False)
    code, _, err = run(capsys, "archive", "1")
    assert code == USAGE and "is being played" in err and not (path.parent / "archive").exists()
