"""A user without a home, whom the system does not know, as in containers and services: no command is a traceback."""

import json
import subprocess
import sys

import pytest
from glowtable import config
from glowtable.config import Config, load_config
from glowtable.messages import USAGE

from tests.support.hostile import ROLES
from tests.support.hostile_commands import COMMANDS
from tests.support.patience import HANG_S

# Runs each command of standard input, a line of JSON, in a fork; a line of JSON out: exit code and what it wrote.
# Root takes a number that belongs to nobody; for others the list of users is empty.
RUNNER = """
import json, os, sys, tempfile
if os.geteuid():
    import pwd
    def nobody(number): raise KeyError(number)
    pwd.getpwuid = nobody
else:
    os.setresuid(54321, 0, 0)
from glowtable.__main__ import main
for line in sys.stdin:
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            for number in (1, 2):
                os.dup2(said.fileno(), number)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            code = 99
            try:
                code = main(json.loads(line))
            except SystemExit as left:
                code = left.code
            finally:
                if code == 99:
                    import traceback
                    traceback.print_exc()
                sys.stdout and sys.stdout.flush()
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        print(json.dumps([code, said.read().decode()]), flush=True)
"""
NEEDS_NO_DATA = (
    "completion", "wiring", "wiring (a board)", "flash --board",
    "replay", "replay (a bundle)", "flash", "flash --uf2", "simulate", "simulate --resume", "simulate --with",
    "tournament", "tournament --resume", "report", "learn", "bots", "games", "cluster", "new-game", "calibrate",
)  # fmt: skip
ASKS_FOR_FOLDER = "This user has no home folder. Name a folder for matches in GLOWTABLE_DATA."


def run_all(folder, lines, **environment):
    """Exit code and words of each command, for a user without a home."""
    done = subprocess.run(
        [sys.executable, "-c", RUNNER], input="\n".join(map(json.dumps, lines)), capture_output=True, text=True,
        cwd=folder, env={"LC_ALL": "C.UTF-8", **environment}, timeout=HANG_S, check=True,
    )  # fmt: skip
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


@pytest.fixture
def folder(tmp_path):
    """Where the commands run, with an empty file of lines to type."""
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / ROLES["match"]).touch()
    return tmp_path / "here"


def test_no_command_is_a_traceback(folder):
    """What needs no data is done, or says what else is missing; all others say how to name a folder."""
    for name, (code, said) in zip(COMMANDS, run_all(folder, COMMANDS.values()), strict=True):
        assert "Traceback" not in said and code in range(6), (name, said)
        assert (ASKS_FOR_FOLDER in said) == (name not in NEEDS_NO_DATA), (name, said)
        assert code == USAGE or name in NEEDS_NO_DATA, name
    assert not (folder / "~").exists()


def test_with_a_folder_for_data_a_match_is_played_and_listed(folder, tmp_path):
    lines = [COMMANDS[name] for name in ("play", "matches", "doctor", "tags list", "selftest")]
    played, listed, *others = run_all(folder, lines, GLOWTABLE_DATA=str(tmp_path / "data"))
    assert played[0] == listed[0] == 0 and "won Punto!" in listed[1]
    assert all("Traceback" not in said and ASKS_FOR_FOLDER not in said for _, said in others)
    assert (tmp_path / "data" / "journal.sqlite").exists()


@pytest.mark.parametrize("answer", ["~/.local/share/glowtable", RuntimeError("could not determine the home directory")])
def test_whatever_the_library_makes_of_it_there_is_no_folder(monkeypatch, answer):
    """Its versions differ: one raises, an older one means a folder called ~."""

    def answered_by_library(name):
        if isinstance(answer, RuntimeError):
            raise answer
        return answer

    for variable in ("HOME", "GLOWTABLE_DATA", "GLOWTABLE_CONFIG", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for library in ("user_data_dir", "user_config_dir"):
        monkeypatch.setattr(f"platformdirs.{library}", answered_by_library)
    assert config.data_path() is None and config.config_path() is None
    assert load_config(config.config_path()) == Config()
