"""Signals that end a program: taken as Ctrl-C is, so that everything is put in order; then the program dies by them."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from glowtable.match.bot_guard import is_main_thread

# SIGBREAK is Windows' alone: Ctrl-Break, and a window that is closed
ENDING_SIGNALS = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK") if hasattr(signal, name)
]
REPEATED = 2  # `timeout` and a closed window send theirs twice: the second must not disturb the putting in order


@contextmanager
def taken_as_interrupts() -> Iterator[None]:
    """Raise KeyboardInterrupt inside for a signal that ends the program; when left, let the program die by it.

    Signals that are ignored or taken already, as behind `nohup`, stay so.
    """
    received: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        received.append(number)
        if len(received) != REPEATED:
            raise KeyboardInterrupt

    may_take = is_main_thread()
    taken = [number for number in ENDING_SIGNALS if may_take and signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, interrupt)
    try:
        yield
    finally:
        if received:
            die_by(received[0])
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def taken_at_once() -> Iterator[None]:
    """Let such a signal end the program at once inside: Python's `input` sleeps on if it came just before."""
    may_take = is_main_thread()
    handlers = {number: signal.getsignal(number) for number in ENDING_SIGNALS if may_take}
    taken = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in taken:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number, handler in taken.items():
            signal.signal(number, handler)


def die_by(number: int) -> None:
    """End the program as the signal would have, after all that was written is on the screen, if there is one still."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
