"""What a house asks for boards and for placing their parts: bands in EUR, from area, layers, joints and kinds of parts.

Estimates of 2026-11, from experience with houses for small series, without freight and tax; nobody was asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hardware.layout.assembly import placed, soldered
from hardware.model.board import Board
from hardware.model.file import file_of
from hardware.papers.bill import key


@dataclass(frozen=True)
class Band:
    """From and to, in EUR."""

    low: float
    high: float

    def __add__(self, other: Band) -> Band:
        return Band(self.low + other.low, self.high + other.high)

    def __mul__(self, times: float) -> Band:
        return Band(self.low * times, self.high * times)


NOTHING = Band(0, 0)
SMALL_MM = 100.0  # boards of at most this both ways are made at a fixed small price
# a lot of boards: by layers, and whether small: what the lot costs, and each square decimetre of it
LOT = {(2, True): Band(2, 8), (2, False): Band(6, 15), (4, True): Band(6, 20), (4, False): Band(20, 45)}
AREA = {2: Band(0.5, 0.9), 4: Band(0.8, 1.8)}
# placing: a job with its stencil, a kind of part that is loaded, a joint
JOB, KIND, JOINT = Band(10, 28), Band(0.3, 1.2), Band(0.0015, 0.004)
WIRED_JOB, WIRED_JOINT = Band(3, 15), Band(0.015, 0.04)  # soldering parts with wires, too


class Bare(NamedTuple):
    """A board as its house sees it."""

    width: float
    height: float
    layers: int

    @property
    def is_small(self) -> bool:
        return round(max(self.width, self.height), 1) <= SMALL_MM

    @property
    def dm2(self) -> float:
        return self.width * self.height / 10_000


def bare(board: Board) -> Bare:
    """By its file."""
    file = file_of(board.name)
    return Bare(*file.size, len(file.copper))


def mask(board: Board) -> str:
    """White where light comes from the mask."""
    return "white mask, black print" if board.has_leds else "mask of any colour"


def made(of: Bare, pieces: int) -> Band:
    """A lot of bare boards."""
    return LOT[of.layers, of.is_small] + AREA[of.layers] * (of.dm2 * pieces)


def assembled(board: Board, pieces: int) -> Band:
    """Soldering what its lists name, without the parts themselves."""
    parts, flat = soldered(board), placed(board)
    joints = sum(len(file_of(board.name).parts[part.ref].pads) for part in flat)
    wired = sum(len(part.kind.pins) for part in parts if part not in flat)
    whole = JOB + KIND * len(set(map(key, parts))) + JOINT * (joints * pieces)
    return whole + WIRED_JOB + WIRED_JOINT * (wired * pieces) if wired else whole
