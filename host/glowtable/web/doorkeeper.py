"""What every request passes first: whose name it calls us by, which page it comes from, and what browsers may do.

And how many connections there may be at once, and how long one may keep us waiting for what it asks.

Pure ASGI: it knows no route and no seat. A request by a host that is not ours gets a page with one sentence and the
address to open instead. It needs no other file, since that would be refused, too, and says nothing of the match.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Any
from urllib.parse import quote

from glowtable.messages import say
from glowtable.web.addresses import LOOPBACK, is_neighbour
from glowtable.web.requests import OwnHosts, preferred_language
from glowtable.web.translated import Tell
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

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
            await self._refusal_page(scope)(scope, receive, _with_headers(send, STYLE_POLICY))

    def _may_enter(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        needs_origin = scope["type"] == "websocket" or scope["method"] not in SAFE
        host, origin = headers.get("host", ""), headers.get("origin")
        origin_fits = not needs_origin if origin is None else self.own_hosts.is_own_origin(origin, host)
        return origin_fits and self.own_hosts.is_own(host, _reached_address(scope))

    def _refusal_page(self, scope: Scope) -> HTMLResponse:
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


SENTENCE = say("Glowtable doesn't answer to this name. Open this address:")
HINT = say("Do you want to use this name? Start Glowtable with --host-name.")
STYLE = (
    "html{background:#fbf4e6;color:#2a2018}a{color:#8f4a00}"
    "@media(prefers-color-scheme:dark){html{background:#15100c;color:#f7eddf}a{color:#ffb95c}}"
    "body{font:18px/1.5 system-ui,sans-serif;max-width:34em;margin:15vh auto 0;padding:0 24px}"
    "h1{font-size:24px;line-height:1.3}"
    "a{display:block;padding:16px 0;font-size:22px;font-weight:600;overflow-wrap:anywhere}"
    "p{font-size:16px}"
)
STYLE_POLICY = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Glowtable</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{sentence}</h1>
<a href="{link}">{link}</a>
<p>{hint}</p>
</main>
</body>
</html>
"""


def refusal_page(tell: Tell, language: str, address: str, path: str) -> str:
    """The page in one language; `address` is ours, `path` what was wanted of us."""
    link = escape(address + quote(path), quote=True)
    return PAGE.format(
        language=language, style=STYLE, sentence=escape(tell(SENTENCE)), link=link, hint=escape(tell(HINT))
    )


# -- connections

MOST_CALLERS = 256  # at once; six phones, a table and a board have about twenty
MOST_FROM_ELSEWHERE = 224  # the rest is left to this computer
MOST_OF_ONE_ADDRESS = 32
PATIENCE_S = 10.0  # to ask something from beginning to end


def _address_of(connection: object) -> str:
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""


def _is_open(connection: object) -> bool:
    transport = getattr(connection, "transport", None)
    return transport is not None and not transport.is_closing()


class HttpConnection(H11Protocol):
    """A connection that may become a WebSocket; one from afar, or one that asks nothing, is closed.

    Of too many the oldest is closed that is not being answered; if all are, the new one.
    """

    since_s = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.since_s = self.loop.time()
        reached = str(self.server[0]) if self.server else ""
        if not is_neighbour(_address_of(self), reached):
            transport.close()
        elif crowd := self._crowded_connections():
            _oldest_idle(crowd, self).transport.close()
        self._wait_for_more()

    def _crowded_connections(self) -> Sequence[object]:
        """The connections of which one must go: of the same address, from elsewhere, or all; none if there is room."""
        own, everybody = _address_of(self), list(filter(_is_open, self.connections))
        if own in LOOPBACK:
            return everybody if len(everybody) > MOST_CALLERS else ()
        same = [each for each in everybody if _address_of(each) == own]
        elsewhere = [each for each in everybody if _address_of(each) not in LOOPBACK]
        if len(same) > MOST_OF_ONE_ADDRESS:
            return same
        return elsewhere if len(elsewhere) > MOST_FROM_ELSEWHERE else ()

    def _wait_for_more(self) -> None:
        self.loop.call_later(PATIENCE_S, self._close_if_silent, self.cycle)

    @property
    def is_idle(self) -> bool:
        """Whether nothing was asked from beginning to end that is not answered yet."""
        return self.cycle is None or self.cycle.more_body or self.cycle.response_complete

    def _close_if_silent(self, before: RequestResponseCycle | None) -> None:
        """Unless a whole request came meanwhile, or one is still being answered."""
        if self not in self.connections:  # it is closed, or a WebSocket, which is asked for signs of life
            return
        if self.cycle is before and self.is_idle:
            self.transport.close()
        else:
            self._wait_for_more()


def _oldest_idle(crowd: Sequence[Any], new: HttpConnection) -> HttpConnection:
    idle = [each for each in crowd if isinstance(each, HttpConnection) and each.is_idle and each is not new]
    return min(idle, key=lambda each: each.since_s, default=new)
