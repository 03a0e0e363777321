"""Tables about the printed parts for the pages, read from the committed files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from struct import iter_unpack

from hardware.guide import markdown
from hardware.solids.bed import measures
from hardware.solids.needed import CELL_PRINTS, NEEDED, Needed
from hardware.solids.origins import FOLDER

HEADER = 84  # bytes of an STL file before its triangles
PLASTIC = 1.24  # g/cm³ of PLA, printed solid

Corner = tuple[float, float, float]


def corners_of(stl: bytes) -> Iterator[tuple[Corner, Corner, Corner]]:
    """The three corners of each triangle."""
    for values in iter_unpack("<12fH", stl[HEADER:]):
        yield values[3:6], values[6:9], values[9:12]


def size_of(stl: bytes) -> list[float]:
    """Width, depth and height, in mm."""
    along = list(zip(*(corner for corners in corners_of(stl) for corner in corners), strict=True))
    return [max(each) - min(each) for each in along]


def grams_of(stl: bytes) -> float:
    """Weight, printed solid: the sum of the tetrahedra between each triangle and the origin."""
    six_fold = sum(
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
        for a, b, c in corners_of(stl)
    )
    return six_fold / 6 / 1000 * PLASTIC


def printed_parts(parts: Mapping[str, Needed]) -> str:
    rows: list[tuple[object, ...]] = []
    total = 0.0
    for name, needed in parts.items():
        stl = (FOLDER / f"{name}.stl").read_bytes()
        total += needed.pieces * grams_of(stl)
        link = f"[{name}](made/solids/{name}.png)"
        rows.append((needed.pieces, link, measures(size_of(stl)), f"{grams_of(stl):.0f}", needed.how))
    rows.append(("", "all", "", f"{total:.0f}", "printed solid"))
    return markdown(("pieces", "part", "size in mm", "grams each", "how to print"), rows)


TABLES: Mapping[str, Callable[[], str]] = {
    "printed": partial(printed_parts, {name: each for name, each in NEEDED.items() if each.pieces}),
    "printed-cells": partial(printed_parts, CELL_PRINTS),
}
