"""Opens the port of one board again, under whatever name it is plugged in now. The pump never waits for it.

A board with a USB serial number is looked for in the background, as listing ports may take a second; one without is
looked for by its name alone, at once. No other board is ever opened for it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol

from glowtable.device.usb_ports import UsbBoard, find_port
from glowtable.messages import UserError

if TYPE_CHECKING:
    from concurrent.futures import Future


class Port(Protocol):
    """What a Connection needs of a pyserial port; any OSError means that it went away."""

    def read(self, size: int = 1, /) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...
    def close(self) -> None: ...
    @property
    def in_waiting(self) -> int: ...


class OpenPort(NamedTuple):
    name: str
    port: Port


Job = Callable[[], None]


def run_in_background(job: Job) -> None:
    """Run it in a daemon thread, so that a hanging driver delays neither the pump nor the program's end."""
    from threading import Thread

    Thread(target=job, daemon=True).start()


def run_now(job: Job) -> None:
    job()


class PortSearch:
    """The search for the port of one board, one look at a time; `name` is how people named its port."""

    def __init__(
        self, name: str, board: UsbBoard | None, open_port: Callable[[str], Port],
        run: Callable[[Job], None] = run_in_background,
    ) -> None:  # fmt: skip
        """`run` looks for a board."""
        self.name, self.board = name, board
        self._open_port = open_port
        self._run = run if board else run_now
        self._look: Future[OpenPort | None] | None = None

    def begin_look(self) -> None:
        """Look once, unless a look is still under way."""
        from concurrent.futures import Future  # only a port that was lost needs it: its import takes its time

        if self._look is None:
            look = self._look = Future()
            self._run(lambda: self._finish_look(look))

    def take_port(self) -> OpenPort | None:
        """Return the port that the last look opened, only once; None if there is none yet."""
        if self._look is None or not self._look.done():
            return None
        look, self._look = self._look, None
        return look.result()

    def abandon(self) -> None:
        """Stop waiting. A port that is opened after this is closed at once."""
        if self._look is not None:
            self._look.add_done_callback(_close_port)
            self._look = None

    def _finish_look(self, look: Future[OpenPort | None]) -> None:
        opened = None
        try:
            with suppress(OSError, UserError):
                opened = self._open_where_it_is()
        finally:
            look.set_result(opened)

    def _open_where_it_is(self) -> OpenPort | None:
        name = find_port(self.name, self.board)
        if name is None:
            return None
        port = self._open_port(name)
        if self.board and find_port(self.name, self.board) != name:  # it went, and another came under this name
            port.close()
            return None
        return OpenPort(name, port)


def _close_port(look: Future[OpenPort | None]) -> None:
    opened = look.result()
    if opened:
        with suppress(OSError):
            opened.port.close()
