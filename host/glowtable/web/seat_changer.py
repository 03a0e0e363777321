"""Bots and people take over each other's seats during a match, by taps: which may, and who may come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.match.players import BOT
from glowtable.match.pump import Pump
from glowtable.match.seat_changes import undo_text
from glowtable.messages import Message, UserError
from glowtable.web.followers import ReceivedTap, Tap
from glowtable.web.outgoing import Page

CHANGES = ("bot", "person", "back")


class SeatChanger:
    """Who may change the seats of one pump; `change_seat` says who sits in one from now on, if there is a lobby.

    `former` sat in these seats before others took them over, until something is played: an undo of it does not bring
    them back.
    """

    def __init__(
        self, pump: Pump, change_seat: Callable[[int, str, bool], None] | None, former: Mapping[int, str] | None
    ) -> None:
        self._pump, self._change_seat = pump, change_seat
        self._former, self._begun_at = former or {}, (pump.session.state, len(pump.session.history))

    @property
    def has_lobby(self) -> bool:
        return self._change_seat is not None

    def former_page(self) -> tuple[Page, ...]:
        """Who may come back, and what takes the change back; nobody once something was played."""
        session, (state, played) = self._pump.session, self._begun_at
        if session.state is not state or len(session.history) != played:
            self._former = {}
        former = {} if session.outcome else self._former
        return tuple({"seat": seat, "id": player, "text": undo_text(player)} for seat, player in former.items())

    def make_change(self, tap: Tap) -> Message | None:
        """A bot for a person, or a person for a bot, or whoever sat there before; or why not."""
        assert self._change_seat is not None
        try:
            self._change_seat(tap.seat, BOT + tap.id if tap.does == "bot" else tap.id, tap.does == "back")
        except UserError as error:
            return error.message
        return None

    def may_change(self, event: ReceivedTap) -> bool:
        """The table's own page may change who sits where.

        A seat's device calls a bot for itself, or the one back from which its person took over; the device from which
        a bot took over comes back.
        """
        tap, is_person = event.tap, event.tap.seat in self._pump.session.people
        is_table, is_own = event.seat is event.left is None, event.tap.seat == event.seat
        match tap.does:
            case "back":
                is_back = tap.seat == event.left and not is_person
                return (is_table or is_own or is_back) and self._former.get(tap.seat) == tap.id
            case "bot":
                return is_person and (is_table or is_own)
            case "person":
                return is_table and not is_person and 0 <= tap.seat < len(self._pump.session.players)
        return False
