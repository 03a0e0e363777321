"""The host's side of the protocol: bytes <-> events, opening, resending, restarts. No I/O and no clock.

Time is an argument. Knows no port (connection.py moves the bytes), no game and no meaning of an event.
"""

from collections import Counter, deque
from collections.abc import Callable
from random import SystemRandom
from typing import Any, NamedTuple

from glowpico import wire
from glowtable.grid import TABLE_SEAT
from glowtable.table import SEAT_KEYS, TABLE_KEYS, Audited, Event, Found, Key, Picture, Press, Release, Tag, Untag


class Timing(NamedTuple):
    """Every time-out in ms; the emulated tables scale them."""

    hi: int = 250  # between two greetings
    resend_first: int = 25  # a frame and its ack cross in 2..5 ms on USB
    resend_most: int = 1000
    heartbeat: int = 1000
    silence: int = 3000  # without any frame for this long the table is lost
    reopen: int = 500  # between two tries to open a port that went away


# -- what the link reports


class Hello(NamedTuple):
    """The table's greeting; every field as in wire.WORDS."""

    protocol: int
    version: str
    build: str
    cells: str
    readers: str
    pixels: int
    settings: str
    reset_cause: int
    trouble: str


class Board(NamedTuple):
    """What a table says of how it is wired; fields as in wire.WORDS. One that says nothing has everything."""

    name: str = "table"
    keys: str = "ffffff"
    readers: str = "ff"
    seat_lights: int = 1
    supply_sense: int = 1
    buzzer: int = 1

    @property
    def is_shared(self) -> bool:
        """All seats have one set of keys, and one reader, together: those of the first seat."""
        others = (1 << wire.SEATS) - 2
        return not int(self.keys, 16) & others

    def has_key(self, key: Key) -> bool:
        return bool(int(self.keys, 16) >> key_code(key) & 1)

    def has_reader(self, reader: int) -> bool:
        return bool(int(self.readers, 16) >> reader & 1)


class Edge(NamedTuple):
    """A numbered event; the table resends it until `Link.acknowledge_through` has its number."""

    number: int
    event: Event


class TroubleChanged(NamedTuple):
    """What ails the table now has changed; fields as in its greeting."""

    readers: str
    trouble: str


class Snapshot(NamedTuple):
    cells: str
    keys: str
    readers: str
    next_edge: int
    lost: int


class Stats(NamedTuple):
    free: int
    tick_us: int
    bad_crc: int
    noise: int
    resent: int


class Measured(NamedTuple):
    """The answer to `test`: what a part of the table measured."""

    part: str
    number: int
    value: int


class Report(NamedTuple):
    """An unnumbered word without a type of its own, with its fields."""

    word: str
    fields: tuple[Any, ...]


class Lost(NamedTuple):
    """The table stopped sending, restarted, or its port went away."""

    why: str


LinkEvent = Hello | TroubleChanged | Edge | Snapshot | Stats | Measured | Report | Lost


def _key_of_code(code: int) -> Key:
    row, column = divmod(code, wire.SEATS)
    return Key(column, SEAT_KEYS[row]) if row < len(SEAT_KEYS) else Key(TABLE_SEAT, TABLE_KEYS[column])


def key_code(key: Key) -> int:
    """The wire's number of a key."""
    if key.seat == TABLE_SEAT:
        return len(SEAT_KEYS) * wire.SEATS + TABLE_KEYS.index(key.key)
    return SEAT_KEYS.index(key.key) * wire.SEATS + key.seat


EDGES: dict[str, Callable[..., Event]] = {
    "press": Press,
    "release": Release,
    "tag": Tag,
    "untag": Untag,
    "key": _key_of_code,
    "found": Found,
    "audited": lambda unread: Audited(int(unread, 16)),
}

PROMPT = b">>> "  # MicroPython's: it echoes what we write after it
ECHO = wire.HOST.encode()  # begins a frame of ours that comes back
OPENING, RESUMING, UP = "opening", "resuming", "up"


class Commands:
    """Numbered words for the table, one at a time on its way: sent again until it is acknowledged."""

    def __init__(self, make_frame: Callable[..., bytes], timing: Timing, counts: Counter[str]) -> None:
        self._make_frame, self._timing, self._counts = make_frame, timing, counts
        self._queue: deque[tuple[str, tuple[Any, ...]]] = deque()
        self._number = 0
        self._on_its_way = b""  # the frame of this number; nothing once it is acknowledged
        self._resend_at = self._resend_after = 0

    @property
    def are_taken(self) -> bool:
        return not (self._queue or self._on_its_way)

    def queue_latest(self, word: str, *fields: Any) -> None:
        """Queue a word of which only the latest counts; one that still waits to be sent is replaced."""
        self._queue = deque(item for item in self._queue if item[0] != word)
        self.queue_command(word, *fields)

    def queue_command(self, word: str, *fields: Any) -> None:
        self._queue.append((word, fields))

    def take_ack(self, last: int) -> bool:
        """The table has obeyed up to this number; False if it cannot have."""
        if last == self._number:
            self._on_its_way = b""
            return True
        return bool(self._on_its_way) and last == self._number - 1

    def frame_due(self, now_ms: int) -> bytes:
        """The next command or its repetition, if it is time for it."""
        if not self._on_its_way:
            if not self._queue:
                return b""
            word, fields = self._queue.popleft()
            self._number += 1
            self._on_its_way = self._make_frame(self._number, word, *fields)
            self._resend_after = self._timing.resend_first
        elif now_ms < self._resend_at:
            return b""
        else:
            self._counts["resent"] += 1
            self._resend_after = min(2 * self._resend_after, self._timing.resend_most)
        self._resend_at = now_ms + self._resend_after
        return self._on_its_way


class Link:
    """The protocol with one table: bytes in, `LinkEvent` out; commands in, bytes out."""

    def __init__(self, timing: Timing | None = None, session: str = "") -> None:
        self.timing = timing or Timing()
        self.counts: Counter[str] = Counter()
        self.sent: deque[str] = deque(maxlen=100)
        self.received: deque[str] = deque(maxlen=100)
        self.hello: Hello | None = None
        self.board = Board()
        self.snapshot: Snapshot | None = None
        self.stats: Stats | None = None
        self._lines = wire.Lines()
        self.strange: deque[bytes] = deque(maxlen=20)  # lines since the table's last frame that are none of its own
        self._start_session(session)

    def _start_session(self, session: str = "") -> None:
        self.state = OPENING
        self._own_board: Board | None = None  # that this session's table told
        self.session = session or f"{SystemRandom().randrange(0xFFFF) + 1:04x}"  # never 0000, which knows no session
        self.edge = self.handled = 0  # the last one received in order; the last one that may be acknowledged
        self.commands = Commands(self._make_frame, self.timing, self.counts)
        self._greet_at = 0  # when the next greeting is due, or heartbeat
        self._heard_at: int | None = None
        self._ack_due = False
        self._snapshot_at: int | None = None  # when to ask for it (again); None: not wanted

    @property
    def at_repl(self) -> bool:
        """The Pico shows a MicroPython prompt: it is there, but its table does not run."""
        begun = bytes(self._lines.buffer[: self._lines.used])
        return begun.startswith(PROMPT) or (bool(self.received) and self.received[-1].startswith(PROMPT.decode()))

    @property
    def is_idle(self) -> bool:
        """The table has taken every command."""
        return self.state == UP and self.commands.are_taken

    # -- commands

    def show_picture(self, picture: Picture) -> None:
        """Queue the whole picture; one that still waits to be sent is replaced."""
        lights = (*picture.cells, *picture.seats)
        fields = ("".join(x.colour for x in lights), "".join(x.pattern for x in lights), picture.brightness_pct)
        self.commands.queue_latest("lights", *fields)

    def acknowledge_through(self, number: int) -> None:
        """Every edge up to this one is dealt with, in a match saved in the journal: the table need not keep it."""
        self.handled = max(self.handled, min(number, self.edge))  # a number of an older session must not count
        self._ack_due = True

    # -- bytes in

    def receive_bytes(self, data: bytes, now_ms: int) -> list[LinkEvent]:
        """What the table reports in these bytes."""
        events: list[LinkEvent] = []
        for line in self._lines.feed(data):
            events += self._hear_line(line, now_ms)
        if self.state == UP and self._heard_at is not None and now_ms - self._heard_at > self.timing.silence:
            events.append(self.mark_lost("silence"))
        return events

    def mark_lost(self, why: str) -> Lost:
        """The table is away: keep the session's numbers and look for it again."""
        if self.state == UP:
            self.state = RESUMING
            self._greet_at = 0
        return Lost(why)

    def _hear_line(self, line: bytes, now_ms: int) -> list[LinkEvent]:
        frame = wire.decode(wire.TABLE, line)
        self.received.append(line.decode("ascii", "backslashreplace"))
        if not frame:
            self._count_noise(line, is_damaged=frame is False)
            return []
        self.strange.clear()
        session, number, word, fields = frame
        if word == "hello":
            return self._hear_hello(session, Hello(*fields), now_ms)
        if word == "board" and session == self.session:
            self._own_board = Board(*fields)
            return []
        if session != self.session or self.state == OPENING:
            self.counts["other session"] += 1
            # another host greeted it while we were away: it does not know our session any more
            return self._restart_session() if self.state == RESUMING else []
        self._heard_at = now_ms
        resumed = self._come_up() if self.state == RESUMING else []
        return resumed + self._hear_word(number, word, fields)

    def _count_noise(self, line: bytes, *, is_damaged: bool) -> None:
        """A line that is no frame, or one damaged on its way."""
        if line.strip():
            self.counts["bad crc" if is_damaged else "noise"] += 1
            if not is_damaged and (line.startswith(PROMPT) or line[:1] != ECHO):
                self.strange.append(line)

    def _hear_hello(self, session: str, hello: Hello, now_ms: int) -> list[LinkEvent]:
        if session == self.session and self.state == OPENING:
            if hello.protocol == wire.OWN_BOARD and not self._own_board:
                return []  # what it told before was damaged: it is greeted again
            self.hello, self.board = hello, self._own_board or Board()
            self._heard_at, self._greet_at = now_ms, 0
            return self._come_up()
        if session == wire.NO_SESSION and self.state != OPENING:
            return self._restart_session()
        return []

    def _come_up(self) -> list[LinkEvent]:
        self.state = UP
        self._snapshot_at = 0
        assert self.hello is not None
        return [self.hello]

    def _hear_word(self, number: int | None, word: str, fields: tuple[Any, ...]) -> list[LinkEvent]:
        if word in ("ack", "beat"):
            # it restarted and took our session from an old greeting; or it is in the middle of somebody else's
            # session, which by chance has our number: it would acknowledge what we say and do none of it
            return [] if self.commands.take_ack(fields[0]) else self._restart_session()
        if word == "snapshot":
            self.snapshot = Snapshot(*fields)
            self._snapshot_at = None
            return [self.snapshot]
        if word == "trouble":
            trouble = TroubleChanged(*fields)
            assert self.hello is not None
            self.hello = self.hello._replace(readers=trouble.readers, trouble=trouble.trouble)
            return [trouble]
        if word == "stats":
            self.stats = Stats(*fields)
            return [self.stats]
        if word == "measured":
            return [Measured(*fields)]
        if number is not None:
            return self._hear_edge(number, word, fields)
        return [Report(word, fields)]

    def _restart_session(self) -> list[LinkEvent]:
        self.counts["restarts"] += 1
        self._start_session()
        return [Lost("restart")]

    def _hear_edge(self, number: int, word: str, fields: tuple[Any, ...]) -> list[LinkEvent]:
        self._ack_due = True  # it carries `handled`: for an edge sent again; a new one waits for `acknowledge_through`
        if number != self.edge + 1:
            self.counts["edges again" if number <= self.edge else "edges early"] += 1
            return []
        self.edge = number
        return [Edge(number, EDGES[word](*fields))]

    # -- bytes out

    def bytes_due(self, now_ms: int) -> bytes:
        """What must be written now: greetings, heartbeats, acknowledgements, one command or its repetition."""
        out = self._greeting_frame(now_ms)
        if self.state == UP:
            if self._snapshot_at is not None and now_ms >= self._snapshot_at:
                self._snapshot_at = now_ms + self.timing.resend_most  # the answer is unnumbered: it may be lost
                self.commands.queue_command("snapshot")
            out += self._ack_frame() + self.commands.frame_due(now_ms)
        return out

    def _greeting_frame(self, now_ms: int) -> bytes:
        """Greetings until the table answers, then heartbeats."""
        if now_ms < self._greet_at:
            return b""
        self._greet_at = now_ms + (self.timing.heartbeat if self.state == UP else self.timing.hi)
        if self.state != OPENING:
            return self._make_frame(None, "beat", self.handled)
        # the line end finishes a half line that a killed host left behind, or what stands at a prompt
        return b"\r\n" + self._make_frame(None, "hi")

    def _ack_frame(self) -> bytes:
        if not self._ack_due:
            return b""
        self._ack_due = False
        return self._make_frame(None, "ack", self.handled)

    def _make_frame(self, number: int | None, word: str, *fields: Any) -> bytes:
        frame: bytes = wire.encode(wire.HOST, self.session, number, word, *fields)
        self.sent.append(frame.decode().rstrip())
        return frame
