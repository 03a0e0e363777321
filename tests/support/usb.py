"""USB ports that a test plugs in, instead of this computer's: what pyserial's list says of a port, and who is there."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest
from glowtable.device import usb_ports
from serial.tools import list_ports


class ListedPort(NamedTuple):
    """A port as pyserial lists it, a Pico's unless said otherwise."""

    device: str
    serial_number: str | None = None
    vid: int | None = usb_ports.PICO_VENDOR


def list_instead(monkeypatch: pytest.MonkeyPatch, listed: Callable[[], Iterable[ListedPort]]) -> None:
    """From now on these are the ports of this computer, whatever is plugged in."""
    monkeypatch.setattr(usb_ports, "USB_PORTS", "")
    monkeypatch.setattr(list_ports, "comports", listed)


class UsbComputer:
    """Boards by the name of the port at which each is now; a port that was open dies with its cable.

    `before_each` is called before each look at the ports or opening of one: things happen in between, too.
    """

    def __init__(self) -> None:
        self.boards: dict[str, object] = {}  # name -> the board as it was plugged in this time
        self.numbers: dict[object, str | None] = {}
        self.written: list[str | None] = []  # the number of each board that somebody wrote to
        self.before_each: Callable[[], object] = lambda: None

    def plug_in(self, name: str, serial_number: str | None) -> None:
        board = self.boards[name] = object()
        self.numbers[board] = serial_number

    def unplug(self, name: str) -> None:
        self.boards.pop(name, None)

    def listed(self) -> list[ListedPort]:
        self.before_each()
        return [ListedPort(name, self.numbers[board]) for name, board in self.boards.items()]

    def open_port(self, name: str) -> "PluggedPort":
        self.before_each()
        if name not in self.boards:
            raise OSError(2, "no such port")
        return PluggedPort(self, name)


class PluggedPort:
    """An open port: silent, and dead as soon as its board is unplugged."""

    def __init__(self, computer: UsbComputer, name: str) -> None:
        self.computer, self.name = computer, name
        self.board = computer.boards[name]
        self.is_closed = False

    @property
    def serial_number(self) -> str | None:
        return self.computer.numbers[self.board]

    def _check_plugged_in(self) -> None:
        if self.is_closed or self.computer.boards.get(self.name) is not self.board:
            raise OSError(5, "gone")

    @property
    def in_waiting(self) -> int:
        self._check_plugged_in()
        return 0

    def read(self, size: int = 1) -> bytes:
        self._check_plugged_in()
        return b""

    def write(self, data: bytes) -> int:
        self._check_plugged_in()
        self.computer.written.append(self.serial_number)
        return len(data)

    def close(self) -> None:
        self.is_closed = True
