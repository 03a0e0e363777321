"""The clocks of a table: real time, and time that passes only in naps."""

from __future__ import annotations

import select
import time
from collections.abc import Sequence

UNHEARD_MS = 20  # where nothing tells that a key was pressed, it is looked for so often


class WallClock:
    """Real time; a nap is one scan of the table."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def nap(self) -> None:
        time.sleep(0.005)

    def await_files(self, files: Sequence[int], most_ms: int) -> None:
        try:
            select.select(files, [], [], most_ms / 1000)
        except OSError:  # Windows waits for sockets alone
            time.sleep(min(most_ms, UNHEARD_MS) / 1000)


def now_us() -> int:
    """Real time, to measure with."""
    return time.perf_counter_ns() // 1000


def boot_ms() -> int:
    """Real time that passes while the computer sleeps, too: by it what was said before is old afterwards."""
    if not hasattr(time, "clock_gettime_ns"):  # Windows, whose monotonic clock does not stop either
        return time.monotonic_ns() // 1_000_000
    return time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)) // 1_000_000


class RushedClock:
    """Time that passes only in naps: a match of bots takes only as long as it takes to compute."""

    def __init__(self) -> None:
        self._now_ms = 0

    def now_ms(self) -> int:
        return self._now_ms

    def nap(self) -> None:
        self._now_ms += 5

    def await_files(self, files: Sequence[int], most_ms: int) -> None:
        self.nap()
