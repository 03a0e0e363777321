"""Asleep between two ticks: what wakes a table, and when it looked at its keys last; awake: what a port has for it.

swift.py does the same.
"""

import pytest
from glowpico.plain import drain, sleep_until_activity

LOOK_MS = 2
CLOCK_MASK = (1 << 30) - 1
KEYS, HOST, TIME = 1, 2, 0


class Night:
    """A clock that only naps move; a key that closes and a host that speaks at their moments."""

    def __init__(self, key_ms=1000, host_ms=1000, now_ms=0):
        self.key_ms, self.host_ms, self.begun_ms = now_ms + key_ms, now_ms + host_ms, now_ms
        self.now_ms = now_ms
        self.looks = []
        self.looked = [self.us(), 0]
        self.rows, self.seen = bytearray(10), bytearray(10)

    def us(self):
        return 1000 * self.now_ms

    def strobe(self, rows, too):
        self.looks.append(self.now_ms - self.begun_ms)
        rows[3] = too[3] = self.now_ms >= self.key_ms

    def ipoll(self, most_ms):
        """Waits for the host so long at most."""
        assert 0 < most_ms <= LOOK_MS
        self.now_ms = max(self.now_ms, min(self.now_ms + most_ms, self.host_ms))
        return ["said"] if self.now_ms >= self.host_ms else []

    def doze(self, ms):
        clock = self.us, lambda: self.now_ms & CLOCK_MASK, lambda a, b: (a - b + (1 << 29) & CLOCK_MASK) - (1 << 29)
        wiring = (self.strobe, self.rows, self.seen, self.ipoll, *clock, LOOK_MS, self.looked)
        return sleep_until_activity(wiring, self.begun_ms + ms & CLOCK_MASK)


@pytest.mark.parametrize("now_ms", [0, (1 << 30) - 3])
@pytest.mark.parametrize(
    ("moments", "ms", "woken_by", "looks"),
    [
        ({}, 5, TIME, [0, 2, 4, 5]),
        ({}, 0, TIME, [0]),
        ({}, -3, TIME, [0]),
        ({"key_ms": 3}, 20, KEYS, [0, 2, 4]),
        ({"host_ms": 3}, 20, HOST, [0, 2, 3]),
        ({"host_ms": 4, "key_ms": 4}, 20, KEYS, [0, 2, 4]),
    ],
)
def test_a_table_sleeps_until_a_key_moves_the_host_speaks_or_its_time_has_come(moments, ms, woken_by, looks, now_ms):
    night = Night(**moments, now_ms=now_ms)
    assert night.doze(ms) == woken_by
    assert night.looks == looks
    assert night.looked == [night.us(), 0]


def test_a_key_seen_before_wakes_nobody():
    night = Night(key_ms=0)
    night.seen[3] = 1
    assert night.doze(4) == TIME


def test_the_longest_time_awake_is_kept():
    night = Night()
    for awake_ms in (7, 3):
        night.now_ms += awake_ms
        night.doze(0)
    assert night.looked == [10_000, 7000]


class Waiting:
    """Bytes that wait at a port."""

    def __init__(self, data):
        self.data = bytearray(data)

    def ipoll(self, most_ms):
        return [self] if self.data else []

    def readinto(self, one):
        one[0] = self.data.pop(0)
        return 1

    def drained(self, room=64):
        into = bytearray(room)
        count = drain(self.ipoll, self.readinto, bytearray(1), into)
        return count, bytes(into[: max(0, count)])


@pytest.mark.parametrize(
    ("data", "told", "left"),
    [(b"", (0, b""), b""), (b"hi\n", (3, b"hi\n"), b""), (b"y" * 70, (64, b"y" * 64), b"y" * 6)],
)
def test_what_waits_is_read_as_far_as_there_is_room(data, told, left):
    port = Waiting(data)
    assert port.drained() == told
    assert port.data == left


@pytest.mark.parametrize("before", [b"", b"hi\n", b"y" * 63])
def test_what_stands_behind_ctrl_c_is_left_for_the_prompt(before):
    port = Waiting(before + b"\x03\r\x01")
    assert port.drained()[0] == -1
    assert port.data == b"\r\x01"
