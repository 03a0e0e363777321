"""The harness as a drawing in SVG: what feeds on the left, what hangs on the hub on the right, a line a cable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from hardware.model.table import Connection, cables

Columns = tuple[tuple[str, float, float], ...]  # what a name begins with, left edge and width of its column

ROW, HEIGHT, TOP = 38, 26, 100.0
TITLES = {"buttons": "cells are keys", "nfc": "cells are card readers"}
KINDS = {  # first letter of a cable's name -> its colour, and what it carries
    "P": ("#c00000", "5 V and ground"),
    "L": ("#008040", "LED data"),
    "K": ("#0060c0", "keys of seats and table"),
    "G": ("#6040c0", "grid, flat cable 14-way"),
    "B": ("#a05000", "reader bus, flat cable 20-way"),
    "R": ("#707000", "card readers, eight wires"),
}
FEEDING: Columns = (("supply", 30, 110), ("bus bar", 290, 110), ("", 500, 150))
SIGNALS: Columns = (("hub", 740, 110), ("reader", 1260, 190), ("", 970, 150))
WIDTH = 1480


class Box(NamedTuple):
    name: str
    x: float
    y: float
    width: float
    height: float = HEIGHT

    @property
    def right(self) -> float:
        return self.x + self.width


class Link(NamedTuple):
    """One line of the drawing: a cable, or several that run alike."""

    name: str
    first: str
    second: str
    mark: str  # the connectors it joins


def links(chosen: Iterable[Connection]) -> list[Link]:
    """The cables; those from a bank to the readers of its cells as one."""
    found: dict[tuple[str, str], list[Connection]] = {}
    for cable in chosen:
        second = cable.second.place
        if second.startswith("reader of cell"):
            second = f"readers of cells {second.split()[-1][0]}1 to {second.split()[-1][0]}6"
        found.setdefault((cable.first.place, second), []).append(cable)
    return [
        Link(
            same[0].name if len(same) == 1 else f"{same[0].name} to {same[-1].name}",
            first,
            second,
            " - ".join(filter(None, (same[0].first.connector, same[0].second.connector))) if len(same) == 1 else "",
        )
        for (first, second), same in found.items()
    ]


def column_of(name: str, columns: Columns) -> tuple[float, float]:
    return next((x, width) for start, x, width in columns if name.startswith(start))


def boxes(drawn: list[Link], columns: Columns) -> dict[str, Box]:
    """Every thing in its column, in the order in which cables name it, beside what it is connected to."""
    filled: dict[float, float] = {}
    placed: dict[str, Box] = {}
    for link in drawn:
        for name, above in ((link.first, TOP), (link.second, placed[link.first].y if link.first in placed else TOP)):
            if name not in placed:
                x, width = column_of(name, columns)
                placed[name] = Box(name, x, max(above, filled.get(x, TOP)), width)
                filled[x] = placed[name].y + ROW
        first, second = placed[link.first], placed[link.second]
        if first.x != second.x:
            placed[link.first] = first._replace(height=second.y + HEIGHT - first.y)
            filled[first.x] = second.y + ROW
    return placed


def line(link: Link, first: Box, second: Box) -> Iterator[str]:
    """From box to box; in a column a bow on its right, so that a chain reads downwards."""
    colour = KINDS[link.name[0]][0]
    if first.x == second.x:
        begin, end, bend = first.y + first.height - 8, second.y + 8, first.right + 22
        yield f'<path d="M{first.right} {begin} C{bend} {begin} {bend} {end} {second.right} {end}" stroke="{colour}"/>'
        yield label(bend, (begin + end) / 2 + 4, f"{link.name}  {link.mark}", "start", colour)
        return
    y = second.y + HEIGHT / 2
    yield f'<path d="M{first.right} {y} H{second.x}" stroke="{colour}"/>'
    yield label(second.x - 6, y - 5, f"{link.name}  {link.mark}", "end", colour)


def label(x: float, y: float, text: str, anchor: str, colour: str, size: int = 11) -> str:
    where = f'x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}" font-size="{size}"'
    return f"<text {where}>{escape(text.strip())}</text>"


def frame(box: Box) -> Iterator[str]:
    place = f'x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}"'
    yield f'<rect {place} rx="4" fill="#fff8e0" stroke="#555555" stroke-width="1"/>'
    yield label(box.x + box.width / 2, box.y + 18, box.name, "middle", "#000000", 13)


def legend(kinds: Iterable[str]) -> Iterator[str]:
    for n, kind in enumerate(kinds):
        colour, about = KINDS[kind]
        x = 30 + 235 * n
        yield f'<path d="M{x} 66 H{x + 30}" stroke="{colour}"/>'
        yield label(x + 36, 70, f"{kind}: {about}", "start", colour)


def panel(drawn: list[Link], columns: Columns) -> tuple[list[str], float]:
    """The lines and boxes of one half of the drawing, and how far down it reaches."""
    placed = boxes(drawn, columns)
    shown = [part for link in drawn for part in line(link, placed[link.first], placed[link.second])]
    shown += [part for box in placed.values() for part in frame(box)]
    return shown, max(box.y + box.height for box in placed.values())


def drawing(variant: str) -> str:
    """The harness of a variant as an SVG file."""
    drawn = links(cables(variant))
    feeding, feeding_end = panel([link for link in drawn if link.name[0] == "P"], FEEDING)
    signals, signals_end = panel(
        sorted((link for link in drawn if link.name[0] != "P"), key=lambda link: link.name[0] not in "BR"), SIGNALS
    )
    height = max(feeding_end, signals_end) + 30
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" font-family="sans-serif" '
            'font-size="13" fill="none" stroke-width="2">',
            f'<rect width="{WIDTH}" height="{height:.0f}" fill="#ffffff"/>',
            f'<text x="30" y="36" font-size="20" fill="#000000">Glowtable harness: {TITLES[variant]}</text>',
            *legend(dict.fromkeys(link.name[0] for link in drawn)),
            *feeding,
            *signals,
            "</svg>\n",
        )
    )
