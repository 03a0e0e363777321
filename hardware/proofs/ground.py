"""Do the boards' fast signals run over ground? Measured in the gerbers that the board houses get.

Fast are the edges of nets whose way back is the ground below or above them, which must not be broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from hardware.gerbers.ground import grounds, lengths, share
from hardware.gerbers.judge import of, zipped
from hardware.model.board import Board
from hardware.model.boards import BANK, COUPON, HUB2, POD, QUARTER
from hardware.proofs.claims import Claim

GOAL = 0.9
BOARDS = (BANK, COUPON, QUARTER, POD, HUB2)

FAST = {  # what they are -> their names
    "bus of the readers": re.compile(r"SCK|MOSI|MISO|RD_RST|SS"),
    "bus behind gates and resistors": re.compile(r"(SCK|MOSI|MISO)(\d|_\w+)|RST_\w+"),
    "data of the LEDs": re.compile(r"D(IN|OUT|ATA)\d*|LED_\w+|(CELLS|SEATS)_\w+|(CELLS|BRIDGE)\d"),
}


def fast_groups(board: Board) -> dict[str, tuple[str, ...]]:
    """The fast nets of a board by what they are; a group that it does not have is left out."""
    found = {about: tuple(net for net in board.nets if names.fullmatch(net)) for about, names in FAST.items()}
    return {about: nets for about, nets in found.items() if nets}


class Share(NamedTuple):
    """The part of the length of some fast nets of a board that lies over ground."""

    board: str
    about: str
    ground: float


def shares_of(board: Board, packed: bytes) -> Iterator[Share]:
    """A share for each group of fast nets that the board has."""
    case = of(board, packed)
    over = lengths(case, grounds(case))
    for about, nets in fast_groups(board).items():
        yield Share(board.name, about, share(over, nets))


@cache
def shares() -> tuple[Share, ...]:
    return tuple(found for board in BOARDS for found in shares_of(board, zipped(board)))


def claims() -> Iterator[Claim]:
    for found in shares():
        about = f"{found.board}, {found.about}: track length over ground"
        yield Claim(about, 100 * found.ground, 100 * GOAL, "%", at_most=False)
