"""Serves the companion page: routes and connections, in a thread of its own. Pages are handed in, taps handed out.

It knows no session: what it sends was made in outgoing.py, and what it hears goes to whom it belongs by a queue.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, Protocol

import segno
import uvicorn
from glowtable.messages import FAILED, LANGUAGES, UserError, say
from glowtable.web.callers import LOOPBACK, Caller
from glowtable.web.doorkeeper import Doorkeeper
from glowtable.web.incoming import Tap, read_tap
from glowtable.web.outgoing import Page
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.seats import Seats
from glowtable.web.translated import Tell, as_text
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
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
TAPS_A_SECOND = 20  # of one page; a finger is slower, and a faster one is closed with 1008
WRONG_CODES, MINUTE_S = 10, 60.0  # of one address in a minute
PORTS_TRIED, PORTS, HTTP_PORT = 20, 65536, 80
LONGEST_NUMBER = 9  # digits in an address
FORMS = ("jsonl", "csv", "text")  # of an export
COOKIE_AGE_S = 30 * 24 * 3600
NOT_YOURS, NO_SEAT = 4403, 4401  # why a connection is closed
GOING_AWAY_S = 1.0
# What strangers send must not fill the terminal, where a match is played
SILENT: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"none": {"class": "logging.NullHandler"}},
    "loggers": {name: {"handlers": ["none"], "propagate": False} for name in ("asyncio", "uvicorn", "websockets")},
}


class Heard(NamedTuple):
    """A tap, and whose page it came from: a seat, or None for the table's own page."""

    tap: Tap
    seat: int | None
    answer: Callable[[Any], None]  # a sentence for this device alone


class Snapshot(NamedTuple):
    """A moment of the match as plain data: for all, and for each claimed seat."""

    number: int
    public: Page
    own: Mapping[int, Page]


class Past(Protocol):
    """The matches of the journal, as text to send; UserError if there is none of this number."""

    def list_all(self, language: str) -> str: ...
    def show_moment(self, match: int, at: int, language: str) -> str: ...
    def export_match(self, match: int, form: str, language: str) -> str: ...
    def faces_of(self, match: int) -> bytes: ...


class Follower:
    """One page that follows the match. A slow one gets the newest moment, never a queue of old ones."""

    def __init__(self, seat: int | None, is_table: bool, language: str) -> None:
        self.seat, self.is_table, self.language = seat, is_table, language
        self.news = asyncio.Event()
        self.notes: deque[Any] = deque(maxlen=8)
        self.is_dismissed = False
        self._tapped: deque[float] = deque(maxlen=TAPS_A_SECOND)

    def is_too_fast(self, now_s: float) -> bool:
        """Whether the tap that comes now is one too many within a second."""
        is_full = len(self._tapped) == TAPS_A_SECOND
        too_fast = is_full and now_s - self._tapped[0] < 1.0
        self._tapped.append(now_s)
        return too_fast


class Server:
    """The page of one match; what is not said to be for its own thread is for that of the match."""

    def __init__(
        self, seats: Seats, tell: Mapping[str, Tell], faces: bytes, past: Past | None = None, *, lan: bool = False,
        began: Callable[[], str] = str,
    ) -> None:  # fmt: skip
        """`began` says when the present match did: by it a device tells one match from another."""
        self.began = began
        self.seats, self.tell, self.faces, self.past, self.lan = seats, tell, faces, past, lan
        self.about: Page = {}
        self.taps: SimpleQueue[Heard] = SimpleQueue()
        self.followers: set[Follower] = set()
        self.port = 0
        self._snapshot: Snapshot | None = None
        self._texts: dict[tuple[str, int | None, bool], str] = {}
        self._wrong: dict[str, deque[float]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    # -- for the thread of the match

    def start(self, port: int) -> None:
        """Listen at this port, or at the next free one; UserError if there is none."""
        listener = _listener("0.0.0.0" if self.lan else "127.0.0.1", port)
        self.port = listener.getsockname()[1]
        config = uvicorn.Config(
            self._app(), http=Caller, log_config=SILENT, lifespan="off", ws_max_size=LONGEST_FRAME,
            ws_ping_interval=20.0, timeout_graceful_shutdown=1, server_header=False, proxy_headers=False,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, args=(self._loop, listener), name="page", daemon=True)
        self._thread.start()

    def _run(self, loop: asyncio.AbstractEventLoop, listener: socket.socket) -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(self._server.serve(sockets=[listener]))

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(3 * GOING_AWAY_S)

    def publish_snapshot(self, snapshot: Snapshot) -> None:
        """Let every page show this moment."""
        if self._loop and not self._loop.is_closed():
            with suppress(RuntimeError):  # it is being stopped
                self._loop.call_soon_threadsafe(self._take_snapshot, snapshot)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where the page is: here, and for others on the network."""
        here = f"http://127.0.0.1:{self.port}/"
        return (here, f"http://{lan_address()}:{self.port}/") if self.lan else (here,)

    # -- in its own thread

    def _take_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._call_all()

    def _call_all(self) -> None:
        self._texts.clear()
        for follower in self.followers:
            follower.news.set()

    def _text_for(self, follower: Follower) -> str:
        """The present moment for this page, made once for all pages that show the same."""
        key = (follower.language, follower.seat, follower.is_table)
        if key not in self._texts:
            self._texts[key] = as_text(self._page_for(follower), self.tell[follower.language])
        return self._texts[key]

    def _page_for(self, follower: Follower) -> Page:
        number, public, own = self._snapshot or Snapshot(0, {}, {})
        page: Page = {"n": number, "public": public, "claimed": sorted(self.seats.claimed)}
        if follower.seat is not None:
            page |= {"own": own.get(follower.seat), "began": self.began()}
        if follower.is_table:
            page["claims"] = {str(seat): claim.code for seat, claim in self.seats.claims.items()}
        return page

    def _app(self) -> Starlette:
        names = ("127.0.0.1", "localhost", *([lan_address()] if self.lan else []))
        hosts = {f"{name}:{self.port}" for name in names} | set(names if self.port == HTTP_PORT else ())
        return Starlette(
            routes=[
                Route("/", self._table),
                Route("/seat", _file("seat.html")),
                Route("/board", _file("board.html")),
                Route("/faces.svg", self._faces),
                Route("/words", self._words),
                Route("/qr", self._qr),
                Route("/claim", self._claim, methods=["POST"]),
                Route("/matches", self._matches),
                Route("/matches/all", self._all_matches),
                Route("/matches/{match}", self._moment),
                Route("/matches/{match}/faces", self._faces_of),
                Route("/matches/{match}/{form}", self._export),
                WebSocketRoute("/follow/{what}", self._follow),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            middleware=[Middleware(Doorkeeper, hosts=hosts), Middleware(GZipMiddleware, minimum_size=500)],
        )

    async def _table(self, request: Request) -> Response:
        """The table's own page is this computer's; others see the board."""
        if not _is_here(request):
            return RedirectResponse("/board", 303)
        return FileResponse(STATIC / "table.html")

    async def _faces(self, request: Request) -> Response:
        return Response(self.faces, media_type="image/svg+xml")

    async def _words(self, request: Request) -> Response:
        """What does not change during a match, in the language of the device."""
        tell = self.tell[_language(request)]
        page = {"words": PAGE_WORDS, "about": self.about, "language": _language(request), "lan": self.lan}
        return Response(as_text(page, tell), media_type="application/json")

    async def _qr(self, request: Request) -> Response:
        """The picture of a free seat's one-time link."""
        claim = self.seats.claims.get(_number(request.query_params.get("seat", "")))
        if not claim or not _is_here(request):
            return Response(status_code=404)
        picture = BytesIO()
        segno.make(f"{self.addresses[-1]}seat#{claim.token}", error="m").save(
            picture, kind="svg", border=3, light="#fff"
        )
        return Response(picture.getvalue(), media_type="image/svg+xml")

    # -- the journal's matches, for this computer alone

    async def _matches(self, request: Request) -> Response:
        return await self._of_past(request, lambda past: (STATIC / "matches.html").read_text("utf-8"), "text/html")

    async def _all_matches(self, request: Request) -> Response:
        return await self._of_past(request, lambda past: past.list_all(_language(request)))

    async def _moment(self, request: Request) -> Response:
        match, at = _number(request.path_params["match"]), max(_number(request.query_params.get("at", "")), 0)
        return await self._of_past(request, lambda past: past.show_moment(match, at, _language(request)))

    async def _faces_of(self, request: Request) -> Response:
        match = _number(request.path_params["match"])
        return await self._of_past(request, lambda past: past.faces_of(match), "image/svg+xml")

    async def _export(self, request: Request) -> Response:
        match, form = _number(request.path_params["match"]), request.path_params["form"]
        if form not in FORMS:
            return Response(status_code=404)
        return await self._of_past(
            request, lambda past: past.export_match(match, form, _language(request)), "text/plain"
        )

    async def _of_past(
        self, request: Request, asked: Callable[[Past], str | bytes], media_type: str = "application/json"
    ) -> Response:
        """What the journal says, read in a thread beside: neither pages nor match wait for it."""
        if self.past is None or not _is_here(request):
            return Response(status_code=404)
        try:
            return Response(await run_in_threadpool(asked, self.past), media_type=media_type)
        except UserError:
            return Response(status_code=404)

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
        if self._has_guessed(address):
            return JSONResponse({"wrong": "claim_slow"}, 429)
        try:
            found = self.seats.claim_seat(secret)
        except OSError:
            return JSONResponse({"wrong": "unkept"}, 507)
        if found is None:
            self._wrong.setdefault(address, deque()).append(self._now_s())
            return JSONResponse({"wrong": "claim_wrong"}, 403)
        seat, token = found
        response = JSONResponse({"seat": seat})
        response.set_cookie(
            cookie_name(self.port, seat), token, max_age=COOKIE_AGE_S, httponly=True, samesite="strict", path="/"
        )
        self._call_all()
        return response

    def _has_guessed(self, address: str) -> bool:
        """Whether this address has typed too many wrong codes within a minute."""
        for other in [name for name, times in self._wrong.items() if times[-1] < self._now_s() - MINUTE_S]:
            del self._wrong[other]
        times = self._wrong.get(address, deque())
        while times and times[0] < self._now_s() - MINUTE_S:
            times.popleft()
        return len(times) >= WRONG_CODES

    def _now_s(self) -> float:
        return asyncio.get_running_loop().time()

    # -- the connections

    async def _follow(self, socket: WebSocket) -> None:
        what = socket.path_params["what"]
        await socket.accept()
        seat = self._seat_of(socket) if what == "seat" else None  # nothing is awaited before it is followed
        if what == "seat" and seat is None:
            await socket.close(NO_SEAT)
        elif what == "table" and not _is_here(socket):
            await socket.close(NOT_YOURS)
        else:
            await self._serve_follower(socket, Follower(seat, what == "table", _language(socket)))

    def _seat_of(self, connection: HTTPConnection) -> int | None:
        """The seat of this device; if it has several, the one that its page asks for."""
        tokens = {seat: connection.cookies.get(cookie_name(self.port, seat), "") for seat in sorted(self.seats.claimed)}
        held = [seat for seat, token in tokens.items() if self.seats.seat_of(token) == seat]
        wanted = connection.query_params.get("seat")
        return next((seat for seat in held if wanted in (None, str(seat))), None)

    async def _serve_follower(self, socket: WebSocket, follower: Follower) -> None:
        self.followers.add(follower)
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
        may_tap = follower.is_table or follower.seat is not None
        if tap is None or not may_tap or follower.is_too_fast(self._now_s()):
            await socket.close(1008)
        elif tap.does == "free":
            self._free(tap.seat, follower)
        elif self.taps.qsize() < MOST_TAPS:
            self.taps.put(Heard(tap, follower.seat, lambda note: self._answer(follower, note)))

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


def _number(text: str) -> int:
    """A number of an address; -1 for anything else, which is no match and no seat."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else -1


def _file(name: str) -> Callable[[Request], Any]:
    async def sent(request: Request) -> Response:
        return FileResponse(STATIC / name)

    return sent


def _is_here(connection: HTTPConnection) -> bool:
    return connection.client is not None and connection.client.host in LOOPBACK


def _language(connection: HTTPConnection) -> str:
    wanted = connection.query_params.get("lang", "")
    return wanted if wanted in LANGUAGES else "en"


def _listener(address: str, port: int) -> socket.socket:
    """A socket at this port or at the next free one.

    It says that it is TCP: only then does asyncio send each frame at once, not after the last one was acknowledged.
    """
    for tried in range(port, min(port + PORTS_TRIED, PORTS)) if port else (0,):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, tried))
        except OSError as error:
            listener.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
        else:
            listener.listen(128)
            return listener
    raise UserError(say("no free port for the page from {port} on: say another with --port-http", port=port), FAILED)


def lan_address() -> str:
    """The address by which others on the network reach this computer; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
