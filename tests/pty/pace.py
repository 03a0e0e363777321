"""Runs a program whose clock is that of an emulated table: what it waits for takes as long as the table makes it.

    python pace.py TIMES PROGRAM ARGUMENTS

TIMES is the file that holds the table's microseconds; PROGRAM a module, or the path of a script. An emulated second
takes a computer as many seconds as it must: sometimes one, sometimes fifty. So every time-out of the program is scaled
by what emulation costs at that moment, and none is changed in the program.
"""

import runpy
import select
import sys
import time
from collections.abc import Iterable
from mmap import ACCESS_READ, mmap
from pathlib import Path

NAP_S = 0.002  # of this computer's time, between two looks at the table's


class Clock:
    """Seconds since the table's power on. No function: pyserial keeps it in a class, as it does time.monotonic."""

    def __init__(self, times: Path) -> None:
        with times.open("rb") as file:
            self.us = memoryview(mmap(file.fileno(), 8, access=ACCESS_READ)).cast("d")

    def __call__(self) -> float:
        if self.us[0] < 0:
            sys.exit("the emulated table is gone")
        return self.us[0] / 1e6


def follow(now_s: Clock) -> None:
    """From now on this process measures and waits by this clock."""
    really_nap, really_choose = time.sleep, select.select

    def sleep(seconds: float) -> None:
        until = now_s() + seconds
        while now_s() < until:
            really_nap(NAP_S)

    def choose(reading: Iterable, writing: Iterable, failing: Iterable, timeout: float | None = None) -> tuple:
        if timeout is None:
            return really_choose(reading, writing, failing)
        until = now_s() + timeout
        while True:
            ready = really_choose(reading, writing, failing, min(timeout, NAP_S))
            if any(ready) or now_s() >= until:
                return ready

    time.monotonic, time.monotonic_ns = now_s, lambda: int(now_s() * 1e9)
    time.sleep, select.select = sleep, choose


def main() -> None:
    times, program, *arguments = sys.argv[1:]
    follow(Clock(Path(times)))
    sys.argv = [program, *arguments]
    run = runpy.run_path if "/" in program else runpy.run_module
    run(program, run_name="__main__")


if __name__ == "__main__":
    main()
