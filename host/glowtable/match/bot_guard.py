"""Guards the program while a bot thinks: what it raises becomes a sentence, and what takes too long is interrupted.

Interrupting needs a main thread and a system with timers: not in Windows.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

from glowtable.messages import UserError


class TooLongError(Exception):
    """It took longer than it may."""


class BotGuard:
    """The block may take `seconds`, else a TooLongError is raised in it. What it raises becomes `failure(error)`.

    A UserError stays what it is.
    """

    def __init__(self, seconds: float, failure: Callable[[Exception], Exception]) -> None:
        self.seconds, self.failure = seconds, failure
        self._before: Any = None

    def __enter__(self) -> None:
        if can_interrupt():
            self._before = signal.signal(signal.SIGALRM, _raise_interrupt)
        self.start_again()

    def start_again(self) -> None:
        """From now on it may take so long."""
        if can_interrupt():
            signal.setitimer(signal.ITIMER_REAL, self.seconds)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if can_interrupt():
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
        if isinstance(error, Exception) and not isinstance(error, UserError):
            raise self.failure(error) from error


def can_interrupt() -> bool:
    return hasattr(signal, "setitimer") and is_main_thread()


def is_main_thread() -> bool:
    """Signals reach no other one."""
    threading = sys.modules.get("threading")  # who has not imported it has no other thread, and need not wait for it
    return not threading or threading.current_thread() is threading.main_thread()


def _raise_interrupt(number: int, frame: FrameType | None) -> None:
    raise TooLongError
