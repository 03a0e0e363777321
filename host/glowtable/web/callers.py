"""How many connections there may be at once, and how long one may keep us waiting for what it asks."""

from __future__ import annotations

import asyncio

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


class HttpConnection(H11Protocol):
    """A connection that may become a WebSocket; one too many, one from afar, or one that asks nothing, is closed."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._is_one_too_many() or not is_neighbour(_address_of(self), self._reached_address()):
            transport.close()
        else:
            self._wait_for_more()

    def _reached_address(self) -> str:
        return str(self.server[0]) if self.server else ""

    def _is_one_too_many(self) -> bool:
        addresses, own = [_address_of(each) for each in self.connections], _address_of(self)
        if own in LOOPBACK:
            return len(addresses) > MOST_CALLERS
        elsewhere = [address for address in addresses if address not in LOOPBACK]
        return len(elsewhere) > MOST_FROM_ELSEWHERE or elsewhere.count(own) > MOST_OF_ONE_ADDRESS

    def _wait_for_more(self) -> None:
        self.loop.call_later(PATIENCE_S, self._close_if_silent, self.cycle)

    def _close_if_silent(self, before: RequestResponseCycle | None) -> None:
        """Unless a whole request came meanwhile, or one is still being answered."""
        if self not in self.connections:  # it is closed, or a WebSocket, which is asked for signs of life
            return
        is_idle = before is None or before.more_body or before.response_complete
        if self.cycle is before and is_idle:
            self.transport.close()
        else:
            self._wait_for_more()
