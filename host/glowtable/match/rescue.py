"""What can be read of a damaged journal, carried over into a new one match by match: damage in one costs no other.

Knows tables and rows; no files, no header.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import reduce
from itertools import chain, pairwise
from typing import Any, NamedTuple

from glowtable.match.journal_schema import COLUMNS, DAMAGED
from glowtable.messages import Message, say, say_count

MOST_BETWEEN = 100_000  # numbers of matches that are tried one by one where they cannot be read
NAMED = 20  # so many numbers or ranges of them are said
UP = "SELECT match FROM rows WHERE match > ? ORDER BY match LIMIT 1"
DOWN = "SELECT match FROM rows WHERE match < ? ORDER BY match DESC LIMIT 1"
ROWS = f"SELECT {COLUMNS} FROM rows WHERE match = ? ORDER BY n"
LENGTHS = "SELECT match, length FROM matches ORDER BY match"
HIGHEST = 1 << 62


class Fate(Enum):
    """What became of a match."""

    WHOLE = "whole"
    CUT = "cut"  # its beginning is there
    GONE = "gone"


class Rescued(NamedTuple):
    """What became of the matches of a damaged file."""

    kept: int  # how many are whole
    cut: tuple[int, ...]  # of these the end is lost
    gone: tuple[int, ...]  # and these are lost
    is_all: bool  # no other can have been there


def carry_over(old: sqlite3.Connection, new: sqlite3.Connection) -> Rescued:
    """Copy of each match the rows up to the first that cannot be read."""
    lengths, is_all = _lengths(old)
    fates: dict[Fate, list[int]] = {fate: [] for fate in Fate}
    new.execute("BEGIN")
    for match in sorted(lengths.keys() | _numbers(old)):
        fates[_carry_match(old, new, match, lengths.get(match))].append(match)
    new.execute("COMMIT")
    return Rescued(len(fates[Fate.WHOLE]), tuple(fates[Fate.CUT]), tuple(fates[Fate.GONE]), is_all)


def _carry_match(old: sqlite3.Connection, new: sqlite3.Connection, match: int, length: int | None) -> Fate:
    """Copy its good rows; without its first one nothing of it is of use."""
    rows, is_read = _read(old, ROWS, match)
    good = [row for n, row in enumerate(rows, 1) if row[:2] == (match, n)]
    new.executemany("INSERT OR IGNORE INTO rows VALUES (?, ?, ?, ?, ?)", good)
    if not good:
        return Fate.GONE
    is_whole = is_read and len(good) == len(rows) and length in (None, len(good))
    return Fate.WHOLE if is_whole else Fate.CUT


def _lengths(db: sqlite3.Connection) -> tuple[dict[int, int], bool]:
    """How many rows each match had, by the list of matches; whether all of that can be read."""
    upwards, is_all = _read(db, LENGTHS)
    downwards, _ = ((), True) if is_all else _read(db, f"{LENGTHS} DESC")
    return {match: length for match, length in (*upwards, *downwards) if match > 0 and type(length) is int}, is_all


def _numbers(db: sqlite3.Connection) -> set[int]:
    """The numbers that matches have, or may have between two that can be read."""
    low, high = [*_walk(db, UP, 0)], [*_walk(db, DOWN, HIGHEST)]
    first, last = max(low, default=0) + 1, min(high, default=0)
    between = range(first, min(last, first + MOST_BETWEEN))
    return {*low, *high, *(match for match in between if _read(db, f"{ROWS} LIMIT 1", match)[0])}


def _walk(db: sqlite3.Connection, step: str, at: int) -> Iterator[int]:
    """From one number to the next, up to damage."""
    while found := _read(db, step, at)[0]:
        ((number,),) = found
        if type(number) is not int or number <= 0 or (number > at) != (step is UP):
            return
        at = number
        yield at


def _read(db: sqlite3.Connection, sql: str, *values: int) -> tuple[list[tuple[Any, ...]], bool]:
    """What can be read from the beginning on; whether that is all."""
    found = []
    try:
        for row in db.execute(sql, values):
            found.append(row)
    except DAMAGED:
        return found, False
    return found, True


# -- what is said of it


def what_is_lost(rescued: Rescued, file: str) -> Message:
    """What is kept, what is lost, and where the damaged file is now."""
    kept = say_count("{n} match is whole", "{n} matches are whole", n=rescued.kept)
    lost = [*_lost(rescued), *(() if rescued.is_all else (say("what else was in it cannot be told"),))]
    what = reduce(lambda first, then: say("{first}; {then}", first=first, then=then), lost or [say("nothing is lost")])
    return say("the journal was damaged: {kept}; {lost}; the old file is {file}", kept=kept, lost=what, file=file)


def _lost(rescued: Rescued) -> Iterable[Message]:
    if rescued.cut:
        yield say_count(
            "the end of match {matches} is lost",
            "the ends of the matches {matches} are lost",
            n=len(rescued.cut),
            matches=_named(rescued.cut),
        )
    if rescued.gone:
        yield say_count(
            "match {matches} is lost",
            "the matches {matches} are lost",
            n=len(rescued.gone),
            matches=_named(rescued.gone),
        )


def _named(numbers: Sequence[int]) -> str:
    """`3, 7-9`."""
    breaks = [at for at, (left, right) in enumerate(pairwise(numbers), 1) if right != left + 1]
    ends = [0, *chain(*((at, at) for at in breaks)), len(numbers)]
    ranges = [numbers[begin:end] for begin, end in zip(ends[::2], ends[1::2], strict=True)]
    names = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in ranges]
    return ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])
