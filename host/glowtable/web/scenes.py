"""What is drawn behind the words of a card: patterns of lines and shapes by name, each in one ink. It knows no card.

Units are those of a card, a square of 57. Only paths, circles and rectangles with plain numbers: paper draws them, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, inf, pi, sin

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
    return f'<path d="{d}" fill="{ink}" fill-opacity="{shade}"/>'


def _draw_dot(x: float, y: float, radius: float, ink: str, shade: float = 1.0) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{ink}" fill-opacity="{shade}"/>'


def _square_path(x: float, y: float, side: float, round_by: float = 0.0) -> str:
    """A path, so that many of them are one."""
    if not round_by:
        return f"M{x:g} {y:g}h{side:g}v{side:g}h{-side:g}z"
    a, edge = round_by, side - 2 * round_by
    return f"M{x + a:g} {y:g}h{edge:g}l{a} {a}v{edge:g}l{-a} {a}h{-edge:g}l{-a} {-a}v{-edge:g}z"


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


def _draw_checks(ink: str) -> str:
    dark = "".join(_square_path(9 + 5 * x, 3 + 5 * y, 5) for x in range(8) for y in range(4) if (x + y) % 2)
    return _draw_filled(dark, ink, 0.55) + _draw_line("M9 3h40v20h-40z", ink)


def _draw_hexes(ink: str) -> str:
    places = [(13.4 + 12.2 * x + 6.1 * (y % 2), 7.4 + 10.4 * y) for y in range(2) for x in range(4 - y % 2)]
    rims = ["M" + "L".join(_points_around(x, y, 6.6, 6, pi / 6)) + "z" for x, y in places]
    return _draw_filled("".join(rims[::3]), ink, 0.3) + _draw_line("".join(rims), ink)


def _draw_waves(ink: str) -> str:
    waves = "".join(f"M5 {5 + 6 * n}q5-5 10 0t10 0 10 0 10 0 10 0" for n in range(4))
    boat = "M27 13h13l-3 5h-7zM33 3v9M34.5 4l6 7h-6z"
    return _draw_line(waves, ink) + _draw_filled(boat, ink, 1) + _draw_line("M33 3v10", ink)


def _draw_fan(ink: str) -> str:
    turned = (
        f'<rect x="25.5" y="5" width="9" height="15" rx="1.2" fill="{ink}" fill-opacity="{0.2 + 0.13 * n:.2f}" '
        f'stroke="{ink}" stroke-width=".6" transform="rotate({24 * (n - 2)} 30 24)"/>'
        for n in range(5)
    )
    return "".join(turned)


def _draw_route(ink: str) -> str:
    stops = ((9, 20), (20, 7), (32, 18), (43, 6), (52, 15))
    way = "M" + "L".join(f"{x} {y}" for x, y in stops)
    return (
        _draw_line(way, ink, 1.3)
        + _draw_line("M6 12H54", ink, 0.5, 0.6)
        + "".join(_draw_dot(x, y, 2.8, ink) for x, y in stops)
    )


def _draw_rings(ink: str) -> str:
    rings = (
        f'<circle cx="32" cy="13" r="{3 + 3 * n}" fill="none" stroke="{ink}" stroke-width=".8" '
        f'stroke-opacity="{1 - 0.17 * n:.2f}"/>'
        for n in range(4)
    )
    stops = (map(float, at.split()) for at in _points_around(32, 13, 12, 8))
    return "".join(rings) + "".join(_draw_dot(x, y, 1.3, ink) for x, y in stops)


def _draw_towers(ink: str) -> str:
    towers = "".join(f"M{x} 24v{-height}h8v{height}z" for x, height in ((9, 8), (20, 14), (31, 19), (42, 11)))
    return _draw_filled(towers, ink, 0.4) + _draw_line(f"{towers}M5 24H54", ink)


def _draw_tiles(ink: str) -> str:
    at = ((15, 3), (27, 3), (39, 3), (15, 14), (27, 14), (39, 14))
    tiles = [_square_path(x, y, 10, 1.5) for x, y in at]
    marks = "".join(_draw_dot(x + 5, y + 5, 2.1, ink, 0.9) for x, y in at[::2])
    return _draw_filled("".join(tiles[1::2]), ink, 0.5) + _draw_line("".join(tiles), ink) + marks


def _draw_pegs(ink: str) -> str:
    holes = "".join(_draw_dot(10 + 6.6 * (n % 7), 3.5 + 5.5 * (n // 7), 0.9, ink, 0.5) for n in range(28))
    return holes + _draw_line("M10 20L16.600 9L23.200 20L29.800 9L36.400 14.500L43 3.500", ink, 1.7)


BACKDROPS: Mapping[str, Scene] = {
    "rays": _draw_rays,
    "city": lambda ink: _draw_rays(ink) + _draw_filled(SKYLINE, "#0b1024", 0.9),
    "town": lambda ink: _draw_dot(46, 21, 7, "#fff6d8", 0.8) + _draw_filled(SKYLINE, ink, 0.3),
    "frame": _draw_frame,
    "gold": lambda ink: _draw_rays(ink) + _draw_frame(GOLD),
}
BOARDS: Mapping[str, Scene] = {
    "checks": _draw_checks, "hexes": _draw_hexes, "waves": _draw_waves, "fan": _draw_fan, "route": _draw_route,
    "rings": _draw_rings, "towers": _draw_towers, "tiles": _draw_tiles, "pegs": _draw_pegs,
}  # fmt: skip
