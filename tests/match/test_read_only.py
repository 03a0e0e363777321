"""Where nothing can be written everything can be read: nothing acknowledged is missing, and nothing changes there."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from glowtable.__main__ import main
from glowtable.match.journal import OVER, Journal
from glowtable.match.journal_database import connect_to_read

from tests.support.journals import change
from tests.support.unwritable_places import (
    environment_of,
    in_forbidden_folder,
    in_namespace,
    make_writable,
    needs_namespace,
    on_full_disk,
    on_read_only_media,
)

SHORT = ("play", "punto", "--port", "twin:", "--seed", "3", "--seats", "bot:greedy,bot:random")
READ_ALL = """
import io, sys; from contextlib import redirect_stdout; from pathlib import Path; from glowtable.__main__ import main
from glowtable.commands.past_matches import PastMatches
past = PastMatches(Path(sys.argv[1]), lambda: 0)
print(past.list_all("en"), past.show_moment(1, 3, "en"), past.export_match(2, "text", "en"), sep="\\n")
for command in ("matches", "matches --json", "matches show 2 --at 3", "export 1", "export 2 --format csv",
        "journal list", "journal show 1 2", "journal check"):
    print(f"{command}: exit {main(command.split())}")
with redirect_stdout(io.StringIO()):  # its figures are of the moment
    code = main("doctor --port twin: --bundle ../bundle.zip".split())
print(f"doctor: exit {code}")
print(f"replay: exit {main('replay ../bundle.zip'.split())}")
"""
WRITING = [
    ("journal", "compact"), ("journal", "archive", "1"), ("journal", "delete", "1", "--yes"),
    ("matches", "delete", "1", "--yes"), ("matches", "abandon", "2"), ("journal", "restore", "COPY"),
]  # fmt: skip


Place = Callable[[Path, Path, list[str]], list[str]]


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def command_of(data: Path, arguments: tuple[str, ...]) -> list[str]:
    if arguments[0] == "-c":
        return [sys.executable, *arguments, str(data / "journal.sqlite")]
    return [sys.executable, "-m", "glowtable", *arguments]


def ran(data: Path, command: list[str]) -> Ran:
    done = subprocess.run(
        command, env=environment_of(data), stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=data.parent
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def at(place: Place, data: Path, *arguments: str) -> Ran:
    """What a command says at this place, as if it was said of `data`; nothing changes there."""
    copy = data.parent / "place" / data.name
    copy.mkdir(parents=True)
    done = ran(copy, place(data, copy, command_of(copy, arguments)))
    if place is in_forbidden_folder:
        assert {file.name: file.read_bytes() for file in copy.iterdir()} == {
            file.name: file.read_bytes() for file in data.iterdir()
        }
    make_writable(copy)
    shutil.rmtree(copy.parent)
    return Ran(done.code, done.out.replace(str(copy), str(data)), done.err.replace(str(copy), str(data)))


def at_writable_place(data: Path, folder: Path, command: list[str]) -> list[str]:
    shutil.copytree(data, folder, dirs_exist_ok=True)
    return command


PLACES = [pytest.param(on_read_only_media, marks=needs_namespace), in_forbidden_folder]


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> dict[str, Path]:
    """Journals of two matches: closed; of a killed program; of one whose -shm is gone, or is rubbish."""
    folder = tmp_path_factory.mktemp("played")
    environment = {"GLOWTABLE_DATA": str(folder / "closed"), "GLOWTABLE_CONFIG": "/none.toml"}
    with pytest.MonkeyPatch.context() as patched:
        for name, value in environment.items():
            patched.setenv(name, value)
        patched.setattr(sys, "stdin", open(os.devnull))  # noqa: SIM115
        assert main([*SHORT]) == 0
    journal = Journal(folder / "closed" / "journal.sqlite")
    match = journal.begin_match(journal.find_match(1).header)
    for row in journal.good_rows(1)[:40]:
        journal.append_rows(match, [row])
    shutil.copytree(folder / "closed", folder / "killed")
    journal.close()
    shutil.copytree(folder / "killed", folder / "without_shm")
    (folder / "without_shm" / "journal.sqlite-shm").unlink()
    shutil.copytree(folder / "killed", folder / "rubbish_shm")
    (folder / "rubbish_shm" / "journal.sqlite-shm").write_bytes(b"\xa5" * 32768)
    assert (folder / "killed" / "journal.sqlite-wal").stat().st_size > 0
    return {path.name: path for path in folder.iterdir()}


@pytest.fixture(scope="module", params=["closed", "killed", "without_shm", "rubbish_shm"])
def data(request, played, tmp_path_factory) -> Path:
    return Path(shutil.copytree(played[request.param], tmp_path_factory.mktemp("read") / "data"))


@pytest.fixture(scope="module")
def shown(data) -> Ran:
    """What is read where it can be written."""
    return at(at_writable_place, data, "-c", READ_ALL)


@pytest.mark.parametrize("place", [*PLACES, pytest.param(on_full_disk, marks=needs_namespace)])
def test_what_is_read_is_what_a_writable_place_shows(data, shown, place: Place):
    assert shown.err == "" and shown.out.count(": exit 0\n") == 10
    assert at(place, data, "-c", READ_ALL) == shown


@pytest.mark.parametrize("place", PLACES)
def test_a_backup_to_another_place_has_every_row(data, place: Place, tmp_path):
    done = at(place, data, "journal", "backup", str(tmp_path / "copy.sqlite"))
    assert (done.code, done.err) == (0, "")
    journal = Journal(tmp_path / "copy.sqlite")
    assert len(journal.good_rows(2)) == 40 and journal.find_match(1).state == OVER and journal.damaged_rows(1) == 0
    journal.close()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_what_would_write_refuses_in_one_sentence(played, place: Place, arguments, tmp_path):
    data = Path(shutil.copytree(played["closed"], tmp_path / "data"))
    shutil.copy(data / "journal.sqlite", tmp_path / "copy.sqlite")
    done = at(place, data, *(word.replace("COPY", str(tmp_path / "copy.sqlite")) for word in arguments))
    assert done.code == 1 and done.out == "" and len(done.err.splitlines()) == 1
    assert "Read-only file system" in done.err or "Permission denied" in done.err
    steps = ("copy its folder somewhere you can write", "check who may write there")
    assert "restore" in arguments or any(step in done.err for step in steps)


@pytest.mark.parametrize("place", PLACES)
def test_a_place_without_a_journal_has_no_matches(place: Place, tmp_path):
    (tmp_path / "data").mkdir()
    assert at(place, tmp_path / "data", "matches") == (0, "", "")


@pytest.mark.parametrize("is_pipe", [False, True])
def test_where_a_stick_was_pulled_out_or_a_pipe_is_that_is_said_and_is_no_list_without_matches(is_pipe, tmp_path):
    if is_pipe:
        (tmp_path / "data").mkdir()
        os.mkfifo(tmp_path / "data" / "journal.sqlite")
    else:
        (tmp_path / "data").symlink_to("pulled_out")
    done = ran(tmp_path / "data", command_of(tmp_path / "data", ("matches",)))
    assert (done.code, done.out) == (1, "") and "Can't open the journal" in done.err


@pytest.mark.parametrize("place", PLACES)
def test_a_damaged_match_is_told_and_left_as_it_is(played, place: Place, tmp_path):
    data = Path(shutil.copytree(played["closed"], tmp_path / "data"))
    change(data / "journal.sqlite", "UPDATE rows SET text = 'other' WHERE match = 2 AND n = 31",
           "DELETE FROM matches WHERE match = 1")  # fmt: skip
    done = at(place, data, "journal", "check")
    assert done.code == 1 and "Match 2: 11 rows are cut off by damage." in done.out
    assert "The journal is damaged. Copy it to a folder where you can write" in done.out


def test_control_a_file_that_is_read_as_if_nothing_could_be_beside_it_shows_too_little(played):
    path = played["without_shm"] / "journal.sqlite"
    db = connect_to_read(path, "immutable=1")
    assert db.execute("SELECT match FROM matches").fetchall() == [(1,)]  # match 2 is only in the -wal
    db.close()


@needs_namespace
def test_a_backup_on_read_only_media_is_restored_though_it_is_no_copy_but_a_journal(played, tmp_path):
    """Somebody has copied the file itself: SQLite wants to write beside it."""
    code = "import sys; from pathlib import Path; from glowtable.match.journal_file import restore_journal\n"
    code += f"restore_journal(Path({str(tmp_path / 'new' / 'journal.sqlite')!r}), Path(sys.argv[1]))"
    assert at(on_read_only_media, played["closed"], "-c", code) == (0, "", "")
    assert len(Journal(tmp_path / "new" / "journal.sqlite").good_rows(2)) == 40


BESIDE = """
import subprocess, sys; from pathlib import Path
from glowtable.match.header import Header; from glowtable.match.journal import Journal; from glowtable.table import Row
shared, seen = map(Path, sys.argv[1:])
journal = Journal(shared / "journal.sqlite")
match = journal.begin_match(Header("punto", ("Ann", "bot:greedy"), {}, 7, ""))
for n in range(1, 6):
    journal.append_rows(match, [Row("event", f"press {n}")])
    shown = subprocess.run([sys.executable, "-m", "glowtable", "matches", "--json"], capture_output=True, check=True)
    print(shown.stdout.decode().count(f'"rows": {n},'), shown.stderr.decode(), end="")
"""
SEEN = """mount -t tmpfs none "$1" && mkdir "$1/data" "$1/seen" && mount --bind "$1/data" "$1/seen" &&
mount -o remount,bind,ro "$1/seen" && exec "$3" -c "$4" "$1/data" "$1/seen"
"""


@needs_namespace
def test_a_match_that_is_played_is_read_exactly_where_its_reader_cannot_write(tmp_path):
    (tmp_path / "m").mkdir()
    done = ran(tmp_path / "m" / "seen", in_namespace(SEEN, tmp_path / "m", "", sys.executable, BESIDE))
    assert done == (0, "1 1 1 1 1 ", "")


@pytest.mark.slow  # SQLite waits for it
def test_a_journal_that_another_program_keeps_to_itself_is_not_read_past_its_lock(played, tmp_path):
    data = Path(shutil.copytree(played["closed"], tmp_path / "data"))
    db = sqlite3.connect(data / "journal.sqlite", isolation_level=None)
    db.execute("PRAGMA locking_mode=EXCLUSIVE")
    db.execute("PRAGMA journal_mode=DELETE")
    db.execute("BEGIN EXCLUSIVE")
    done = ran(data, command_of(data, ("matches",)))
    assert done.code == 1 and "database is locked" in done.err
