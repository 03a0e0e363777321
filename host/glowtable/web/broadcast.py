"""What each page that follows shows now: the present moment, made into text once for all pages that show the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from glowtable.device.clock import boot_ms
from glowtable.messages import BOARD
from glowtable.web.followers import Follower, Snapshot
from glowtable.web.outgoing import Page, only_watches, said_on, watched_prompts
from glowtable.web.seats import Seats
from glowtable.web.stage import Stage
from glowtable.web.translated import Tell, as_text, with_member

NO_SEAT, OTHER_STAGE = 4401, 4410  # why a connection is closed
AWAY_MS = 20_000  # after so long without a page a device is away: it may have another address, or be another browser


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
               follower.device, follower.left)  # fmt: skip
        if key not in self._texts:
            own = as_text(self._own_part(follower), self.tell[follower.language])
            self._texts[key] = own if follower.is_maker else with_member(own, "public", self._public_text(follower))
        return self._texts[key]

    def _public_text(self, follower: Follower) -> str:
        """What all may see is most of each page: it is told once in each language, but for what is asked."""
        page = dict(self._snapshot.public)
        if "asked" not in page:
            return self._told(page, "all", follower.language)
        watches = not follower.is_table and only_watches(page, follower.seat)
        is_board = not follower.is_table and follower.seat is None
        parts = (
            ("asked", "watched" if watches else "asked", watched_prompts(page) if watches else page["asked"]),
            ("news", "seen" if is_board else "news", said_on(BOARD, page["news"]) if is_board else page["news"]),
            ("ailing", "ill" if is_board else "ailing", said_on(BOARD, page["ailing"]) if is_board else page["ailing"]),
        )
        for name, _, _ in parts:
            del page[name]
        text = self._told(page, "all", follower.language)
        for name, told_as, part in parts:
            text = with_member(text, name, self._told(part, told_as, follower.language))
        return text

    def _told(self, part: Any, name: str, language: str) -> str:
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
        if follower.is_table:
            page["phone_hosts"] = self.phone_hosts()
            page["claims"] = {str(seat): claim.code for seat, claim in self.seats.claims.items()}
        return page
