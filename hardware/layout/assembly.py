"""What a board house is told: which part is where, which part that is, and how the board is to be made.

Lists have JLCPCB's columns. Sources: jlcpcb.com/help/article/advice-for-bom-and-cpl-files-preparation, and
support.jlcpcb.com/article/79-component-placement-listcpl-for-for-smt-assembly. A house counts a package's turns from
another one than KiCad's: rotations.csv has what is added on top and taken away below, the first pattern that a
footprint's name begins with. Source: github.com/matthewlai/JLCKicadTools, jlc_kicad_tools/cpl_rotations_db.csv, commit
02f54832, and jlc_lib/cpl_fix_rotations.py. A part's number is what numbers.csv has for its package and value. Source:
github.com/CDFER/JLCPCB-Kicad-Library, symbols, commit e37fb96f; what is not there has none. Places are in the
coordinates of the gerbers: millimetres, y upwards; angles counter-clockwise.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from hardware.layout.lands import hangs
from hardware.model.board import Board, Part
from hardware.model.file import Placed, file_of

PLACES = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")
PARTS = ("Comment", "Designator", "Footprint", "JLCPCB Part #", "Manufacturer Part", "Part", "Quantity")
ROTATIONS, NUMBERS = (Path(__file__).with_name(f"{name}.csv") for name in ("rotations", "numbers"))
BY_HAND = ("C_radial", "F_radial")  # packages of which one chooses the size oneself
CORNER = 50.8  # of the board on its sheet

WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def placed(board: Board) -> list[Part]:
    """The parts that an oven solders."""
    where = file_of(board.name).parts
    return [part for part in board.parts if part.is_fitted and part.ref in where and where[part.ref].is_flat]


def soldered(board: Board) -> list[Part]:
    """The parts that a house solders if it is asked for those with wires, too; points are no parts."""
    return [part for part in board.parts if part.is_fitted and not is_by_hand(part) and part.kind.letter != "TP"]


def is_by_hand(part: Part) -> bool:
    return part.kind.footprint in BY_HAND


def uses(board: Board) -> dict[str, Board]:
    """The board by its name, and each of its other uses, for which some parts stay empty."""
    found = {board.name: board}
    for use, empty in board.without.items():
        parts = tuple(part._replace(is_fitted=part.is_fitted and part.ref not in empty) for part in board.parts)
        found[f"{board.name}-{use}"] = replace(board, parts=parts)
    return found


@cache
def rotations() -> tuple[tuple[re.Pattern[str], int], ...]:
    rows = csv.DictReader(ROTATIONS.read_text("utf-8").splitlines())
    return tuple((re.compile(row["package"]), int(row["degrees"])) for row in rows)


@cache
def numbers() -> dict[tuple[str, str], tuple[str, str]]:
    """The house's number of a part and its maker's, by package and value."""
    rows = csv.DictReader(NUMBERS.read_text("utf-8").splitlines())
    return {(row["package"], row["value"]): (row["number"], row["maker's"]) for row in rows}


def turned(part: Placed) -> float:
    """As the house counts."""
    more = next((degrees for begins, degrees in rotations() if begins.match(part.package)), 0)
    return (part.angle - more if part.is_below else part.angle + more) % 360


def middle(part: Placed) -> tuple[float, float]:
    """Of its pads, as the gerbers count; of a bottom part, too."""
    xs, ys = zip(*(pad.at for pad in part.pads if pad.number), strict=True)
    return CORNER + (min(xs) + max(xs)) / 2, -CORNER - (min(ys) + max(ys)) / 2


def places(board: Board) -> Iterator[tuple[str, ...]]:
    """A line for each part."""
    where = file_of(board.name).parts
    for part in soldered(board):
        x, y = middle(where[part.ref])
        side = "Bottom" if hangs(part.kind) else "Top"
        yield part.ref, f"{x:.3f}mm", f"{y:.3f}mm", side, f"{turned(where[part.ref]):g}"


def parts(board: Board) -> Iterator[tuple[str, ...]]:
    """A line for each kind of part and its value."""
    where = file_of(board.name).parts
    alike: dict[tuple[str, str, str], list[str]] = {}
    for part in soldered(board):
        alike.setdefault((part.value, where[part.ref].package, part.kind.about), []).append(part.ref)
    for (value, package, about), refs in alike.items():
        yield value, ",".join(refs), package, *numbers().get((package, value), ("", "")), about, str(len(refs))


def assembly(board: Board) -> dict[str, str]:
    """The files for the house, by name."""
    file = file_of(board.name)
    width, height = file.size
    by_hand = sorted(f"{part.ref} ({part.kind.about})" for part in board.parts if part.is_fitted and is_by_hand(part))
    order = WORDS["order"].format(
        title=board.title,
        name=board.name,
        width=width,
        height=height,
        layers=WORDS["four_layers" if file.has_inner_plane else "two_layers"],
        mask=WORDS["white" if board.has_leds else "any_colour"],
        by_hand="; ".join(by_hand) or "nothing",
        besides="".join(f"{line}\n" for line in besides(board)),
        choose=", ".join(dict.fromkeys(row[0] for row in parts(board) if not row[3])) or "none",
    )
    files = {f"{board.name}-order.txt": order}
    for name, use in uses(board).items():
        files[f"{name}-cpl.csv"] = table(PLACES, places(use))
        files[f"{name}-bom.csv"] = table(PARTS, parts(use))
    return files


def besides(board: Board) -> Iterator[str]:
    """What is easily got wrong with this board."""
    if any(part.kind.footprint.startswith("Pico") for part in board.parts):
        yield WORDS["pico"]
    yield from (WORDS["other_use"].format(name=f"{board.name}-{use}") for use in board.without)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()
