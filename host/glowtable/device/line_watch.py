"""Looks on at the line between table and computer: frames, what is pressed, what shines, how long a light takes.

It changes nothing and knows no game. A clock of microseconds is handed in. When a finger came down it knows only of a
simulated table, which says so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from glowpico import wire
from glowtable.device.link import EDGES, key_code
from glowtable.grid import CELLS
from glowtable.table import Key, Press, Release, Tag, Untag

FRAMES = 60  # that are kept
TIMES = 500  # of presses that are kept


class Frame(NamedTuple):
    """One line, and which way it went."""

    at_us: int
    is_sent: bool
    text: str
    word: str


class Stages(NamedTuple):
    """From the line of a press to its light, in microseconds since that line came."""

    sent_us: int  # the picture went out
    taken_us: int  # the table has it, and shows it in the same tick


class LineWatch:
    """What went over one line. `changes` grows with every frame."""

    def __init__(self, now_us: Callable[[], int]) -> None:
        self.now_us = now_us
        self.changes = 0
        self.frames: deque[Frame] = deque(maxlen=FRAMES)
        self.counts = {"in": 0, "out": 0}
        self.down: set[int] = set()  # cells
        self.last_key: Key | None = None
        self.readers: set[int] = set()  # with a tag on them
        self.lights = ("-" * (CELLS + wire.SEATS), "s" * (CELLS + wire.SEATS), 0)  # colours, patterns, brightness
        self.times: deque[Stages] = deque(maxlen=TIMES)
        self.lines_us: deque[int] = deque(maxlen=TIMES)  # from a finger to the line of its press
        self._fingers: dict[int, int] = {}  # contact -> when a finger came down on it whose line is awaited
        self._lines = wire.Lines()
        self._edge = 0  # the last one; resent ones are not measured again
        self._pressed_us: int | None = None  # when the line came whose light is awaited
        self._light: tuple[int, int] | None = None  # the number of the picture that went out after it, and when
        self._sent = self._taken = 0  # the last command that went out, and that the table has

    def take_finger(self, contact: int) -> None:
        """A finger came down: on a cell, or on the key of this number after the last cell."""
        self._fingers[contact] = self.now_us()

    def take_received(self, data: bytes) -> None:
        """Bytes that came from the table."""
        for line in self._lines.feed(data):
            frame = wire.decode(wire.TABLE, line)
            if frame:
                self._keep(False, line.decode("ascii", "backslashreplace"), frame[2])
                self._look_at_received(frame[1], frame[2], frame[3])

    def take_sent(self, data: bytes) -> None:
        """Bytes that went to the table."""
        handled = 0
        for line in data.splitlines():
            frame = wire.decode(wire.HOST, line)
            if frame:
                self._keep(True, line.decode("ascii"), frame[2])
                self._look_at_sent(frame[1], frame[2], frame[3])
                handled = frame[3][0] if frame[2] == "ack" else handled
        if handled >= self._edge and self._light is None and self._sent <= self._taken:
            self._pressed_us = None  # it was dealt with, and no picture goes with it: it lights nothing

    def _keep(self, is_sent: bool, text: str, word: str) -> None:
        self.changes += 1
        self.counts["out" if is_sent else "in"] += 1
        self.frames.append(Frame(self.now_us(), is_sent, text.strip(), word))

    def _look_at_received(self, number: int | None, word: str, fields: tuple[Any, ...]) -> None:
        if word == "hello":
            self._edge = 0
            self.down.clear()
        elif word in ("ack", "beat"):
            self._take_acknowledged(fields[0])
        elif word in EDGES and number is not None and number > self._edge:
            self._edge = number
            self._take_event(EDGES[word](*fields))

    def _take_event(self, event: object) -> None:
        match event:
            case Press(cell):
                self.down.add(cell)
            case Release(cell):
                self.down.discard(cell)
            case Key():
                self.last_key = event
            case Tag(reader):
                self.readers.add(reader)
            case Untag(reader):
                self.readers.discard(reader)
        if isinstance(event, Press | Key | Tag):
            self._pressed_us, self._light = self.now_us(), None
        if isinstance(event, Press | Key):
            began_us = self._fingers.pop(event.cell if isinstance(event, Press) else CELLS + key_code(event), None)
            if began_us is not None:
                self.lines_us.append(self.now_us() - began_us)

    def _look_at_sent(self, number: int | None, word: str, fields: tuple[Any, ...]) -> None:
        if word == "lights" and number is not None:
            self.lights = fields
            if self._pressed_us is not None and self._light is None:
                self._light = (number, self.now_us())
        self._sent = self._sent if number is None else number

    def _take_acknowledged(self, last: int) -> None:
        """The picture after a press is on the table: measured once."""
        self._taken = last
        if self._light and self._pressed_us is not None and last >= self._light[0]:
            self.times.append(Stages(self._light[1] - self._pressed_us, self.now_us() - self._pressed_us))
            self._pressed_us = self._light = None
