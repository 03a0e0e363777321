"""The nets whose edges are fast: their way back is the ground below or above them, which must not be broken."""

from __future__ import annotations

import re

from hardware.model.board import Board

FAST = {  # what they are -> their names
    "bus of the readers": re.compile(r"SCK|MOSI|MISO|RD_RST|SS"),
    "bus behind gates and resistors": re.compile(r"(SCK|MOSI|MISO)(\d|_\w+)|RST_\w+"),
    "data of the LEDs": re.compile(r"D(IN|OUT|ATA)\d*|LED_\w+|(CELLS|SEATS)_\w+|(CELLS|BRIDGE)\d"),
}


def fast_groups(board: Board) -> dict[str, tuple[str, ...]]:
    """The fast nets of a board by what they are; a group that it does not have is left out."""
    found = {about: tuple(net for net in board.nets if names.fullmatch(net)) for about, names in FAST.items()}
    return {about: nets for about, nets in found.items() if nets}


def fast_nets(board: Board) -> list[str]:
    return [net for nets in fast_groups(board).values() for net in nets]
