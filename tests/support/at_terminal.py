"""Somebody at a terminal of their own, in which a shell would have started the program."""

import os
import pty
import signal
import subprocess
import termios

from tests.support.patience import HANG_S, is_readable


def as_in_a_shell(ignored: tuple[int, ...] = ()) -> None:
    """Before the program begins: only these signals are ignored, as behind `nohup`; a program that dies leaves no core.

    However the tests were started: what ignores a signal hands that down.
    """
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


class AtTerminal:
    """`screen` is all that was shown; with a pipe as `stdout`, as of `| tee log`, what came out of it, too."""

    def __init__(self, command, *, stdout=None, ignored=(), **environment):
        self.leader, follower = pty.openpty()
        self.before, self.after = termios.tcgetattr(self.leader), None
        self.program = subprocess.Popen(
            command, stdin=follower, stdout=stdout or follower, stderr=follower, process_group=0,
            preexec_fn=lambda: as_in_a_shell(ignored),
            env={**os.environ, "COLUMNS": "80", "LINES": "24", **environment},
        )  # fmt: skip
        os.close(follower)
        self.screen = self.seen = ""

    @property
    def is_as_before(self) -> bool:
        """Does the terminal echo and wait for Enter as before the program began?"""
        return (self.after or termios.tcgetattr(self.leader)) == self.before

    def _read(self, seconds: float) -> bool:
        """Read on; False if nothing came."""
        piped = [self.program.stdout.fileno()] if self.program.stdout else []
        is_readable(self.leader, *piped, most_s=seconds)
        texts = [_read_some(file) for file in (self.leader, *piped) if is_readable(file)]
        self.screen, self.seen = self.screen + "".join(texts), self.seen + "".join(texts)
        return any(texts)

    def sees(self, words):
        """Read on until these words come; what came until then."""
        while words not in self.seen:
            assert self._read(HANG_S), self.seen
        before, _, self.seen = self.seen.partition(words)
        return before

    def types(self, text):
        os.write(self.leader, text.encode())

    def sends(self, *numbers):
        for number in numbers:
            self.program.send_signal(number)

    def ends(self) -> int:
        """Read on until the program has ended; its exit code, below zero the signal that ended it."""
        while self.program.poll() is None:
            self._read(0.1)
        while self._read(0):
            pass
        self.after = termios.tcgetattr(self.leader)
        os.close(self.leader)
        if self.program.stdout:
            self.program.stdout.close()
        return self.program.returncode

    def leaves(self):
        self.types("quit\n")
        assert self.ends() == 0


def _read_some(file: int) -> str:
    try:
        return os.read(file, 4096).decode("utf-8", "replace")
    except OSError:  # nobody is left at the other end of the terminal
        return ""
