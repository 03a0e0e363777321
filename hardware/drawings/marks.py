"""What is written on a picture: at which spot of the table which word. The steps of BUILD.md say the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import copysign
from typing import NamedTuple

from hardware.product import cell
from hardware.product import table as t
from hardware.tray.routes import COMPUTER, KEY_BAR, Point, routes

OF_PLACE = dict(zip(t.QUARTER_NAMES, (1, 2, 4, 3), strict=True))  # what the hub's print calls each quarter
HUB_PLUGS = {  # of each cable, by where it leads
    **{pod.name: f"J{11 + n}" for n, pod in enumerate(t.PODS)},
    **{f"data {name}": f"J{6 + n}" for name, n in OF_PLACE.items()},
    **{f"power {name}": f"J{2 + n}" for name, n in OF_PLACE.items()},
    KEY_BAR: "J19",
    COMPUTER: "Pico",
}
UNDER_KEYS = "power rear right"  # it ends where the lead to the keys lies
ASIDE, BELOW = 32, (0, 22)  # from a plug's name to its cable's number, in pixels


class Mark(NamedTuple):
    """A word at a spot, or so many pixels beside it, to the right and down, with a line to it."""

    word: str
    at: Point
    aside: tuple[int, int] = (0, 0)


def plugs() -> Iterator[Mark]:
    """On the hub: each plug, and the number of its cable."""
    for number, route in enumerate(routes(), 1):
        x = route.corners[0][0]
        yield Mark(str(number), route.corners[0], BELOW if abs(x) < 1 else (int(copysign(ASIDE, x)), 0))
        yield Mark(HUB_PLUGS[route.to], route.corners[0])


def ends() -> Iterator[Mark]:
    """The number of each cable at the end that leads away from the hub, and where one leaves the tray, whereto."""
    for number, route in enumerate(routes(), 1):
        x, y, z = route.corners[-1]
        at = (x, min(y, t.OUTSIDE / 2 + 40), z)
        if max(abs(x), abs(y)) > t.OUTSIDE / 2:
            yield Mark(route.to, at, BELOW if y < 0 else (0, -BELOW[1]))
        yield Mark(str(number), at, (ASIDE, 0) if route.to == UNDER_KEYS else (0, 0))


def quarters() -> Iterator[Mark]:
    for name, (x, y) in zip(t.QUARTER_NAMES, cell.turned(t.QUARTER_AT), strict=True):
        yield Mark(f"{OF_PLACE[name]} {name}", (x, y, t.PANEL_TOP))


def under() -> Iterator[Mark]:
    """The plugs under each quarter, and the numbers of their cables."""
    for number, name in enumerate(t.QUARTER_NAMES):
        for word, cable, spot in (("J1", 8, t.QUARTER_DATA), ("J2", 12, t.QUARTER_POWER)):
            at = (*cell.turned(spot)[number], t.PANEL_LOW)
            yield from (Mark(str(cable + number), at, BELOW), Mark(word, at))
        x, y = cell.turned(t.QUARTER_AT)[number]
        yield Mark(f"{OF_PLACE[name]} {name}", (1.3 * x, 1.3 * y, t.PANEL_LOW))


def places() -> Iterator[Mark]:
    """Of the pods and of the bar."""
    yield from (Mark(pod.name, (*t.pod_spot(pod, y=t.POD_CARD), t.POD_TOP)) for pod in t.PODS)
    yield Mark(KEY_BAR, (*t.bar_spot(y=-t.KEY_BAR[1] / 2), 0.0))


def openings() -> Iterator[Mark]:
    """In the rear panel, in two rows: the words are wider than what they name."""
    for n, each in enumerate(t.OPENINGS):
        yield Mark(each.name, (each.x, t.OUTSIDE / 2 - t.BAR, t.BASE_TOP + n % 2 * t.PANEL_SIZE[1]))


MARKS: Mapping[str, Callable[[], Iterator[Mark]]] = {
    "plugs": plugs,
    "ends": ends,
    "quarters": quarters,
    "under": under,
    "places": places,
    "openings": openings,
    "rear window": lambda: iter([Mark("rear window", (0.0, (t.OUTSIDE - t.BAR) / 2, t.BASE_TOP), (0, 40))]),
    "BOOTSEL": lambda: iter([Mark("BOOTSEL", (*t.BOOTSEL_AT, t.FOOT), (0, -40))]),
}
