"""A second program on this computer that has the journal open, too."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OPEN = """
import sys
from pathlib import Path
from glowtable.match.journal import Journal
from glowtable.table import Row
journal = Journal(Path(sys.argv[1]))
"""
WAIT = "\nprint('open', flush=True); sys.stdin.read()"


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
