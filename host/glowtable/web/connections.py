"""The devices that follow a match by a WebSocket, in the thread of the server: what each is sent, what it sends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from glowtable.web.broadcast import NO_SEAT, OTHER_STAGE, Broadcast
from glowtable.web.claim_pages import ClaimPages
from glowtable.web.followers import Follower, ReceivedTap
from glowtable.web.heartbeat import BEAT_S, beat_text, is_late
from glowtable.web.incoming import Tap, read_tap
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.requests import is_here, language_of
from glowtable.web.translated import Tell, as_text
from glowtable.web.wakeup import Wakeup
from starlette.websockets import WebSocket, WebSocketDisconnect

MOST_TAPS = 64  # that wait for the match; more are not taken
NOT_YOURS, NOT_ALLOWED = 4403, 1008  # why a connection is closed
LOBBY = "lobby"
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
        if what != "maker" and not self._is_of_stage(socket, what):
            await socket.close(OTHER_STAGE)
            return
        if what == LOBBY:
            here = is_here(socket)
            device = "" if here else self.claim_pages.device_of(socket)
            await self._serve(socket, Follower(None, here, language_of(socket), device=device))
            return
        # Nothing is awaited from here until the page is followed
        seat, code = self.claim_pages.seat_and_code_of(socket) if what == "seat" else (None, "")
        if what == "seat" and seat is None:
            await socket.close(NO_SEAT)
        elif what in OF_THIS_COMPUTER and not is_here(socket):
            await socket.close(NOT_YOURS)
        else:
            left = self.claim_pages.seat_left_by(socket) if what == "board" else None
            language, is_maker = language_of(socket), what == "maker"
            await self._serve(socket, Follower(seat, what == "table", language, is_maker, left=left, return_code=code))

    def _is_of_stage(self, socket: WebSocket, what: str) -> bool:
        """Whether a page was loaded when this could be seen; one that names no stage takes what there is."""
        stage = self.broadcast.stage
        return socket.query_params.get("stage", stage.name) == stage.name and (what == LOBBY) == stage.is_lobby

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
            self.broadcast.lose_follower(follower)
            sending.cancel()

    async def _send_moments(self, socket: WebSocket, follower: Follower) -> None:
        tell = self.broadcast.tell[follower.language]
        with suppress(WebSocketDisconnect, RuntimeError):
            while not follower.is_dismissed:
                try:
                    await asyncio.wait_for(follower.news.wait(), BEAT_S)
                except TimeoutError:
                    self.broadcast.look_for_phones()
                if follower.news.is_set():
                    follower.news.clear()
                    await self._send_news(socket, follower, tell)
                if not follower.is_dismissed:
                    await socket.send_text(beat_text())
            await socket.close(follower.close_code)

    async def _send_news(self, socket: WebSocket, follower: Follower, tell: Tell) -> None:
        """What is for this page alone, and the present moment if it is new to it; sending may wait long."""
        while follower.notes and not follower.is_dismissed:
            await socket.send_text(as_text(follower.notes.popleft(), tell))
        if follower.is_dismissed or not (follower.is_maker or self.broadcast.has_moment):
            return
        if (text := self.broadcast.text_for(follower)) != follower.shown_text:
            follower.shown_text = text
            await socket.send_text(text)

    async def _take_text(self, text: str, socket: WebSocket, follower: Follower) -> None:
        tap = read_tap(text)
        if tap is None or tap.does not in follower.may_do or follower.is_too_fast(_now_s()):
            await socket.close(NOT_ALLOWED)
        elif is_late(tap.beat) or self.taps.qsize() >= MOST_TAPS:
            follower.refuse_tap(tap.tap, PAGE_WORDS["late"])
        elif tap.does == "free":
            self._free_seat(tap, follower)
        else:
            self.taps.put(_received(tap, follower))
            self.wakeup.ring()

    def _free_seat(self, tap: Tap, follower: Follower) -> None:
        """A seat is freed only at the table."""
        try:
            is_freed = follower.is_table and self.claim_pages.seats.free_seat(tap.seat)
        except OSError:
            follower.refuse_tap(tap.tap, PAGE_WORDS["unkept"])
            return
        if is_freed:
            self.claim_pages.notify(tap.seat)
        follower.confirm_tap(tap.tap)


def _received(tap: Tap, follower: Follower) -> ReceivedTap:
    """The tap as the match's thread gets it: what that answers is sent by this thread."""
    loop = asyncio.get_running_loop()

    def refuse(note: Any) -> None:
        loop.call_soon_threadsafe(follower.refuse_tap, tap.tap, note)

    def confirm() -> None:
        loop.call_soon_threadsafe(follower.confirm_tap, tap.tap)

    return ReceivedTap(tap, follower.seat, refuse, confirm, lambda: is_late(tap.beat), follower.device, follower.left)


def _now_s() -> float:
    return asyncio.get_running_loop().time()
