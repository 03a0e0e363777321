"""Whatever lies where a file of this program is expected: each command ends with a sentence, never with a traceback.

`make test` tries a share of the files, each with a command that reads it; a campaign all files; a long campaign all of
them with every command.
"""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from shutil import rmtree

import pytest

from tests.campaign import IN_CAMPAIGN, LONG
from tests.hostile import DATA_FILES, ROLES, Hostile, corpus

HOUSE = Path(__file__).parents[1]
CHILD = Path(__file__).with_name("hostile_child.py")
EXIT_CODES = range(6)
MOST_SAID = 4000  # letters of errors: one sentence, or two
CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
QUICK_STEP = 23  # of so many files one

TWIN = ("--port", "twin:")
SHORT = (*TWIN, "--seed", "1", "--option", "rounds_to_win=1", "--option", "max_rounds=1")
COMMANDS: dict[str, tuple[str, ...]] = {
    "matches": ("matches",),
    "export": ("export", "1"),
    "list": ("journal", "list"),
    "show": ("journal", "show", "1"),
    "check": ("journal", "check"),
    "archive": ("journal", "archive", "1"),
    "delete": ("journal", "delete", "1", "--yes"),
    "compact": ("journal", "compact"),
    "backup": ("journal", "backup", "copy.sqlite"),
    "restore": ("journal", "restore", ROLES["backup"]),
    "play": ("play", "punto", *SHORT),
    "resume": ("play", "--resume", *TWIN),
    "doctor": ("doctor",),
    "bundle": ("doctor", "--bundle", "written.zip"),
    "tags list": ("tags", "list"),
    "tags check": ("tags", "check"),
    "enrol": ("tags", "enrol"),
    "replay": ("replay", ROLES["match"]),
    "replay bundle": ("replay", ROLES["bundle"]),
    "flash": ("flash",),
    "calibrate": ("calibrate", *TWIN),
    "selftest": ("selftest", "--no-hands", *TWIN),
    "simulate": ("simulate", "punto", "--games", "1"),
    "new-game": ("new-game", "chess", "--into", "."),
}
READERS = {  # for what a file is taken -> the commands that read it
    "config": ("matches", "play", "tags check"),
    "tags": ("tags list", "tags check"),
    "link": ("doctor",),
    "seats": ("play",),
    "journal": ("matches", "export", "show", "check", "resume", "bundle", "archive", "delete", "compact", "backup"),
    "lock": ("matches", "resume"),
    "data": ("matches", "doctor", "tags list", "check"),
    "match": ("replay",),
    "bundle": ("replay bundle",),
    "backup": ("restore",),
}
WAITS = {"a pipe"}  # who names a pipe waits for who writes to it


@pytest.fixture(scope="module")
def run():
    """Runs a command in a folder; its exit code and what it printed."""
    path = os.pathsep.join(str(HOUSE / root) for root in ("host", "firmware", "."))
    with subprocess.Popen(
        [sys.executable, str(CHILD)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as child:  # fmt: skip

        def run_one(home: Path, *arguments: str) -> dict:
            child.stdin.write(json.dumps({"arguments": arguments, "home": str(home)}) + "\n")
            child.stdin.flush()
            return json.loads(child.stdout.readline())

        yield run_one
        child.stdin.close()


def files() -> Iterator[Hostile]:
    """Those of this run."""
    named = set(ROLES) - set(DATA_FILES)
    every = (hostile for hostile in corpus() if not (hostile.role in named and hostile.name in WAITS))
    return every if IN_CAMPAIGN else islice(every, 0, None, QUICK_STEP)


def trials() -> Iterator[tuple[Hostile, str]]:
    """Each file of this run, and a command."""
    for n, hostile in enumerate(files()):
        readers = READERS[hostile.role]
        names = COMMANDS if LONG else [readers[n % len(readers)]]
        yield from ((hostile, name) for name in names)


def complaints(ran: dict) -> list[str]:
    """What is wrong with how a command ended."""
    said = ran["out"] + ran["err"]
    wrong = []
    if ran["code"] not in EXIT_CODES:
        wrong.append(f"exit code {ran['code']}")
    if "Traceback" in said:
        wrong.append(said.strip().splitlines()[-1])
    wrong += [f"prints {found!r}" for found in CONTROL.findall(said)[:1]]
    if len(ran["err"]) > MOST_SAID:
        wrong.append(f"says {len(ran['err'])} letters")
    if ran["code"] and not ran["out"] + ran["err"]:
        wrong.append("fails without a word")
    return wrong


@pytest.mark.campaign
def test_no_hostile_file_makes_a_traceback(run, tmp_path, record_property):
    codes: Counter[int] = Counter()
    bad = []
    for hostile, name in trials():
        home = tmp_path / "home"
        home.mkdir()
        place = home / ROLES[hostile.role]
        place.parent.mkdir(exist_ok=True)
        hostile.make(place)
        ran = run(home, *COMMANDS[name])
        codes[ran["code"]] += 1
        bad += [f"{hostile.role}, {hostile.name}, {name}: {wrong}" for wrong in complaints(ran)]
        rmtree(home)
    assert bad == []
    told = ", ".join(f"{count} times {code}" for code, count in sorted(codes.items()))
    record_property("hostile files", f"{len(list(files()))} files, {codes.total()} commands, 0 tracebacks; exit {told}")


def test_the_corpus_is_large_and_every_command_is_tried():
    from glowtable.__main__ import COMMANDS as THERE

    assert len(list(corpus())) >= 200
    assert {arguments[0] for arguments in COMMANDS.values()} == set(THERE)
    assert {name for names in READERS.values() for name in names} <= set(COMMANDS)
    assert set(READERS) == set(ROLES)


@pytest.mark.parametrize(
    "ran",
    [
        {"code": 99, "out": "", "err": "Traceback (most recent call last):\nRecursionError"},
        {"code": -9, "out": "", "err": ""},
        {"code": 1, "out": "", "err": ""},
        {"code": 0, "out": "\x1b]0;owned\x07", "err": ""},
        {"code": 0, "out": "\u202eneB", "err": ""},
        {"code": 1, "out": "", "err": "no " * 3000},
    ],
)
def test_control_what_is_wrong_is_seen(ran):
    assert complaints(ran)


def test_control_a_reader_without_a_gate_is_caught(run, tmp_path, monkeypatch):
    """The same file, read as before there was a gate."""
    deep = next(hostile for hostile in corpus() if (hostile.role, hostile.name) == ("match", "deep objects"))
    deep.make(tmp_path / "deep")
    with pytest.raises(RecursionError):
        json.loads((tmp_path / "deep").read_text())


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("arguments", ["matches", "replay nothing", "play punto --port twin: --option rounds_to_win=1"])
def test_closed_streams_are_no_traceback(tmp_path, closed, arguments):
    path = os.pathsep.join(str(HOUSE / root) for root in ("host", "firmware"))
    home = {"GLOWTABLE_DATA": str(tmp_path), "GLOWTABLE_CONFIG": str(tmp_path / "none"), "PYTHONPATH": path}
    command = f'exec "{sys.executable}" -m glowtable {arguments} {closed}'
    ran = subprocess.run(["sh", "-c", command], env={**os.environ, **home}, capture_output=True, text=True)
    assert ran.returncode == (2 if "nothing" in arguments else 0) and "Traceback" not in ran.stderr


def test_letters_that_a_terminal_has_not_are_escaped(tmp_path):
    path = os.pathsep.join(str(HOUSE / root) for root in ("host", "firmware"))
    home = {"GLOWTABLE_DATA": str(tmp_path), "GLOWTABLE_CONFIG": str(tmp_path / "none"), "PYTHONPATH": path}
    ran = subprocess.run(
        [sys.executable, "-m", "glowtable", "play", "--options", "--language", "de"],
        env={**os.environ, **home, "PYTHONIOENCODING": "ascii"}, capture_output=True, text=True,
    )  # fmt: skip
    assert ran.returncode == 0 and "\\xfc" in ran.stdout


def test_nothing_is_imported_from_where_it_is_run(tmp_path):
    """A file of the working directory with a library's name is not run; the control shows that Python would."""
    for name in ("typing", "json", "argparse", "sqlite3", "serial"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('planted')")
    path = os.pathsep.join(str(HOUSE / root) for root in ("host", "firmware"))
    home = {"GLOWTABLE_DATA": str(tmp_path), "GLOWTABLE_CONFIG": str(tmp_path / "none"), "PYTHONPATH": path}
    for code, is_planted in ((["-m", "glowtable", "matches"], False), (["-c", "import json"], True)):
        command = [sys.executable, *code]
        ran = subprocess.run(command, cwd=tmp_path, env={**os.environ, **home}, capture_output=True, text=True)
        assert ("planted" in ran.stderr) == is_planted == bool(ran.returncode)
