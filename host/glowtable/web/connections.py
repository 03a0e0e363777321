"""The devices that follow a match by a WebSocket, in the thread of the server: what each is sent, what it sends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from glowtable.web.broadcast import Broadcast
from glowtable.web.claim_pages import ClaimPages
from glowtable.web.followers import Follower, ReceivedTap
from glowtable.web.incoming import read_tap
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.requests import is_here, language_of
from glowtable.web.translated import as_text
from glowtable.web.wakeup import Wakeup
from starlette.websockets import WebSocket, WebSocketDisconnect

MOST_TAPS = 64  # that wait for the match; more are not taken
NOT_YOURS, NO_SEAT, NOT_ALLOWED = 4403, 4401, 1008  # why a connection is closed
OF_THIS_COMPUTER = ("table", "maker")  # pages that nobody else may follow


class Connections:
    """All connections of one server. What is tapped goes to `taps`, and `wakeup` is rung for it."""

    def __init__(
        self, broadcast: Broadcast, claim_pages: ClaimPages, taps: SimpleQueue[ReceivedTap], wakeup: Wakeup
    ) -> None:
        self.broadcast, self.claim_pages, self.taps, self.wakeup = broadcast, claim_pages, taps, wakeup

    async def follow(self, socket: WebSocket) -> None:
        what = socket.path_params["what"]
        await socket.accept()
        seat = self.claim_pages.seat_of(socket) if what == "seat" else None  # nothing is awaited before it is followed
        if what == "seat" and seat is None:
            await socket.close(NO_SEAT)
        elif what in OF_THIS_COMPUTER and not is_here(socket):
            await socket.close(NOT_YOURS)
        else:
            await self._serve(socket, Follower(seat, what == "table", language_of(socket), what == "maker"))

    async def _serve(self, socket: WebSocket, follower: Follower) -> None:
        self.broadcast.followers.add(follower)
        self.wakeup.ring()
        follower.news.set()
        sending = asyncio.create_task(self._send_moments(socket, follower))
        try:
            while True:
                text = await socket.receive_text()
                if not follower.is_dismissed:
                    await self._take_text(text, socket, follower)
        except (WebSocketDisconnect, KeyError, RuntimeError):  # it has gone, or sent no text
            pass
        finally:
            self.broadcast.followers.discard(follower)
            sending.cancel()

    async def _send_moments(self, socket: WebSocket, follower: Follower) -> None:
        tell = self.broadcast.tell[follower.language]
        with suppress(WebSocketDisconnect, RuntimeError):
            while not follower.is_dismissed:
                await follower.news.wait()
                follower.news.clear()
                while follower.notes and not follower.is_dismissed:  # sending may wait long
                    await socket.send_text(as_text({"note": follower.notes.popleft()}, tell))
                if not follower.is_dismissed:
                    await socket.send_text(self.broadcast.text_for(follower))
            await socket.close(NO_SEAT)

    async def _take_text(self, text: str, socket: WebSocket, follower: Follower) -> None:
        tap = read_tap(text)
        loop = asyncio.get_running_loop()
        if tap is None or tap.does not in follower.may_do or follower.is_too_fast(_now_s()):
            await socket.close(NOT_ALLOWED)
        elif tap.does == "free":
            self._free_seat(tap.seat, follower)
        elif self.taps.qsize() < MOST_TAPS:

            def answer(note: Any) -> None:
                """From the match's thread: a sentence for this device alone."""
                loop.call_soon_threadsafe(follower.add_note, note)

            self.taps.put(ReceivedTap(tap, follower.seat, answer))
            self.wakeup.ring()

    def _free_seat(self, seat: int, follower: Follower) -> None:
        """A seat is freed only at the table."""
        try:
            is_freed = follower.is_table and self.claim_pages.seats.free_seat(seat)
        except OSError:
            follower.add_note(PAGE_WORDS["unkept"])
            return
        if is_freed:
            self.broadcast.dismiss_seat(seat)
            self.claim_pages.notify()


def _now_s() -> float:
    return asyncio.get_running_loop().time()
