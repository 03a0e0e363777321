"""Tables about the printed parts for the pages, read from the committed files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from hardware.guide import markdown
from hardware.solids.bed import measures
from hardware.solids.needed import KIT, LAYERS, NEEDED, Needed
from hardware.solids.slicing import size_of, slice_of

HEAD = ("pieces", "part", "size in mm", "grams each", "minutes each", "layers", "how to print")


def printed_parts(parts: Mapping[str, Needed]) -> str:
    """In a row what is alike: the same in size, weight and plastic, as the lids of seats."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, needed in parts.items():
        size, weight = measures(size_of(name)), rounded(slice_of(name).grams)
        alike.setdefault((size, weight, LAYERS[needed.profiles], needed.how), []).append(name)
    rows: list[tuple[object, ...]] = []
    for (size, weight, *how), names in alike.items():
        pieces, each_h = sum(parts[name].pieces for name in names), max(slice_of(name).hours for name in names)
        rows.append((pieces, ", ".join(map(link, names)), size, weight, rounded(60 * each_h), *how))
    every = [(needed.pieces, slice_of(name)) for name, needed in parts.items()]
    grams, hours = sum(n * of.grams for n, of in every), sum(n * of.hours for n, of in every)
    rows.append(("", "all", "", rounded(grams), f"{rounded(hours)} hours", "", ""))
    return markdown(HEAD, rows)


def rounded(value: float) -> str:
    return f"{value:.0f}" if value >= 1 else f"{value:.1g}"


def link(name: str) -> str:
    """Its file, and its picture."""
    return f"[{name}](made/solids/{name}.3mf) ([seen](made/solids/{name}.png))"


TABLES: Mapping[str, Callable[[], str]] = {
    "printed": partial(
        printed_parts, {name: each for name, each in NEEDED.items() if each.pieces and "coupon" not in name}
    ),
    "printed-cells": partial(printed_parts, KIT),
}
