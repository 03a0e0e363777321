"""Every cable as it is drawn: that to the computer as thin as it is, and only where it leaves the tray."""

from __future__ import annotations

from hardware.tray.routes import Route, routes

COMPUTER = "computer"
USB_WIDE = 4.0  # it is round


def lying(rear: float) -> list[Route]:
    """In the order of the routes, none further to the rear than this."""
    return [_cut(route, rear) if route.to == COMPUTER else route for route in routes()]


def _cut(route: Route, rear: float) -> Route:
    return route._replace(wide=USB_WIDE, corners=tuple((x, min(y, rear), z) for x, y, z in route.corners))
