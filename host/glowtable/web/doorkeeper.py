"""What every request passes first: whose name it calls us by, which page it comes from, and what browsers may do.

And how many codes an address may guess. Pure ASGI: it knows no route and no seat.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app, self.hosts = app, frozenset(hosts)
        self.origins = frozenset(f"http://{host}" for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._may_enter(scope):
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
        else:
            await PlainTextResponse("refused", 403)(scope, receive, _with_headers(send))

    def _may_enter(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        needs_origin = scope["type"] == "websocket" or scope["method"] not in SAFE
        origin = headers.get("origin")
        origin_fits = origin in self.origins if needs_origin else origin is None or origin in self.origins
        return headers.get("host") in self.hosts and origin_fits


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: Any = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return sending


class Guesses:
    """The wrong codes that each address typed within the last minute."""

    def __init__(self) -> None:
        self._wrong: dict[str, deque[float]] = {}

    def count_wrong(self, address: str, now_s: float) -> None:
        self._wrong.setdefault(address, deque()).append(now_s)

    def are_too_many(self, address: str, now_s: float) -> bool:
        """Whether this address has typed too many; addresses that have stopped guessing are forgotten."""
        for other in [name for name, times in self._wrong.items() if times[-1] < now_s - MINUTE_S]:
            del self._wrong[other]
        times = self._wrong.get(address, deque())
        while times and times[0] < now_s - MINUTE_S:
            times.popleft()
        return len(times) >= WRONG_CODES
