"""Serves the companion page: routes and connections, in a thread of its own. Pages are handed in, taps handed out.

It knows no session: what it sends was made in outgoing.py, and what it hears goes to whom it belongs by a queue.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

import uvicorn
from glowtable.web.addresses import LanAddress, addresses_now, listeners_at, one_per_network
from glowtable.web.broadcast import Broadcast, Connections
from glowtable.web.claim_pages import ClaimPages, page_link, qr_picture
from glowtable.web.doorkeeper import Doorkeeper, HttpConnection
from glowtable.web.followers import PING_S, PONG_S, ReceivedTap, Snapshot, Wakeup
from glowtable.web.outgoing import Page
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.requests import OwnHosts, is_here, language_of
from glowtable.web.seats import Seats
from glowtable.web.text_pages import STATIC, Cards, Past, Taught, TextPages
from glowtable.web.translated import Tell, as_text
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

LONGEST_FRAME = 4096  # bytes of a tap, a longer one closes the connection with 1009
GOING_AWAY_S = 1.0
ADDRESSES_AGAIN_S = 2.0  # as long as nobody minds that the pictures for phones are those of a network that was left
# What others send must not fill the terminal, where a match is played
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
        list_addresses: Callable[[], tuple[LanAddress, ...]] | None = None, taught: Taught | None = None,
        cards: Cards | None = None,
    ) -> None:  # fmt: skip
        """`began` says when the present match did: by it a device tells one match from another."""
        self.host_names, self.list_addresses = host_names, list_addresses or addresses_now
        self.lan_addresses = self.list_addresses() if lan else ()
        self.seats, self.faces, self.lan = seats, faces, lan
        self.broadcast = Broadcast(seats, tell, began, self.hosts_on_table)
        self.tell = self.broadcast.tell
        self.text_pages = TextPages(cards, taught, past, self.tell)
        self.about: Page = {}
        self.taps: SimpleQueue[ReceivedTap] = SimpleQueue()
        self.wakeup = Wakeup()  # rings when there are taps, seats claimed or freed, pages of the maker, other addresses
        self.port = 0
        self._loop: asyncio.AbstractEventLoop | None = None

    # -- for the thread of the match

    def start(self, port: int) -> None:
        """Listen at this port, or at the next free one; UserError if there is none."""
        listeners = listeners_at(port, lan=self.lan)
        self.port = listeners[0].getsockname()[1]
        config = uvicorn.Config(
            self._make_app(), http=HttpConnection, log_config=SILENT, lifespan="off", ws_max_size=LONGEST_FRAME,
            ws_ping_interval=PING_S, ws_ping_timeout=PONG_S, timeout_graceful_shutdown=1, server_header=False,
            proxy_headers=False,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run_loop, args=(self._loop, listeners), name="page", daemon=True)
        self._thread.start()

    def _run_loop(self, loop: asyncio.AbstractEventLoop, listeners: list[socket.socket]) -> None:
        asyncio.set_event_loop(loop)
        if self.lan:
            loop.call_later(ADDRESSES_AGAIN_S, self._look_for_addresses, loop)
        loop.run_until_complete(self._server.serve(sockets=listeners))

    def _begin_to_stop(self) -> None:
        self._stopping = asyncio.ensure_future(self._stop_when_sent())

    async def _stop_when_sent(self) -> None:
        await self.broadcast.await_all_sent(GOING_AWAY_S)
        self._server.should_exit = True

    def stop(self) -> None:
        """Close the page; what was published before still reaches those who look at it."""
        self._call_soon(self._begin_to_stop)
        self._thread.join(3 * GOING_AWAY_S)
        self.wakeup.close()

    def change_stage(self, tell: Mapping[str, Tell], faces: bytes, about: Page | None) -> None:
        """From now on pages show the match that is about this, or the lobby (None); earlier taps are not done."""
        if self._loop:
            changed = Event()
            self._call_soon(self._change_stage, tell, faces, about, changed)
            changed.wait(GOING_AWAY_S)
        else:
            self._change_stage(tell, faces, about, Event())

    def _change_stage(self, tell: Mapping[str, Tell], faces: bytes, about: Page | None, changed: Event) -> None:
        self.faces, self.about = faces, about or {}
        self.broadcast.change_stage(tell, is_lobby=about is None)
        while not self.taps.empty():
            self.taps.get().refuse(PAGE_WORDS["stale"])
        changed.set()

    def publish_snapshot(self, snapshot: Snapshot) -> None:
        """Let every page show this moment."""
        self._call_soon(self.broadcast.take_snapshot, snapshot)

    def is_away(self, device: str) -> bool:
        """Whether a device that has a seat has had no page of the lobby for long."""
        return self.broadcast.is_away(device)

    def publish_own(self, seat: int, page: Page) -> None:
        """Let the device of one seat show this page of its own; no other page hears of it."""
        self._call_soon(self.broadcast.take_own, seat, page)

    def publish_maker(self, page: Page) -> None:
        """Let the maker's pages show this moment of the table."""
        self._call_soon(self.broadcast.take_maker, page)

    def _call_soon(self, function: Callable[..., None], *arguments: Any) -> None:
        if self._loop and not self._loop.is_closed():
            with suppress(RuntimeError):  # it is being stopped
                self._loop.call_soon_threadsafe(function, *arguments)

    @property
    def is_maker_there(self) -> bool:
        """Whether somebody looks at the maker's page."""
        return any(follower.is_maker for follower in tuple(self.broadcast.followers))

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where the page is: here, and for others on each network."""
        return tuple(self.link_to(host) for host in ("127.0.0.1", *(address.host for address in self.lan_addresses)))

    def link_to(self, host: str, path: str = "") -> str:
        """The link to a page by one of our hosts."""
        return page_link(host, self.port, path)

    @property
    def phone_hosts(self) -> tuple[str, ...]:
        """A host for each network; this computer's own if it is on none, or phones are not wanted."""
        return tuple(address.host for address in one_per_network(self.lan_addresses)) or ("127.0.0.1",)

    def hosts_on_table(self) -> tuple[str, ...]:
        """None while no network is there though phones are wanted."""
        return self.phone_hosts if self.lan_addresses or not self.lan else ()

    # -- in its own thread

    def _look_for_addresses(self, loop: asyncio.AbstractEventLoop) -> None:
        """Computers change networks: then the pictures for phones change, and the match says it."""
        addresses = self.list_addresses()
        if addresses != self.lan_addresses:
            self.lan_addresses = addresses
            self._tell_of_seats()
        loop.call_later(ADDRESSES_AGAIN_S, self._look_for_addresses, loop)

    def _tell_of_seats(self) -> None:
        self.broadcast.wake_all()
        self.wakeup.ring()

    def _change_device(self, seat: int) -> None:
        """Another device has this seat now, or none: the pages of the one that had it are its no more."""
        self.broadcast.dismiss_seat(seat)
        self._tell_of_seats()

    def _make_app(self) -> Starlette:
        self.claim_pages = ClaimPages(self.seats, self.port, lambda: self.phone_hosts, self._change_device)
        connections = Connections(self.broadcast, self.claim_pages, self.taps, self.wakeup)
        own_hosts = OwnHosts(self.port, lan=self.lan, host_names=self.host_names)
        return Starlette(
            routes=[
                *Pages(self).routes,
                *self.claim_pages.routes,
                *self.text_pages.routes,
                WebSocketRoute("/follow/{what}", connections.follow),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            middleware=[
                Middleware(Doorkeeper, own_hosts=own_hosts, tell=self.tell),
                Middleware(GZipMiddleware, minimum_size=500),
            ],
        )


class Pages:
    """What a browser loads first."""

    def __init__(self, server: Server) -> None:
        self.server = server

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/", self._table_page),
            Route("/seat", self._seat_page),
            Route("/board", self._board_page),
            Route("/join.svg", self._join_picture),
            Route("/maker", self._maker_page),
            Route("/manifest.webmanifest", _read_static("manifest.webmanifest", "application/manifest+json")),
            Route("/learn", _read_static("learn.html")),
            Route("/faces.svg", self._card_faces),
            Route("/words", self._page_words),
        ]

    async def _table_page(self, request: Request) -> Response:
        """The lobby is for all. The table's own page is this computer's; others see their hand, or the board.

        Without lobby and match there is only the maker's.
        """
        if self.server.broadcast.stage.is_lobby:
            return self._lobby_page(request)
        if not is_here(request):
            has_seat = self.server.claim_pages.seat_and_code_of(request)[0] is not None
            return RedirectResponse("/seat", 303) if has_seat else FileResponse(STATIC / "board.html")
        return FileResponse(STATIC / "table.html") if self.server.about else RedirectResponse("/maker", 303)

    def _lobby_page(self, request: Request) -> Response:
        """Whoever sees it may take a seat."""
        response = FileResponse(STATIC / "lobby.html")
        self.server.claim_pages.welcome(request, response)
        return response

    async def _seat_page(self, request: Request) -> Response:
        return self._lobby_page(request) if self.server.broadcast.stage.is_lobby else FileResponse(STATIC / "seat.html")

    async def _board_page(self, request: Request) -> Response:
        return FileResponse(STATIC / ("lobby.html" if self.server.broadcast.stage.is_lobby else "board.html"))

    async def _join_picture(self, request: Request) -> Response:
        """Where phones join, in the lobby or with a seat's code, for their cameras; without an address, nothing."""
        hosts = self.server.hosts_on_table()
        host = request.query_params.get("host", hosts[0] if hosts else "")
        path = "" if self.server.broadcast.stage.is_lobby else "seat"
        return qr_picture(self.server.link_to(host, path)) if host in hosts else Response(status_code=404)

    async def _maker_page(self, request: Request) -> Response:
        return FileResponse(STATIC / "maker.html") if is_here(request) else Response(status_code=404)

    async def _card_faces(self, request: Request) -> Response:
        return Response(self.server.faces, media_type="image/svg+xml")

    async def _page_words(self, request: Request) -> Response:
        """What does not change during a match, in the language of the device."""
        tell = self.server.tell[language_of(request)]
        page = {
            "words": PAGE_WORDS, "about": self.server.about, "language": language_of(request), "lan": self.server.lan,
            "stage": self.server.broadcast.stage.name,
        }  # fmt: skip
        return Response(as_text(page, tell), media_type="application/json")


def _read_static(name: str, media_type: str | None = None) -> Callable[[Request], Any]:
    async def sent(request: Request) -> Response:
        return FileResponse(STATIC / name, media_type=media_type)

    return sent
