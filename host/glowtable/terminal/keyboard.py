"""The terminal: the line that is typed, and the page that is redrawn around it. Knows no game."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

END_OF_INPUT = "\x04"
BACKSPACES = "\x7f\b"
CLEAR_LINE = "\x15"
ESCAPE = "\x1b"
OWN_SCREEN, SCREEN_BEFORE = "\x1b[?1049h", "\x1b[?1049l"  # afterwards the screen is as it was


class LineEditor:
    """Characters in, finished lines out; an editor of one line without a cursor."""

    def __init__(self) -> None:
        self.typed = ""
        self._escaping = False

    def feed(self, characters: str) -> list[str]:
        """The lines that these characters finish; END_OF_INPUT alone means the end of input."""
        return [line for character in characters for line in self._take_character(character)]

    def _take_character(self, character: str) -> list[str]:
        if self._escaping:  # an arrow key sends ESC [ letter: ignored
            self._escaping = not character.isalpha() and character != "~"
        elif character == ESCAPE:
            self._escaping = True
        elif character in "\r\n":
            line, self.typed = self.typed.strip(), ""
            return [line]
        elif character == END_OF_INPUT and not self.typed:
            return [END_OF_INPUT]
        elif character in BACKSPACES:
            self.typed = self.typed[:-1]
        elif character == CLEAR_LINE:
            self.typed = ""
        elif character.isprintable():
            self.typed += character
        return []


class Terminal:
    """The real terminal. Inside `with`, keys are read at once, Ctrl-C still interrupts, the page has its own screen."""

    def __init__(self) -> None:
        from rich.console import Console

        self.line = LineEditor()
        self._console = Console(highlight=False)
        self._drawn: tuple[object, ...] = ()

    def __enter__(self) -> Terminal:
        import termios
        import tty

        self._before = termios.tcgetattr(0)
        tty.setcbreak(0)
        sys.stdout.write(OWN_SCREEN)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        import termios

        sys.stdout.write(SCREEN_BEFORE)
        sys.stdout.flush()
        termios.tcsetattr(0, termios.TCSADRAIN, self._before)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines now."""
        size = self._console.size
        return size.width, size.height

    def finished_lines(self) -> list[str]:
        """The lines finished since the last call; never waits."""
        if not select.select([0], [], [], 0)[0]:
            return []
        data = os.read(0, 1024)
        return self.line.feed(data.decode(errors="ignore")) if data else [END_OF_INPUT]

    def draw_page(self, page: Sequence[Text]) -> None:
        """Show the page, unless it is already shown."""
        look = (self.size, *page)
        if look == self._drawn:
            return
        self._drawn = look
        with self._console.capture() as capture:
            for line in page:
                self._console.print(line)
        # home, each line cleared to its end, the rest of the screen cleared: no flicker
        text = capture.get().rstrip("\n").replace("\n", "\x1b[K\n")
        sys.stdout.write("\x1b[H" + text + "\x1b[K\x1b[J")
        sys.stdout.flush()
