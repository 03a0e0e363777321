"""Lines that fit into a terminal: wrapped at its width, folded at its height, side by side. Knows no match."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, takewhile, zip_longest
from typing import NamedTuple
from unicodedata import category, east_asian_width

WIDTH_CACHE_SIZE = 4096  # signs whose width is known
WORD = r"\s*\S+\s*"
JOINED = ("Mn", "Me", "Cf")  # categories of signs that take no column of their own
SOFT_HYPHEN = "\xad"  # is one of them, and is drawn
WIDENS = "\ufe0f"  # shows the sign before it as a picture, which is two columns wide
JOINER = "\u200d"  # makes one picture of the signs beside it
FLAGS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))  # two letters are one flag
SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))  # colour the picture before them
PICTURE = "\u3000"  # stands for a picture that is drawn: as wide
Part = tuple[str, str]  # what is shown, and in which style


class Text:
    """Parts with their styles; made once, never changed."""

    __slots__ = ("parts", "plain")

    def __init__(self, plain: str = "", style: str = "") -> None:
        self.parts: tuple[Part, ...] = ((plain, style),) if plain else ()
        self.plain = plain

    def __add__(self, other: "Text") -> "Text":
        return _join_parts((*self.parts, *other.parts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)

    def __str__(self) -> str:
        return self.plain

    @property
    def width(self) -> int:
        """Columns."""
        return width_of(self.plain)

    def padded(self, columns: int) -> "Text":
        """With spaces at its end, so many columns wide."""
        return self + Text(" " * (columns - self.width))

    def cut(self, columns: int) -> "Text":
        """Its beginning, as far as so many columns show it."""
        return self if self.width <= columns else self.between(0, _signs_that_fit(self.plain, columns))

    def between(self, begin: int, end: int) -> "Text":
        """Its signs from `begin` to before `end`."""
        return _join_parts(_parts_between(self.parts, begin, end))

    def wrapped(self, columns: int) -> list["Text"]:
        """Lines of at most so many columns; without text one empty line."""
        begins = [0, *_line_begins(self.plain, columns)]
        ends = [*begins[1:], len(self.plain)]
        return [
            self.between(begin, begin + len(self.plain[begin:end].rstrip()))
            for begin, end in zip(begins, ends, strict=True)
        ]


def _join_parts(parts: Iterable[Part]) -> Text:
    text = Text()
    text.parts = tuple(parts)
    text.plain = "".join(part for part, _ in text.parts)
    return text


def _parts_between(parts: Iterable[Part], begin: int, end: int) -> Iterator[Part]:
    for text, style in parts:
        cut = text[max(0, begin) : max(0, end)]
        if cut:
            yield cut, style
        begin, end = begin - len(text), end - len(text)


# -- columns


def width_of(text: str) -> int:
    """How many columns a terminal takes for a text."""
    return len(text) if text.isascii() else sum(_added_columns(text))


def _added_columns(text: str) -> Iterator[int]:
    """What each sign adds to those before it: several may be drawn as one picture."""
    before = ""
    for sign in text:
        added, before = _columns_added(before, sign)
        yield added


@lru_cache(WIDTH_CACHE_SIZE)
def _columns_added(before: str, sign: str) -> tuple[int, str]:
    """How many columns the sign takes after that one, and what the next one comes after: a sign that it may join.

    Source: Unicode, UAX #11 and UTS #51, as the library wcwidth reads them; a test holds both together
    """
    if sign == JOINER:
        return 0, sign
    if before == JOINER or (sign in FLAGS and before in FLAGS):
        return 0, PICTURE
    if sign == WIDENS:
        return (1, PICTURE) if _is_widened(before) else (0, before)
    if sign in SKINS and before and _sign_width(before) == 2:
        return 0, before
    width = _sign_width(sign)
    return width, sign if width else before


def _is_widened(sign: str) -> bool:
    return bool(sign) and not sign.isalpha() and _sign_width(sign) == 1


def _sign_width(sign: str) -> int:
    """Columns of a sign that stands alone."""
    if category(sign) in JOINED and sign != SOFT_HYPHEN:
        return 0
    return 2 if sign in FLAGS or east_asian_width(sign) in "WF" else 1


def _signs_that_fit(text: str, columns: int) -> int:
    """How many of its signs so many columns show."""
    fits = takewhile(lambda used: used <= columns, accumulate(_added_columns(text)))
    return sum(1 for _ in fits)


def _line_begins(text: str, columns: int) -> Iterator[int]:
    """Where the second line begins, and each after it: at a word, or within one that is wider than a line."""
    room, breaks = columns, False
    for word in re.finditer(WORD, text):
        before = len(word[0]) - len(word[0].lstrip())  # only the first has any
        begin, end = word.start(), word.start() + len(word[0].rstrip())
        if "\n" in word[0][:before]:
            begin, breaks = before, True
        if begin and (breaks or width_of(text[begin:end]) > room):
            room = columns
            yield begin
        while width_of(text[begin:end]) > columns:
            begin += max(1, _signs_that_fit(text[begin:end], columns))
            yield begin
        room -= width_of(text[begin : word.end()])
        breaks = "\n" in text[end : word.end()]


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
        return [line.between(0, len(line.plain) - 2) + Text(" …") for line in lines[:room]]
    return [*lines[: room - 1], Text(more(len(lines) - room + 1), "dim")]


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
