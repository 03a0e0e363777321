"""Which pictures a maker gets: each step of making, and tray and pod drawn apart. Needs manifold3d."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import copysign
from pathlib import Path
from typing import Any, NamedTuple

from hardware.drawings import bars, layers, pods
from hardware.drawings.marks import MARKS, Mark
from hardware.fittings import bar_parts, pod_parts
from hardware.product import table as t
from hardware.solids import bar, pod, tray
from hardware.solids.picture import Colour, Placed
from hardware.solids.shapes import Solid, all_of, span
from hardware.tray import wood

PLY, OAK, SAND, GREEN = (222, 202, 164), (188, 142, 92), (224, 190, 110), (104, 158, 122)
GREY, DARK, STEEL, WHITE = (150, 152, 156), (84, 88, 98), (186, 192, 202), (238, 238, 232)
ORANGE, BLUE, PURPLE, RED, TEAL = (236, 140, 40), (90, 150, 220), (160, 120, 200), (206, 60, 56), (60, 178, 178)

FAR = 1000.0  # beyond everything
DEALER = tuple(pod for pod in t.PODS if pod not in t.SEATS)


def _pods(make: Callable[[], Solid], which: tuple[t.Pod, ...] = t.PODS) -> Callable[[], Solid]:
    return lambda: pods.beside(make(), which)


PARTS: Mapping[str, tuple[Colour, Callable[[], Solid]]] = {
    "base": (PLY, wood.base),
    "17 posts": (ORANGE, layers.posts),
    "5 feet": (DARK, layers.feet),
    "frame": (OAK, wood.frame),
    "11 wood screws": (STEEL, layers.wood_screws),
    "4 spacers": (WHITE, layers.spacers),
    "4 screws M3": (RED, layers.hub_screws),
    "hub": (GREEN, layers.hub),
    "4 nuts": (DARK, layers.nuts),
    "Pico, face down": (BLUE, layers.pico),
    "rear panel": (DARK, tray.rear_panel),
    "supply's plug, 3 A": (TEAL, lambda: wood.plugs()["USB-C, 5 V 3 A"]),
    "USB plug": (GREY, lambda: wood.plugs()["Pico's USB"]),
    "supply's cable, 4 or 5 A": (PURPLE, layers.supply_cable),
    "switch, 4 or 5 A": (SAND, layers.switch),
    "7 cables to pods": (BLUE, lambda: layers.cables("flat cable 14")),
    "4 data cables": (ORANGE, lambda: layers.cables("flat cable 16")),
    "4 power leads": (RED, lambda: layers.cables("power")),
    "lead to the table's keys": (TEAL, lambda: layers.cables("lead 7-way")),
    "USB cable": (GREY, lambda: layers.cables("USB")),
    "4 panels": (GREEN, layers.panels),
    "4 spring grids": (SAND, layers.spring_grids),
    "4 wall grids": (GREY, layers.wall_grids),
    "16 long screws": (RED, layers.long_screws),
    "36 plates": (WHITE, layers.plates),
    "36 tips": (RED, layers.tips),
    "7 bodies": (DARK, _pods(pod.body)),
    "6 lids": (GREY, lambda: pods.lids(t.SEATS)),
    "lid of the dealer": (PURPLE, lambda: pods.lids(DEALER)),
    "7 frames for cards": (ORANGE, _pods(pod.frame)),
    "windows of seats": (WHITE, _pods(pods.windows, t.SEATS)),
    "keys of seats": (BLUE, _pods(pod_parts.caps, t.SEATS)),
    "bar of the table's keys": (TEAL, lambda: bars.before(bar.body())),
    "its lid": (GREY, lambda: bars.before(bar.lid())),
    "its names": (WHITE, lambda: bars.before(bars.names())),
    "its keys": (RED, lambda: bars.before(bar_parts.caps())),
    "6 caps": (PURPLE, bar_parts.caps),
    "names": (WHITE, bars.names),
    "lid of the bar": (GREY, bar.lid),
    "plug and lead": (TEAL, lambda: bar_parts.plug() + bar_parts.wires()),
    "6 keys": (RED, bar_parts.switches),
    "socket, diodes": (STEEL, lambda: all_of(bar_parts.parts().values())),
    "board of the bar": (GREEN, bars.plate),
    "body of the bar": (DARK, bar.body),
    "screws M3 x 12": (STEEL, bar_parts.screws),
    "its 4 feet": (OAK, bar_parts.feet),
    "frame for a card": (ORANGE, pod.frame),
    "lid": (GREY, lambda: pod.lid("1")),
    "3 caps": (PURPLE, pod_parts.caps),
    "reader module": (BLUE, pod_parts.module),
    "plug and cable": (TEAL, lambda: pod_parts.plug() + pod_parts.cable()),
    "rest": (SAND, pod.rest),
    "3 keys": (RED, pod_parts.switches),
    "4 lights": (WHITE, pods.lights),
    "other parts": (STEEL, pods.components),
    "board": (GREEN, pods.plate),
    "body": (DARK, pod.body),
    "4 screws M3 x 12": (STEEL, pod_parts.screws),
    "4 feet": (OAK, pods.feet),
}


OF_QUARTERS = ("4 panels", "4 spring grids", "4 wall grids")
CABLES = ("7 cables to pods", "4 data cables", "4 power leads", "lead to the table's keys", "USB cable")


class Look(NamedTuple):
    """A view, the words on it, by so much lifted, and the box (left, near, right, far) and parts it is of, else all."""

    around: float
    above: float
    marks: Sequence[str] = ()
    lift: float = 0.0
    within: Sequence[float] = (-FAR, -FAR, FAR, FAR)
    only: Sequence[str] = ()


class Scene(NamedTuple):
    """New parts by their names, each so many mm above its place and each quarter so far outside it, on earlier ones."""

    title: str
    new: Mapping[str, float]
    views: Sequence[Look]
    earlier: Sequence[str] = ()
    apart: float = 0.0

    def placed(self, look: Look) -> Iterator[Placed]:
        left, near, right, far = look.within
        for name, above in (dict.fromkeys(self.earlier, 0.0) | dict(self.new)).items():
            colour, make = PARTS[name]
            if name in (look.only or PARTS):
                shown = make().translate([0, 0, above]) ^ span(left, right, near, far, -FAR, FAR)
                yield Placed(
                    pulled_apart(shown, self.apart) if name in self.new and name in OF_QUARTERS else shown, colour
                )

    def marks(self, look: Look) -> Iterator[Mark]:
        """Of a quarter where it is drawn."""
        for mark in (mark for name in look.marks for mark in MARKS[name]()):
            x, y, z = mark.at
            yield mark._replace(at=(x + copysign(self.apart, x), y + copysign(self.apart, y), z + look.lift))

    def words(self) -> set[str]:
        """All that is written on it besides its title."""
        return {*self.new, *(mark.word for look in self.views for mark in self.marks(look))}


def pulled_apart(solid: Solid, by: float) -> Solid:
    """What is in each quarter, so far outside it both ways."""
    ends = ((-FAR, 0.0, -by), (0.0, FAR, by))
    return all_of(
        (solid ^ span(left, right, near, far, -FAR, FAR)).translate([dx, dy, 0])
        for (left, right, dx), (near, far, dy) in product(ends, ends)
    )


def scene_in(fields: Mapping[str, Any]) -> Scene:
    """A scene as scenes.toml tells it."""
    return Scene(**{**fields, "views": [Look(**each) for each in fields["views"]]})


TOLD = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
STEPS = tuple(map(scene_in, TOLD["step"]))
APART = {f"{name}-apart": scene_in(fields) for name, fields in TOLD["apart"].items()}


def scenes() -> dict[str, Scene]:
    """Of each picture, by its file's name without the kind; each step on what the steps before have put in place."""
    found: dict[str, Scene] = {}
    before: list[str] = []
    for number, step in enumerate(STEPS, 1):
        found[f"step-{number}"] = step._replace(title=f"{number}  {step.title}", earlier=tuple(before))
        before += step.new
    return found | APART
