"""Wakes the thread of the match when something was tapped: it waits for this beside the table's port."""

from __future__ import annotations

import socket
from contextlib import suppress


class Wakeup:
    """`ring` from any thread; `file` can be waited for until somebody has, and `clear_wakeup` makes it quiet again."""

    def __init__(self) -> None:
        self._ringing, self._heard = socket.socketpair()
        self._ringing.setblocking(False)
        self._heard.setblocking(False)

    @property
    def file(self) -> int:
        return self._heard.fileno()

    def ring(self) -> None:
        with suppress(OSError):  # it rings loud enough already, or nobody listens any more
            self._ringing.send(b"\0")

    def clear_wakeup(self) -> None:
        with suppress(BlockingIOError):
            while self._heard.recv(4096):
                continue

    def close(self) -> None:
        """It never rings again; who still rings it is not heard."""
        self._ringing.close()
        self._heard.close()
