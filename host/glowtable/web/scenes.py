"""What is drawn behind or above the words of a card: lines and shapes by name, each in one ink. It knows no card.

Units are those of a card, a square of 57. Only paths, circles and rectangles with plain numbers: paper draws them, too.
boards.json has pictures of parts, each a style (l line, t thick line, f faint, s solid) and shapes between ` & `:
`c radius`, `b width height`, `p radius corners turn` at places `x,y`, which `+dx,dy*n` repeats, or a path as it is. A
shape inside another one is a hole in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import cos, inf, pi, radians, sin
from pathlib import Path

MIDDLE, SIDE = 28.5, 57
INSET, EDGE, RAYS_FROM = 1.0, 56.0, 26.0  # where rays end, and at which height they begin
PANEL_BOTTOM = 27  # where a board's panel ends
SKYLINE = (
    "M3.4 57A3.4 3.4 0 0 1 0 53.6V42h5v-5h4v7h5V34h5v8h4v-4h4v9h4"
    "V33l3-3 3 3v12h5v-8h5v6h4V38h6v15.6A3.4 3.4 0 0 1 53.6 57z"
)
GOLD = "#d9b464"

Scene = Callable[[str], str]


def _draw_line(d: str, ink: str, width: float = 0.8, shade: float = 1.0) -> str:
    look = f'stroke="{ink}" stroke-width="{width}" stroke-opacity="{shade}" stroke-linejoin="round"'
    return f'<path d="{d}" fill="none" {look}/>'


def _draw_filled(d: str, ink: str, shade: float) -> str:
    return f'<path d="{d}" fill="{ink}" fill-opacity="{shade}" fill-rule="evenodd"/>'


def _draw_dot(x: float, y: float, radius: float, ink: str, shade: float = 1.0) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{ink}" fill-opacity="{shade}"/>'


def _points_around(x: float, y: float, radius: float, steps: int, turn: float = 0.0) -> list[str]:
    """Points around a middle."""
    angles = (turn + 2 * pi * n / steps for n in range(steps))
    return [f"{x + radius * cos(angle):.2f} {y + radius * sin(angle):.2f}" for angle in angles]


# -- behind everything


def _rim_points(steps: int) -> list[str]:
    """Where rays from the middle of a picture end: just inside the card's edge, so that its round corners stay."""
    ends = []
    for n in range(steps):
        dx, dy = cos(2 * pi * n / steps), sin(2 * pi * n / steps)
        height = EDGE - RAYS_FROM if dy > 0 else RAYS_FROM - INSET
        reach = min((MIDDLE - INSET) / abs(dx), height / abs(dy) if dy else inf)
        ends.append(f"{MIDDLE + reach * dx:.2f} {RAYS_FROM + reach * dy:.2f}")
    return ends


def _draw_rays(ink: str) -> str:
    rim = _rim_points(24)
    wedges = "".join(f"M{MIDDLE} {RAYS_FROM}L{one}L{two}z" for one, two in zip(rim[::2], rim[1::2], strict=True))
    return _draw_filled(wedges, ink, 0.16)


def _draw_frame(ink: str) -> str:
    return "".join(
        f'<rect x="{at}" y="{at}" width="{SIDE - 2 * at}" height="{SIDE - 2 * at}" rx="2" fill="none" '
        f'stroke="{ink}" stroke-width="{width}"/>'
        for at, width in ((1.8, 0.6), (3.0, 0.25))
    )


# -- boards: in a panel above the title

STYLES: Mapping[str, Callable[[str, str], str]] = {
    "l": _draw_line,
    "t": lambda d, ink: _draw_line(d, ink, 1.7),
    "f": lambda d, ink: _draw_filled(d, ink, 0.35),
    "s": lambda d, ink: _draw_filled(d, ink, 1),
}


def _draw_board(parts: Sequence[str], ink: str) -> str:
    drawn = (
        (style, "".join(map(_path_of, shapes.split(" & ")))) for style, _, shapes in (p.partition(" ") for p in parts)
    )
    return "".join(STYLES[style](d, ink) for style, d in drawn)


def _path_of(shape: str) -> str:
    """Of a shape at each of its places."""
    what, _, places = shape.partition(" @ ")
    return "".join(_outline_at(what, x, y) for x, y in _spots_of(places)) if places else what


def _spots_of(places: str) -> Iterator[tuple[float, float]]:
    for place in places.split():
        spot, _, again = place.partition("+")
        step, _, count = again.partition("*")
        (x, y), (dx, dy) = ((float(n) for n in each.split(",")) for each in (spot, step or "0,0"))
        yield from ((x + n * dx, y + n * dy) for n in range(int(count or 1)))


def _outline_at(what: str, x: float, y: float) -> str:
    kind, *sizes = what.split()
    r, *others = map(float, sizes)
    if kind == "c":
        return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"
    if kind == "b":
        return f"M{x:g} {y:g}h{r:g}v{others[0]:g}h{-r:g}z"
    return "M" + "L".join(_points_around(x, y, r, int(others[0]), radians(others[1]))) + "z"


BACKDROPS: Mapping[str, Scene] = {
    "rays": _draw_rays,
    "city": lambda ink: _draw_rays(ink) + _draw_filled(SKYLINE, "#0b1024", 0.9),
    "town": lambda ink: _draw_dot(46, 21, 7, "#fff6d8", 0.8) + _draw_filled(SKYLINE, ink, 0.3),
    "frame": _draw_frame,
    "gold": lambda ink: _draw_rays(ink) + _draw_frame(GOLD),
}
BOARDS: Mapping[str, Scene] = {
    name: partial(_draw_board, parts)
    for name, parts in json.loads(Path(__file__).with_name("boards.json").read_text("utf-8")).items()
}
