"""Lines that fit into a terminal: wrapped at its width, folded at its height, side by side. Knows no match."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from typing import NamedTuple

from glowtable.terminal.styled_text import Text

WRAP_CACHE_SIZE = 512  # wrapped texts: a page is made many times a second, and few of its lines change
FoldedLabel = Callable[[int], str]  # what is said of so many lines that are folded away


class Size(NamedTuple):
    """The size of a terminal."""

    columns: int = 100
    lines: int = 40


UNKNOWN = Size(80, 24)


def terminal_size() -> Size:
    """That of the terminal written to, or what $COLUMNS and $LINES say; 80 columns of 24 lines if nobody knows."""
    try:
        measured: Sequence[int] = os.get_terminal_size(sys.__stdout__.fileno())  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # none, closed, no terminal
        measured = UNKNOWN
    given = (_whole_number(os.environ.get(name.upper(), "")) for name in Size._fields)
    return Size(*(size or known or usual for size, known, usual in zip(given, measured, UNKNOWN, strict=True)))


def _whole_number(text: str) -> int:
    try:
        return max(0, int(text))
    except ValueError:  # no number, or one of thousands of digits
        return 0


@lru_cache(WRAP_CACHE_SIZE)
def wrap_text(text: str, style: str, columns: int) -> tuple[Text, ...]:
    """The text as lines of at most so many columns; an empty text is one empty line."""
    return tuple(Text(text, style).wrapped(columns))


def wrap_texts(texts: Iterable[str], style: str, columns: int) -> list[Text]:
    return list(chain.from_iterable(wrap_text(text, style, columns) for text in texts))


def fold_lines(lines: Sequence[Text], room: int, more: FoldedLabel) -> list[Text]:
    """At most so many lines, the last of them saying how many are not shown; in a single line the first, cut."""
    if len(lines) <= room:
        return list(lines)
    if room < 2:
        return [_cut_line(line) for line in lines[:room]]
    return [*lines[: room - 1], Text(more(len(lines) - room + 1), "dim")]


def _cut_line(line: Text) -> Text:
    return line.between(0, len(line.plain) - 2) + Text(" …")


def put_beside(left: Sequence[Text], right: Sequence[Text], columns: int) -> list[Text]:
    """Two blocks side by side, the right one so many columns from the edge."""
    pairs = zip_longest(left, right, fillvalue=Text())
    return [one.padded(columns) + other for one, other in pairs]


def fill_pane(texts: Sequence[str], columns: int, lines: int) -> tuple[list[Text], int]:
    """The first of these texts that fit whole into a pane of this size, wrapped, and how many they are."""
    pane: list[Text] = []
    for count, text in enumerate(texts):
        wrapped = wrap_text(text, "", columns)
        if len(pane) + len(wrapped) > lines:
            return pane, count
        pane.extend(wrapped)
    return pane, len(texts)
