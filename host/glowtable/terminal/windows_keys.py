"""Keys as they are pressed, on Windows."""

from __future__ import annotations

import msvcrt
import os
from collections.abc import Callable
from typing import Any

ARROW_FOLLOWS = "\0\xe0"  # after one of these comes the number of a key that has no letter
INTERRUPT, END = "\x03", "\x1a"  # Ctrl-C, Ctrl-Z
_windows: Any = msvcrt


class Keys:
    """The keyboard from `begin_reading` to `end_reading`; Ctrl-C still interrupts. Nobody stops a program here."""

    def __init__(self, on_stop: Callable[[], None], on_return: Callable[[], None]) -> None:
        pass

    def begin_reading(self) -> None:
        os.system("")  # with this the window understands escape codes

    def end_reading(self) -> None:
        pass

    def pressed(self) -> str | None:
        """What was pressed since the last call, None at the end of input; never waits."""
        typed = ""
        while _windows.kbhit():
            key = _windows.getwch()
            if key in ARROW_FOLLOWS:
                _windows.getwch()
            elif key == INTERRUPT:
                raise KeyboardInterrupt
            elif key == END:
                return None
            else:
                typed += key
        return typed
