"""What a board house is told: where each part it places sits, which part that is, and how the board is to be made.

Places are in the coordinates of the gerbers: millimetres, y upwards; angles counter-clockwise. Parts with wires and
those that stay empty are left out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hardware.layout.footprints import footprint
from hardware.layout.plan import U
from hardware.layout.tracks import ORIGIN, layout_of
from hardware.model.board import Board, Part

ORDER = """{title}: how to order it

{width:.1f} x {height:.1f} mm, {layers}
{mask} Surface HASL lead-free or ENIG.
Parts placed on the top side only: {name}-cpl.csv, {name}-bom.csv. All other parts have wires or stay empty.
"""


TWO_LAYERS = "two layers, 1.6 mm FR4, copper 35 um"
FOUR_LAYERS = """four layers, 1.6 mm FR4, copper 35 um outside and at least 17 um inside
From above: F_Cu, In1_Cu (all ground), In2_Cu, B_Cu. F_Cu is about 0.2 mm from In1_Cu, and In2_Cu from B_Cu:
the house's usual build. All vias go through, none is filled."""
WHITE = """Solder mask white on both sides: it throws the light of the LEDs back, a green one takes a third of it.
Print black."""
ANY_COLOUR = "Solder mask of any colour, its print white (black on white)."


def placed(board: Board) -> list[Part]:
    """The parts the house places."""
    return [part for part in board.parts if part.is_fitted and footprint(part.kind.footprint).is_flat]


def uses(board: Board) -> dict[str, Board]:
    """The board by its name, and each of its other uses, for which some parts stay empty."""
    return {board.name: board} | {
        f"{board.name}-{use}": replace(
            board,
            parts=tuple(part._replace(is_fitted=part.is_fitted and part.ref not in empty) for part in board.parts),
        )
        for use, empty in board.without.items()
    }


def places(board: Board) -> Iterator[tuple[str, str, str, str, str]]:
    """Designator, x, y, side, rotation of each part."""
    layout = layout_of(board)
    for part in placed(board):
        x, y, turn = layout.parts[part.ref]
        yield part.ref, f"{ORIGIN + x * U:.3f}", f"{-ORIGIN - y * U:.3f}", "Top", f"{turn * 90}"


def parts(board: Board) -> Iterator[tuple[str, str, str, str, str]]:
    """Value, designators, footprint, what to buy and how many, a line for each kind of part."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for part in placed(board):
        alike.setdefault((part.value, part.kind.footprint, part.kind.about), []).append(part.ref)
    for (value, shape, about), refs in alike.items():
        yield value, " ".join(refs), shape, about, str(len(refs))


def assembly(board: Board) -> dict[str, str]:
    """The files for the house, by name; none for a board whose parts all have wires."""
    if not placed(board):
        return {}
    layout = layout_of(board)
    width, height = layout.size_mm
    layers = FOUR_LAYERS if layout.has_inner_plane else TWO_LAYERS
    mask = WHITE if board.has_leds else ANY_COLOUR
    order = ORDER.format(title=board.title, name=board.name, width=width, height=height, layers=layers, mask=mask)
    files = {f"{board.name}-order.txt": order}
    for name, use in uses(board).items():
        files[f"{name}-cpl.csv"] = table(("Designator", "Mid X", "Mid Y", "Layer", "Rotation"), places(use))
        files[f"{name}-bom.csv"] = table(("Comment", "Designator", "Footprint", "Part", "Quantity"), parts(use))
    return files


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()
