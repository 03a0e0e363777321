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
from hardware.solids.pod import boss, sunk
from hardware.solids.shapes import OVER, Solid, Spot, all_of, box, ring, rod, span
from hardware.solids.sprung import face_down

REAR = t.KEY_BAR[1] / 2 - t.POD_WALL / 2  # the middle of the rear wall


def body(screws: Sequence[Spot] = b.SCREWS_AT) -> Solid:
    """Floor and walls, posts and supports for the board, holes for countersunk screws, and the lead's way out."""
    shell = box((*t.KEY_BAR[:2], t.POD_FLOOR)) + ring((*t.KEY_BAR[:2], p.LID_LOW), t.POD_WALL)
    stands = t.POD_FLOOR + t.POD_STANDS
    posts = [rod(p.POST, stands, spot) for spot in screws] + [rod(p.SUPPORT, stands, spot) for spot in b.SUPPORTS]
    way_out = box((b.EXIT[0], t.POD_WALL + 2 * OVER, t.POD_TOP), (0, REAR), b.WIRES_LOW)
    return shell + all_of(posts) - all_of(sunk().translate([*spot, 0]) for spot in screws) - way_out


def lid(openings: Sequence[float] = b.KEY_ROWS, labels: Sequence[str] = b.LABELS) -> Solid:
    """An opening for each row of keys, their names sunk into the face, and below it what holds lid and lead."""
    plate = box((*t.KEY_BAR[:2], p.FACE), floor=p.LID_LOW)
    wide, thick, high = b.RIB
    rib = box((wide, thick, high + OVER), (0, sum(b.KEY_ROWS) / 2), p.LID_LOW - high)
    whole = plate + _skirt() + rib + _tongue() + all_of(boss(spot) for spot in b.SCREWS_AT)
    return whole - all_of(map(opening, openings)) - all_of(names(labels))


def opening(y: float) -> Solid:
    side = KEYCAP + b.OPENING
    return box((2 * t.POD_KEY_STEP + side, side, 10), (0, y), p.LID_LOW - 5)


def names(labels: Sequence[str] = b.LABELS) -> Iterator[Solid]:
    """Each above its key, as one reads."""
    high, broad, deep = b.WORD
    for label, (x, y) in zip(labels, t.KEY_BAR_KEYS, strict=True):
        yield word(label, high, broad, deep + OVER).translate([x, y + b.WORD_AT, t.POD_TOP - deep])


def _skirt() -> Solid:
    """It keeps the lid in its place between the walls; the wires pass through a gap."""
    thick, high, air = p.SKIRT
    inside = [side - 2 * (t.POD_WALL + air) for side in t.KEY_BAR[:2]]
    room = span(-100, 100, b.SIDES_FROM, 100, 0, 100) - box((b.GAP, 20, 100), (0, t.KEY_BAR[1] / 2))
    return ring((*inside, high + OVER), thick, floor=p.LID_LOW - high) ^ room


def _tongue() -> Solid:
    """It closes the lead's way out down to the wires, which its ridge pinches."""
    wide, low = b.EXIT[0] - 2 * p.TONGUE_PLAY, b.WIRES_LOW + b.EXIT[1]
    long, high = p.RIDGE
    tongue = box((wide, t.POD_WALL, p.LID_LOW + OVER - low), (0, REAR), low)
    return tongue + box((wide, long, high + OVER), (0, REAR), low - high)


PRINTS: Mapping[str, Callable[[], Solid]] = {"bar-body": body, "bar-lid": lambda: face_down(lid())}
