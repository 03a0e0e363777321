"""Do the boards' fast signals run over ground? Measured in the gerbers that the board houses get."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from hardware.gerbers.ground import grounds, lengths, share
from hardware.gerbers.judge import of, zipped
from hardware.model.board import Board
from hardware.model.boards import BANK, COUPON, HUB2, POD, QUARTER
from hardware.model.fast import fast_groups
from hardware.proofs.claims import Claim

GOAL = 0.9
BOARDS = (BANK, COUPON, QUARTER, POD, HUB2)


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
