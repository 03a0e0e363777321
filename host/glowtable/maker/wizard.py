"""A wizard leads a person through a job at the table: one instruction at a time, by light and text.

The job is given as steps: a generator that yields what it waits for and is sent what came. The steps know no port,
no clock and no screen; the wizard knows no job. A table that was lost and comes back gets everything again.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence, Set
from itertools import cycle
from typing import Any, Generic, NamedTuple, TypeVar

from glowtable.device.connection import Connection, check_hello
from glowtable.device.link import UP, Edge, Hello, LinkEvent, Lost, Measured, Report, Snapshot, Stats, TroubleChanged
from glowtable.grid import CELLS, TABLE_SEAT
from glowtable.messages import FAILED, Message, UserError, say
from glowtable.table import Audited, Event, Found, Key, Picture, Press, Release, Said
from glowtable.terminal.question import NO, YES

MAX_RECONNECTS = 20  # a table that comes back more often during one wait restarts by itself
BACK, SKIP = "back", "skip"  # what is typed instead of them says the screen; q leaves in any language


class Wait(NamedTuple):
    """What a step waits for; the same one yielded again goes on, a different one starts from the beginning."""

    message: Message  # the one instruction
    picture: Picture = Picture()
    said: Message | None = None  # what was wrong with the last answer, or a hint
    for_ms: int = 0  # then TimeUp comes, with or without a table; 0: as long as it takes
    ask: tuple[tuple[Any, ...], ...] = ()  # words sent to the table when the wait begins
    wanted: Event | None = None  # the gesture at the simulated table if only Enter is typed
    is_question: bool = False  # the line typed is the answer, never a gesture
    raw: bool = False  # the table reports places along its wires, not cells


class WaitTimeout(NamedTuple):
    """The time of the wait is over."""

    is_away: bool = False  # there was no table


Incoming = Event | Hello | TroubleChanged | Measured | Stats | Snapshot | Report | WaitTimeout
Result = TypeVar("Result")
Steps = Generator[Wait, Incoming, Result]


class Wizard(Generic[Result]):
    """One job at one table. `run_once` moves it on and never waits. `outcome` is set when `is_over`."""

    def __init__(self, steps: Steps[Result], connection: Connection) -> None:
        self.steps, self.connection = steps, connection
        self.outcome: Result
        self.is_over = False
        try:
            self.wait = next(steps)
        except StopIteration as stopped:  # there is nothing to do
            self.wait, self.outcome, self.is_over = Wait(Message("")), stopped.value, True
        self.is_away = connection.link.state != UP
        self._is_new = True  # the wait has not begun yet
        self._is_sent = False  # the table has got it
        self._is_raw: bool | None = None  # what the table was last set to
        self._until_ms: int | None = None
        self._returns = 0

    def run_once(self, now_ms: int) -> None:
        """Take what the table sent, and send it what is due."""
        for event in self.connection.exchange_bytes(now_ms):
            self._hear_item(event)
        if self.is_over:
            return
        if self._is_new:
            self._is_new = self._is_sent = False
            self._until_ms = now_ms + self.wait.for_ms if self.wait.for_ms else None
        if not (self._is_sent or self.is_away):
            self._send_wait()
        elif self._until_ms is not None and now_ms >= self._until_ms:
            self.send_incoming(WaitTimeout(self.is_away))

    def send_incoming(self, what: Incoming) -> None:
        """Send it to the steps, which may now wait for something else."""
        if self.is_over:
            return
        before = self.wait
        try:
            self.wait = self.steps.send(what)
        except StopIteration as stopped:
            self.outcome, self.is_over = stopped.value, True
        if self.wait is not before:
            self._is_new, self._returns = True, 0

    def leave_table(self, now_ms: int) -> None:
        """Make the table dark, and let it report cells again."""
        self._send_raw(False)
        self.connection.link.show_picture(Picture())
        self.connection.write_due(now_ms)

    def _hear_item(self, link_event: LinkEvent) -> None:
        match link_event:
            case Edge(number, event):
                self.connection.link.acknowledge_through(number)
                self.send_incoming(event)
            case Hello():
                check_hello(self.connection.link, self.connection.name)
                self.is_away, self._is_new, self._is_raw = False, True, None
                self._count_return()
                self.send_incoming(link_event)
            case Lost():
                self.is_away = True
            case _:
                self.send_incoming(link_event)

    def _count_return(self) -> None:
        self._returns += 1
        if self._returns > MAX_RECONNECTS:
            restarts = say(
                "{port} keeps restarting. Write its firmware again: glowtable flash", port=self.connection.name
            )
            raise UserError(restarts, FAILED)

    def _send_wait(self) -> None:
        self._is_sent = True
        if self.wait.raw != self._is_raw:
            self._send_raw(self.wait.raw)
        self.connection.link.show_picture(self.wait.picture)
        for word, *fields in self.wait.ask:
            self.connection.link.commands.queue_command(word, *fields)

    def _send_raw(self, is_raw: bool) -> None:
        self._is_raw = is_raw
        self.connection.link.commands.queue_command("test", "raw", int(is_raw))


def await_quiet(wait: Wait) -> Steps[set[Press | Key] | None]:
    """Wait until the time is up; the cells and keys that moved by themselves, or were down from the beginning.

    None if there was no table at the end.
    """
    moved: set[Press | Key] = set()
    still = wait._replace(ask=(("snapshot",),))
    while True:
        match (yield still):
            case Press() | Key() as event:
                moved.add(event)
            case Release(cell):
                moved.add(Press(cell))
            case Snapshot(cells=cells):
                moved |= {Press(cell) for cell in range(CELLS) if int(cells, 16) >> cell & 1}
            case WaitTimeout(is_away):
                return None if is_away else moved


def await_press(wait: Wait, deaf: frozenset[int] = frozenset()) -> Steps[int | str | None]:
    """The one cell that was pressed and released, or what was typed; None for several at once. `deaf` do not count."""
    down: set[int] = set()
    pressed: set[int] = set()
    while True:
        match (yield wait):
            case Press(cell) if cell not in deaf:
                down.add(cell)
                pressed.add(cell)
            case Release(cell):
                down.discard(cell)
                if pressed and not down:
                    return pressed.pop() if len(pressed) == 1 else None
            case Said(text):
                return text.strip().lower()
            case Hello():  # the table restarted: what is down now is not known
                down.clear()
                pressed.clear()


def await_key(wait: Wait, deaf: Set[Key] = frozenset()) -> Steps[int | str]:
    """The seat of which a key was pressed, or what was typed. `deaf` do not count, nor do the table's keys."""
    while True:
        match (yield wait):
            case Key(seat) as key if seat != TABLE_SEAT and key not in deaf:
                return seat
            case Said(text):
                return text.strip().lower()


def await_card(wait: Wait, covered: Set[int]) -> Steps[int | str]:
    """The cell where a tag appears, or what was typed; a cell that was `covered` counts after its tag was lifted.

    For a wait that asks for an audit; audits are repeated until then.
    """
    still, seen, audits = set(covered), set[int](), 0
    while True:
        match (yield wait):
            case Found(cell) if cell not in still:
                return cell
            case Found(cell):
                seen.add(cell)
            case Audited():
                audits += 1
                if audits > 1:  # the first may be the rest of an earlier one
                    still &= seen
                seen.clear()
                wait = wait._replace()  # a different object: the audit is asked for again
            case Said(text):
                return text.strip().lower()


def show_frames(
    message: Message,
    frames: Sequence[Picture],
    frame_ms: int,
    words: Sequence[str] = (BACK, SKIP),
    raw: bool = False,
    ask: tuple[tuple[Any, ...], ...] = (),
) -> Steps[bool | str]:
    """Show the frames one after the other, again and again, until yes, no or one of the words is typed.

    With each the table gets the words of `ask`.
    """
    said: Message | None = None
    for frame in cycle(frames):
        wait = Wait(message, frame, said, frame_ms, ask, is_question=True, raw=raw)
        while not isinstance(came := (yield wait), WaitTimeout):
            if isinstance(came, Said):
                word = came.text.strip().lower()
                if word in words:
                    return word
                if word in YES + NO:
                    return word in YES
                said = say("Type yes or no.")
    raise AssertionError("frames must not be empty")
