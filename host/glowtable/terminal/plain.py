"""Plain lines instead of a page that is drawn again: for pipes, scripts, and terminals that know no escape codes."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import TracebackType

from glowtable.gate import printable
from glowtable.terminal.keyboard import END_OF_INPUT, STDIN, LineEditor, Terminal, knows_pages
from glowtable.terminal.layout import Text, terminal_size

TYPING = "» "  # how the line of a page begins in which somebody types
MOST_LINES = 200  # nothing has to be folded where lines go by
REMARK = "#"  # a line of a script that begins so is for those who read it

Lines = Callable[[], list[str]]  # the lines finished since the last call; never waits


class PlainTerminal:
    """Writes what is new on a page, a line each. As long as `moment` is the same only lights have changed.

    `files` can be waited for until somebody types.
    """

    def __init__(
        self,
        finished_lines: Lines,
        files: Sequence[int] = (),
        moment: Callable[[], Hashable] | None = None,
        written: Sequence[str] = (),
    ) -> None:
        self.line, self.files = LineEditor(), list(files)
        self._lines, self._moment = finished_lines, moment
        self._written = tuple(written)
        self._written_at: Hashable = None

    def __enter__(self) -> PlainTerminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with until_terminal_is_closed():
            sys.stdout.flush()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines now."""
        return terminal_size().columns, MOST_LINES

    def finished_lines(self) -> list[str]:
        """The lines finished since the last call; never waits."""
        lines = self._lines()
        if lines:
            self._written_at = None  # whatever follows is an answer
        return lines

    @property
    def is_due(self) -> bool:
        """Whether the page may have changed."""
        return not self._moment or self._moment() != self._written_at

    def draw_page(self, page: Sequence[Text]) -> None:
        """Write the lines that were not on the page before."""
        texts = tuple(line.plain.rstrip() for line in page if not line.plain.startswith(TYPING))
        self._written_at, before = self._moment() if self._moment else None, self._written
        self._written = texts
        with until_terminal_is_closed():
            for text in texts:
                if text and text not in before:
                    print(text)
            sys.stdout.flush()


@contextmanager
def until_terminal_is_closed() -> Iterator[None]:
    """Write to a terminal; once it has been closed, nothing is written any more."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


PersonsTerminal = Terminal | PlainTerminal


def can_person_play() -> bool:
    """Whether a person can type here and read the answers, also through a pipe (`| tee log`)."""
    return sys.stdin.isatty() and (sys.stdout.isatty() or stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode))


def terminal_of_person(moment: Callable[[], Hashable] | None = None, written: Sequence[str] = ()) -> PersonsTerminal:
    """The terminal of who sits there: plain lines where it does not understand escape codes, and into a pipe."""
    return (
        Terminal() if knows_pages() and sys.stdout.isatty() else PlainTerminal(typed_lines(), [STDIN], moment, written)
    )


def typed_lines() -> Lines:
    """What somebody types at a terminal, line by line, as the terminal hands it over."""
    from threading import Thread

    finished: deque[str] = deque()
    Thread(target=_read_on, args=(finished,), daemon=True).start()
    return lambda: [finished.popleft() for _ in range(len(finished))]


def _read_on(finished: deque[str]) -> None:
    with suppress(OSError):  # the terminal has been closed
        for line in sys.stdin:
            finished.append(line.strip())
    finished.append(END_OF_INPUT)


def scripted_lines(script: Iterable[str], is_awaited: Callable[[], bool]) -> Lines:
    """The lines of a script, one whenever somebody is waited for; after the last one its person leaves."""
    lines = (line.strip() for line in script if not line.startswith(REMARK))

    def next_line() -> list[str]:
        if not is_awaited():
            return []
        line = next(lines, END_OF_INPUT)
        if line != END_OF_INPUT:
            print(f"{TYPING}{printable(line)}".rstrip())
        return [line]

    return next_line
