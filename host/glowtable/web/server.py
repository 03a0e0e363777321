"""Serves the companion page: routes and connections, in a thread of its own. Pages are handed in, taps handed out.

It knows no session: what it sends was made in outgoing.py, and what it hears goes to whom it belongs by a queue.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import segno
import uvicorn
from glowtable.web.addresses import LanAddress, addresses_now, listeners_at, one_per_network
from glowtable.web.callers import HttpConnection
from glowtable.web.doorkeeper import CodeAttempts, Doorkeeper
from glowtable.web.followers import Follower, Heard, Snapshot
from glowtable.web.incoming import read_tap
from glowtable.web.outgoing import Page
from glowtable.web.own_hosts import OwnHosts
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.past_pages import Past, PastPages
from glowtable.web.requests import is_here, language_of, number_in
from glowtable.web.seats import Seats
from glowtable.web.translated import Tell, as_text, with_member
from glowtable.web.wakeup import Wakeup
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

STATIC = Path(__file__).parent / "static"
LONGEST_FRAME = 4096  # bytes of a tap, a longer one closes the connection with 1009; and of a code
MOST_TAPS = 64  # that wait for the match; more are not taken
COOKIE_AGE_S = 30 * 24 * 3600
NOT_YOURS, NO_SEAT = 4403, 4401  # why a connection is closed
OF_THIS_COMPUTER = ("table", "maker")  # pages that nobody else may follow
GOING_AWAY_S = 1.0
ADDRESSES_AGAIN_S = 2.0  # as long as nobody minds that the pictures for phones are those of a network that was left
# What strangers send must not fill the terminal, where a match is played
SILENT: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"none": {"class": "logging.NullHandler"}},
    "loggers": {name: {"handlers": ["none"], "propagate": False} for name in ("asyncio", "uvicorn", "websockets")},
}


class Server:
    """The page of one match; what is not said to be for its own thread is for that of the match."""

    def __init__(
        self, seats: Seats, tell: Mapping[str, Tell], faces: bytes, past: Past | None = None, *, lan: bool = False,
        host_names: Collection[str] = (), began: Callable[[], str] = str,
        list_addresses: Callable[[], tuple[LanAddress, ...]] | None = None,
    ) -> None:  # fmt: skip
        """`began` says when the present match did: by it a device tells one match from another."""
        self.host_names, self.list_addresses = host_names, list_addresses or addresses_now
        self.lan_addresses = self.list_addresses() if lan else ()
        self.began = began
        self.seats, self.tell, self.faces, self.lan = seats, tell, faces, lan
        self.past_pages = PastPages(past)
        self.about: Page = {}
        self.taps: SimpleQueue[Heard] = SimpleQueue()
        self.bell = Wakeup()  # rings when there are taps, seats claimed or freed, pages of the maker, other addresses
        self.followers: set[Follower] = set()
        self.port = 0
        self._snapshot: Snapshot | None = None
        self._maker: Page = {}
        self._makers = 0
        self._texts: dict[tuple[str, int | None, bool, bool], str] = {}
        self._public_texts: dict[str, str] = {}
        self._guesses = CodeAttempts()
        self._loop: asyncio.AbstractEventLoop | None = None

    # -- for the thread of the match

    def start(self, port: int) -> None:
        """Listen at this port, or at the next free one; UserError if there is none."""
        listeners = listeners_at(port, lan=self.lan)
        self.port = listeners[0].getsockname()[1]
        config = uvicorn.Config(
            self._app(), http=HttpConnection, log_config=SILENT, lifespan="off", ws_max_size=LONGEST_FRAME,
            ws_ping_interval=20.0, timeout_graceful_shutdown=1, server_header=False, proxy_headers=False,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, args=(self._loop, listeners), name="page", daemon=True)
        self._thread.start()

    def _run(self, loop: asyncio.AbstractEventLoop, listeners: list[socket.socket]) -> None:
        asyncio.set_event_loop(loop)
        if self.lan:
            loop.call_later(ADDRESSES_AGAIN_S, self._look_for_addresses, loop)
        loop.run_until_complete(self._server.serve(sockets=listeners))

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(3 * GOING_AWAY_S)
        self.bell.close()

    def publish_snapshot(self, snapshot: Snapshot) -> None:
        """Let every page show this moment."""
        if self._loop and not self._loop.is_closed():
            with suppress(RuntimeError):  # it is being stopped
                self._loop.call_soon_threadsafe(self._take_snapshot, snapshot)

    def publish_own(self, seat: int, page: Page) -> None:
        """Let the device of one seat show this page of its own; no other page hears of it."""
        if self._loop and not self._loop.is_closed():
            with suppress(RuntimeError):  # it is being stopped
                self._loop.call_soon_threadsafe(self._take_own, seat, page)

    @property
    def is_maker_there(self) -> bool:
        """Whether somebody looks at the maker's page."""
        return self._makers > 0

    def publish_maker(self, page: Page) -> None:
        """Let the maker's pages show this moment of the table."""
        if self._loop and not self._loop.is_closed():
            with suppress(RuntimeError):  # it is being stopped
                self._loop.call_soon_threadsafe(self._take_maker, page)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where the page is: here, and for others on each network."""
        return (self.page_link("127.0.0.1"), *map(self.link_to, self.lan_addresses))

    def link_to(self, address: LanAddress) -> str:
        return self.page_link(address.host)

    def page_link(self, host: str, path: str = "") -> str:
        """The link to a page by one of our hosts, as links have it."""
        return f"http://{host}:{self.port}/{path}"

    @property
    def phone_hosts(self) -> tuple[str, ...]:
        """A host for each network; this computer's own if it is on none, or phones are not wanted."""
        return tuple(address.host for address in one_per_network(self.lan_addresses)) or ("127.0.0.1",)

    # -- in its own thread

    def _look_for_addresses(self, loop: asyncio.AbstractEventLoop) -> None:
        """Computers change networks: then the pictures for phones change, and the match says it."""
        addresses = self.list_addresses()
        if addresses != self.lan_addresses:
            self.lan_addresses = addresses
            self._call_all()
            self.bell.ring()
        loop.call_later(ADDRESSES_AGAIN_S, self._look_for_addresses, loop)

    def _take_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._public_texts.clear()
        self._call_all()

    def _take_own(self, seat: int, page: Page) -> None:
        if self._snapshot:
            self._snapshot = self._snapshot._replace(own={**self._snapshot.own, seat: page})
        self._texts.clear()
        for follower in self.followers:
            if follower.seat == seat:
                follower.news.set()

    def _take_maker(self, page: Page) -> None:
        self._maker = page
        self._call_all(makers=True)

    def _call_all(self, makers: bool = False) -> None:
        """Wake the maker's pages, or all others: first who has tapped last, and waits for what comes of it."""
        self._texts.clear()
        for follower in sorted(self.followers, key=lambda follower: -follower.tapped_at_s):
            if follower.is_maker == makers:
                follower.news.set()

    def _text_for(self, follower: Follower) -> str:
        """The present moment for this page, made once for all pages that show the same."""
        key = (follower.language, follower.seat, follower.is_table, follower.is_maker)
        if key not in self._texts:
            own = as_text(self._own_part(follower), self.tell[follower.language])
            self._texts[key] = own if follower.is_maker else with_member(own, "public", self._public_text(follower))
        return self._texts[key]

    def _public_text(self, follower: Follower) -> str:
        """What all may see is most of each page: it is told once in each language."""
        language = follower.language
        if language not in self._public_texts:
            public = self._snapshot.public if self._snapshot else {}
            self._public_texts[language] = as_text(public, self.tell[language])
        return self._public_texts[language]

    def _own_part(self, follower: Follower) -> Page:
        """The page without what all may see."""
        number, _, own = self._snapshot or Snapshot(0, {}, {})
        if follower.is_maker:
            return {"n": number, "maker": self._maker}
        page: Page = {"n": number, "claimed": sorted(self.seats.claimed)}
        if follower.seat is not None:
            page |= {"own": own.get(follower.seat), "began": self.began()}
        if follower.is_table:
            page["phone_hosts"] = self.phone_hosts if self.lan_addresses or not self.lan else ()
            page["claims"] = {str(seat): claim.code for seat, claim in self.seats.claims.items()}
        return page

    def _app(self) -> Starlette:
        own_hosts = OwnHosts(self.port, lan=self.lan, host_names=self.host_names)
        return Starlette(
            routes=[
                Route("/", self._table),
                Route("/seat", _file("seat.html")),
                Route("/board", _file("board.html")),
                Route("/maker", self._maker_page),
                Route("/faces.svg", self._faces),
                Route("/words", self._words),
                Route("/qr", self._qr),
                Route("/claim", self._claim, methods=["POST"]),
                *self.past_pages.routes,
                WebSocketRoute("/follow/{what}", self._follow),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            middleware=[
                Middleware(Doorkeeper, own_hosts=own_hosts, tell=self.tell),
                Middleware(GZipMiddleware, minimum_size=500),
            ],
        )

    async def _table(self, request: Request) -> Response:
        """The table's own page is this computer's; others see the board. Without a match there is only the maker's."""
        if not is_here(request):
            return RedirectResponse("/board", 303)
        return FileResponse(STATIC / "table.html") if self.about else RedirectResponse("/maker", 303)

    async def _maker_page(self, request: Request) -> Response:
        return FileResponse(STATIC / "maker.html") if is_here(request) else Response(status_code=404)

    async def _faces(self, request: Request) -> Response:
        return Response(self.faces, media_type="image/svg+xml")

    async def _words(self, request: Request) -> Response:
        """What does not change during a match, in the language of the device."""
        tell = self.tell[language_of(request)]
        page = {"words": PAGE_WORDS, "about": self.about, "language": language_of(request), "lan": self.lan}
        return Response(as_text(page, tell), media_type="application/json")

    async def _qr(self, request: Request) -> Response:
        """The picture of a free seat's one-time link, at the host of one network."""
        host = request.query_params.get("host", self.phone_hosts[0])
        claim = self.seats.claims.get(number_in(request.query_params.get("seat", "")))
        if not claim or host not in self.phone_hosts or not is_here(request):
            return Response(status_code=404)
        picture = BytesIO()
        link = self.page_link(host, f"seat#{claim.token}")
        segno.make(link, error="m").save(picture, kind="svg", border=3, light="#fff")
        return Response(picture.getvalue(), media_type="image/svg+xml")

    async def _claim(self, request: Request) -> Response:
        """A token or a code for a cookie."""
        try:
            secret = await _short_body(request)
        except ClientDisconnect:
            return Response(status_code=400)
        if secret is None:
            return JSONResponse({"wrong": "claim_wrong"}, 413, {"connection": "close"})
        return self._claimed(secret, request.client.host if request.client else "")

    def _claimed(self, secret: str, address: str) -> Response:
        """Wrong ones are counted; nothing is awaited between count and look, so that none slips through beside."""
        if self._guesses.is_rate_limited(address, self._now_s()):
            return JSONResponse({"wrong": "claim_slow"}, 429)
        try:
            found = self.seats.claim_seat(secret)
        except OSError:
            return JSONResponse({"wrong": "unkept"}, 507)
        if found is None:
            self._guesses.count_wrong(address, self._now_s())
            return JSONResponse({"wrong": "claim_wrong"}, 403)
        seat, token = found
        response = JSONResponse({"seat": seat})
        response.set_cookie(
            cookie_name(self.port, seat), token, max_age=COOKIE_AGE_S, httponly=True, samesite="strict", path="/"
        )
        self._call_all()
        self.bell.ring()
        return response

    def _now_s(self) -> float:
        return asyncio.get_running_loop().time()

    # -- the connections

    async def _follow(self, socket: WebSocket) -> None:
        what = socket.path_params["what"]
        await socket.accept()
        seat = self._seat_of(socket) if what == "seat" else None  # nothing is awaited before it is followed
        if what == "seat" and seat is None:
            await socket.close(NO_SEAT)
        elif what in OF_THIS_COMPUTER and not is_here(socket):
            await socket.close(NOT_YOURS)
        else:
            follower = Follower(seat, what == "table", language_of(socket), what == "maker")
            await self._serve_follower(socket, follower)

    def _seat_of(self, connection: HTTPConnection) -> int | None:
        """The seat of this device; if it has several, the one that its page asks for."""
        tokens = {seat: connection.cookies.get(cookie_name(self.port, seat), "") for seat in sorted(self.seats.claimed)}
        held = [seat for seat, token in tokens.items() if self.seats.seat_of(token) == seat]
        wanted = connection.query_params.get("seat")
        return next((seat for seat in held if wanted in (None, str(seat))), None)

    async def _serve_follower(self, socket: WebSocket, follower: Follower) -> None:
        self.followers.add(follower)
        self._makers += follower.is_maker
        self.bell.ring()
        follower.news.set()
        sending = asyncio.create_task(self._send_moments(socket, follower))
        try:
            while True:
                text = await socket.receive_text()
                if not follower.is_dismissed:
                    await self._hear(text, socket, follower)
        except (WebSocketDisconnect, KeyError, RuntimeError):  # it has gone, or sent no text
            pass
        finally:
            self.followers.discard(follower)
            self._makers -= follower.is_maker
            sending.cancel()

    async def _send_moments(self, socket: WebSocket, follower: Follower) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while not follower.is_dismissed:
                await follower.news.wait()
                follower.news.clear()
                while follower.notes and not follower.is_dismissed:  # sending may wait long
                    await socket.send_text(as_text({"note": follower.notes.popleft()}, self.tell[follower.language]))
                if not follower.is_dismissed:
                    await socket.send_text(self._text_for(follower))
            await socket.close(NO_SEAT)

    async def _hear(self, text: str, socket: WebSocket, follower: Follower) -> None:
        tap = read_tap(text)
        if tap is None or tap.does not in follower.may_do or follower.is_too_fast(self._now_s()):
            await socket.close(1008)
        elif tap.does == "free":
            self._free(tap.seat, follower)
        elif self.taps.qsize() < MOST_TAPS:
            self.taps.put(Heard(tap, follower.seat, lambda note: self._answer(follower, note)))
            self.bell.ring()

    def _free(self, seat: int, follower: Follower) -> None:
        """A seat is freed only at the table."""
        try:
            is_freed = follower.is_table and self.seats.free_seat(seat)
        except OSError:
            self._answer(follower, PAGE_WORDS["unkept"])
            return
        if is_freed:
            for other in self.followers:
                other.is_dismissed |= other.seat == seat
            self._call_all()
            self.bell.ring()

    def _answer(self, follower: Follower, note: Any) -> None:
        """From the match's thread: a sentence for this device alone."""

        def give() -> None:
            follower.notes.append(note)
            follower.news.set()

        if self._loop:
            self._loop.call_soon_threadsafe(give)


def cookie_name(port: int, seat: int) -> str:
    """Cookies are shared by all ports of a computer; and one browser may have the hands of several people."""
    return f"glowtable_seat_{port}_{seat}"


async def _short_body(request: Request) -> str | None:
    """What was sent; None if it is too long, which is found out before it is all here."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_FRAME:
            return None
    return body.decode(errors="replace")


def _file(name: str) -> Callable[[Request], Any]:
    async def sent(request: Request) -> Response:
        return FileResponse(STATIC / name)

    return sent
