"""Copies of a table's files on this computer, under the serial number of its board."""

from __future__ import annotations

from pathlib import Path

from glowtable.config import data_path
from glowtable.device.usb_ports import UsbBoard, board_at
from glowtable.gate import read_file, save_file

SETTINGS, BOARD = "settings.json", "board.json"
COPIES = {SETTINGS: ".json", BOARD: ".board.json"}  # the ends of their names


def copy_path(name: str, board: UsbBoard | None) -> Path | None:
    """Where this computer keeps this file of the table with this board; it may not exist yet.

    None without a USB serial number, because then tables cannot be told apart, and without a folder for data.
    """
    folder = data_path()
    return folder / "tables" / f"{board.serial_number}{COPIES[name]}" if folder and board else None


def keep_copy(name: str, board: UsbBoard | None, data: bytes) -> None:
    """Keep this file of a table, or with no bytes that it has none; UserError if it cannot be written."""
    path = copy_path(name, board)
    if path:
        save_file(path, data)


def read_copy(device: str, name: str = SETTINGS) -> bytes | None:
    """This file of the table at this device, if there is a copy. UserError if it cannot be read."""
    path = copy_path(name, board_at(device))
    try:
        return (read_file(path) if path else None) or None
    except FileNotFoundError:
        return None
