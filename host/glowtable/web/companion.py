"""The page of a match: in the thread of its pump it takes what was tapped and hands out what may be seen.

Only here do web and match meet; the server's thread never touches the session.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from glowtable.device.line_watch import LineWatch
from glowtable.game import Action
from glowtable.grid import TABLE_SEAT
from glowtable.match.choices import (
    awaited_at,
    awaited_openly,
    device_answers,
    may_start_next,
    public_choice_labels,
    public_choices,
)
from glowtable.match.lesson import Guide
from glowtable.match.pump import Pump
from glowtable.match.session import Session
from glowtable.match.statistics import evening_of
from glowtable.messages import PHONE, Message, say
from glowtable.table import Card, Event, Key, Press
from glowtable.web.followers import ReceivedTap, Snapshot, Tap
from glowtable.web.maker_page import hidden_words, maker_page
from glowtable.web.outgoing import Page, about_page, public_page, said_on, seat_page, standing_json
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.seat_changer import CHANGES, SeatChanger
from glowtable.web.seat_steps import SeatSteps
from glowtable.web.server import Server
from glowtable.web.shown_pages import ShownPages

STALE, LATE = PAGE_WORDS["stale"], PAGE_WORDS["late"]
NEXT = "next"
ALWAYS = ("wrong", "night", NEXT)  # keys that mean the same at every moment
LESSON_OVER = say("That was your first match. Now play your own.")
MOVES = 3  # whose cards travel between two moments
MAKER_US = 200_000  # between two moments of the maker's page
TAPS_A_ROUND = 4  # the match goes on, however many taps come
DOUBLE_MS = 1000  # within this time a finger that taps twice means once


class Companion:
    """One pump and its server. `sync_followers` is called after each round of the pump, in its thread."""

    def __init__(
        self, pump: Pump, server: Server, announce: Callable[[Message], None] | None = None, *,
        is_recorded: bool = True, change_seat: Callable[[int, str, bool], None] | None = None,
        former: Mapping[int, str] | None = None, guide: Guide | None = None,
    ) -> None:  # fmt: skip
        """`announce` says to people what is no news of the match; by default the pump does.

        With `change_seat` there is a lobby to go back to; it says who sits in a seat from now on, and whether they sat
        there until the last change; UserError why not. `former` sat in these seats before others took them over, where
        nothing was played since. `guide` leads a first match: after it there is only the lobby.
        """
        self.is_done = False  # people have gone back to the lobby, or others sit there now
        self._guide = guide
        self.pump, self.server, self._announce = pump, server, announce or pump.tell_people
        self._addresses, self._is_recorded = server.lan_addresses, is_recorded
        self._seat_changer = SeatChanger(pump, change_seat, former)
        self.shown = ShownPages()
        self._maker_shown = (0, 0)  # the changes of the line that are shown, and since when
        self.steps = SeatSteps(pump, server.wakeup.ring)
        self._played = 0  # how many actions the page has shown
        self._done_tap: tuple[Any, int] = (None, 0)  # the last one, and when it was
        self._evening: tuple[Any, tuple[Page, ...]] = (None, ())  # at the state with which a match ended
        server.about = about_page(pump.session, has_lobby=self._seat_changer.has_lobby)

    @property
    def files(self) -> list[int]:
        """What can be waited for until somebody taps; what is still to be done of earlier taps is not waited for."""
        if not self.server.taps.empty():
            self.server.wakeup.ring()
        return [self.server.wakeup.file]

    def sync_followers(self) -> None:
        """Do what was tapped, and publish what has changed: each tap is measured by what was shown before it."""
        self.server.wakeup.clear_wakeup()
        self._announce_addresses()
        self.steps.go_on()
        self._publish_changes()
        for _ in range(min(self.server.taps.qsize(), TAPS_A_ROUND)):
            event = self.server.taps.get()
            refusal = self._take_tap(event)
            self._publish_changes()
            if refusal:
                event.refuse(refusal)
            else:
                event.confirm()
            if self.is_done:  # who taps now taps on what is left
                break
        if self.server.is_maker_there and self.pump.connection.watch:
            self._publish_maker(self.pump.connection.watch)

    def _announce_addresses(self) -> None:
        """Say where phones find the table now, if that has changed."""
        before, self._addresses = self._addresses, self.server.lan_addresses
        if self._addresses == before:
            return
        if not self._addresses:
            self._announce(PAGE_WORDS["no_network"])
        links = tuple(self.server.link_to(address.host) for address in self._addresses if address not in before)
        if links:
            self._announce(say("Phones now reach the table here: {address}", address=links))

    def _publish_changes(self) -> None:
        session, claimed = self.pump.session, self.server.seats.claimed
        self.pump.private.on_phones = claimed
        step = self._guide.at if self._guide else 0
        if not self.shown.begin_page(session, (step, self.pump.news.count, self.pump.troubles.messages, claimed)):
            return
        self.steps.keep_possible(claimed)
        own = {seat: self._own_page(seat) for seat in claimed if seat in session.people}
        self.shown.keep_own(session, own)
        self.server.publish_snapshot(Snapshot(self.shown.number, self._public_page(), own))

    def _public_page(self) -> Page:
        said, troubles, played = self.pump.news.said, self.pump.troubles.messages, len(self.pump.session.history)
        moves = min(max(played - self._played, 2), MOVES)
        self._played = played
        page = public_page(self.pump.session, said, troubles, is_recorded=self._is_recorded, moves=moves)
        return {
            **page,
            "evening": self._evening_page(),
            "lesson": self._lesson_page(),
            "backs": self._seat_changer.former_page(),
        }

    def _lesson_page(self) -> tuple[Message, ...]:
        """Which step it is, and what it says; one sentence when the led match is over."""
        if not self._guide:
            return ()
        return said_on(PHONE, self._guide.current_words(self.pump.session) or (LESSON_OVER,))

    def _evening_page(self) -> tuple[Page, ...]:
        """At the end of a match who has won how many this evening; each end is looked up once."""
        session, recorder = self.pump.session, self.pump.recorder
        if session.outcome is None or self._guide:
            return ()
        if self._evening[0] is not session.state:
            people = [session.players[seat].name for seat in session.people]
            now = recorder.clock() if recorder.clock else recorder.header.started
            standings = evening_of(recorder.journal, now, people) if people else ()
            self._evening = (session.state, tuple(map(standing_json, standings)))
        return self._evening[1]

    def _own_page(self, seat: int) -> Page:
        return seat_page(self.pump.session, seat, self.steps.steps_of(seat))

    def _publish_maker(self, watch: LineWatch) -> None:
        """The table as its maker sees it; what has changed is shown a few times a second."""
        now_us, (changes, shown_us) = watch.now_us(), self._maker_shown
        if watch.changes != changes and now_us - shown_us >= MAKER_US:
            self._maker_shown = (watch.changes, now_us)
            connection = self.pump.connection
            self.server.publish_maker(
                maker_page(watch, connection.link, connection.name, hidden_words(self.pump.session.game))
            )

    def _take_tap(self, event: ReceivedTap) -> Message | None:
        """Do it, or say why not; a tap of a seat that was freed meanwhile is dropped."""
        if event.is_late():
            return LATE
        if event.seat is not None and event.seat not in self.server.seats.claimed:
            return None
        if event.tap.does == "why" and event.seat is not None:
            return self._why_not(event.tap.cell)
        if event.tap.does in CHANGES or event.left is not None:
            return self._take_change(event)
        return self._take_led(event, self._guide) if self._guide else self._do_tap(event)

    def _why_not(self, cell: int) -> Message | None:
        """What everybody may hear about a press on this cell, for the device that asked alone; None if it is legal."""
        meant = self.pump.session.judge.meaning_of(Press(cell))
        return None if isinstance(meant, Action) else (meant.message if meant else STALE).for_device(PHONE)

    def _do_tap(self, event: ReceivedTap) -> Message | None:
        tap, seat, now_ms = event.tap, event.seat, self.pump.now_ms
        this = (seat, tap.does, tap.at, tap.id)
        if self._table_tap(tap) if seat is None else self._seat_tap(tap, seat):
            self._done_tap = this, now_ms
            return None
        done, done_ms = self._done_tap
        return None if tap.does == "choose" and this == done and now_ms - done_ms < DOUBLE_MS else STALE

    def _take_led(self, event: ReceivedTap, guide: Guide) -> Message | None:
        """Do it if the step has nothing against it; the step goes on only by what is done.

        The table's own page shows no objection: one may follow from the learner's hand.
        """
        if event.tap.does == "choose" and not self.shown.is_of_now(event.tap):
            return STALE  # it says nothing of the step
        at, meant = guide.at, self._event_meant(event.tap, event.seat)
        objection = guide.handle_line(event.tap.does, meant, self.pump.session)
        if objection and event.seat is not None:
            return objection.for_device(PHONE)
        refusal = self._do_tap(event)
        if refusal:
            guide.at = at
        return refusal

    def _event_meant(self, tap: Tap, seat: int | None) -> Event | None:
        """What a tap would do at the table, for the guide of a first match; None for what plays nothing."""
        match tap.does:
            case "press":
                return Press(tap.cell)
            case "key":
                return Key(tap.seat if seat is None else seat, tap.key)
            case "lay":
                return Card(tap.seat, tap.id)
            case "choose":
                return (
                    next(iter(_open_gestures(self.pump.session, tap.id)), None)
                    if seat is None
                    else self.steps.first_event(tap.id, seat)
                )
        return None

    def _may_step(self, tap: Tap, seat: int) -> bool:
        return (self.shown.is_of_now(tap) or self._means_the_same(tap, seat)) and not self.steps.is_busy(seat)

    def _means_the_same(self, tap: Tap, seat: int) -> bool:
        """What others have done since changed nothing of what this seat is asked, nor of what it has chosen."""
        then = self.shown.own_page_at(tap.at, seat)
        return then is not None and _sense_of(then, tap.id) == _sense_of(self._own_page(seat), tap.id)

    # -- at the table's own page

    def _table_tap(self, tap: Tap) -> bool:
        """Do it; False if it no longer means what the page showed."""
        match tap.does:
            case "why":
                self.pump.explain_cell(tap.cell)
            case "mend":
                self.pump.troubles.mend_table()
            case "press":
                return self._press_cell(tap)
            case "key":
                return self._press_key(tap, tap.seat)
            case "choose":
                return self.shown.is_of_now(tap) and self._choose_openly(tap.id)
            case "show":
                return self.shown.is_of_now(tap) and _show_card(self.pump, tap.id, awaited_openly(self.pump.session))
            case "lay":
                return self.shown.is_of_now(tap) and _lay_card(self.pump, tap.id, tap.seat)
            case "lobby":
                return self._go_to_lobby()
        return True

    def _press_cell(self, tap: Tap) -> bool:
        """A cell that means the same as when it was shown, though something else was said since, is pressed."""
        shown, session = self.shown, self.pump.session
        if not shown.is_of_now(tap) or (tap.at != shown.number and tap.id != _meaning_text(session, tap.cell)):
            return False
        self.pump.take_typed(Press(tap.cell))
        return True

    def _press_key(self, tap: Tap, seat: int) -> bool:
        """What an answer agrees to is not in the tap: nothing else may have been asked since."""
        if not self.shown.is_asked_now(tap) and tap.key not in ALWAYS:
            return False
        if self._guide and tap.key == NEXT:
            return may_start_next(self.pump.session) and self._go_to_lobby()
        self.pump.take_typed(Key(seat, tap.key))
        return True

    def _choose_openly(self, text: str) -> bool:
        gestures = _open_gestures(self.pump.session, text)
        for gesture in gestures:
            self.pump.take_typed(gesture)
        return bool(gestures)

    # -- at a seat's own device

    def _seat_tap(self, tap: Tap, seat: int) -> bool:
        match tap.does:
            case "choose":
                return self._may_step(tap, seat) and self.steps.choose_action(tap.id, seat)
            case "step":
                return self._may_step(tap, seat) and self._change_steps(tap.id, seat)
            case "show":
                return self.shown.is_of_now(tap) and _show_card(self.pump, tap.id, awaited_at(self.pump.session, seat))
            case "key":
                of_seat = TABLE_SEAT if tap.key == NEXT else seat
                return _may_press(self.pump.session, tap.key, seat) and self._press_key(tap, of_seat)
            case "lobby":
                return self._go_to_lobby()
        return False

    def _take_change(self, event: ReceivedTap) -> Message | None:
        """A bot for a person, or a person for a bot; or whoever sat there before comes back."""
        changer, is_of_now = self._seat_changer, self.shown.is_of_now(event.tap)
        if self.pump.session.outcome or not (changer.has_lobby and is_of_now and changer.may_change(event)):
            return STALE
        refusal = changer.make_change(event.tap)
        self.is_done = refusal is None
        return refusal

    def _go_to_lobby(self) -> bool:
        """Leave the match, if there is a lobby; an unfinished one can be resumed there."""
        self.is_done = self._seat_changer.has_lobby
        return self.is_done

    def _change_steps(self, text: str, seat: int) -> bool:
        is_changed = self.steps.change_steps(text, seat)
        if is_changed:
            own = self._own_page(seat)
            self.shown.replace_own(seat, own)
            self.server.publish_own(seat, own)
        return is_changed


def _lay_card(pump: Pump, card: str, reader: int) -> bool:
    """At the simulated table a card that all see is laid on a reader, as if it was typed: its seat agrees first.

    What the seat holds may refuse it, and that is its secret.
    """
    choices = public_choice_labels(pump.session).get(card, {})
    if str(reader) not in choices:
        return False
    pump.take_typed(Card(reader, card))
    return True


def _show_card(pump: Pump, card: str, awaited: tuple[str, ...]) -> bool:
    """A card is named that was shown at no reader: there is none, or it does not work."""
    session = pump.session
    if card not in awaited:
        return False
    pump.take_typed(Card(max(session.game.surface.reader(session.match_state.public_state), 0), card))
    return True


def _open_gestures(session: Session, text: str) -> tuple[Event, ...]:
    """How those actions of this name are done that everybody may choose."""
    actions = [action for action in public_choices(session) if session.match_state.copies.action_text(action) == text]
    return tuple(session.game.surface.gesture(action, session.match_state.public_state) for action in actions)


def _may_press(session: Session, key: str, seat: int) -> bool:
    """Its own keys, and of them only those that its page shows; after the end the table's key `next`, too."""
    if key == NEXT:
        return may_start_next(session)
    return key == "undo" or key in [answer.key for answer in device_answers(session, seat)]


def _sense_of(page: Page, text: str) -> tuple[Any, ...]:
    """What a seat is asked on a page of its own, what it has put together, and what this choice is."""
    return page["moment"], page["draft"], page["acts"], [each for each in page["choices"] if each["id"] == text]


def _meaning_text(session: Session, cell: int) -> str:
    meant = session.judge.meaning_of(Press(cell)) if cell in session.lit_cells else None
    return session.match_state.copies.action_text(meant) if isinstance(meant, Action) else ""
