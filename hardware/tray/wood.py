"""The large parts of the table as solids where they stand, and what must get in from outside.

Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from hardware.product import cell
from hardware.product import table as t
from hardware.product.table import Lead
from hardware.solids.shapes import OVER, Solid, all_of, box, ring, rod, span
from hardware.solids.tray import rear_panel
from hardware.tray.routes import Route

CORE = 1.0  # thickness of a flat cable


def base() -> Solid:
    """The plywood with its holes: for screws, the hub's too, and for the pin that presses BOOTSEL."""
    drills = {cell.SCREW_HOLE: t.CROSSINGS, t.WOOD_SCREW: t.FRAME_SCREWS, t.HUB_SCREW: t.HUB_HOLES}
    drills[t.PIN_HOLE] = (t.BOOTSEL_AT,)
    holes = [rod(wide, t.BASE + 2 * OVER, spot, t.FOOT - OVER) for wide, spots in drills.items() for spot in spots]
    return box((t.BASE_SIDE, t.BASE_SIDE, t.BASE), floor=t.FOOT) - all_of(holes)


def frame(window: float = t.REAR_WINDOW) -> Solid:
    """The oak with a notch before each pod and the bar, and a window in the rear bar, so wide."""
    whole = ring((t.OUTSIDE, t.OUTSIDE, t.FRAME), t.BAR, floor=t.BASE_TOP)
    width, height = t.NOTCH
    deep = t.BAR + 2 * OVER
    at = -(t.OUTSIDE - t.BAR) / 2
    notch = box((width, deep, height + OVER), floor=t.BASE_TOP - OVER)
    notches = [notch.translate([pod.along, at, 0]).rotate([0, 0, pod.turn]) for pod in t.PODS]
    notches.append(notch.translate([t.KEY_BAR_ALONG, at, 0]))
    rear = box((window, deep, t.ROOM + OVER), (0, -at), t.BASE_TOP - OVER)
    return whole - all_of([*notches, rear])


def plugs() -> dict[str, Solid]:
    """A USB plug on its way in, from outside the frame to the hub's edge, for each socket."""
    width, height = t.USB_PLUG
    length = t.OUTSIDE / 2 + 30 - t.REAR_EDGE
    way = box((width, length, height), (0, t.REAR_EDGE + length / 2), -height / 2)
    return {each.name: way.translate([each.x, 0, each.z]) for each in t.OPENINGS if each.name in t.USB}


def pins() -> dict[str, Solid]:
    """A pin up to what it presses: BOOTSEL from below, reset from the rear."""
    from_rear = rod(t.PIN, t.OUTSIDE / 2 + 30 - t.REAR_EDGE).rotate([-90, 0, 0])
    return {
        "BOOTSEL": rod(t.PIN, t.PICO_LOW, t.BOOTSEL_AT),
        "reset": from_rear.translate([t.RESET_AT, t.REAR_EDGE, t.HUB_TOP + t.RESET_HIGH]),
    }


def hub() -> Solid:
    """The board, and the hole for BOOTSEL's pin in it."""
    board = box(t.HUB, t.HUB_AT, t.BASE_TOP + t.HUB_SPACER)
    return board - rod(t.PIN_HOLE, t.HUB_TOP, t.BOOTSEL_AT)


def pods() -> Solid:
    """The room each takes beside the tray, its feet and keys left out."""
    places = ((pod.turn, (*t.pod_spot(pod._replace(turn=0)), t.FOOT)) for pod in t.PODS)
    return all_of(box(t.POD).translate(place).rotate([0, 0, turn]) for turn, place in places)


def key_bar() -> Solid:
    """The room it takes before the tray, its feet and keys left out."""
    return box(t.KEY_BAR, t.bar_spot(), t.FOOT)


def cells() -> Solid:
    """The room of the four quarters with all that is on them."""
    side = 2 * t.QUARTER + 0.1
    return box((side, side, t.TOP - t.PANEL_LOW), floor=t.PANEL_LOW)


def plugged() -> Solid:
    """What hangs from the quarters: the plugs of their data and power."""
    low = t.PANEL_LOW - t.PLUG
    spots = [*cell.turned(t.QUARTER_DATA), *cell.turned(t.QUARTER_POWER)]
    data = {spot: (28.0, 10.0) if n % 2 == 0 else (10.0, 28.0) for n, spot in enumerate(spots[:4])}
    sizes = data | dict.fromkeys(spots[4:], (10.0, 10.0))
    return all_of(box((*size, t.PLUG), spot, low) for spot, size in sizes.items())


def hub_plugs() -> Mapping[str, Solid]:
    """What is plugged in on the hub, each as wide as its header, as high as a plug; at the sides along y."""
    leads = [*t.POD_LEADS.items(), *zip((f"data {name}" for name in t.QUARTER_NAMES), t.DATA_LEADS, strict=True)]
    leads += zip((f"power {name}" for name in t.QUARTER_NAMES), t.POWER_LEADS, strict=True)
    return {name: _plug(lead) for name, lead in (*leads, ("the key bar", t.KEY_BAR_LEAD))}


def _plug(lead: Lead) -> Solid:
    along, across = t.PLUG_SIZES[lead.ways]
    is_beside = abs(lead.port[0]) > t.HUB[0] / 2 - along / 2
    return box((across, along, t.PLUG) if is_beside else (along, across, t.PLUG), lead.port, t.HUB_TOP)


def large_parts() -> Mapping[str, Solid]:
    """By name, each where it stands; none may share room with another."""
    return {
        "base": base(),
        "frame": frame(),
        "rear panel": rear_panel(),
        "posts": all_of(rod(t.POST, t.ROOM, spot, t.BASE_TOP) for spot in t.POSTS),
        "feet": all_of(rod(t.FOOT_ACROSS, t.FOOT, spot) for spot in t.FEET),
        "hub": hub(),
        "Pico": box(t.PICO, t.PICO_AT, t.PICO_LOW),
        "plugs of the quarters": plugged(),
        "cells": cells(),
        "pods": pods(),
        "key bar": key_bar(),
        **{f"plug of {name}": plug for name, plug in hub_plugs().items()},
    }


def core(route: Route) -> Solid:
    """The middle of a cable as it lies, as thin as a cable is: where it passes, nothing else may be."""
    half = CORE / 2
    legs = []
    for ends in pairwise(route.corners):
        (left, right), (near, far), (low, high) = (sorted(each) for each in zip(*ends, strict=True))
        legs.append(span(left - half, right + half, near - half, far + half, low - half, high + half))
    return all_of(legs)
