"""The terminal: the line that is typed, and the page that is redrawn around it. Knows no game."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from types import TracebackType

from glowtable.gate import printable
from glowtable.terminal.layout import Text, terminal_size

NONE, FEW, MANY, ALL = range(4)  # colours that a terminal knows: none, 16, 256, all
KNOWS_ALL = ("truecolor", "24bit")  # what $COLORTERM says of it
KNOWN = {"256color": MANY, "kitty": MANY}  # how $TERM ends -> colours
SHAPES = {"bold": "1", "dim": "2", "reverse": "7", "bright_black": "90", "white": "37"}  # which all terminals know
NEAREST = {  # a colour -> where there are 16, where there are 256; no two of them are the same
    "#e69f00": ("33", "38;5;178"),
    "#56b4e9": ("96", "38;5;74"),
    "#009e73": ("32", "38;5;36"),
    "#f0e442": ("93", "38;5;221"),
    "#3a87d8": ("94", "38;5;68"),
    "#d55e00": ("31", "38;5;166"),
    "#cc79a7": ("35", "38;5;175"),
}
COLOURED = (*NEAREST, "bright_black", "white")
PLAIN = "\x1b[0m"


def known_colours(environment: Mapping[str, str] = os.environ) -> int:
    """What the terminal knows; nothing for a person who wants no colours ($NO_COLOR)."""
    if environment.get("NO_COLOR"):
        return NONE
    if os.name == "nt" or environment.get("COLORTERM", "").lower() in KNOWS_ALL:
        return ALL
    return KNOWN.get(environment.get("TERM", "").rpartition("-")[2], FEW)


def styled(line: Text, colours: int) -> str:
    """The line with the codes of its styles."""
    parts = ((text, _style_codes(style, colours)) for text, style in line.parts)
    return "".join(f"\x1b[{codes}m{text}{PLAIN}" if codes else text for text, codes in parts)


@lru_cache
def _style_codes(style: str, colours: int) -> str:
    """`bold white` as 1;37."""
    return ";".join(_word_code(word, colours) for word in style.split() if colours or word not in COLOURED)


def _word_code(word: str, colours: int) -> str:
    if word not in NEAREST:
        return SHAPES[word]
    red, green, blue = bytes.fromhex(word[1:])
    return (*NEAREST[word], f"38;2;{red};{green};{blue}")[colours - 1]


END_OF_INPUT = "\x04"
BACKSPACES = "\x7f\b"
CLEAR_LINE = "\x15"
TAB = "\t"
ESCAPE = "\x1b"
FUNCTION_KEY = "\x1bO"  # and a letter
STDIN = 0
PLAIN_TERMINALS = ("dumb", "unknown")  # what $TERM says of them
OWN_SCREEN, SCREEN_BEFORE = "\x1b[?1049h", "\x1b[?1049l"  # afterwards the screen is as it was
WIPE = "\x1b[H\x1b[J"
MOUSE_ON, MOUSE_OFF = "\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"  # a terminal without a mouse ignores it
CLICK = r"\[<0;(\d+);(\d+)M"  # of the left button: column and line, from 1 on
Click = Callable[[int, int], str]


class LineEditor:
    """Characters in, finished lines out; an editor of one line without a cursor."""

    def __init__(self) -> None:
        self.typed = ""
        self.complete: Callable[[str], str] = str  # what Tab makes of what is typed
        self.click: Click = lambda column, line: ""  # the line that a click stands for
        self._escape = ""  # the sequence that began with ESC, as far as it came

    def feed(self, characters: str) -> list[str]:
        """The lines that these characters finish; END_OF_INPUT alone means the end of input."""
        return [line for character in characters for line in self._take_character(character)]

    def _take_character(self, character: str) -> list[str]:
        if self._escape:
            return self._take_escape(character)
        if character == ESCAPE:
            self._escape = character
        elif character in "\r\n":
            line, self.typed = self.typed.strip(), ""
            return [line]
        elif character == END_OF_INPUT and not self.typed:
            return [END_OF_INPUT]
        elif character in BACKSPACES:
            self.typed = self.typed[:-1]
        elif character == CLEAR_LINE:
            self.typed = ""
        elif character == TAB:
            self.typed = self.complete(self.typed)
        elif character.isprintable():
            self.typed += character
        return []

    def _take_escape(self, character: str) -> list[str]:
        """An arrow key sends ESC [ letter, F2 sends ESC O Q: ignored; a click is a line."""
        self._escape += character
        if self._escape == FUNCTION_KEY or not (character.isalpha() or character == "~"):
            return []
        clicked, self._escape = re.fullmatch(CLICK, self._escape[1:]), ""
        line = self.click(int(clicked[1]), int(clicked[2])) if clicked else ""
        return [line] if line else []


class Terminal:
    """The real terminal. Inside `with`, keys are read at once, Ctrl-C still interrupts, the page has its own screen."""

    is_due = True  # lights may change at any time

    def __init__(self) -> None:
        try:
            from glowtable.terminal.posix_keys import Keys
        except ImportError:
            from glowtable.terminal.windows_keys import Keys  # type: ignore[assignment]

        self.line = LineEditor()
        self._colours = known_colours()
        self._keys = Keys(self._show_screen_before, self._show_own_screen)
        self._drawn: tuple[object, ...] = ()
        self._has_own_screen = False
        self.files = [STDIN]  # what can be waited for until somebody types

    def __enter__(self) -> Terminal:
        with ExitStack() as if_interrupted:
            if_interrupted.callback(self._give_back)
            self._keys.begin_reading()
            self._show_own_screen()
            if_interrupted.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._give_back()

    def _give_back(self) -> None:
        """Leave the terminal as it was, whatever of it was taken; it may have been closed meanwhile."""
        try:
            with suppress(OSError):
                self._show_screen_before()
        finally:
            self._keys.end_reading()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines now."""
        return terminal_size()

    def finished_lines(self) -> list[str]:
        """The lines finished since the last call; never waits."""
        typed = self._keys.pressed()
        return [END_OF_INPUT] if typed is None else self.line.feed(typed)

    def _show_own_screen(self) -> None:
        self._drawn, self._has_own_screen = (), True
        sys.stdout.write(OWN_SCREEN + MOUSE_ON)

    def _show_screen_before(self) -> None:
        if not self._has_own_screen:  # as after Ctrl-Z: what stands there now is not ours
            return
        # wiped, or a terminal without a screen of its own would keep a hand
        sys.stdout.write(MOUSE_OFF + WIPE + SCREEN_BEFORE)
        sys.stdout.flush()
        self._has_own_screen = False

    def draw_page(self, page: Sequence[Text]) -> None:
        """Show the page, unless it is already shown."""
        look = (self.size, *page)
        if look == self._drawn:
            return
        self._drawn = look
        columns = self.size[0]
        lines = [part for line in page for part in (line.wrapped(columns) if line.width > columns else [line])]
        # home, each line cleared to its end, the rest of the screen cleared: no flicker
        text = "\x1b[K\n".join(styled(line, self._colours) for line in lines)
        sys.stdout.write("\x1b[H" + text + "\x1b[K\x1b[J")
        sys.stdout.flush()


# -- plain lines instead of a page: for pipes, scripts, and terminals that know no escape codes


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
    if os.environ.get("TERM") not in PLAIN_TERMINALS and sys.stdout.isatty():
        return Terminal()
    return PlainTerminal(typed_lines(), [STDIN], moment, written)


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
