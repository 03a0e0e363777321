"""How many connections there may be at once, and how long one may keep us waiting for what it asks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from glowtable.web.addresses import is_neighbour
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

LOOPBACK = ("127.0.0.1", "::1")
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
        if not is_neighbour(_address_of(self), self._reached_address()):
            transport.close()
        elif crowd := self._crowd():
            _oldest_idle(crowd, self).transport.close()
        self._wait_for_more()

    def _reached_address(self) -> str:
        return str(self.server[0]) if self.server else ""

    def _crowd(self) -> Sequence[object]:
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
