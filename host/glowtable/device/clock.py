"""The clocks of a table: real time, and time that passes only in naps."""

from __future__ import annotations

import select
import time
from collections.abc import Sequence


class WallClock:
    """Real time; a nap is one scan of the table."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def nap(self) -> None:
        time.sleep(0.005)

    def await_files(self, files: Sequence[int], most_ms: int) -> None:
        select.select(files, [], [], most_ms / 1000)


def now_us() -> int:
    """Real time, to measure with."""
    return time.perf_counter_ns() // 1000


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
