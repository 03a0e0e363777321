"""The line between host and simulated table: a pyserial-like port that can be unplugged, and faults on its bytes."""

from collections import deque
from collections.abc import Callable, Iterable
from itertools import repeat
from random import Random
from typing import NamedTuple, Protocol

DELAY_MS = 30  # the longest delay of a byte; all bytes after it wait, too


class Unplugged(ConnectionError):
    """The port is gone; pyserial also raises an OSError then."""


class Faults(NamedTuple):
    """What goes wrong on the line: a probability per byte and direction. The same seed gives the same faults."""

    lost: float = 0.0
    damaged: float = 0.0
    duplicated: float = 0.0
    delayed: float = 0.0
    split: float = 0.0
    seed: int = 0


class Stream:
    """One direction of the line: bytes in, the same bytes out unless a fault is switched on."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.faults = Faults()
        self.bytes: deque[tuple[int, int]] = deque()  # (due at ms, byte)

    def put_bytes(self, data: Iterable[int], now_ms: int) -> None:
        if not any(self.faults[:-1]):
            self.bytes.extend(zip(repeat(self._not_before(now_ms)), data))
            return
        for byte in data:
            for arriving in self._spoil_byte(byte):
                self.bytes.append((self._arrival_ms(now_ms), arriving))

    def bytes_ready(self, now_ms: int) -> int:
        """How many bytes have come."""
        if self.bytes and self.bytes[-1][0] <= now_ms:
            return len(self.bytes)
        return sum(due_ms <= now_ms for due_ms, _ in self.bytes)

    def take_bytes(self, count: int) -> bytes:
        """At most this many of them; a split leaves some for later."""
        if not self.faults.split:
            return bytes(self.bytes.popleft()[1] for _ in range(count))
        taken = bytearray()
        while len(taken) < count and not (taken and self._fault_happens(self.faults.split)):
            taken.append(self.bytes.popleft()[1])
        return bytes(taken)

    def cut_off(self) -> None:
        """Drop everything after a random byte of what has not arrived."""
        for _ in range(self.rng.randrange(len(self.bytes) + 1)):
            self.bytes.pop()

    def _spoil_byte(self, byte: int) -> tuple[int, ...]:
        if self._fault_happens(self.faults.lost):
            return ()
        if self._fault_happens(self.faults.damaged):
            byte ^= self.rng.randrange(1, 256)
        return (byte, byte) if self._fault_happens(self.faults.duplicated) else (byte,)

    def _arrival_ms(self, now_ms: int) -> int:
        return self._not_before(
            now_ms + self.rng.randrange(1, DELAY_MS) if self._fault_happens(self.faults.delayed) else now_ms
        )

    def _not_before(self, due_ms: int) -> int:
        """No byte overtakes another one."""
        return max(due_ms, self.bytes[-1][0]) if self.bytes else due_ms

    def _fault_happens(self, chance: float) -> bool:
        return chance > 0 and self.rng.random() < chance


class KeepsTime(Protocol):
    """A table with a time of its own."""

    now_ms: int

    def follow_clock(self) -> None: ...


class TwinLine:
    """Bytes to a table and from it, as if by a serial port; the table's time passes when it is read."""

    def __init__(self, table: KeepsTime, rng: Random, faults: Faults) -> None:
        self._table = table
        self.is_open = self.is_plugged = True
        self.to_table, self.to_host = Stream(rng), Stream(rng)
        self.faults = faults
        self.on_finger: Callable[[int], None] = lambda contact: None  # told of a cell, or of a key after the cells

    def open(self) -> "TwinLine":
        """Open it (again); what the table sent in the meantime is lost."""
        if not self.is_plugged:
            raise Unplugged("twin: is unplugged")
        self._table.follow_clock()
        self.is_open = True
        self.reset_input_buffer()
        return self

    def close(self) -> None:
        self.is_open = False

    def read(self, size: int = 1, /) -> bytes:
        """At most `size` of the bytes that came; never waits."""
        return self.to_host.take_bytes(min(size, self.in_waiting))

    def write(self, data: bytes, /) -> int:
        self._need_port()
        self.to_table.put_bytes(data, self._table.now_ms)
        return len(data)

    @property
    def in_waiting(self) -> int:
        self._need_port()
        self._table.follow_clock()
        return self.to_host.bytes_ready(self._table.now_ms)

    def reset_input_buffer(self) -> None:
        self.to_host.bytes.clear()

    def _need_port(self) -> None:
        if not (self.is_open and self.is_plugged):
            raise Unplugged("twin: is unplugged" if self.is_open else "twin: is closed")

    def send_frame(self, frame: bytes) -> None:
        """The table sends this."""
        if self.is_open and self.is_plugged:
            self.to_host.put_bytes(frame, self._table.now_ms)

    @property
    def faults(self) -> Faults:
        return self.to_table.faults

    @faults.setter
    def faults(self, faults: Faults) -> None:
        self.to_table.faults = self.to_host.faults = faults

    def unplug(self) -> None:
        """The port goes away, in the middle of a frame, too; the table keeps running on its own supply."""
        self.is_plugged = False
        self.to_table.cut_off()
        self.reset_input_buffer()

    def replug(self) -> None:
        """The port is there again and can be opened."""
        self.is_plugged = True
        self.is_open = False
