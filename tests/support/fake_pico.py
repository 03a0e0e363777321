"""A Pico at a pseudo-terminal: a real MicroPython and a real littlefs, to be unplugged after any byte."""

import os
import pty
import select
import tty
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from subprocess import Popen
from typing import NamedTuple

import pytest
from glowtable.maker import flash, pico

from tests.micropython import runtime
from tests.micropython.interpreter import HEAP, Interpreter, micropython
from tests.support.patience import HANG_S

PROMPT = Path(__file__).with_name("fake_pico_prompt.py")
BLOCK = 4096
ROOMY = "400k"  # of heap: beside the firmware's sources there is room for the prompt, at twice a Pico's word
CTRL_C = b"\x03"
FORK = get_context("fork")  # its own process: a child of ours would hold the lock on the port that we had open


def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a Pico on a busy computer a program waits until something hangs: how soon it answers decides nothing."""
    monkeypatch.setattr(pico, "ANSWER_S", HANG_S)
    monkeypatch.setattr(flash, "BOOTS", HANG_S)


def with_stdin() -> Interpreter:
    """A real MicroPython that can be typed to; where there is none the test is skipped."""
    try:
        found = micropython(runtime.fetch())
    except runtime.Missing as error:
        pytest.skip(str(error))
    if not found.can >= runtime.WHOLE:
        pytest.skip("the MicroPython here runs no main.py, as the WebAssembly port")
    return found


class Make(NamedTuple):
    """Which board it is and what its disk is like."""

    machine: str = "Raspberry Pi Pico with RP2040"
    language: str = "micropython"
    version: str = "1.25.0"
    is_read_only: bool = False
    blocks: int = 352
    frozen: str = "-"  # the folder with what is frozen into its image


class FakePico:
    """Plugged in as soon as it is made; the same folder is the same disk. `device` is where to open it."""

    def __init__(self, micropython: Interpreter, folder: Path, make: Make = Make(), cut_after: int | None = None):
        disk = folder / "disk"
        if not disk.exists():
            disk.write_bytes(b"\xff" * BLOCK * make.blocks)
        words = (
            str(PROMPT),
            str(disk),
            make.machine,
            make.language,
            make.version,
            make.frozen,
            *["read-only"] * make.is_read_only,
        )
        command = tuple(word.replace(HEAP, ROOMY) for word in micropython.command)
        # one for all its processes: what one has not read before a reboot waits for the next, as at a Pico
        self._unread, self._stdin = os.pipe()
        start = micropython._replace(command=command).start
        self._start: Callable[..., Popen[bytes]] = partial(start, *words, stdin=self._unread)
        self._left = cut_after  # bytes that still come through
        self._heard, self._boots = FORK.Value("i"), FORK.Value("i")
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.device = os.ttyname(self._slave)
        self._is_over = FORK.Event()
        self._server = FORK.Process(target=self._serve, daemon=True)
        self._server.start()
        for end in (self._master, self._unread, self._stdin):
            os.close(end)

    @property
    def heard(self) -> int:
        """Bytes that came through."""
        return self._heard.value

    @property
    def boots(self) -> int:
        """How often main.py was started, or would have been."""
        return self._boots.value

    def __enter__(self) -> "FakePico":
        return self

    def __exit__(self, *error: object) -> None:
        self._is_over.set()
        self._server.join()
        os.close(self._slave)

    def _boot(self) -> None:
        """Power or a soft reboot: main.py runs, if there is one."""
        self._boots.value += 1
        self._process = self._start()
        self._is_at_prompt = False

    def _reboot(self) -> None:
        self._end()
        self._boot()

    def _interrupt(self) -> None:
        """Ctrl-C while main.py runs: a new process, as MicroPython on a computer may be left broken by one.

        What main.py has not read is forgotten, as at a Pico.
        """
        self._end()
        while select.select([self._unread], [], [], 0)[0]:
            os.read(self._unread, BLOCK)
        self._process = self._start("interrupted")
        self._is_at_prompt = True

    def _end(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _serve(self) -> None:
        os.close(self._slave)
        self._boot()
        while not self._is_over.is_set() and self._left != 0:
            said = self._process.stdout.fileno()
            ready, _, _ = select.select([self._master, said], [], [], 0.05)
            if said in ready:
                self._say(os.read(said, 4096))
            elif ready:
                self._hear(os.read(self._master, 4096))
        self._end()

    def _hear(self, data: bytes) -> None:
        data = data[: self._left]
        self._heard.value += len(data)
        if self._left is not None:
            self._left -= len(data)
        if CTRL_C in data and not self._is_at_prompt:
            self._interrupt()
        os.write(self._stdin, data)

    def _say(self, data: bytes) -> None:
        if not data:
            self._reboot()
        self._is_at_prompt |= b">>> " in data
        os.write(self._master, data)
