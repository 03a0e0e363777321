"""The ports of the table's hub: each pod's header, at a side or at the front, and the parts that belong to it.

Millimetres from the hub's top left corner.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.layout.panels import at
from hardware.layout.plan import AS_DRAWN, HALF, QUARTER, U
from hardware.layout.route import HALF_STEP, STEP
from hardware.places import Place, Point, turned

PITCH = 5 * STEP  # of chips, each with its name below
SIDE_PORTS = {  # pod -> the first pin of its header, or the last of one that is turned round
    3: (93.345, 39.37),
    4: (93.345, 13.335),
    5: (3.81, 13.335),
    6: (3.81, 39.37),
}
FRONT_PORTS = {1: (13.97, 95.885), 7: (42.545, 95.885), 2: (70.485, 95.885)}
TURNED = (3, 5, 7)  # half round: else wire 1 would arrive at the wrong edge of their flat cables
LAST_PIN: Point = (1, 6)  # of a header, from its first
STRIP_X = {3: 85.09, 4: 85.09, 5: 11.43, 6: 11.43}  # of the first column of a port's parts
BRIDGED = range(1, 6)


def near(x: float, y: float) -> Place:
    """On the router's grid."""
    return at(round(x / STEP) * STEP, round(y / STEP) * STEP)


def port_header(n: int, x: float, y: float, turn: int) -> Place:
    """With its first pin there; one that is turned round has its last pin there."""
    place = at(x, y, turn)
    if n not in TURNED:
        return place
    dx, dy = turned(LAST_PIN, turn)
    return Place(place.x + dx, place.y + dy, (turn + HALF) % 4)


def side_port(n: int) -> dict[str, Place]:
    """A header at a side, and beside it two columns of its parts."""
    (x, y), first = SIDE_PORTS[n], STRIP_X[n]
    rows = [(f"R{60 + n}", f"R{70 + n}"), (f"R{80 + n}", f"R{120 + n}")]
    found = {f"J{10 + n}": port_header(n, x, y, AS_DRAWN)}
    if n == 5:
        rows.reverse()  # clock and data come at the other end of a header that is turned round
    if n in BRIDGED:
        rows += [(f"R{90 + n}", f"C{50 + n}"), (f"R{100 + n}", f"R{110 + n}")]
        found[f"U{20 + n}"] = at(first + PITCH / 2 - HALF_STEP, y + 14.605 + HALF_STEP)
        found[f"C{40 + n}"] = near(first, y + 18.4)
    for row, (left, right) in enumerate(rows):
        found |= {left: near(first, y + PITCH * row), right: near(first + PITCH, y + PITCH * row)}
    return found


def front_port(n: int) -> dict[str, Place]:
    """A header at the front, and behind it two rows of its parts."""
    x, y = FRONT_PORTS[n]
    near_header = {1: f"R{60 + n}", 2: f"R{70 + n}", 3: f"R{120 + n}"}
    behind: dict[int, str] = {}
    found = {f"J{10 + n}": port_header(n, x, y, QUARTER)}
    if n in BRIDGED:
        near_header |= {4: f"R{100 + n}", 5: f"R{110 + n}"}
        behind |= {2: f"R{80 + n}", 3: f"C{50 + n}", 4: f"R{90 + n}", 5: f"C{40 + n}"}
        found[f"U{20 + n}"] = at(x + 5.5 * PITCH, 85.725 + HALF_STEP)
    else:
        near_header |= {4: f"R{80 + n}"}
    if n in TURNED:
        near_header = {6 - column: ref for column, ref in near_header.items()}
    for row, refs in ((87.63, near_header), (84.455, behind)):
        found |= {ref: near(x + PITCH * (column - 1), row) for column, ref in refs.items()}
    return found


def ports() -> dict[str, Place]:
    """Every port's header and parts."""
    found: dict[str, Place] = {}
    for n in SIDE_PORTS:
        found |= side_port(n)
    for n in FRONT_PORTS:
        found |= front_port(n)
    return found


def port_names() -> Iterator[tuple[str, Point]]:
    """The references of the headers: how far from pin 1 each stands."""
    placed = ports()
    for n, (x, y) in name_spots():
        first = placed[f"J{10 + n}"]
        yield f"J{10 + n}", (x - first.x * U, y - first.y * U)


def name_spots() -> Iterator[tuple[int, Point]]:
    """Where on the board the reference of each pod's header stands."""
    yield from ((n, (STRIP_X[n] + PITCH, y + 18.4)) for n, (_, y) in SIDE_PORTS.items() if n in BRIDGED)
    yield 6, (STRIP_X[6], SIDE_PORTS[6][1] + 7.0)
    yield from ((n, (x - 3.3, y - 7.9)) for n, (x, y) in FRONT_PORTS.items())
