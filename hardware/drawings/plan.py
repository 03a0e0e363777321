"""The plan of the table from above as SVG, in mm: tray, pods by their seats, and every cable as it lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import dist

from hardware.drawings.tiles import bounds
from hardware.product import cell
from hardware.product import table as t
from hardware.product.table import Pod, Spot
from hardware.tray.drawing import CUT, Circle, Mark, base_marks, frame_marks, rectangle
from hardware.tray.routes import COMPUTER, KEY_BAR, Route, drawn_routes, routes

SHOWN = (-370.0, -385.0, 370.0, 385.0)  # left, near, right, far
LIST = 250.0  # wide: the list of cables on the right
STEP = 15.0  # from a line of the list to the next
WOOD, OAK, PANEL, HUB, POD, INK, FAINT = "#efe6d2", "#d9b98a", "#dbe7dd", "#7fa88b", "#e4e4e8", "#222222", "#9a9a9a"
# Colours that colour-blind eyes tell apart
POD_INKS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#6a3d9a")
INKS = (*POD_INKS, *4 * ("#1f5fbf",), *4 * ("#c0392b",), "#7a4b12", "#555555")  # of the cables in their order


def plan() -> bytes:
    """The drawing."""
    left, near, right, far = SHOWN
    box = f"{left:g} {-far:g} {right - left + LIST:g} {far - near:g}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif" fill="none">',
        f'<rect x="{left:g}" y="{-far:g}" width="{right - left + LIST:g}" height="{far - near:g}" fill="#ffffff"/>',
        *_tray(),
        *(line for pod in t.PODS for line in _pod(pod)),
        *_bar(),
        *_cables(drawn_routes(SHOWN[3])),
        *_names(),
        "</svg>",
    ]
    return "\n".join([*lines, ""]).encode()


def _tray() -> Iterator[str]:
    yield _outline([rectangle("", (0, 0), t.OUTSIDE, t.OUTSIDE)], OAK)
    yield _outline([rectangle("", (0, 0), t.OUTSIDE - 2 * t.BAR, t.OUTSIDE - 2 * t.BAR)], WOOD)
    yield _outline((mark for mark in frame_marks() if mark.layer == CUT), WOOD)
    side = 6 * cell.PITCH
    steps = [n * cell.PITCH for n in range(-3, 4)]
    grid = [f"M{_at((x, side / 2))}V{side / 2:.1f}M{_at((-side / 2, x))}H{side / 2:.1f}" for x in steps]
    yield f'<path d="{"".join(grid)}" stroke="{FAINT}" stroke-width="0.5" stroke-dasharray="3 3"/>'
    yield _outline([rectangle("", t.HUB_AT, *t.HUB[:2])], HUB)
    yield _outline([rectangle("", t.PICO_AT, *t.PICO[:2])], PANEL)
    inside = t.OUTSIDE / 2 - t.BAR
    yield _outline([rectangle("", (0, inside - t.PANEL_THICK / 2), t.PANEL_SIZE[0], t.PANEL_THICK)], INK)
    yield _outline((mark for mark in base_marks() if isinstance(mark, Circle) and mark.diameter == t.POST), "#ffffff")


def _pod(pod: Pod) -> Iterator[str]:
    """Its body and what is on its lid: the card's place, lights and keys."""
    sizes = [((0.0, 0.0), t.POD[:2]), ((0.0, t.POD_CARD), (cell.CARD, cell.CARD))]
    if pod.name != t.DEALER:
        sizes += [((n * t.POD_LIGHT_STEP, t.POD_LIGHTS), (5.0, 5.0)) for n in (-1.5, -0.5, 0.5, 1.5)]
        sizes += [((n * t.POD_KEY_STEP, t.POD_KEYS), (16.0, 16.0)) for n in (-1, 0, 1)]
    for spot, size in sizes:
        width, depth = size if pod.turn % 180 == 0 else size[::-1]
        yield _outline([rectangle("", t.pod_spot(pod, *spot), width, depth)], POD)


def _bar() -> Iterator[str]:
    """Its body and the table's own keys on it."""
    yield _outline([rectangle("", t.bar_spot(), *t.KEY_BAR[:2])], POD)
    for spot in t.KEY_BAR_KEYS:
        yield _outline([rectangle("", t.bar_spot(*spot), 16.0, 16.0)], POD)


def _outline(marks: Iterable[Mark], fill: str) -> str:
    return f'<path d="{"".join(map(_path, marks))}" fill="{fill}" stroke="{INK}" stroke-width="0.6"/>'


def _path(mark: Mark) -> str:
    if isinstance(mark, Circle):
        left, _, right, _ = bounds(mark)
        r, y = mark.diameter / 2, mark.middle[1]
        return "".join(
            f"{'M' + _at((a, y))}A{r:g} {r:g} 0 0 1 {_at((b, y))}" for a, b in ((left, right), (right, left))
        )
    return f"M{'L'.join(map(_at, mark.corners))}Z"


def _cables(cables: Sequence[Route]) -> Iterator[str]:
    """Each as wide as it is, then the number of each, and its line in the list."""
    lies = {route.to: route.lies for route in routes()}
    for route, ink in zip(cables, INKS, strict=True):
        way = "L".join(_at(spot) for spot in _flat(route))
        yield f'<path d="M{way}" stroke="{ink}" stroke-width="{route.wide:g}" opacity="0.45"/>'
        yield f'<path d="M{way}" stroke="{ink}" stroke-width="1"/>'
    for number, (route, ink) in enumerate(zip(cables, INKS, strict=True), 1):
        yield from _number(_label_at(route), number, ink)
        y = SHOWN[3] - 60 - number * STEP
        yield from _number((SHOWN[2] + 20, y), number, ink)
        yield _words((SHOWN[2] + 34, y - 3.5), f"{route.to}: {lies[route.to]:.0f} mm, buy {route.bought:.0f}", 10)
    yield _words((SHOWN[2] + 12, SHOWN[3] - 52), "Cables, and how long they lie", 11)


def _flat(route: Route) -> list[Spot]:
    """Seen from above."""
    return list(dict.fromkeys(corner[:2] for corner in route.corners))


def _label_at(route: Route) -> Spot:
    """On the longest leg of a pod's cable, on the last of the bar's, at the plug of a quarter's: there it is alone."""
    spots = _flat(route)
    if route.to in (*t.POD_LEADS, KEY_BAR):
        legs = pairwise(spots[-3:] if route.to == KEY_BAR else spots)
        first, last = max(legs, key=lambda leg: dist(*leg))
        return (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
    x, y = spots[-1]
    return (x, y - 12) if route.to == COMPUTER else (x, y)


def _names() -> Iterator[str]:
    for pod in t.PODS:
        x, y = t.pod_spot(pod, y=-t.POD[1] / 2 - 12)
        aside = pod.turn % 180 != 0
        turned = f' transform="rotate({90 if pod.turn == 270 else -90} {x:.1f} {-y:.1f})"' if aside else ""
        yield _words((x, y - 5), pod.name.capitalize(), 16, f' text-anchor="middle" font-weight="bold"{turned}')
    x, y = t.bar_spot(y=-t.KEY_BAR[1] / 2 - 12)
    yield _words((x, y - 5), "Table keys", 16, ' text-anchor="middle" font-weight="bold"')
    yield _words((t.HUB_AT[0] - 46, t.HUB_AT[1] + 38), "hub", 11)
    yield _words((SHOWN[2] + 12, SHOWN[3] - 25), "The table from above", 16, ' font-weight="bold"')
    below = ("Dashed: the 36 cells.  Round: posts.", "Seats 1 and 2 are at the front.", "Measures in mm.")
    for n, text in enumerate(below):
        yield _words((SHOWN[2] + 12, SHOWN[3] - 350 - n * STEP), text, 10)


def _number(spot: Spot, number: int, ink: str) -> Iterator[str]:
    x, y = spot
    yield f'<circle cx="{x:.1f}" cy="{-y:.1f}" r="6.5" fill="{ink}" stroke="#ffffff"/>'
    yield _words((x, y - 3), str(number), 8.5, ' text-anchor="middle" font-weight="bold"', "#ffffff")


def _words(spot: Spot, text: str, size: float, more: str = "", ink: str = INK) -> str:
    return f'<text x="{spot[0]:.1f}" y="{-spot[1]:.1f}" font-size="{size:g}" fill="{ink}"{more}>{text}</text>'


def _at(spot: Spot) -> str:
    """As SVG counts, downwards."""
    return f"{spot[0]:.1f} {-spot[1]:.1f}"
