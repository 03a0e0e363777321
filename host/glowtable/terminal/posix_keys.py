"""Keys as they are pressed, on Linux and macOS: without waiting for Enter, and without a shadow on the screen."""

from __future__ import annotations

import os
import select
import signal
import termios
import tty
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

STDIN = 0


class Keys:
    """The keyboard from `begin_reading` to `end_reading`; Ctrl-C still interrupts.

    Ctrl-Z leaves the terminal as it was until `fg`: `on_stop` before that, `on_return` after it.
    """

    def __init__(self, on_stop: Callable[[], None], on_return: Callable[[], None]) -> None:
        self._on_stop, self._on_return = on_stop, on_return
        self._decoder = getincrementaldecoder("utf-8")("ignore")
        self._stop_before = signal.getsignal(signal.SIGTSTP)
        self._is_reading = False

    def begin_reading(self) -> None:
        self._before = termios.tcgetattr(STDIN)
        signal.signal(signal.SIGTSTP, self._stop)
        self._read_keys()

    def end_reading(self) -> None:
        """Also where reading has not begun, or the terminal has been closed."""
        self._read_lines()
        signal.signal(signal.SIGTSTP, self._stop_before)

    def _read_keys(self) -> None:
        self._is_reading = True
        tty.setcbreak(STDIN)

    def _read_lines(self) -> None:
        """Restore the terminal's mode, also in the background. Do nothing where that is done already."""
        if self._is_reading:
            before = signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # which else stops a program in the background
            with suppress(termios.error):
                termios.tcsetattr(STDIN, termios.TCSANOW, self._before)  # a signal interrupts whatever waits
            signal.signal(signal.SIGTTOU, before)
            self._is_reading = False

    def pressed(self) -> str | None:
        """What was pressed since the last call, None at the end of input; never waits."""
        if not select.select([STDIN], [], [], 0)[0]:
            return ""
        try:
            data = os.read(STDIN, 1024)
        except OSError:  # the terminal has been closed
            return None
        return self._decoder.decode(data) if data else None

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Here the program stands still until `fg`."""
        self._on_stop()
        self._read_lines()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._stop)
        self._read_keys()
        self._on_return()
