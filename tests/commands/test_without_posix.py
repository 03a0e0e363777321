"""What a person on Windows does, where fcntl, grp, termios and much of os are missing (tests/support/without_posix)."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from glowtable.messages import NO_TABLE

from tests.support.patience import HANG_S

HERE = Path(__file__).parents[1] / "support" / "without_posix"
SHORT = ("play", "--port", "twin:", "--seed", "3", "--option", "rounds_to_win=1")
TOP = re.compile(r"^(?:import|from) (fcntl|grp|pwd|termios|tty|pty|resource|msvcrt)\b", re.MULTILINE)
HOST = Path(__file__).parents[2] / "host" / "glowtable"


@pytest.fixture
def windows(tmp_path):
    """The environment of a program there."""
    return {
        **os.environ, "PYTHONPATH": str(HERE), "GLOWTABLE_DATA": str(tmp_path / "data"), "LC_ALL": "C.UTF-8",
        "GLOWTABLE_CONFIG": str(tmp_path / "config.toml"), "GLOWTABLE_MODEL": "windows",
    }  # fmt: skip


def run(windows, *arguments, code=0, typed=""):
    done = subprocess.run(
        [sys.executable, "-m", "glowtable", *arguments], env=windows, input=typed, capture_output=True, text=True,
        timeout=HANG_S,
    )  # fmt: skip
    assert done.returncode == code and "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


def test_only_files_for_one_system_import_what_others_lack():
    found = {path.name for path in HOST.rglob("*.py") if TOP.search(path.read_text("utf-8"))}
    assert found == {"posix_keys.py", "windows_keys.py"}


def test_control_the_model_lacks_what_windows_lacks(windows):
    code = "import sys; sys.path[0] = sys.argv[1]; from glowtable.terminal import {0}; print({0}.__name__)"
    there = subprocess.run(
        [sys.executable, "-c", code.format("windows_keys"), "x"], env=windows, capture_output=True, text=True
    )
    missing = subprocess.run(
        [sys.executable, "-c", code.format("posix_keys"), "x"], env=windows, capture_output=True, text=True
    )
    assert there.returncode == 0 and "No module named 'termios' on Windows" in missing.stderr


@pytest.mark.slow
def test_a_match_is_played_listed_exported_replayed_and_checked(windows, tmp_path):
    assert "won Punto!" in run(windows, *SHORT)
    assert "won Punto!" in run(windows, "matches")
    (tmp_path / "match.txt").write_text(run(windows, "export", "1", "--format", "text"))
    assert "won Punto!" in run(windows, "replay", str(tmp_path / "match.txt"))
    assert "1 match is whole." in run(windows, "journal", "check")
    assert "Wrote" in run(windows, "journal", "backup", str(tmp_path / "copy"))
    assert "Restored the journal" in run(windows, "journal", "restore", str(tmp_path / "copy"))


@pytest.mark.slow
def test_simulations_give_the_same_matches_there(windows):
    here = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    line = ("simulate", "alex_and_co", "--games", "4", "--jobs", "2")
    digests = [re.search(r"digest +(\w+)", run(each, *line)) for each in (windows, here)]
    assert digests[0] and digests[1] and digests[0][1] == digests[1][1]


@pytest.mark.slow
def test_flash_and_doctor_say_what_is_missing(windows):
    assert "No Pico is plugged in" in run(windows, "flash", code=NO_TABLE)
    assert "No Pico is plugged in" in run(windows, "doctor")
    assert "Can't find port" in run(windows, "selftest", "--port", "COM9", code=NO_TABLE)


def test_a_script_plays_there(windows):
    assert "turns over" in run(windows, *SHORT, "--script", "-", typed="\n\n")


HOLD = """
import sys
from pathlib import Path
from glowtable.match.journal import Journal
journal = Journal(Path(sys.argv[1]))
held = journal.hold_unfinished()
print(held.id if held else 0, flush=True)
sys.stdin.readline()
"""


@pytest.mark.slow
def test_two_programs_do_not_play_one_match_and_a_kill_lets_it_go(windows, tmp_path):
    assert "Match 1 is saved." in run(windows, *SHORT, "--script", "-", typed="\n\n\n")
    hold = [sys.executable, "-c", HOLD, str(tmp_path / "data" / "journal.sqlite")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": windows}
    with subprocess.Popen(hold, **pipes) as first, subprocess.Popen(hold, **pipes) as second:
        assert sorted([first.stdout.readline(), second.stdout.readline()]) == ["0\n", "1\n"]
        assert "in use" in run(windows, "journal", "restore", "none", code=4)
        first.send_signal(signal.SIGKILL)
        second.send_signal(signal.SIGKILL)
    assert "1 match is whole." in run(windows, "journal", "check")


def test_keys_are_read_one_by_one(windows):
    leader, follower = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "glowtable", *SHORT], stdin=follower,
        env={**windows, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"},
        stdout=follower, stderr=follower,
    )  # fmt: skip
    os.close(follower)
    sees(leader, "Press Enter to start")
    os.write(leader, b"helpx\x7f\r")
    sees(leader, "Any time (Tab completes a word)")
    os.write(leader, b"\x1a")  # Ctrl-Z ends the input there
    while program.poll() is None:
        drain(leader)
    assert program.wait(HANG_S) == 0
    os.close(leader)


def sees(leader, words):
    seen = ""
    while words not in seen:
        assert select.select([leader], [], [], HANG_S)[0], seen
        seen += os.read(leader, 4096).decode("utf-8", "replace")


def drain(leader):
    try:
        if select.select([leader], [], [], 0.1)[0]:
            os.read(leader, 4096)
    except OSError:  # the program has ended
        pass
