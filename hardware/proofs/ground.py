"""Do the boards' fast signals run over ground? Measured in the gerbers that the board houses get."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from hardware.gerbers.ground import grounds, lengths, share
from hardware.gerbers.judge import of, zipped
from hardware.model.bank import BANK
from hardware.model.board import Board
from hardware.model.fast import fast_groups
from hardware.model.hub2 import HUB2
from hardware.model.kinds import GROUND, RAIL_5V
from hardware.model.panel import COUPON, QUARTER
from hardware.model.pod import POD
from hardware.proofs.claims import Claim

GOAL = 0.9
BOARDS = (BANK, COUPON, QUARTER, POD, HUB2)
HEAD = ("board", "nets", "length", "over ground", "over ground or 5 V", "wanted")


class Share(NamedTuple):
    """How long fast nets of a board are together, in mm, and the part of it over ground, and over ground or 5 V."""

    board: str
    about: str
    long: float
    ground: float
    rails: float


def shares_of(board: Board, packed: bytes) -> Iterator[Share]:
    """A share for each group of fast nets that the board has."""
    case = of(board, packed)
    over, over_rails = (lengths(case, grounds(case, rails)) for rails in ((GROUND,), (GROUND, RAIL_5V)))
    for about, nets in fast_groups(board).items():
        yield Share(board.name, about, sum(over[net][0] for net in nets), share(over, nets), share(over_rails, nets))


@cache
def shares() -> tuple[Share, ...]:
    return tuple(found for board in BOARDS for found in shares_of(board, zipped(board)))


def claims() -> Iterator[Claim]:
    for found in shares():
        about = f"{found.board}, {found.about}: track length over ground"
        yield Claim(about, 100 * found.ground, 100 * GOAL, "%", at_most=False)


def compared() -> list[tuple[str, ...]]:
    """Every group of fast nets of every board: a head, and lines."""
    rows = [
        (found.board, found.about, f"{found.long:.0f} mm", *(f"{100 * part:.0f} %" for part in found[3:]))
        for found in shares()
    ]
    return [HEAD, *((*row, f"{100 * GOAL:.0f} %") for row in rows)]
