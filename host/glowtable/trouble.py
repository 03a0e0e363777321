"""What goes wrong in the world outside (ports, files, choices): one sentence and an exit code, never a traceback."""

from __future__ import annotations

from glowtable.game import Message

FAILED, USAGE, NO_TABLE, NO_ACCESS, MISMATCH, INTERRUPTED = 1, 2, 3, 4, 5, 130


class Trouble(Exception):
    """Carries the sentence (cause and next step) and the exit code; caught once, in `__main__`."""

    def __init__(self, message: Message, exit_code: int = FAILED) -> None:
        super().__init__(message, exit_code)
        self.message = message
        self.exit_code = exit_code
