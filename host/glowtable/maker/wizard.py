"""A person led through a job at the table: one instruction at a time, by light and text, and what came of it.

The job is a script: a generator that yields what it waits for and is sent what came. A script knows no port, no
clock and no screen; a Guide knows no job. A table that comes back after a loss is told everything again.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence, Set
from itertools import cycle
from typing import Any, Generic, NamedTuple, TypeVar

from glowtable.device.connection import Connection, check_hello
from glowtable.device.link import UP, Edge, Heard, Hello, Lost, Measured, Snapshot, Stats
from glowtable.grid import CELLS
from glowtable.messages import FAILED, Message, UserError, say
from glowtable.table import Audited, Event, Found, Key, Picture, Press, Release, Said

RETURNS = 20  # of a table during one wait: more, and it restarts by itself
BACK, SKIP = "back", "skip"  # what may be typed in any language; so may q, which leaves
YES, NO = ("y", "yes", "j", "ja", "s", "si", "sì"), ("n", "no", "nein")


class Wait(NamedTuple):
    """What a script waits for; the same one yielded again goes on, another begins anew."""

    message: Message  # the one instruction
    picture: Picture = Picture()
    said: Message | None = None  # what was wrong with the last answer, or a hint
    for_ms: int = 0  # then TimeUp comes, table or not; 0: as long as it takes
    ask: tuple[tuple[Any, ...], ...] = ()  # words for the table when the wait begins
    wanted: Event | None = None  # what hands at the simulated table do when nothing is typed
    is_question: bool = False  # what is typed is the answer, never a gesture
    raw: bool = False  # the table tells places along its wires, not cells


class TimeUp(NamedTuple):
    """The wait is over and nothing ended it."""

    is_away: bool = False  # nothing could: there was no table


Incoming = Event | Hello | Measured | Stats | Snapshot | TimeUp
Result = TypeVar("Result")
Steps = Generator[Wait, Incoming, Result]


class Wizard(Generic[Result]):
    """One script at one table. `step` moves it on; nothing waits inside. `outcome` is there when `is_over`."""

    def __init__(self, script: Steps[Result], connection: Connection) -> None:
        self.steps, self.connection = script, connection
        self.wait = next(script)
        self.outcome: Result
        self.is_over = False
        self.is_away = connection.link.state != UP
        self._is_new = True  # the wait has not begun yet
        self._is_told = False  # the table knows of it
        self._is_raw: bool | None = None  # what the table was told last
        self._until_ms: int | None = None
        self._returns = 0

    def run_once(self, now_ms: int) -> None:
        """Hear the table, and tell it what is due."""
        for heard in self.connection.exchange_bytes(now_ms):
            self._hear_item(heard)
        if self.is_over:
            return
        if self._is_new:
            self._is_new = self._is_told = False
            self._until_ms = now_ms + self.wait.for_ms if self.wait.for_ms else None
        if not (self._is_told or self.is_away):
            self._tell_table()
        elif self._until_ms is not None and now_ms >= self._until_ms:
            self.send_incoming(TimeUp(self.is_away))

    def send_incoming(self, what: Incoming) -> None:
        """Send it to the script, which may now wait for something else."""
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
        """The table goes dark, and tells cells again."""
        self._tell_raw(False)
        self.connection.link.show_picture(Picture())
        self.connection.write_due(now_ms)

    def _hear_item(self, heard: Heard) -> None:
        match heard:
            case Edge(number, event):
                self.connection.link.commit_edges(number)
                self.send_incoming(event)
            case Hello():
                check_hello(self.connection.link, self.connection.name)
                self.is_away, self._is_new, self._is_raw = False, True, None
                self._count_return()
                self.send_incoming(heard)
            case Lost():
                self.is_away = True
            case _:
                self.send_incoming(heard)

    def _count_return(self) -> None:
        self._returns += 1
        if self._returns > RETURNS:
            again = say("{port} restarts again and again: flash it anew (glowtable flash)", port=self.connection.name)
            raise UserError(again, FAILED)

    def _tell_table(self) -> None:
        self._is_told = True
        if self.wait.raw != self._is_raw:
            self._tell_raw(self.wait.raw)
        self.connection.link.show_picture(self.wait.picture)
        for word, *fields in self.wait.ask:
            self.connection.link.queue_command(word, *fields)

    def _tell_raw(self, is_raw: bool) -> None:
        self._is_raw = is_raw
        self.connection.link.queue_command("test", "raw", int(is_raw))


def await_quiet(wait: Wait) -> Steps[set[Press | Key] | None]:
    """Wait it out, and return the cells and keys that moved by themselves, or were down from the beginning.

    None if there was no table in the end.
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
            case TimeUp(is_away):
                return None if is_away else moved


def await_press(wait: Wait, deaf: frozenset[int] = frozenset()) -> Steps[int | str | None]:
    """The one cell that was pressed and let go, or what was typed; None for several at once. The deaf do not count."""
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
            case Hello():  # what was down before the table went away is not known any more
                down.clear()
                pressed.clear()


def await_card(wait: Wait, lying: Set[int]) -> Steps[int | str]:
    """The cell that a tag came to, or what was typed; where one was lying it counts once it was lifted.

    For a wait that asks for an audit; it is asked for again and again.
    """
    still, seen, audits = set(lying), set[int](), 0
    while True:
        match (yield wait):
            case Found(cell) if cell not in still:
                return cell
            case Found(cell):
                seen.add(cell)
            case Audited():
                audits += 1
                if audits > 1:  # the first may be the rest of one asked for before
                    still &= seen
                seen.clear()
                wait = wait._replace()  # another one: it begins anew
            case Said(text):
                return text.strip().lower()


def show_frames(
    message: Message, frames: Sequence[Picture], frame_ms: int, words: Sequence[str] = (BACK, SKIP), raw: bool = False
) -> Steps[bool | str]:
    """Show the frames one after the other, again and again, until yes, no or one of the words is typed."""
    said: Message | None = None
    for frame in cycle(frames):
        wait = Wait(message, frame, said, frame_ms, is_question=True, raw=raw)
        while not isinstance(came := (yield wait), TimeUp):
            if isinstance(came, Said):
                word = came.text.strip().lower()
                if word in words:
                    return word
                if word in YES + NO:
                    return word in YES
                said = say("type yes or no")
    raise AssertionError("frames must not be empty")
