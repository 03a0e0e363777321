"""How a device gets a seat and keeps it: the picture of a one-time link, a token or code for a cookie, the cookie."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from io import BytesIO

import segno
from glowtable.web.addresses import network_of
from glowtable.web.requests import is_here, number_in
from glowtable.web.seats import Seats
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

LONGEST_CODE = 4096  # bytes
COOKIE_AGE_S = 30 * 24 * 3600
MOST_TOKENS = 16  # of one browser that are looked at
WRONG_CODES, MINUTE_S = 10, 60.0  # of one address in a minute


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


class ClaimPages:
    """At this port. `phone_hosts` are those that a link may name; `notify` hears which seat has another device."""

    def __init__(
        self, seats: Seats, port: int, phone_hosts: Callable[[], tuple[str, ...]], notify: Callable[[int], None]
    ) -> None:
        self.seats, self.port, self.phone_hosts, self.notify = seats, port, phone_hosts, notify
        self._attempts = CodeAttempts()

    @property
    def routes(self) -> list[Route]:
        return [Route("/qr", self._qr_picture), Route("/claim", self._claim_seat, methods=["POST"])]

    def seat_and_code_of(self, connection: HTTPConnection) -> tuple[int | None, str]:
        """The seat of this device, of several the one that its page asks for, and the code that brings it back."""
        held = {self.seats.seat_of(token): token for token in self._tokens_of(connection)}
        wanted = connection.query_params.get("seat")
        mine = sorted(seat for seat in held if seat is not None and wanted in (None, str(seat)))
        return (mine[0], self.seats.return_code_of(held[mine[0]])) if mine else (None, "")

    def device_of(self, connection: HTTPConnection) -> str:
        """The device as Seats knows it, with a seat or as a guest; '' for an unknown device."""
        devices = [device for token in self._tokens_of(connection) if (device := self.seats.device_of(token))]
        return min(devices, key=lambda device: self.seats.seat_of_device(device) is None, default="")

    def seat_left_by(self, connection: HTTPConnection) -> int | None:
        """The seat of this device that others have taken over."""
        seats = (self.seats.seat_left_by(token) for token in self._tokens_of(connection))
        return next((seat for seat in seats if seat is not None), None)

    def seat_missed_by(self, connection: HTTPConnection) -> int | None:
        """The seat that this device did not get in a resumed match, though its person sat in the lobby."""
        return self.seats.seat_missed_by(self.device_of(connection))

    def _tokens_of(self, connection: HTTPConnection) -> list[str]:
        """Of its cookies those of this port, whatever seat they were made for: people change seats in the lobby."""
        mine = [token for name, token in connection.cookies.items() if name.startswith(cookie_name(self.port, ""))]
        return mine[:MOST_TOKENS]

    def welcome(self, connection: HTTPConnection, response: Response) -> None:
        """Make a device that nobody knows yet a guest, who may take a seat in the lobby."""
        if not is_here(connection) and not self.device_of(connection):
            self._set_cookie(response, "guest", self.seats.add_guest())

    def _set_cookie(self, response: Response, name: int | str, token: str) -> None:
        response.set_cookie(
            cookie_name(self.port, name), token, max_age=COOKIE_AGE_S, httponly=True, samesite="strict", path="/"
        )

    async def _qr_picture(self, request: Request) -> Response:
        """The picture of a free seat's one-time link, at the host of one network."""
        hosts = self.phone_hosts()
        host = request.query_params.get("host", hosts[0])
        claim = self.seats.claims.get(number_in(request.query_params.get("seat", "")))
        if not claim or host not in hosts or not is_here(request):
            return Response(status_code=404)
        return qr_picture(page_link(host, self.port, f"seat#{claim.token}"))

    async def _claim_seat(self, request: Request) -> Response:
        """A token or a code for a cookie."""
        try:
            secret = await _short_body(request)
        except ClientDisconnect:
            return Response(status_code=400)
        if secret is None:
            return JSONResponse({"wrong": "claim_wrong"}, 413, {"connection": "close"})
        return self._claimed_response(secret, request.client.host if request.client else "")

    def _claimed_response(self, secret: str, address: str) -> Response:
        """Wrong ones are counted; nothing is awaited between count and look, so that none slips through beside."""
        now_s = asyncio.get_running_loop().time()
        if self._attempts.is_rate_limited(address, now_s):
            return JSONResponse({"wrong": "claim_slow"}, 429)
        try:
            claim = self.seats.claim_seat(secret)
        except OSError:
            return JSONResponse({"wrong": "unkept"}, 507)
        if claim is None:
            self._attempts.count_wrong(address, now_s)
            return JSONResponse({"wrong": "claim_wrong"}, 403)
        seat, token = claim
        response = JSONResponse({"seat": seat})
        self._set_cookie(response, seat, token)
        self.notify(seat)
        return response


def qr_picture(link: str) -> Response:
    """The link as a picture for cameras."""
    picture = BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", border=3, light="#fff")
    return Response(picture.getvalue(), media_type="image/svg+xml")


def page_link(host: str, port: int, path: str = "") -> str:
    """The link to a page by one of our hosts, as links have it."""
    return f"http://{host}:{port}/{path}"


def cookie_name(port: int, seat: int | str) -> str:
    """Cookies are shared by all ports of a computer; and one browser may have the hands of several people."""
    return f"glowtable_seat_{port}_{seat}"


async def _short_body(request: Request) -> str | None:
    """What was sent; None if it is too long, which is found out before it is all here."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_CODE:
            return None
    return body.decode(errors="replace")
