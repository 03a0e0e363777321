"""Where no match can be recorded: it is said why, and one can be played that is not, if people agree or ask for it."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from glowtable.__main__ import main
from glowtable.match.journal import Journal
from glowtable.terminal.layout import Size
from websockets.sync.client import connect

from tests.support.at_terminal import AtTerminal
from tests.support.matches import Match
from tests.support.unwritable_places import (
    environment_of,
    in_forbidden_folder,
    make_writable,
    needs_namespace,
    on_full_disk,
    on_read_only_media,
    with_short_files,
)

PLAY = [sys.executable, "-m", "glowtable", "play", "punto", "--port", "twin:", "--seed", "3", "--pace", "0"]
SHORT = [*PLAY, "--option", "rounds_to_win=1", "--seats", "bot:greedy,bot:random"]
FULL = "The disk is full: no match can be recorded in {data}. Make room there."
FORBIDDEN = "No match can be recorded in {data} ({cause}). Name another folder with GLOWTABLE_DATA."
SAID = [
    pytest.param(on_full_disk, FULL, id="full disk", marks=needs_namespace),
    pytest.param(with_short_files, FULL, id="short files"),
    pytest.param(
        on_read_only_media, FORBIDDEN.replace("{cause}", "Read-only file system"), id="media", marks=needs_namespace
    ),
    pytest.param(in_forbidden_folder, FORBIDDEN.replace("{cause}", "Permission denied"), id="folder"),
]
UNFINISHED = "Match 1 can't be resumed until it can be recorded.\n"
QUESTION = "Play without recording the match? [y/N] "


@pytest.fixture(scope="module")
def unfinished(tmp_path_factory) -> Path:
    """A data folder with an unfinished match."""
    data = tmp_path_factory.mktemp("unfinished")
    Path(data, "lines.txt").write_text("\nquit\n")
    seats = ["--seats", "Ann,Ben", "--script", str(data / "lines.txt")]
    subprocess.run([*PLAY, *seats], env=environment_of(data), check=True, capture_output=True)
    (data / "lines.txt").unlink()
    return data


def ran(make, unfinished, folder, command):
    """A command at this place: its exit code, what it printed."""
    folder.mkdir()
    done = subprocess.run(
        make(unfinished, folder, command),
        env=environment_of(folder), stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    make_writable(folder)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("make, sentence", SAID)
def test_without_a_person_to_ask_it_is_said_why_and_what_to_do(make, sentence, unfinished, tmp_path):
    data = tmp_path / "data"
    more = " To play without recording the match, add --unrecorded."
    said = f"{UNFINISHED}glowtable play: {sentence.replace('{data}', str(data))}{more}\n"
    assert ran(make, unfinished, data, SHORT) == (1, "", said)


@pytest.mark.parametrize("make, sentence", SAID)
def test_an_unfinished_match_is_not_resumed_there(make, sentence, unfinished, tmp_path):
    data = tmp_path / "data"
    said = f"{UNFINISHED}glowtable play: {sentence.replace('{data}', str(data))}\n"
    assert ran(make, unfinished, data, [*PLAY[:4], "--port", "twin:", "--resume"]) == (1, "", said)


@pytest.mark.parametrize("make, sentence", SAID)
def test_a_match_is_played_unrecorded_if_that_is_asked_for(make, sentence, unfinished, tmp_path):
    code, out, err = ran(make, unfinished, tmp_path / "data", [*SHORT, "--unrecorded"])
    assert (code, err) == (0, "")
    assert out.splitlines()[0].endswith("· not recorded") and out.splitlines()[-1] == "This match wasn't recorded."
    assert "won Punto! (" in out and "saved" not in out


@pytest.mark.parametrize("make, sentence", SAID)
def test_a_person_agrees_and_the_title_and_the_goodbye_say_that_it_is_not_recorded(
    make, sentence, unfinished, tmp_path
):
    data = tmp_path / "data"
    data.mkdir()
    command = make(unfinished, data, [*PLAY, "--seats", "Ann,Ben"])
    person = AtTerminal(command, **{**environment_of(data), "TERM": "dumb"})
    before = person.sees(QUESTION).replace("\r\n", "\n")
    assert before == f"{UNFINISHED}{sentence.replace('{data}', str(data))}\n"
    person.types("y\n")
    person.sees(". not recorded")
    person.sees("Press Enter to start")
    person.types("\nquit\n")
    assert "saved" not in person.sees("This match wasn't recorded.")
    assert person.ends() == 0
    make_writable(data)


@pytest.mark.parametrize("size", [Size(40, 10), Size(80, 24)])
@pytest.mark.parametrize("line", ["", "status", "help", "history", "lights", "rules", "rules all"])
def test_every_screen_of_every_size_says_it(line, size, tmp_path):
    console = Match(tmp_path).console
    assert "recorded" not in shown(console, size)
    console.title, console.mark = "Punto", "not recorded"
    console.handle_line(line)
    assert "not recorded »" in shown(console, size).splitlines()[-1]
    assert len(console.page_lines("", size)) <= size.lines


def test_the_status_has_the_title_that_a_small_window_has_no_room_for(tmp_path):
    console = Match(tmp_path).console
    console.title, console.mark = "Punto", "not recorded"
    assert "Punto · not recorded" not in shown(console, Size(40, 10))
    console.handle_line("status")
    assert shown(console, Size(40, 10)).startswith("Punto · not recorded\n")


def shown(console, size):
    return "\n".join(line.plain for line in console.page_lines("", size))


def test_a_person_who_does_not_agree_plays_no_match(unfinished, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    person = AtTerminal(with_short_files(unfinished, data, PLAY), **{**environment_of(data), "TERM": "dumb"})
    person.sees(QUESTION)
    person.types("\n")
    person.sees("add --unrecorded")
    assert person.ends() == 1


def test_an_unrecorded_match_leaves_nothing_and_touches_nothing(unfinished, tmp_path):
    data = shutil.copytree(unfinished, tmp_path / "data")
    before = (data / "journal.sqlite").read_bytes()
    subprocess.run([*SHORT, "--unrecorded"], env=environment_of(data), check=True, capture_output=True)
    assert (data / "journal.sqlite").read_bytes() == before
    assert sorted(file.name for file in data.iterdir()) == ["journal.sqlite", "link.json", "playing.lock"]


def test_an_unrecorded_match_cannot_be_a_resumed_one(unfinished, tmp_path):
    code, _, err = ran(with_short_files, unfinished, tmp_path / "data", [*PLAY, "--resume", "--unrecorded"])
    assert code == 2 and "Leave out --resume or --seed, --unrecorded." in err


def test_the_page_and_each_seat_say_that_it_is_not_recorded_and_the_list_has_the_matches_before(unfinished, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    command = [*PLAY, "--seats", "Ann,Ben", "--web", "--port-http", "0", "--unrecorded"]
    running = subprocess.Popen(
        in_forbidden_folder(unfinished, data, command),
        env={**environment_of(data), "PYTHONUNBUFFERED": "1"}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        address = next(re.search(r"http://\S+/", line) for line in running.stdout if "http://" in line)[0]
        follow = address.replace("http", "ws") + "follow/table?lang=de"
        with connect(follow, origin=address.rstrip("/"), proxy=None) as page:
            assert json.loads(page.recv())["public"]["game"] == "Punto · nicht aufgezeichnet"
        assert [match["match"] for match in httpx.get(f"{address}matches/all").json()] == [1]
        head = httpx.get(f"{address}matches/1/jsonl").text.splitlines()[0]
        assert json.loads(head)["players"] == ["Ann", "Ben"]
    finally:
        running.kill()
        running.wait()
        make_writable(data)


def test_control_a_recorded_match_says_nothing_of_it(unfinished, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    assert main(SHORT[3:]) == 0
    assert "recorded" not in capsys.readouterr().out
    assert len(Journal(tmp_path / "journal.sqlite").list_matches()) == 1


def test_the_look_for_room_leaves_a_persons_files_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    (tmp_path / "probe").write_text("mine")
    assert main(SHORT[3:]) == 0
    assert (tmp_path / "probe").read_text() == "mine"
    assert not [
        path for path in tmp_path.iterdir() if path.name not in ("probe", "journal.sqlite", "link.json", "playing.lock")
    ]
