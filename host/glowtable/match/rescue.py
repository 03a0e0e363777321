"""What can be read of a damaged journal, carried over into a new one match by match: damage in one costs no other.

First SQLite reads what it finds; then the pages of the file are searched for what is missing. Knows rows and their
chain, no header.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import reduce
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from glowtable.match.journal_schema import COLUMNS, DAMAGED, chain_crc
from glowtable.match.raw_pages import RawRow, raw_rows
from glowtable.messages import Message, say, say_count

MOST_BETWEEN = 100_000  # numbers of matches that are tried one by one where they cannot be read
NAMED = 20  # so many numbers or ranges of them are said
UP = "SELECT match FROM rows WHERE match > ? ORDER BY match LIMIT 1"
DOWN = "SELECT match FROM rows WHERE match < ? ORDER BY match DESC LIMIT 1"
ROWS = f"SELECT {COLUMNS} FROM rows WHERE match = ? ORDER BY n"
LENGTHS = "SELECT match, length FROM matches ORDER BY match"
HIGHEST = 1 << 62


class RescueResult(Enum):
    """What became of a match."""

    WHOLE = "whole"
    CUT = "cut"  # its beginning is there
    GONE = "gone"


class Rescued(NamedTuple):
    """What became of the matches of a damaged file."""

    kept: int
    cut: tuple[int, ...]  # of these the end is lost
    gone: tuple[int, ...]  # and these are lost
    is_all: bool  # no other can have been there


def rescue_rows(path: Path, old: sqlite3.Connection, new: sqlite3.Connection) -> Rescued:
    """Fill the new journal with all that can be read of the old one, whose file this is."""
    lengths, is_all = _lengths(old)
    fates = _carry_over(old, new, lengths)
    old.close()
    known = {row.match for row in raw_rows(path, ()) if row.match > 0} <= lengths.keys()
    is_all = is_all and known and bool(fates)
    missing = {match for match, fate in fates.items() if fate is not RescueResult.WHOLE}
    if missing or not is_all:
        ends = _add_from_pages(path, new, missing if is_all else set())
        fates |= {match: _fate_of(end, lengths.get(match), fates.get(match)) for match, end in ends.items()}
    matches = {fate: tuple(match for match in sorted(fates) if fates[match] is fate) for fate in RescueResult}
    return Rescued(len(matches[RescueResult.WHOLE]), matches[RescueResult.CUT], matches[RescueResult.GONE], is_all)


def _carry_over(
    old: sqlite3.Connection, new: sqlite3.Connection, lengths: Mapping[int, int]
) -> dict[int, RescueResult]:
    """Copy of each match the rows up to the first that SQLite cannot read."""
    new.execute("BEGIN")
    fates = {match: _carry_match(old, new, match, lengths.get(match)) for match in lengths.keys() | _numbers(old)}
    new.execute("COMMIT")
    return fates


def _carry_match(old: sqlite3.Connection, new: sqlite3.Connection, match: int, length: int | None) -> RescueResult:
    """Copy its good rows: those from the first one on that its chain covers."""
    rows, is_read = _read(old, ROWS, match)
    good = list(_chained(match, rows))
    new.executemany("INSERT OR IGNORE INTO rows VALUES (?, ?, ?, ?, ?)", good)
    if not good:
        return RescueResult.GONE
    is_whole = is_read and len(good) == len(rows) and length in (None, len(good))
    return RescueResult.WHOLE if is_whole else RescueResult.CUT


def _chained(match: int, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    crc = 0
    for n, row in enumerate(rows, 1):
        _, _, kind, text, written = row
        if row[:2] != (match, n) or chain_crc(crc, kind, text) != written:
            return
        crc = written
        yield row


def _add_from_pages(path: Path, new: sqlite3.Connection, matches: Collection[int]) -> dict[int, int]:
    """Go on with these matches, or with all, as far as a page has a row that continues the chain; where each ends."""
    found: dict[int, dict[int, list[RawRow]]] = {match: {} for match in matches}
    for row in raw_rows(path, matches):
        found.setdefault(row.match, {}).setdefault(row.n, []).append(row)
    new.execute("BEGIN")
    ends = {match: _go_on(new, match, rows) for match, rows in found.items() if match > 0}
    new.execute("COMMIT")
    return ends


def _go_on(new: sqlite3.Connection, match: int, found: Mapping[int, Sequence[RawRow]]) -> int:
    last = new.execute("SELECT n, crc FROM rows WHERE match = ? ORDER BY n DESC LIMIT 1", (match,)).fetchone()
    n, crc = last or (0, 0)
    while row := next((row for row in found.get(n + 1, ()) if chain_crc(crc, row.kind, row.text) == row.crc), None):
        new.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", row)
        n, crc = row.n, row.crc
    return int(n)


def _fate_of(end: int, length: int | None, before: RescueResult | None) -> RescueResult:
    """By its last row, how long it was if the list has it, and what SQLite could read of it."""
    if end == 0:
        return RescueResult.GONE
    is_whole = before is not RescueResult.CUT if length is None else end == length
    return RescueResult.WHOLE if is_whole else RescueResult.CUT


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
    kept = say_count("{n} match is kept", "{n} matches are kept", n=rescued.kept)
    lost = [*_lost(rescued.cut, rescued.gone)]
    if not rescued.is_all:
        lost.append(say("what else was in it cannot be told"))
    what = _one_after_another(lost or [say("nothing is lost")])
    return say("the journal was damaged: {kept}; {lost}; the old file is {file}", kept=kept, lost=what, file=file)


def what_list_lost(gone: Sequence[int]) -> Message:
    """That the list of matches was made again, and which of them had no rows any more."""
    made = say("the list of matches was not that of their rows: it is made again")
    return _one_after_another([made, *_lost((), gone)])


def _one_after_another(said: Iterable[Message]) -> Message:
    return reduce(lambda first, then: say("{first}; {then}", first=first, then=then), said)


def _lost(cut: Sequence[int], gone: Sequence[int]) -> Iterator[Message]:
    if cut:
        yield say_count(
            "the end of match {matches} is lost",
            "the ends of the matches {matches} are lost",
            n=len(cut),
            matches=_named(cut),
        )
    if gone:
        yield say_count(
            "match {matches} is lost",
            "the matches {matches} are lost",
            n=len(gone),
            matches=_named(gone),
        )


def _named(numbers: Sequence[int]) -> str:
    """`3, 7-9`."""
    breaks = [at for at, (left, right) in enumerate(pairwise(numbers), 1) if right != left + 1]
    ends = [0, *chain(*((at, at) for at in breaks)), len(numbers)]
    ranges = [numbers[begin:end] for begin, end in zip(ends[::2], ends[1::2], strict=True)]
    names = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in ranges]
    return ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])
