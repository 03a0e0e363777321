"""How much of a long job is done, how quickly, and how long the rest takes."""

from __future__ import annotations

import sys
from collections import deque
from types import TracebackType

from glowtable.device.clock import WallClock

BAR_WIDTH = 20
SPEED_MS = 20_000  # the speed is that of so long, or of the last step: what was done before is no measure
REDRAW_MS = 100  # the eye sees no more, and a slow terminal must not hold up the job
LINE_MS = 60_000  # in a log file a new line stands so far from the last


class ProgressBar:
    """A line with a bar and the time left, on standard error: in a terminal it is gone at the end.

    Elsewhere each minute has a new one, and a job that is done sooner has none.
    """

    def __init__(self, total: int) -> None:
        self.total, self.is_shown = total, sys.stderr.isatty()
        self._clock = WallClock()
        self._drawn_ms = self._clock.now_ms()
        self._steps = deque([(self._drawn_ms, 0)])
        self._width = 0

    def __enter__(self) -> ProgressBar:
        self._draw_line(progress_line(0, self.total, 0.0))
        return self

    def show_done(self, done: int) -> None:
        """Show how many are done."""
        now_ms = self._clock.now_ms()
        is_last = self.is_shown and done >= self.total
        if is_last or now_ms - self._drawn_ms >= (REDRAW_MS if self.is_shown else LINE_MS):
            self._drawn_ms = now_ms
            self._steps.append((now_ms, done))
            while len(self._steps) > 2 and self._steps[1][0] <= now_ms - SPEED_MS:
                self._steps.popleft()
            then_ms, before = self._steps[0]
            line = progress_line(done, self.total, 1000 * (done - before) / max(1, now_ms - then_ms))
            self._draw_line(line) if self.is_shown else print(line, file=sys.stderr, flush=True)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._draw_line("")
        self._draw_line("")  # over the spaces: the next line begins at the edge

    def _draw_line(self, line: str) -> None:
        if self.is_shown:
            sys.stderr.write("\r" + line.ljust(self._width))
            sys.stderr.flush()
        self._width = len(line)


def progress_line(done: int, total: int, per_s: float) -> str:
    """`[##########..........] 5/10 0.7/s 0:00:07`: of ten things five, and the time left at this speed, if any."""
    filled = BAR_WIDTH * done // max(1, total)
    bar = f"[{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {done}/{total}"
    if not per_s:
        return bar
    left_s = int((total - done) / per_s)
    return f"{bar} {per_s:.{0 if per_s >= 10 else 2}f}/s {left_s // 3600}:{left_s // 60 % 60:02}:{left_s % 60:02}"
