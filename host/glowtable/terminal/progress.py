"""How much of a long job is done, and how long the rest takes."""

from __future__ import annotations

import sys
from types import TracebackType


class ProgressBar:
    """A progress bar with the time left, if standard error is a terminal; else nothing."""

    def __init__(self, total: int) -> None:
        self.total = total
        self._bar = None
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

            self._bar = Progress(
                BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
            )

    def __enter__(self) -> ProgressBar:
        if self._bar:
            self._bar.start()
            self._task = self._bar.add_task("", total=self.total)
        return self

    def show_done(self, done: int) -> None:
        """Show how many are done."""
        if self._bar:
            self._bar.update(self._task, completed=done)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar:
            self._bar.stop()
