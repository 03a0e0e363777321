"""Mistakes as one makes them in a schematic, each a function from the sound board to the mistaken one."""

import csv
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest
from glowtable.messages import UserError

from hardware.made import MADE
from hardware.model.board import Board
from hardware.model.boards import HUB2, PROJECTS
from hardware.model.file import File, Reader, text_of
from hardware.model.kinds import Pin
from hardware.proofs.claims import Claim

boards = pytest.mark.parametrize("board", PROJECTS, ids=lambda board: board.name)


def gerbers_of(board: Board) -> bytes:
    """What the board's house gets of it: a zip within the committed order."""
    with ZipFile(MADE / board.name / f"{board.name}-order.zip") as order:
        return order.read(f"{board.name}-gerbers.zip")


class Mutation(NamedTuple):
    board: Board
    change: Callable[[Board], Board]
    complaint: str  # part of what the check must say


def moved(ref: str, **nets: str | None) -> Callable[[Board], Board]:
    """Pins of a part put on other nets."""

    def change(board: Board) -> Board:
        parts = tuple(part._replace(nets={**part.nets, **nets}) if part.ref == ref else part for part in board.parts)
        assert parts != board.parts
        return replace(board, parts=parts)

    return change


def without(ref: str) -> Callable[[Board], Board]:
    return lambda board: replace(board, parts=tuple(part for part in board.parts if part.ref != ref))


def valued(ref: str, value: str) -> Callable[[Board], Board]:
    """A part of another value."""

    def change(board: Board) -> Board:
        parts = tuple(part._replace(value=value) if part.ref == ref else part for part in board.parts)
        assert parts != board.parts
        return replace(board, parts=parts)

    return change


def with_kind(ref: str, **changes: object) -> Callable[[Board], Board]:
    """A part whose kind is another."""

    def change(board: Board) -> Board:
        parts = tuple(
            part._replace(kind=replace(part.kind, **changes)) if part.ref == ref else part for part in board.parts
        )
        return replace(board, parts=parts)

    return change


def twice(ref: str) -> Callable[[Board], Board]:
    return lambda board: replace(board, parts=(*board.parts, board.by_ref[ref]._replace(value="again")))


def drawing_more(pins: tuple[Pin, ...]) -> tuple[Pin, ...]:
    """The pins of a connector whose 3.3 V feeds far more than it may."""
    return tuple(pin._replace(draws_ma=1000 if pin.name == "3V3" else pin.draws_ma) for pin in pins)


def change_in(ref: str, told: str) -> Callable[[Board], Board]:
    """The change of a part as mutations.csv tells it: left out, twice, rated 500 mA, or pins with their other nets."""
    if told == "left out":
        return without(ref)
    if told == "twice":
        return twice(ref)
    if told.startswith("rated "):
        return with_kind(ref, rated_ma=float(told.split()[1]))
    return moved(ref, **{pin: net or None for pin, _, net in (each.partition("=") for each in told.split())})


def mutations_in(text: str) -> dict[str, Mutation]:
    """Each mistake by its name."""
    boards = {board.name: board for board in PROJECTS}
    rows = csv.DictReader(text.splitlines())
    return {
        row["mistake"]: Mutation(boards[row["board"]], change_in(row["part"], row["change"]), row["complaint"])
        for row in rows
    }


MUTATIONS = mutations_in(Path(__file__).with_suffix(".csv").read_text("utf-8")) | {
    "a quarter's current out of the Pico": Mutation(
        HUB2, with_kind("J18", pins=drawing_more(HUB2.by_ref["J18"].kind.pins)), "U1 pin 3V3 gives 300 mA"
    ),
    "a part without footprint": Mutation(HUB2, with_kind("U3", footprint=""), "U3 has no footprint"),
}


def moved_part(name: str, *by: float) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """A printed part that lies elsewhere."""
    return lambda parts: {**parts, name: parts[name].translate(by)}


def made_otherwise(module: str, name: str, of: Callable[[Any], Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """A printed part that is made otherwise of what this module of hardware.solids has."""
    return lambda parts: {**parts, name: of(import_module(f"hardware.solids.{module}"))}


def changed(text: str, pattern: str, change: str) -> str:
    """The text with the first match of a pattern changed."""
    spoilt, count = re.subn(pattern, change, text, count=1, flags=re.DOTALL)
    assert count == 1, pattern
    return spoilt


def spoilt_file(board: Board, pattern: str, change: str) -> File:
    """The file of a board, changed."""
    return Reader(changed(text_of(board.name), pattern, change)).file()


def near(spots: Iterable[tuple[float, float]]) -> list[Any]:
    return [pytest.approx(spot) for spot in sorted(spots)]


def unkept(claims: Iterable[Claim]) -> list[str]:
    """What a proof claims and does not keep."""
    return [claim.about for claim in claims if not claim.is_kept]


def missed(claims: Iterable[Claim]) -> str:
    """The same in a line."""
    return "; ".join(unkept(claims))


def refusal(act: Callable[[], object]) -> str:
    """The sentence with which this is refused."""
    with pytest.raises(UserError) as error:
        act()
    return str(error.value)
