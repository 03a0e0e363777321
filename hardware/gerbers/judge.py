"""A board's gerbers judged: what is wrong with them, and how narrow their copper is."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from glowtable.messages import UserError
from glowtable.terminal.translator import Translator

from hardware.gerbers.faults import Case, case, faults, least, widths
from hardware.gerbers.read import plot
from hardware.gerbers.wanted import wanted
from hardware.made import MADE
from hardware.model.board import Board


class Verdict(NamedTuple):
    """What is said of a board in a line, and what is wrong with it, a sentence each."""

    line: str
    faults: list[str]


def zipped(board: Board, made: Path = MADE) -> bytes:
    """The gerbers in a folder like hardware/made."""
    with ZipFile(made / board.name / f"{board.name}-order.zip") as order:
        return order.read(f"{board.name}-gerbers.zip")


def of(board: Board, packed: bytes) -> Case:
    """A zip of gerbers beside what is wanted of it; UserError if it cannot be read."""
    asked = wanted(board)
    return case(plot(packed, asked.has_paste, asked.copper), asked)


def judged(board: Board, packed: bytes) -> Verdict:
    """The verdict on a zip of gerbers; one that cannot be read is at fault."""
    try:
        read = of(board, packed)
    except UserError as error:
        return Verdict(f"{board.name}: cannot be read", [Translator("en").text(error.message)])
    nets = {pin.net for pin in read.wanted.pins if pin.net}
    found = widths(read)
    narrow = ", ".join(f"{name} {mm:.2f}" for name, mm in least(found).items())
    line = f"{board.name}: {len(read.wanted.pins)} pads on {len(nets)} nets, {len(read.plot.holes)} holes; mm: {narrow}"
    return Verdict(line, faults(read, found))
