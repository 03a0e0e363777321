"""The USB serial ports of this computer now, and the board at each: its number stays, its port's name may change.

The only file that lists ports. Knows no table.
"""

import os
import sys
from typing import NamedTuple

PICO_VENDOR = 0x2E8A
USB_PORTS = ("ttyACM", "ttyUSB")  # in /dev on Linux: a device that is a port by itself, as a Pico is; an adapter
# What a list raises if a port goes away while it is made: pyserial takes the number of a file that is gone, int(None)
LIST_ERRORS = (OSError, TypeError, ValueError)


class UsbBoard(NamedTuple):
    """One board among all: no other has the same number of the same vendor."""

    vendor: int
    serial_number: str


class UsbPort(NamedTuple):
    """One port of the list. `board` is None if the board has no number that tells it from others."""

    device: str
    vendor: int
    board: UsbBoard | None


def usb_ports() -> list[UsbPort]:
    """The ports there are now. Reads files on Linux, asks every driver on Windows: may take a second."""
    try:
        if sys.platform == "linux" and not any(name.startswith(USB_PORTS) for name in os.listdir("/dev")):
            return []  # known without the library, whose import takes its time
        from serial.tools import list_ports

        listed = list_ports.comports()
    except LIST_ERRORS:
        return []  # whoever waits for a port lists them again
    return [UsbPort(port.device, port.vid, _board_of(port.vid, port.serial_number)) for port in listed if port.vid]


def _board_of(vendor: int, serial_number: str | None) -> UsbBoard | None:
    """None without a serial number, or with zeros alone: old MicroPython for the Pico has no other."""
    number = serial_number or ""
    return UsbBoard(vendor, number) if number.isalnum() and number.strip("0") else None


def picos() -> list[UsbPort]:
    """The ports whose USB vendor is Raspberry Pi, by name."""
    return sorted(port for port in usb_ports() if port.vendor == PICO_VENDOR)


def pico_ports() -> list[str]:
    """The names of the ports whose USB vendor is Raspberry Pi."""
    return [port.device for port in picos()]


def board_at(name: str) -> UsbBoard | None:
    """The board at this port; None if there is none, or it cannot be told from others."""
    ports = usb_ports()
    boards = [port.board for port in ports if port.device in _port_spellings(name)]
    board = boards[0] if boards else None
    return board if [port.board for port in ports].count(board) == 1 else None


def find_port(name: str, board: UsbBoard | None) -> str | None:
    """The name of the port where this board is now, `name` if that leads to it; None if it is not plugged in.

    Without a board the name is all that counts. Of two boards that say the same number neither is taken.
    """
    if board is None:
        return name
    devices = [port.device for port in usb_ports() if port.board == board]
    if len(devices) != 1:
        return None
    return name if devices[0] in _port_spellings(name) else devices[0]


def _port_spellings(name: str) -> set[str]:
    """This port as the list may name it: what a link leads to; on macOS cu. for tty.; on Windows COM5 for com5."""
    return {name, os.path.realpath(name), name.replace("/dev/tty.", "/dev/cu."), name.upper().removeprefix("\\\\.\\")}
