"""The pages that follow by a WebSocket, in the thread of the server: what each is sent, and what it sends.

The present moment is made into text once for all pages that show the same.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from glowtable.device.clock import boot_ms
from glowtable.messages import BOARD, filled, say
from glowtable.web.claim_pages import ClaimPages
from glowtable.web.followers import BEAT_S, Follower, ReceivedTap, Snapshot, Tap, Wakeup, beat_text, is_late, read_tap
from glowtable.web.outgoing import Page, only_watches, said_on, watched_prompts
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.requests import is_here, language_of
from glowtable.web.seats import Seats
from glowtable.web.translated import Tell, as_text, with_member
from starlette.websockets import WebSocket, WebSocketDisconnect

NO_SEAT, NOT_YOURS, OTHER_STAGE, NOT_ALLOWED = 4401, 4403, 4410, 1008  # why a connection is closed
AWAY_MS = 20_000  # after so long without a page a device is away: it may have another address, or be another browser
MOST_TAPS = 64  # that wait for the match; more are not taken
LOOK_S = 0.01
LOBBY = "lobby"
FREE_IT = say("Free your seat at the table. On its computer: Seats and phones, {seat}, Free this seat.")
TAKE_IT = say("Take your seat. Its code is on the table's computer: Seats and phones, {seat}.")
OF_THIS_COMPUTER = ("table", "maker")  # pages that nobody else may follow


@dataclass(frozen=True)
class Stage:
    """What pages show for now: a match, or the lobby. By its name a page that was loaded before loads itself again."""

    is_lobby: bool = False
    name: str = field(default_factory=lambda: secrets.token_hex(4))


class Broadcast:
    """The pages that follow. `began` says when the present match did, `phone_hosts` where phones reach this page."""

    def __init__(
        self, seats: Seats, tell: Mapping[str, Tell], began: Callable[[], str],
        phone_hosts: Callable[[], tuple[str, ...]],
    ) -> None:  # fmt: skip
        self.seats, self.tell, self.began, self.phone_hosts = seats, dict(tell), began, phone_hosts
        self.followers: set[Follower] = set()
        self.stage = Stage()
        self._seen_at_ms: dict[str | int, int] = {}  # each device, in a match each seat, whose last page has gone
        self._are_phones_away = False  # in a match those of all claimed seats: they may come back from elsewhere
        self._began_at_ms = boot_ms()  # of the stage
        self.has_moment = True  # between two stages there is nothing to show
        self._snapshot = Snapshot(0, {}, {})
        self._maker: Page = {}
        self._texts: dict[tuple[str | int | bool | None, ...], str] = {}
        self._public_texts: dict[tuple[str, str], str] = {}  # by language, and what of the page

    def take_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot, self.has_moment = snapshot, True
        self._public_texts.clear()
        self.wake_all()

    def take_own(self, seat: int, page: Page) -> None:
        """Let the device of one seat show this page of its own."""
        self._snapshot = self._snapshot._replace(own={**self._snapshot.own, seat: page})
        self._texts.clear()
        for follower in self.followers:
            if follower.seat == seat:
                follower.news.set()

    def take_maker(self, page: Page) -> None:
        self._maker = page
        self.wake_all(makers=True)

    def wake_all(self, makers: bool = False) -> None:
        """Wake the maker's pages, or all others: first who has tapped last, and waits for what comes of it."""
        self._texts.clear()
        for follower in sorted(self.followers, key=lambda follower: -follower.tapped_at_s):
            if follower.is_maker == makers:
                follower.news.set()

    async def await_all_sent(self, longest_s: float) -> None:
        """Wait until every page was sent what there is for it, or this long: a page may have stopped reading."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest_s):
                while any(follower.has_news for follower in self.followers):
                    await asyncio.sleep(LOOK_S)

    def dismiss_seat(self, seat: int) -> None:
        """The pages of this seat are so no more."""
        for follower in self.followers:
            if follower.seat == seat:
                follower.send_away(NO_SEAT)

    def lose_follower(self, follower: Follower) -> None:
        self.followers.discard(follower)
        self._seen_at_ms[follower.device_or_seat] = boot_ms()

    def is_away(self, device_or_seat: str | int) -> bool:
        """Whether a device of the lobby, or that of a seat in a match, has had no page for long."""
        if any(follower.device_or_seat == device_or_seat for follower in tuple(self.followers)):
            return False
        return boot_ms() - self._seen_at_ms.get(device_or_seat, self._began_at_ms) > AWAY_MS

    def has_page(self, device: str) -> bool:
        """Whether this device has a page of the lobby open now."""
        return any(follower.device == device for follower in tuple(self.followers))

    def look_for_phones(self) -> None:
        """Let boards say where phones join once none of a match is there, as when the address has changed.

        One that sleeps while others play has its address still.
        """
        claimed = () if self.stage.is_lobby else self.seats.claimed
        are_away = bool(claimed) and all(map(self.is_away, claimed))
        if are_away != self._are_phones_away:
            self._are_phones_away = are_away
            self.wake_all()

    def change_stage(self, tell: Mapping[str, Tell], *, is_lobby: bool) -> None:
        """A match begins, or is left: all pages but the maker's are loaded again."""
        self.stage = Stage(is_lobby)
        self._seen_at_ms, self._began_at_ms, self._are_phones_away = {}, boot_ms(), False
        self.tell.update(tell)
        self.take_snapshot(Snapshot(0, {}, {}))
        self.has_moment = False
        for follower in self.followers:
            if not follower.is_maker:
                follower.send_away(OTHER_STAGE)

    def text_for(self, follower: Follower) -> str:
        """The present moment for this page."""
        key = (follower.language, follower.seat, follower.return_code, follower.is_table, follower.is_maker,
               follower.device, follower.left, follower.missed)  # fmt: skip
        if key not in self._texts:
            own = as_text(self._own_part(follower), self.tell[follower.language])
            self._texts[key] = own if follower.is_maker else with_member(own, "public", self._public_text(follower))
        return self._texts[key]

    def _public_text(self, follower: Follower) -> str:
        """What all may see is most of each page: it is translated once for each language, but for what is asked."""
        page = dict(self._snapshot.public)
        if "asked" not in page:
            return self._part_text(page, "all", follower.language)
        watches = not follower.is_table and only_watches(page, follower.seat)
        is_board = not follower.is_table and follower.seat is None
        parts = (
            ("asked", "watched" if watches else "asked", watched_prompts(page) if watches else page["asked"]),
            ("news", "seen" if is_board else "news", said_on(BOARD, page["news"]) if is_board else page["news"]),
            ("ailing", "ill" if is_board else "ailing", said_on(BOARD, page["ailing"]) if is_board else page["ailing"]),
        )
        for name, _, _ in parts:
            del page[name]
        text = self._part_text(page, "all", follower.language)
        for name, key, part in parts:
            text = with_member(text, name, self._part_text(part, key, follower.language))
        return text

    def _part_text(self, part: Any, name: str, language: str) -> str:
        """A part of the public page as text."""
        if (language, name) not in self._public_texts:
            self._public_texts[language, name] = as_text(part, self.tell[language])
        return self._public_texts[language, name]

    def _own_part(self, follower: Follower) -> Page:
        """The page without what all may see."""
        number, _, own = self._snapshot
        if follower.is_maker:
            return {"n": number, "maker": self._maker}
        if follower.is_lobby:
            return {
                "n": number,
                "you": self.seats.seat_of_device(follower.device),
                "host": follower.is_table,
                "may": bool(follower.may_do),
                "hosts": self.phone_hosts(),
            }
        page: Page = {"n": number, "claimed": sorted(self.seats.claimed)}
        if follower.seat is not None:
            page |= {"own": own.get(follower.seat), "began": self.began(), "return_code": follower.return_code}
        elif not follower.is_table and (self.seats.claims or self._are_phones_away):
            page["hosts"] = self.phone_hosts()
        if follower.left is not None:
            page["left"] = follower.left
        if follower.missed is not None:
            page["missed"] = filled(
                FREE_IT if follower.missed in self.seats.claimed else TAKE_IT, {"seat": follower.missed}
            )
        if follower.is_table:
            page["phone_hosts"] = self.phone_hosts()
            page["claims"] = {str(seat): claim.code for seat, claim in self.seats.claims.items()}
        return page


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
            await self._serve_follower(socket, Follower(None, here, language_of(socket), device=device))
            return
        # Nothing is awaited from here until the page is followed
        seat, code = self.claim_pages.seat_and_code_of(socket) if what == "seat" else (None, "")
        if what == "seat" and seat is None:
            await socket.close(NO_SEAT)
        elif what in OF_THIS_COMPUTER and not is_here(socket):
            await socket.close(NOT_YOURS)
        else:
            left = self.claim_pages.seat_left_by(socket) if what == "board" else None
            missed = self.claim_pages.seat_missed_by(socket) if what == "board" else None
            language, is_maker = language_of(socket), what == "maker"
            await self._serve_follower(
                socket, Follower(seat, what == "table", language, is_maker, left=left, return_code=code, missed=missed)
            )

    def _is_of_stage(self, socket: WebSocket, what: str) -> bool:
        """Whether a page was loaded when this could be seen; one that names no stage takes what there is."""
        stage = self.broadcast.stage
        return socket.query_params.get("stage", stage.name) == stage.name and (what == LOBBY) == stage.is_lobby

    async def _serve_follower(self, socket: WebSocket, follower: Follower) -> None:
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
                    follower.is_being_sent = True
                    await self._send_news(socket, follower, tell)
                    follower.is_being_sent = False
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
            self.taps.put(_received_tap(tap, follower))
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


def _received_tap(tap: Tap, follower: Follower) -> ReceivedTap:
    """The tap as the match's thread gets it: what that answers is sent by this thread."""
    loop = asyncio.get_running_loop()

    def refuse(note: Any) -> None:
        loop.call_soon_threadsafe(follower.refuse_tap, tap.tap, note)

    def confirm() -> None:
        loop.call_soon_threadsafe(follower.confirm_tap, tap.tap)

    return ReceivedTap(tap, follower.seat, refuse, confirm, lambda: is_late(tap.beat), follower.device, follower.left)


def _now_s() -> float:
    return asyncio.get_running_loop().time()
