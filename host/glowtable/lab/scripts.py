"""A person's own file of bots and games: run once in each process, so that what it registers is found there, too."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path
from types import TracebackType

from glowtable.messages import USAGE, UserError, say

MODULE = (
    "glowtable_guest"  # what the file is called while it runs: not __main__, so that it may play matches of its own
)


@cache
def run_script(path: str) -> None:
    """Run this Python file for what it registers. UserError if it is not there, or fails."""
    if not Path(path).is_file():
        raise UserError(say("there is no file {file}", file=path), USAGE)
    with _Failing(path):
        runpy.run_path(path, run_name=MODULE)


class _Failing:
    """What a script raises becomes one sentence; its own traceback is the cause."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        """Nothing is needed before."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, (Exception, SystemExit)) and not isinstance(error, UserError):
            cause = f"{type(error).__name__}: {error}"[:200]
            raise UserError(say("{file} failed: {cause}", file=self.path, cause=cause)) from error
