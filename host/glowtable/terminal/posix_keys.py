"""Keys as they are pressed, on Linux and macOS: without waiting for Enter, and without a shadow on the screen."""

from __future__ import annotations

import os
import select
import signal
import termios
import tty
from codecs import getincrementaldecoder
from collections.abc import Callable
from types import FrameType

STDIN = 0
STOP_KEY = "\x1a"  # Ctrl-Z


class Keys:
    """The keyboard from `begin_reading` to `end_reading`; Ctrl-C still interrupts.

    Ctrl-Z leaves the terminal as it was until `fg`: `on_stop` before that, `on_return` after it.
    """

    def __init__(self, on_stop: Callable[[], None], on_return: Callable[[], None]) -> None:
        self._on_stop, self._on_return = on_stop, on_return
        self._decoder = getincrementaldecoder("utf-8")("ignore")

    def begin_reading(self) -> None:
        self._before = termios.tcgetattr(STDIN)
        self._stop_before = signal.signal(signal.SIGTSTP, self._stop)
        tty.setcbreak(STDIN)

    def end_reading(self) -> None:
        termios.tcsetattr(STDIN, termios.TCSADRAIN, self._before)
        signal.signal(signal.SIGTSTP, self._stop_before)

    def pressed(self) -> str | None:
        """What was pressed since the last call, None at the end of input; never waits."""
        if not select.select([STDIN], [], [], 0)[0]:
            return ""
        data = os.read(STDIN, 1024)
        return self._decoder.decode(data) if data else None

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Here the program stands still until `fg`."""
        self._on_stop()
        termios.tcsetattr(STDIN, termios.TCSADRAIN, self._before)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._stop)
        tty.setcbreak(STDIN)
        self._on_return()
