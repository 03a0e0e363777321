"""Journals of tests: what others write into one, and programs that have it open, too."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from glowtable.match.header import Header

HEADER = Header("punto", ("Ann", "bot:greedy"), {"frame": "fixed"}, 7, "2026-11-21 20:00:00")

OPEN = """
import sys
from pathlib import Path
from glowtable.match.journal import Journal
from glowtable.table import Row
journal = Journal(Path(sys.argv[1]))
"""
WAIT = "\nprint('open', flush=True); sys.stdin.read()"


def change(path: Path, *statements: str) -> None:
    """What somebody writes there who is not this program."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def run_code(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """What a program of this code does to its end."""
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True)


@contextmanager
def another_program(path: Path, does: str = "") -> Iterator[None]:
    """It has the journal open inside, and has first done this with its `journal`."""
    command = [sys.executable, "-c", f"{OPEN}{does}{WAIT}", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin and child.stdout and child.stdout.readline() == "open\n"
        yield
        child.stdin.close()
