"""Tables about the table as a whole, for its page and as files: what to cut, which cables to buy."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from io import StringIO

from hardware.guide import markdown
from hardware.product import bar as b
from hardware.product import pod as p
from hardware.product import table as t
from hardware.tray.routes import routes

Row = tuple[object, ...]
CABLE_HEAD = ("cable to", "what", "lies, mm", "with slack, mm", "buy, mm")
CUT_HEAD = ("pieces", "what", "material", "size in mm")
OAK, PLYWOOD, TUBE = "oak", "birch plywood", "print, or tube"  # what is cut; all else is bought as it is


def cables() -> list[Row]:
    return [(each.to, each.kind, f"{each.lies:.0f}", f"{each.needed:.0f}", f"{each.bought:.0f}") for each in routes()]


def cuts() -> list[Row]:
    """The pieces of wood and what holds them; two bars of the frame are shorter, between the others."""
    short = t.OUTSIDE - 2 * t.BAR
    across, long = t.LONG_SCREW
    feet = len(t.FEET) + len(t.PODS) * len(p.FEET_AT) + len(b.FEET_AT)
    m3 = len(t.PODS) * len(p.SCREWS_AT) + len(b.SCREWS_AT)
    return [
        (1, "base", PLYWOOD, _size(t.BASE_SIDE, t.BASE_SIDE, t.BASE)),
        (2, "bars of the frame, left and right", OAK, _size(t.OUTSIDE, t.BAR, t.FRAME)),
        (2, "bars of the frame, front and rear", OAK, _size(short, t.BAR, t.FRAME)),
        (len(t.POSTS), "posts, hollow for an M2.5 screw", TUBE, f"{t.POST:g} across, {t.ROOM:g} long"),
        (feet, "feet, self-adhesive, of tray, pods and bar", "rubber", f"{t.FOOT_ACROSS:g} across, {t.FOOT:g} high"),
        (len(t.CROSSINGS), f"screws M{across:g}, countersunk", "steel", f"{long:g} long"),
        (len(t.FRAME_SCREWS), "wood screws, countersunk", "steel", "3.5 x 25"),
        (len(t.HUB_HOLES), "spacers of the hub for M3", "nylon", f"{t.HUB_SPACER:g} long"),
        (len(t.HUB_HOLES), "screws M3, countersunk, for the hub", "steel", "12 long"),
        (len(t.HUB_HOLES), "nuts for screws M3", "", ""),
        (m3, "screws M3, countersunk, for pods and bar", "steel", f"{p.SCREW[1]:g} long"),
    ]


def _size(*measures: float) -> str:
    return " x ".join(f"{each:g}" for each in measures)


def as_csv(head: Sequence[str], rows: Sequence[Row]) -> bytes:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue().encode()


TABLES: Mapping[str, Callable[[], str]] = {
    "tray-cuts": lambda: markdown(CUT_HEAD, [row for row in cuts() if row[2] in (OAK, PLYWOOD, TUBE)]),
}
