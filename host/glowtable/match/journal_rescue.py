"""What can be read of a damaged journal, carried over into a new one match by match: damage in one costs no other.

SQLite reads the file from both ends. Then each row is found by the shape of its record, wherever on a page it stands:
whether it is still in use is for the chain of the rows to say. Source: "Database File Format"
(sqlite.org/fileformat2.html), sections 1.3, 1.6, 2.1 and 4.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from pathlib import Path
from struct import unpack_from
from typing import Any

from glowtable.match.journal_database import DAMAGED, SavedRow, chained, is_row, lenient_text
from glowtable.messages import Message, say, say_count

NAMED = 20  # so many numbers of matches, or ranges of them, are said
INSERT = "INSERT INTO {} VALUES (?, ?, ?, ?, ?)"
CELLS_AT = {10: 8, 2: 12}  # kinds of pages with rows, leaves and those above them -> where they list their cells
PAGE_SIZES = {512, 1024, 2048, 4096, 8192, 16384, 32768}
WAL_HEADER, FRAME = 32, 24  # bytes before all that is not yet carried over, and before each page of it
# A record begins with a byte for how many its head has, and how long each value is: of integers in a code, of text
# with n bytes 13 + 2 n, seven bits a byte
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
EMPTY_TEXT = 13
INTEGER = rb"([\x01-\x06\x08\x09])"
TEXT = rb"([\x80-\xff]{0,3}[" + re.escape(bytes(range(1, 128, 2))) + rb"])"
LONGEST = 16 << 20  # of a row: a damaged length is no reason to read all of the file as one
HEAD_OF_ROW = re.compile(rb"(?=" + INTEGER.join((rb"[\x06-\x0c]", b"", TEXT * 2, rb")")))


def rescue_rows(path: Path, old: sqlite3.Connection, new: sqlite3.Connection) -> tuple[Message, Message]:
    """Fill the new journal with all that can be read of the old one, whose file this is; what is safe, what is lost."""
    lengths, is_all = _match_lengths(old)
    ends: dict[int, int] = {}
    cut = set()
    new.execute("PRAGMA temp_store=MEMORY")  # hands are hidden: nothing of them goes to another disk
    new.execute("BEGIN")
    is_open = _gather_rows(path, old, new)
    for match, rows in groupby(new.execute("SELECT * FROM found ORDER BY match, n, rowid"), itemgetter(0)):
        good, last = chained(rows)
        new.executemany(INSERT.format("rows"), good)
        ends[match] = len(good)
        if len(good) != lengths.get(match, last) or (is_open and match not in lengths and _ends_badly(old, good)):
            cut.add(match)
    new.execute("COMMIT")
    gone = {match for match in lengths.keys() | ends.keys() if not ends.get(match)}
    kept = say_count("{n} match is safe.", "{n} matches are safe.", n=len(ends.keys() - cut - gone))
    lost = [*_lost_rows(cut - gone, gone)]
    if not (is_all and ends and ends.keys() <= lengths.keys()):
        lost.append(say("The rest is unknown."))
    return kept, _join_sentences(lost or [say("Nothing is lost.")])


def _gather_rows(path: Path, old: sqlite3.Connection, new: sqlite3.Connection) -> bool:
    """Put all rows of the old journal into a table of the new one; whether SQLite could read any of them."""
    new.execute("CREATE TEMP TABLE found (match, n, kind, text, crc)")
    live = (row for row in _from_both_ends(old, "* FROM rows", "match", "n") if is_row(row) and row[0] > 0)
    is_open = new.executemany(INSERT.format("found"), live).rowcount > 0
    new.executemany(INSERT.format("found"), rows_on_pages(path))
    return is_open


def what_list_lost(gone: Iterable[int]) -> Message:
    """That the list of matches was made again, and which of them had no rows any more."""
    return _join_sentences([say("The list of matches didn't fit their rows. It was rebuilt."), *_lost_rows((), gone)])


def _match_lengths(db: sqlite3.Connection) -> tuple[dict[int, int], bool]:
    """How many rows each match had, by the list of matches; whether all of that can be read."""
    which = "FROM matches WHERE match > 0 AND typeof(length) = 'integer'"
    listed: dict[int, int] = dict(_from_both_ends(db, f"match, length {which}", "match"))
    try:
        return listed, len(listed) == db.execute(f"SELECT count(*) {which}").fetchone()[0]
    except DAMAGED:
        return listed, False


def _from_both_ends(db: sqlite3.Connection, what: str, *keys: str) -> Iterator[tuple[Any, ...]]:
    """What can be read in the order of these keys, and if that is not all, what in the other order."""
    for end in ("ASC", "DESC"):
        try:
            yield from db.execute(f"SELECT {what} ORDER BY {', '.join(f'{key} {end}' for key in keys)}")
            return
        except DAMAGED:
            continue


def _ends_badly(db: sqlite3.Connection, good: Sequence[SavedRow]) -> bool:
    """Whether SQLite can't read what follows these rows."""
    try:
        return bool(good and db.execute("SELECT n FROM rows WHERE match = ? AND n > ?", good[-1][:2]).fetchone())
    except DAMAGED:
        return True


# -- pages


def rows_on_pages(path: Path) -> Iterator[tuple[Any, ...]]:
    """Each row that stands on any page, in no order."""
    image, size = _image_of(path)
    for begin in range(0, len(image), size):
        for head in HEAD_OF_ROW.finditer(image, _content_at(image, size, begin), begin + size):
            row = _row_at(image, size, head)
            if is_row(row) and row[0] > 0:
                yield row


def _content_at(image: bytearray, size: int, begin: int) -> int:
    """Where the cells of the page begin that begins here: before them is what SQLite has moved, or others have deleted.

    Its beginning if the page says nothing of it that can be so.
    """
    free, count, content = unpack_from(">3H", image, begin + 1)
    listed = CELLS_AT.get(image[begin], size)
    if listed + 2 * count > size:
        return begin
    cells = unpack_from(f">{count}H", image, begin + listed)
    return begin + content if content == min([*cells, free or size]) else begin


def _row_at(image: bytearray, size: int, head: re.Match[bytes]) -> tuple[Any, ...]:
    """The record with this head, read on where its page says that it continues; empty if it is none."""
    codes = [reduce(lambda code, byte: code << 7 | byte & 0x7F, field, 0) for field in head.groups()]
    lengths = [(code - EMPTY_TEXT) // 2 if code not in INTEGERS else INTEGERS[code] for code in codes]
    ends = [*accumulate(lengths, initial=1 + sum(map(len, head.groups())))]
    if image[head.start()] != ends[0] or min(lengths) < 0 or ends[-1] > min(LONGEST, len(image)):
        return ()
    at = head.start() + _size_here(ends[-1], size)
    data = image[head.start() : at]
    while len(data) < ends[-1]:
        at = (int.from_bytes(image[at : at + 4], "big") - 1) * size
        if not 0 <= at < len(image) - 4:
            return ()
        data += image[at + 4 : at + size]
    values = (bytes(data[start:end]) for start, end in pairwise(ends))
    return tuple(map(_value_of, codes, values))


def _size_here(length: int, size: int) -> int:
    """How many bytes of a record stand on its own page."""
    most, least = ((size - 12) * share // 255 - 23 for share in (64, 32))
    if length <= most:
        return length
    here = least + (length - least) % (size - 4)
    return here if here <= most else least


def _value_of(code: int, data: bytes) -> int | str:
    if code >= EMPTY_TEXT:
        return lenient_text(data)
    return int.from_bytes(data, "big", signed=True) if data else code - 8


def _image_of(path: Path) -> tuple[bytearray, int]:
    """All pages as they were written last, those that are not yet carried over, too; and how many bytes one has."""
    beside = path.with_name(f"{path.name}-wal")
    image = bytearray(path.read_bytes() if path.is_file() else b"")
    wal = beside.read_bytes() if beside.is_file() else b""
    size = int.from_bytes(image[16:18], "big")
    size = size if size in PAGE_SIZES else 4096
    most = (len(image) + len(wal)) // size + 1
    for at in range(WAL_HEADER, len(wal) - FRAME - size + 1, FRAME + size):
        (number,) = unpack_from(">I", wal, at)
        if wal[at + 8 : at + 16] == wal[16:24] and 0 < number <= most:  # else it is of a round before
            image.extend(bytes(max(0, number * size - len(image))))
            image[(number - 1) * size : number * size] = wal[at + FRAME : at + FRAME + size]
    return image + bytes(-len(image) % size), size


# -- what is said of it


def _join_sentences(said: Iterable[Message]) -> Message:
    return reduce(lambda first, then: say("{first} {then}", first=first, then=then), said)


def _lost_rows(cut: Iterable[int], gone: Iterable[int]) -> Iterator[Message]:
    if cut:
        yield say_count("The end of match {matches} is lost.", "The ends of the matches {matches} are lost.",
                        **_count_matches(cut))  # fmt: skip
    if gone:
        yield say_count("Match {matches} is lost.", "The matches {matches} are lost.", **_count_matches(gone))


def _count_matches(numbers: Iterable[int]) -> dict[str, int | str]:
    """How many there are, and their names: `3, 7-9`."""
    named = sorted(numbers)
    runs = [[number for _, number in run] for _, run in groupby(enumerate(named), lambda pair: pair[1] - pair[0])]
    names = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return {"n": len(named), "matches": ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])}
