"""The printed body and lid of the bar of the table's own keys where they are when it is closed; made as a pod's.

The middle of its board is the origin, its underside height 0; `PRINTS` lays them on a printer's bed. Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from hardware.product import bar as b
from hardware.product import pod as p
from hardware.product import table as t
from hardware.solids.bought import KEYCAP
from hardware.solids.marks import word
from hardware.solids.pod import Case, boss
from hardware.solids.shapes import OVER, Solid, Spot, all_of, box
from hardware.solids.sprung import face_down

CASE = Case(t.KEY_BAR, b.SUPPORTS, b.EXIT, b.WIRES_LOW, b.SIDES_FROM)


def body(screws: Sequence[Spot] = b.SCREWS_AT) -> Solid:
    return CASE.body(screws)


def lid(openings: Sequence[float] = b.KEY_ROWS, labels: Sequence[str] = b.LABELS) -> Solid:
    """An opening for each row of keys, their names sunk into the face, and below it what holds lid and lead."""
    plate = box((*t.KEY_BAR[:2], p.FACE), floor=p.LID_LOW)
    wide, thick, high = b.RIB
    rib = box((wide, thick, high + OVER), (0, sum(b.KEY_ROWS) / 2), p.LID_LOW - high)
    gap = box((b.GAP, 20, 100), (0, t.KEY_BAR[1] / 2))  # of the skirt, for the wires
    whole = plate + CASE.skirt(gap) + rib + CASE.tongue() + all_of(boss(spot) for spot in b.SCREWS_AT)
    return whole - all_of(map(opening, openings)) - all_of(names(labels))


def opening(y: float) -> Solid:
    side = KEYCAP + b.OPENING
    return box((2 * t.POD_KEY_STEP + side, side, 10), (0, y), p.LID_LOW - 5)


def names(labels: Sequence[str] = b.LABELS) -> Iterator[Solid]:
    """Each above its key, as one reads."""
    high, broad, deep = b.WORD
    for label, (x, y) in zip(labels, t.KEY_BAR_KEYS, strict=True):
        yield word(label, high, broad, deep + OVER).translate([x, y + b.WORD_AT, t.POD_TOP - deep])


PRINTS: Mapping[str, Callable[[], Solid]] = {"bar-body": body, "bar-lid": lambda: face_down(lid())}
