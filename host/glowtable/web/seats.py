"""Who may see what: a seat is claimed by one device, with a one-time link or a code of four words.

Tokens have 128 bits; of a claimed seat only digests are kept, in a file that only its owner reads. A device whose
cookie is lost, as when the address of the page has changed, has its seat again with the code that its page shows.
Knows no network and no session.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Any, NamedTuple

from glowtable.gate import make_folder, parse_json, read_file, write_private
from glowtable.messages import UserError

TOKEN_BYTES = 16
CODE_WORDS = 4
LATEST = 2**53  # later than any match
Span = tuple[int, int]
ANY: Span = (0, LATEST)
MOST_GUESTS = 64  # devices without a seat that are known; the one that came first is forgotten
MOST_EARLIER = 16  # whose matches were played before others began one
# Short, easily distinguished when spoken, spelt as they sound
CODE_WORD_LIST = (Path(__file__).parent / "code_words.txt").read_text("utf-8").split()
# what comes of reading what is no such file at all
UNREADABLE = (OSError, UserError, ValueError, KeyError, AttributeError, TypeError)


class Claim(NamedTuple):
    """How a free seat may be claimed, once: the link's token, or the words."""

    token: str
    code: str


class Kept(NamedTuple):
    """The digests that are written down: the devices of claimed seats, and of seats that others took over.

    Also of the codes that bring each device back.
    """

    claimed: dict[int, str]
    left: dict[int, str]
    return_codes: dict[str, str]


class Seats:
    """The claimed seats of one company of players; `path` keeps them (None: only as long as this runs).

    A device is known by the digest of its token. It has one seat (`_digests`) or is a guest of the lobby (`_guests`).
    In a match a bot may have its seat, and it may get it back (`_left`); or it could not have the seat under whose name
    it sat in the lobby (`_missed`). After a restart it may be known by the file alone (`_earlier`).

    `span`: the first and the last match, by their numbers in the journal, in which they hold. Under the same names
    others may have played before, and what they held is theirs: what is written of their matches stays.
    """

    def __init__(
        self, seats: Sequence[int], company: Sequence[str], path: Path | None = None, span: Span = ANY
    ) -> None:
        self.company, self.path, self.span = list(company), path, span
        self._earlier: frozenset[str] = frozenset()  # devices that had seats, as the file says
        kept = self._read_kept(seats)
        self._return_codes = kept.return_codes  # of each known device: the digest of the code that brings it back
        self._digests = kept.claimed
        self.claims = {seat: _new_claim() for seat in seats if seat not in self._digests}
        self._left = kept.left  # the devices from which others have taken over these seats in this match
        self._guests: dict[str, None] = {}  # devices that have no seat and may take one in the lobby
        self._missed: dict[str, int] = {}  # devices that sat in the lobby under the name of another device's seat

    @property
    def claimed(self) -> frozenset[int]:
        return frozenset(self._digests)

    def claim_seat(self, secret: str) -> tuple[int, str] | None:
        """The seat that this one-time token or code opens, and the token its device keeps; None if it opens none.

        The return code of a device opens its own seat, and then that device has it no more.
        OSError if that cannot be kept: then nothing has changed.
        """
        given = " ".join(secret.lower().split())
        seats = [
            seat
            for seat, claim in self.claims.items()
            if _same_token(given, claim.token) | _same_token(given, claim.code)
        ]
        returned, codes = _digest_of(given), self._return_codes
        seats += [seat for seat, device in self._digests.items() if _same_token(returned, codes.get(device, ""))]
        if not seats:
            return None
        seat, token = seats[0], self._new_token()
        self._keep_digests({**self._digests, seat: _digest_of(token)})
        self.claims.pop(seat, None)
        return seat, token

    def _new_token(self) -> str:
        token = secrets.token_hex(TOKEN_BYTES)
        self.return_code_of(token)
        return token

    def return_code_of(self, token: str) -> str:
        """The code that opens the seat of this token's device, from now on, where it cannot show the token itself."""
        number, count = int(_digest_of(f"return code of {token}"), 16), len(CODE_WORD_LIST)
        code = " ".join(CODE_WORD_LIST[number // count**place % count] for place in range(CODE_WORDS))
        self._return_codes[_digest_of(token)] = _digest_of(code)
        return code

    def seat_of(self, token: str) -> int | None:
        """The seat of the device that has this token."""
        given = _digest_of(token)
        seats = [seat for seat, digest in self._digests.items() if _same_token(given, digest)]
        return seats[0] if seats else None

    def free_seat(self, seat: int) -> bool:
        """Take a seat from its device; the seat gets a new link and a new code. False if it was free.

        OSError if that cannot be kept: then the device still has it.
        """
        if seat not in self._digests:
            return False
        self._keep_digests({other: digest for other, digest in self._digests.items() if other != seat})
        self.claims[seat] = _new_claim()
        return True

    # -- in the lobby, where seats come and go; a device is known by the digest of its token

    def add_guest(self) -> str:
        """The token for a device that may take a seat."""
        token = self._new_token()
        if len(self._guests) >= MOST_GUESTS:
            oldest = next(iter(self._guests))
            del self._guests[oldest]
            if oldest not in self._digests.values():
                self._return_codes.pop(oldest, None)
        self._guests[_digest_of(token)] = None
        return token

    def device_of(self, token: str) -> str:
        """The device that has this token; '' if none is known."""
        device = _digest_of(token)
        is_known = device in self._guests or device in self._digests.values() or device in self._earlier
        return device if is_known else ""

    @property
    def devices(self) -> Mapping[int, str]:
        """Whose seats these are."""
        return self._digests

    def seat_of_device(self, device: str) -> int | None:
        return next((seat for seat, digest in self._digests.items() if device and digest == device), None)

    def give_seat(self, seat: int, device: str) -> None:
        """A device without a seat takes this one; a device that had it is a guest."""
        self._guests.update(dict.fromkeys([self._digests[seat]] if seat in self._digests else ()))
        self._guests.pop(device, None)
        self._digests = {**self._digests, seat: device}
        self.claims.pop(seat, None)

    def rearrange(self, company: Sequence[str], seats: Sequence[int], came_from: Mapping[int, int]) -> None:
        """These people play now, and who sits in a seat came from that other one; who lost a seat is a guest."""
        digests = {seat: self._digests[old] for seat, old in came_from.items() if old in self._digests}
        left = [digest for digest in self._digests.values() if digest not in digests.values()]
        self.company, self._digests = list(company), digests
        self._guests.update(dict.fromkeys(left))
        claims = {seat: self.claims[old] for seat, old in came_from.items() if old in self.claims}
        self.claims = {seat: claims.get(seat) or _new_claim() for seat in seats if seat not in digests}

    # -- in the middle of a match, where a bot takes over from a person

    def leave_seat(self, seat: int) -> None:
        """Somebody else sits there from now on: only the device that has this seat, if one has, may get it back."""
        left = {other: device for other, device in self._left.items() if other != seat}
        self._left = {**left, seat: self._digests[seat]} if seat in self._digests else left

    def seat_left_by(self, token: str) -> int | None:
        """The seat that others have taken over from the device that has this token."""
        given = _digest_of(token)
        return next((seat for seat, device in self._left.items() if _same_token(given, device)), None)

    def return_seat(self, seat: int) -> None:
        """Give a free seat back to the device that had it before, if one had, and has no other by now."""
        device = self._left.get(seat, "")
        if device and seat not in self._digests and self.seat_of_device(device) is None:
            self.give_seat(seat, device)

    def forget_left(self) -> None:
        """Another match is played: nobody gets a seat back in it."""
        self._left, self._missed = {}, {}

    def write_down(self, span: Span) -> None:
        """Write down whose seats these are in these matches, also after a restart. OSError if that is impossible."""
        self.span = span
        self._keep_digests(self._digests)

    @contextmanager
    def lent_to(self, company: Sequence[str], device: str) -> Iterator[None]:
        """Others play meanwhile, the first of them on this device ('' for none); nothing is written down of it."""
        lent = self.company, self.path, self._digests, self.claims, self._left
        self._guests.update(dict.fromkeys(self._digests.values()))  # they are known
        self.company, self.path, self._left, self._missed = list(company), None, {}, {}
        self._digests, self.claims = ({0: device}, {}) if device else ({}, {0: _new_claim()})
        try:
            yield
        finally:
            self.company, self.path, self._digests, self.claims, self._left = lent

    def load_company(self, company: Sequence[str], seats: Sequence[int], match: int) -> None:
        """The people of this match: only devices that were theirs when it was played have their seats again."""
        self.company, self.span = list(company), (match, match)
        self._guests.update(dict.fromkeys(self._digests.values()))
        kept = self._read_kept(seats)
        self._digests, self._left = kept.claimed, kept.left
        self._return_codes.update(kept.return_codes)
        self.claims = {seat: _new_claim() for seat in seats if seat not in self._digests}

    def let_in(self, wanting: Mapping[int, str], may_replace: Callable[[str], bool]) -> None:
        """Give these devices the seats of a resumed match that they want, where whose a seat is may be replaced.

        '' is nobody's. Who has another seat keeps to it; who gets none is remembered.
        """
        self._missed = {}
        for seat, device in wanting.items():
            if self.seat_of_device(device) is None:
                if may_replace(self._digests.get(seat, "")):
                    self.give_seat(seat, device)
                else:
                    self._missed[device] = seat
        with suppress(OSError):  # after a restart phones claim their seats again
            self.write_down(self.span)

    def seat_missed_by(self, device: str) -> int | None:
        """The seat that this device did not get in the resumed match, though it sat in the lobby under its name."""
        return self._missed.get(device)

    def _read_kept(self, seats: Sequence[int]) -> Kept:
        """What an earlier run of the same people has kept; nothing if the file is missing or another's.

        These are their seats: what bots are called may have changed.
        """
        entries = self._read_entries()
        try:
            self._earlier = frozenset(device for entry in entries for device in _digests_in(entry["seats"]).values())
            kept = next(entry for entry in entries if _holds_in(entry, self.span[0]))
            company = list(kept.get("company", ()))
            is_theirs = len(company) == len(self.company) and all(company[at] == self.company[at] for at in seats)
            if not is_theirs:
                return Kept({}, {}, {})
            is_same = kept.get("span", ANY)[0] == self.span[0]
            left = kept.get("left", {}) if is_same else {}  # in a later match nobody gets it back
            codes = {str(device): str(code) for device, code in kept.get("return_codes", {}).items()}
            claimed = {seat: digest for seat, digest in _digests_in(kept["seats"]).items() if seat in seats}
            return Kept(claimed, _digests_in(left), codes)
        except (*UNREADABLE, StopIteration):
            return Kept({}, {}, {})

    def _read_entries(self) -> list[dict[str, Any]]:
        """What is written down of these matches and of earlier ones, the latest first."""
        try:
            kept = parse_json(read_file(self.path)) if self.path else {}
            return [kept, *kept.pop("earlier", ())] if kept else []
        except UNREADABLE:
            return []

    def _keep_digests(self, digests: dict[int, str]) -> None:
        """Write down, and only then believe, whose seats these are."""
        if self.path:
            make_folder(self.path.parent)
            codes = {device: code for device, code in self._return_codes.items() if device in digests.values()}
            kept = {"company": self.company, "span": self.span, "seats": digests, "left": self._left}
            kept["return_codes"] = codes
            kept["earlier"] = _others_than(self.span, self._read_entries())[:MOST_EARLIER]
            write_private(self.path, json.dumps(kept).encode())
        self._digests = digests


def _holds_in(entry: Mapping[str, Any], match: int) -> bool:
    first, last = entry.get("span", ANY)
    return bool(first <= match <= last)


def _others_than(span: Span, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What still holds beside this span; an entry that cannot be read does not."""
    others = []
    with suppress(*UNREADABLE):
        for entry in entries:
            first, last = entry.get("span", ANY)
            if last <= span[1]:
                last = min(last, span[0] - 1)
            if first <= last:
                others.append({**entry, "span": (first, last)})
    return others


def _new_claim() -> Claim:
    return Claim(secrets.token_hex(TOKEN_BYTES), " ".join(secrets.choice(CODE_WORD_LIST) for _ in range(CODE_WORDS)))


def _digests_in(seats: Mapping[str, object]) -> dict[int, str]:
    return {int(seat): str(digest) for seat, digest in seats.items()}


def _digest_of(token: str) -> str:
    return sha256(_bytes_of(token)).hexdigest()


def _same_token(given: str, true: str) -> bool:
    """In a time that does not depend on how much of it is right."""
    return compare_digest(_bytes_of(given), _bytes_of(true))


def _bytes_of(text: str) -> bytes:
    """Also of half a letter, which a browser, or a file, may hand in."""
    return text.encode("utf-8", "surrogatepass")
