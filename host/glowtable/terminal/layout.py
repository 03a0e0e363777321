"""Lines that fit into a terminal: wrapped at its width, folded at its height, side by side. Knows no match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

KEPT = 512  # wrapped texts: a page is made many times a second, and few of its lines change
More = Callable[[int], str]  # what is said of so many lines that are folded away


class Size(NamedTuple):
    """The size of a terminal."""

    columns: int = 100
    lines: int = 40


@cache
def _wrapper() -> Console:
    from rich.console import Console

    return Console()


@lru_cache(KEPT)
def wrap_text(text: str, style: str, columns: int) -> tuple[Text, ...]:
    """The text as lines of at most so many columns; an empty text is one empty line."""
    from rich.text import Text

    lines = Text(text, style).wrap(_wrapper(), columns)
    return tuple(lines) or (Text(""),)


def wrap_texts(texts: Iterable[str], style: str, columns: int) -> list[Text]:
    return list(chain.from_iterable(wrap_text(text, style, columns) for text in texts))


def fold_lines(lines: Sequence[Text], room: int, more: More) -> list[Text]:
    """At most so many lines, the last of them saying how many are not shown; in a single line the first, cut."""
    if len(lines) <= room:
        return list(lines)
    if room < 2:
        return [_cut(line) for line in lines[:room]]
    from rich.text import Text

    return [*lines[: room - 1], Text(more(len(lines) - room + 1), "dim")]


def _cut(line: Text) -> Text:
    shorter = line[: max(0, len(line) - 2)]
    shorter.append(" …")
    return shorter


def put_beside(left: Sequence[Text], right: Sequence[Text], columns: int) -> list[Text]:
    """Two blocks side by side, the right one so many columns from the edge."""
    from rich.text import Text

    lines = []
    for one, other in zip_longest(left, right, fillvalue=Text("")):
        line = one.copy()
        line.pad_right(columns - line.cell_len)
        line.append_text(other)
        lines.append(line)
    return lines


def fill_pane(texts: Sequence[str], columns: int, lines: int) -> tuple[list[Text], int]:
    """The first of these texts that fit whole into a pane of this size, wrapped, and how many they are."""
    pane: list[Text] = []
    for count, text in enumerate(texts):
        found = wrap_text(text, "", columns)
        if len(pane) + len(found) > lines:
            return pane, count
        pane.extend(found)
    return pane, len(texts)
