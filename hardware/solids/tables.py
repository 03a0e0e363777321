"""Tables about the printed parts for the pages, read from the committed files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from zipfile import ZipFile

from hardware.guide import markdown
from hardware.solids.bed import measures
from hardware.solids.needed import KIT, NEEDED, Needed
from hardware.solids.origins import FOLDER

MODEL = "3D/3dmodel.model"
VERTEX = re.compile(r'<vertex x="(\S+)" y="(\S+)" z="(\S+)"/>')
TRIANGLE = re.compile(r'<triangle v1="(\d+)" v2="(\d+)" v3="(\d+)"/>')
PLASTIC = 1.24  # g/cm³ of PLA, printed solid

Corner = tuple[float, float, float]


@cache
def mesh_of(name: str) -> tuple[list[Corner], list[tuple[int, int, int]]]:
    """The corners of a part's committed file, and of each triangle the numbers of its three."""
    with ZipFile(FOLDER / f"{name}.3mf") as archive:
        model = archive.read(MODEL).decode()
    spots = [(float(x), float(y), float(z)) for x, y, z in VERTEX.findall(model)]
    return spots, [(int(a), int(b), int(c)) for a, b, c in TRIANGLE.findall(model)]


@cache
def size_of(name: str) -> list[float]:
    """Width, depth and height, in mm."""
    along = list(zip(*mesh_of(name)[0], strict=True))
    return [max(each) - min(each) for each in along]


@cache
def grams_of(name: str) -> float:
    """Weight, printed solid: the sum of the tetrahedra between each triangle and the origin."""
    spots, triangles = mesh_of(name)
    six_fold = sum(
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
        for a, b, c in ((spots[k], spots[m], spots[n]) for k, m, n in triangles)
    )
    return six_fold / 6 / 1000 * PLASTIC


def printed_parts(parts: Mapping[str, Needed]) -> str:
    """In a row what is alike: the same in size, weight and plastic, as the lids of seats."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for name, needed in parts.items():
        alike.setdefault((measures(size_of(name)), f"{grams_of(name):.0f}", needed.how), []).append(name)
    rows: list[tuple[object, ...]] = [
        (sum(parts[name].pieces for name in names), ", ".join(map(link, names)), *how) for how, names in alike.items()
    ]
    total = sum(needed.pieces * grams_of(name) for name, needed in parts.items())
    rows.append(("", "all", "", f"{total:.0f}", "printed solid"))
    return markdown(("pieces", "part", "size in mm", "grams each", "how to print"), rows)


def link(name: str) -> str:
    """Its file, and its picture."""
    return f"[{name}](made/solids/{name}.3mf) ([seen](made/solids/{name}.png))"


TABLES: Mapping[str, Callable[[], str]] = {
    "printed": partial(printed_parts, {name: each for name, each in NEEDED.items() if each.pieces}),
    "printed-cells": partial(printed_parts, KIT),
}
