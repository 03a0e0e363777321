"""Every cable of the table as it lies: corner by corner along its lane, and whether what one buys reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

from glowtable.messages import UserError, say

from hardware.product import cell
from hardware.product import table as t
from hardware.product.table import Lead, Pod, Spot

Point = tuple[float, float, float]
KEY_BAR, COMPUTER = "table keys", "computer"
USB_WIDE = 4.0  # the cable to the computer is round


class Route(NamedTuple):
    """A cable from hub to `to`, in mm: its corners in space, and how long it is bought."""

    to: str
    kind: str
    corners: tuple[Point, ...]
    bought: float
    wide: float

    @property
    def lies(self) -> float:
        """How long it is from plug to plug, without slack."""
        return sum(dist(*ends) for ends in pairwise(self.corners))

    @property
    def needed(self) -> float:
        return self.lies + t.SLACK


def routes(pods: Sequence[Pod] = t.PODS, bar: float = t.KEY_BAR_ALONG) -> list[Route]:
    """Of every cable, with pods and bar where they stand; a lane ends before its own notch."""
    return [*(pod_route(pod) for pod in pods), *quarter_routes(), bar_route(bar), _usb()]


def drawn_routes(rear: float) -> list[Route]:
    """Every cable as drawings have it: that to the computer as thin as it is, none further to the rear than this."""

    def cut(route: Route) -> Route:
        return route._replace(wide=USB_WIDE, corners=tuple((x, min(y, rear), z) for x, y, z in route.corners))

    return [cut(route) if route.to == COMPUTER else route for route in routes()]


def pod_route(pod: Pod, leads: Mapping[str, Lead] = t.POD_LEADS) -> Route:
    lead = leads[pod.name]
    plug, notch = t.pod_spot(pod, y=t.POD_PLUG), t.pod_spot(pod, y=t.POD[1] / 2)
    return _out_of_tray(pod.name, lead, [*_bent(lead.over, pod), notch], plug, t.POD_EXIT)


def bar_route(along: float = t.KEY_BAR_ALONG) -> Route:
    """Of the table's own keys, with their bar so far along the front."""
    plug, notch = (t.bar_spot(y=y, along=along) for y in (t.KEY_BAR_PLUG, t.KEY_BAR[1] / 2))
    *over, (_, last) = t.KEY_BAR_LEAD.over
    return _out_of_tray(KEY_BAR, t.KEY_BAR_LEAD, [*over, (along, last), notch], plug, t.KEY_BAR_EXIT)


def _out_of_tray(to: str, lead: Lead, over: Sequence[Spot], plug: Spot, height: float) -> Route:
    """Over the hub's edge, along a lane to its last corner, a notch, and at a height from there to a plug."""
    start, edge = _port(lead), _off_hub(lead.port)
    laid = ((*spot, t.LAID) for spot in _squared([edge, *over]))
    corners = (start, (*edge, start[2]), *laid, (*over[-1], height), (*plug, height))
    return Route(to, lead.kind, corners, lead.bought, lead.wide)


def _bent(over: Sequence[Spot], pod: Pod) -> list[Spot]:
    """A lane whose last corner is moved along until it is before the pod's notch."""
    *first, (x, y) = over
    at = t.pod_spot(pod)
    return [*first, (at[0], y) if pod.turn % 180 == 0 else (x, at[1])]


def _off_hub(port: Spot) -> Spot:
    """Straight from a socket over the nearest edge of the hub: there its cable goes down."""
    (x, y), (middle_x, middle_y), (width, depth, _) = port, t.HUB_AT, t.HUB
    right, front = middle_x + width / 2, middle_y - depth / 2
    if y - front <= right - abs(x):
        return x, front - t.OVER_EDGE
    return (right + t.OVER_EDGE) * (1 if x > 0 else -1), y


def _squared(way: Sequence[Spot]) -> Iterator[Spot]:
    """The same way along x and y only: where both change, first along x."""
    yield way[0]
    for (x, y), (to_x, to_y) in pairwise(way):
        if x != to_x and y != to_y:
            yield to_x, y
        yield to_x, to_y


def quarter_routes() -> Iterator[Route]:
    """Data and power of the four quarters: forward over the hub, down to the base, up to the panel."""
    for name, lead, spot in zip(t.QUARTER_NAMES, t.DATA_LEADS, cell.turned(t.QUARTER_DATA), strict=True):
        yield _to_quarter(f"data {name}", lead, spot, (lead.port[0], spot[1]))
    for name, lead, spot in zip(t.QUARTER_NAMES, t.POWER_LEADS, cell.turned(t.QUARTER_POWER), strict=True):
        yield _to_quarter(f"power {name}", lead, spot, (spot[0], _before_hub()))


def _to_quarter(to: str, lead: Lead, plug: Spot, bend: Spot) -> Route:
    start, edge = _port(lead), (lead.port[0], _before_hub())
    laid = ((*spot, t.LAID) for spot in (edge, bend, plug))
    return Route(
        to, lead.kind, (start, (*edge, start[2]), *laid, (*plug, t.PANEL_LOW - t.PLUG)), lead.bought, lead.wide
    )


def _before_hub() -> float:
    return t.HUB_AT[1] - t.HUB[1] / 2 - t.FLAT / 2


def _usb() -> Route:
    lead = t.USB_LEAD
    height = t.PICO_LOW - 1.4
    ways = tuple((*spot, height) for spot in (lead.port, *lead.over))
    return Route(COMPUTER, lead.kind, ways, lead.bought, lead.wide)


def _port(lead: Lead) -> Point:
    return (*lead.port, t.HUB_TOP + t.PLUG)


def check_reach(pods: Sequence[Pod] = t.PODS, bar: float = t.KEY_BAR_ALONG) -> None:
    """UserError names the first cable that does not reach, with what it needs and what it is."""
    for route in routes(pods, bar):
        if route.needed > route.bought:
            sentence = "{place} is too far from the hub: its {cable} of {bought} mm would have to be {needed} mm"
            mm = {"bought": f"{route.bought:.0f}", "needed": f"{route.needed:.0f}"}
            raise UserError(say(sentence, place=route.to, cable=route.kind, **mm))


def clearances(pods: Sequence[Pod] = t.PODS, bar: float = t.KEY_BAR_ALONG) -> Iterator[tuple[str, float]]:
    """For each cable that lies on the base: how far its edge stays from the nearest post, in mm."""
    for route in routes(pods, bar):
        legs = [(a[:2], b[:2]) for a, b in pairwise(route.corners) if {a[2], b[2]} == {t.LAID} and a != b]
        if legs:
            nearest = min(_apart(post, *leg) for post in t.POSTS for leg in legs)
            yield route.to, nearest - (route.wide + t.POST) / 2


def _apart(spot: Spot, first: Spot, last: Spot) -> float:
    """From a spot to a leg, which runs along x or y."""
    low, high = zip(*(sorted(ends) for ends in zip(first, last, strict=True)), strict=True)
    nearest = [min(max(at, a), b) for at, a, b in zip(spot, low, high, strict=True)]
    return dist(spot, nearest)
