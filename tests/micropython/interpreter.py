"""Starting a Python over the firmware's files, with our own `machine` and the rig beside them."""

import os
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import NamedTuple

from tests.micropython.runtime import PACED, Runtime
from tests.support.patience import HANG_S

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
# A Pico has 240 KB of heap. Here every word is twice as wide, so what fits here has room to spare there.
HEAP = "240k"


class Interpreter(NamedTuple):
    command: tuple[str, ...]
    path: tuple[str, str]  # the environment variable that tells it where modules are
    can: frozenset[str] = frozenset()

    def start(self, *words: str, folder: Path = HERE, stdin: int = PIPE) -> "Popen[bytes]":
        """A script (or -c CODE) with pipes to it, run in a folder; `stdin` if it reads from a pipe that is there."""
        environment = os.environ | dict([self.path])
        command = [*self.command, *words]
        return Popen(command, cwd=folder, env=environment, stdin=stdin, stdout=PIPE, stderr=PIPE, bufsize=0)

    def paced(self) -> "Interpreter":
        """The same by a clock that stands still while this computer gives it no turn."""
        name, folders = self.path
        return self._replace(path=(name, f".frozen:{PACED}:{folders}"))

    def run(self, *words: str) -> str:
        """What a script (or -c CODE) prints; it must end well."""
        with self.start(*words) as process:
            printed, errors = process.communicate(timeout=HANG_S)
        assert process.returncode == 0, errors.decode()
        return printed.decode()


def micropython(found: Runtime) -> Interpreter:
    """A real MicroPython with a heap like a Pico's."""
    command = (*found.command, "-X", f"heapsize={HEAP}")
    path = ("MICROPYPATH", f".frozen:{HERE / 'rig'}:{FIRMWARE}")
    return Interpreter(command, path, found.can)


def cpython() -> Interpreter:
    return Interpreter((sys.executable,), ("PYTHONPATH", f"{HERE / 'rig'}:{FIRMWARE}"))
