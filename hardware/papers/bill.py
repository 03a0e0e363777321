"""The bill of materials of a variant: what to buy, how many, and where it goes. Generic parts, no shops."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import NamedTuple

from hardware.model.board import Board, Part
from hardware.model.table import BOARDS, THINGS, VARIANTS

VALUED = ("R", "C")  # letters of parts that are bought by value


class Line(NamedTuple):
    quantity: int
    about: str
    value: str
    where: str


def bill(variant: str) -> list[Line]:
    """What one table of this variant needs: its circuit boards, the parts on them, then all else."""
    counts = VARIANTS[variant]
    boards = [Line(count, f"circuit board {name}", "", f"made/{name}") for name, count in counts.items() if count]
    loose = [Line(count, thing.about, "", thing.where) for thing in THINGS if (count := thing.needed(variant))]
    return [*boards, *together([*sorted(fitted(counts), key=lambda line: line[1:3]), *loose])]


def fitted(counts: dict[str, int]) -> Iterator[Line]:
    """The parts for a number of boards of each name."""
    for board in BOARDS:
        for (about, value), refs in bought(board).items():
            if counts[board.name]:
                yield Line(counts[board.name] * len(refs), about, value, f"{board.name}: {' '.join(refs)}")


def together(lines: list[Line]) -> list[Line]:
    """Parts of a kind on one line."""
    summed: dict[tuple[str, str], Line] = {}
    for line in lines:
        before = summed.get(line[1:3], Line(0, *line[1:3], ""))
        where = "; ".join(filter(None, (before.where, line.where)))
        summed[line[1:3]] = Line(before.quantity + line.quantity, *line[1:3], where)
    return list(summed.values())


def bought(board: Board) -> dict[tuple[str, str], list[str]]:
    """(what to ask for, its value) -> the references of a board."""
    things: dict[tuple[str, str], list[str]] = {}
    for part in board.parts:
        things.setdefault((part.kind.about, value_of(part)), []).append(part.ref)
    return things


def value_of(part: Part) -> str:
    return part.value if part.kind.letter in VALUED else ""


def as_csv(variant: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("quantity", "part", "value", "where"))
    writer.writerows(bill(variant))
    return out.getvalue()
