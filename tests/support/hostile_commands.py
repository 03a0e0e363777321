"""Every command, which hostile files it reads, and how it ends where one lies in its way, or something happens to it.

Each runs in a process of its own (hostile_child.py). Knows no file and no sentence.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import rmtree
from typing import NamedTuple

from tests.support.hostile import DATA_FILES, NAMED_FILES, ROLES, Hostile, corpus

HOUSE = Path(__file__).parents[2]
CHILD = Path(__file__).with_name("hostile_child.py")

TWIN = ("--port", "twin:")
SHORT = (*TWIN, "--seed", "1", "--option", "rounds_to_win=1", "--option", "max_rounds=1")
COMMANDS: dict[str, tuple[str, ...]] = {
    "matches": ("matches",),
    "matches --json": ("matches", "--json"),
    "matches show": ("matches", "show", "1"),
    "matches show --json": ("matches", "show", "1", "--json"),
    "matches stats": ("matches", "stats"),
    "matches abandon": ("matches", "abandon", "1"),
    "matches delete": ("matches", "delete", "1", "--yes"),
    "export": ("export", "1"),
    "export --format csv": ("export", "1", "--format", "csv"),
    "export --format text": ("export", "1", "--format", "text"),
    "journal list": ("journal", "list"),
    "journal show": ("journal", "show", "1"),
    "journal check": ("journal", "check"),
    "journal archive": ("journal", "archive", "1"),
    "journal delete": ("journal", "delete", "1", "--yes"),
    "journal compact": ("journal", "compact"),
    "journal backup": ("journal", "backup", "copy.sqlite"),
    "journal restore": ("journal", "restore", ROLES["backup"]),
    "play": ("play", "punto", *SHORT),
    "play --resume": ("play", "--resume", *TWIN, "--script", os.devnull),
    "play --script": ("play", "punto", *SHORT, "--script", ROLES["match"]),
    "serve": ("serve", *TWIN, "--port-http", "0"),  # until its lobby is open
    "doctor": ("doctor",),
    "doctor --frames": ("doctor", "--frames"),
    "doctor --bundle": ("doctor", "--bundle", "written.zip"),
    "tags list": ("tags", "list"),
    "tags check": ("tags", "check"),
    "tags enrol": ("tags", "enrol"),
    "replay": ("replay", ROLES["match"]),
    "replay (a bundle)": ("replay", ROLES["bundle"]),
    "flash": ("flash",),
    "flash --uf2": ("flash", "--uf2", ROLES["match"]),
    "calibrate": ("calibrate", *TWIN),
    "selftest": ("selftest", "--no-hands", *TWIN),
    "simulate": ("simulate", "punto", "--games", "1"),
    "simulate --resume": ("simulate", "punto", *SHORT[2:], "--games", "1", "--resume", ROLES["records"]),
    "simulate --with": ("simulate", "punto", "--games", "1", "--with", ROLES["guest"]),
    "tournament": ("tournament", "punto", "--bots", "random,greedy", "--deals", "1"),
    "tournament --resume": (
        *("tournament", "punto", *SHORT[2:], "--bots", "random,greedy", "--deals", "1", "--resume", ROLES["records"]),
    ),
    "report": ("report", ROLES["records"]),
    "learn": ("learn", "punto"),
    "bots": ("bots",),
    "games": ("games",),
    "cluster": ("cluster", "up", "--workers", "0"),
    "new-game": ("new-game", "chess", "--into", "."),
    "completion": ("completion", "bash"),
    "wiring": ("wiring", "starter"),
    "wiring (a board)": ("wiring", ROLES["board"]),
    "flash --board": ("flash", "--board", ROLES["board"]),
}
OF_JOURNAL = ("matches", "export", "journal ")  # so begin the names of those that read it
JOURNAL = tuple(name for name in COMMANDS if name.startswith(OF_JOURNAL) and name != "journal restore")
READERS = {  # for what a file is taken -> the commands that read it
    "config": ("matches", "play", "serve", "tags check", "flash"),
    "tags": ("tags list", "tags check"),
    "link": ("doctor", "doctor --frames"),
    "seats": ("play", "serve"),
    "journal": (*JOURNAL, "play --resume", "serve", "doctor --bundle"),
    "lock": ("matches", "play --resume", "serve"),
    "data": ("matches", "doctor", "tags list", "journal check", "play", "serve"),
    "match": ("replay", "report"),
    "bundle": ("replay (a bundle)",),
    "backup": ("journal restore",),
    "records": ("report", "simulate --resume", "tournament --resume"),
    "guest": ("simulate --with",),
    "board": ("wiring (a board)", "flash --board"),
}
TAKES_FILE = tuple(name for name, words in COMMANDS.items() if not set(words).isdisjoint(NAMED_FILES.values()))
MET_BY = {role: tuple(COMMANDS) if role in DATA_FILES else TAKES_FILE for role in ROLES}  # in whose way it may lie
WAITS = {(role, "a pipe") for role in NAMED_FILES}  # who names a pipe to `replay` waits for who writes to it


@cache
def files() -> tuple[Hostile, ...]:
    """Every hostile file that a command can be given."""
    return tuple(hostile for hostile in corpus() if (hostile.role, hostile.name) not in WAITS)


class Ran(NamedTuple):
    """How a command ended: its exit code, what it wrote, and the rows that were acknowledged."""

    code: int
    out: str
    err: str
    rows: int = 0


Run = Callable[..., Ran]  # of a home, arguments, and what happens meanwhile


@contextmanager
def commands_run() -> Iterator[Run]:
    """Runs commands in folders."""
    path = os.pathsep.join(str(HOUSE / root) for root in ("host", "firmware", "."))
    with subprocess.Popen(
        [sys.executable, str(CHILD)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as child:  # fmt: skip
        assert child.stdin and child.stdout
        asks, answers = child.stdin, child.stdout

        def run_one(home: Path, *arguments: str, moment: str = "") -> Ran:
            asks.write(json.dumps({"arguments": arguments, "home": str(home), "moment": moment}) + "\n")
            asks.flush()
            return Ran(**json.loads(answers.readline()))

        yield run_one
        asks.close()


@contextmanager
def fresh_home(place: Path) -> Iterator[Path]:
    """A folder for one run, which may forbid itself; gone afterwards."""
    home = place / "home"
    home.mkdir()
    try:
        yield home
    finally:
        for folder in (home / "data", home):
            if folder.is_dir() and not folder.is_symlink():
                folder.chmod(0o700)
        rmtree(home)


def run_with(run: Run, hostile: Hostile, name: str, place: Path) -> Ran:
    """This command where this file lies in its way."""
    with fresh_home(place) as home:
        path = home / ROLES[hostile.role]
        path.parent.mkdir(exist_ok=True)
        hostile.make(path)
        ran = run(home, *words_with(hostile, name))
        return ran._replace(out=ran.out.replace(f"{home}/", ""), err=ran.err.replace(f"{home}/", ""))


def words_with(hostile: Hostile, name: str) -> list[str]:
    """What is typed; a command that takes a file is given this one."""
    given = NAMED_FILES.get(hostile.role, "")
    return [given if given and word in NAMED_FILES.values() else word for word in COMMANDS[name]]
