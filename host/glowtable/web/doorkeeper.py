"""What every request passes first: whose name it calls us by, which page it comes from, and what browsers may do.

And how many codes an address may guess. Pure ASGI: it knows no route and no seat.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from glowtable.web.addresses import network_of
from glowtable.web.own_hosts import OwnHosts
from glowtable.web.refusal_page import STYLE_POLICY, refusal_page
from glowtable.web.requests import preferred_language
from glowtable.web.translated import Tell
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
SAFE = ("GET", "HEAD")
WRONG_CODES, MINUTE_S = 10, 60.0  # of one address in a minute


class Doorkeeper:
    """Refuses a foreign Host, and a foreign or missing Origin where something could be done or overheard."""

    def __init__(self, app: ASGIApp, own_hosts: OwnHosts, tell: Mapping[str, Tell]) -> None:
        self.app, self.own_hosts, self.tell = app, own_hosts, tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._may_enter(scope):
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
        else:
            await self._refusal(scope)(scope, receive, _with_headers(send, STYLE_POLICY))

    def _may_enter(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        needs_origin = scope["type"] == "websocket" or scope["method"] not in SAFE
        host, origin = headers.get("host", ""), headers.get("origin")
        origin_fits = not needs_origin if origin is None else self.own_hosts.is_own_origin(origin, host)
        return origin_fits and self.own_hosts.is_own(host, _reached_address(scope))

    def _refusal(self, scope: Scope) -> HTMLResponse:
        """It names the address that was reached and no other: a website whose name means our address may read it."""
        language = preferred_language(Headers(scope=scope))
        address = self.own_hosts.address_for(_reached_address(scope))
        return HTMLResponse(refusal_page(self.tell[language], language, address, scope["path"]), 403)


def _reached_address(scope: Scope) -> str:
    """The address of ours at which this request came in."""
    return str(scope["server"][0])


def _with_headers(send: Send, policy: str = "") -> Send:
    """Add the security headers to each answer; `policy` replaces that of our pages."""
    security = {**HEADERS, "content-security-policy": policy or HEADERS["content-security-policy"]}

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: Any = MutableHeaders(scope=message)
            for name, value in security.items():
                headers[name] = value
        await send(message)

    return sending


class CodeAttempts:
    """The wrong codes that each address typed within the last minute."""

    def __init__(self) -> None:
        self._wrong: dict[str, deque[float]] = {}

    def count_wrong(self, address: str, now_s: float) -> None:
        self._wrong.setdefault(network_of(address), deque()).append(now_s)

    def is_rate_limited(self, address: str, now_s: float) -> bool:
        """Whether this address has typed too many; addresses that have stopped guessing are forgotten."""
        for other in [name for name, times in self._wrong.items() if times[-1] < now_s - MINUTE_S]:
            del self._wrong[other]
        times = self._wrong.get(network_of(address), deque())
        while times and times[0] < now_s - MINUTE_S:
            times.popleft()
        return len(times) >= WRONG_CODES
