"""A table behind a pseudo-terminal in a process of its own (serve.py), and its hands for a test.

with Served(tmp_path / "pico") as table:
    table.do("press 21")
    table.do("cells")
"""

import select
import subprocess
import sys
from pathlib import Path
from typing import Self

from tests.support.patience import HANG_S

ROOT = Path(__file__).parents[2]


class Served:
    """`port` is there once it is entered."""

    def __init__(self, port: Path, *options: str) -> None:
        self.port = port
        self.options = options

    def __enter__(self) -> Self:
        path = ":".join(str(ROOT / folder) for folder in (".", "host", "firmware"))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.emulated.serve", str(self.port), *self.options],
            cwd=ROOT, env={"PYTHONPATH": path}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip
        assert self._line() == f"ready {self.port}"
        return self

    def __exit__(self, *error: object) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()  # its end ends the server
        self.process.wait(HANG_S)
        self.process.stdout.close()

    def do(self, command: str) -> str:
        """What the server answers behind `ok`."""
        assert self.process.stdin
        self.process.stdin.write(command + "\n")
        answer, _, rest = self._line().partition(" ")
        assert answer == "ok", f"{command}: {answer} {rest}"
        return rest

    def _line(self) -> str:
        assert self.process.stdout
        assert select.select([self.process.stdout], [], [], HANG_S)[0], "the server hangs"
        return self.process.stdout.readline().rstrip("\n")
