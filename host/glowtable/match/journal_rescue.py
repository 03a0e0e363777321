"""What can be read of a damaged journal, carried over into a new one match by match: damage in one costs no other.

First SQLite reads the file from both ends, then each of its pages by itself, as if that was all of the table. Whether
a row is still in use no page tells: that is for the chain of the rows. Source: "Database File Format"
(sqlite.org/fileformat2.html), sections 1.3, 1.6 and 4.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import reduce
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from struct import pack_into, unpack_from
from typing import Any, NamedTuple

from glowtable.match.journal_database import CREATE_ROWS, DAMAGED, SavedRow, chained, is_row, lenient_text
from glowtable.messages import Message, say, say_count

NAMED = 20  # so many numbers of matches, or ranges of them, are said
INSERT = "INSERT INTO {} VALUES (?, ?, ?, ?, ?)"
PAGE_SIZES = {512, 1024, 2048, 4096, 8192, 16384, 32768}
LEAF, ABOVE = 10, 2  # kinds of pages with rows
CELLS_AT = {LEAF: 8, ABOVE: 12}  # where they list their cells; those above begin with the number of a page below
NO_ROW = b"\x06\x06\x08\x08\x0d\x0d\x08"  # a cell of 0, 0, '', '', 0: SQLite takes no page without one
SHORTEST = 7  # bytes of a cell
WAL_HEADER, FRAME = 32, 24  # bytes before all that is not yet carried over, and before each page of it
LONGEST = 16 << 20  # bytes; a longer row is damage


class Rescued(NamedTuple):
    """What became of the matches of a damaged file."""

    kept: int
    cut: tuple[int, ...]  # of these the end is lost
    gone: tuple[int, ...]  # and these are lost
    is_all: bool  # no other can have been there


def rescue_rows(path: Path, old: sqlite3.Connection, new: sqlite3.Connection) -> Rescued:
    """Fill the new journal with all that can be read of the old one, whose file this is."""
    lengths, is_all = _match_lengths(old)
    ends: dict[int, int] = {}
    cut = set()
    with closing(sqlite3.connect(":memory:")) as rescued:
        rescued.execute("CREATE TABLE found (match, n, kind, text, crc)")
        live = (row for row in _from_both_ends(old, "* FROM rows", "match", "n") if is_row(row) and row[0] > 0)
        rescued.executemany(INSERT.format("found"), live)
        is_open = rescued.execute("SELECT 1 FROM found").fetchone() is not None
        rescued.executemany(INSERT.format("found"), rows_on_pages(path))
        new.execute("BEGIN")
        for match, rows in groupby(rescued.execute("SELECT * FROM found ORDER BY match, n, rowid"), itemgetter(0)):
            good, last = chained(rows)
            new.executemany(INSERT.format("rows"), good)
            ends[match] = len(good)
            if len(good) != lengths.get(match, last) or (is_open and match not in lengths and _ends_badly(old, good)):
                cut.add(match)
        new.execute("COMMIT")
    matches = sorted(lengths.keys() | ends.keys())
    gone = tuple(match for match in matches if not ends.get(match))
    ended = tuple(sorted(cut.difference(gone)))
    is_all = is_all and bool(ends) and ends.keys() <= lengths.keys()
    return Rescued(len(matches) - len(ended) - len(gone), ended, gone, is_all)


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
    """Each row that stands on any page, in no order. Of a page that can't be read each cell is, by itself."""
    image, size = _image_of(path)
    pages = [n for n in range(2, len(image) // size + 1) if image[(n - 1) * size] in CELLS_AT]
    at = (size - len(NO_ROW)).to_bytes(2, "big")
    image.extend((bytes([LEAF, 0, 0, 0, 1]) + at + b"\0" + at).ljust(size - len(NO_ROW), b"\0") + NO_ROW)
    below = (len(image) // size).to_bytes(4, "big")
    for begin in ((page - 1) * size for page in pages if image[(page - 1) * size] == ABOVE):
        cells = _cells_of_page(image, size, begin)
        if min(cells, default=0) >= CELLS_AT[ABOVE] + 2 * len(cells):  # else it would write over them
            for place in (8, *cells):
                image[begin + place : begin + place + 4] = below
    bad: list[int] = []
    yield from _read_pages(image, size, pages, bad)
    yield from _read_pages(image, size, [cell for page in bad for cell in _part_cells(image, size, page, below)], bad)


def _read_pages(image: bytearray, size: int, pages: Iterable[int], bad: list[int]) -> Iterator[tuple[Any, ...]]:
    """Each page as if it was all of the table; `bad` has those that can't be read, too."""
    pack_into(">I", image, 28, len(image) // size)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.text_factory = lenient_text
        db.deserialize(bytes(image))
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        for page in pages:
            db.execute("PRAGMA writable_schema=ON")
            db.execute("UPDATE sqlite_master SET rootpage = ?", (page,))
            db.execute("PRAGMA writable_schema=RESET")
            try:
                yield from (row for row in db.execute("SELECT * FROM rows") if is_row(row) and row[0] > 0)
            except DAMAGED:
                bad.append(page)


def _image_of(path: Path) -> tuple[bytearray, int]:
    """All pages as they were written last, those that are not yet carried over, too; and how many bytes one has.

    The first is that of a new journal: by it SQLite knows what it reads, whatever has become of theirs.
    """
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
    del image[len(image) // size * size :]
    with closing(sqlite3.connect(":memory:")) as new:
        new.execute(f"PRAGMA page_size={size}")
        new.execute(CREATE_ROWS)
        image[:size] = new.serialize()[:size]
    return image, size


def _part_cells(image: bytearray, size: int, page: int, below: bytes) -> Iterator[int]:
    """New pages at the end, each with one cell that this page may have.

    A cell begins where the page says, and where the one before it ends; it is as long as it says, or up to the next.
    """
    begin = (page - 1) * size
    first = CELLS_AT[image[begin]]
    above = below if first == CELLS_AT[ABOVE] else b""
    starts = set(_cells_of_page(image, size, begin))
    for row in [begin + at + len(above) for at in starts]:
        long, more = image[row : row + 2]
        starts.add(row - begin + (1 + long if long < 0x80 else 2 + ((long & 0x7F) << 7 | more)))
    for at, end in pairwise([*sorted(start for start in starts if start <= size - SHORTEST), size]):
        long = max(0, end - at - len(above) - 2)
        for length in (b"", bytes([long + 1]) if long < 0x7F else bytes([0x80 | long >> 7 & 0x7F, long & 0x7F])):
            alone = image[begin : begin + size]
            alone[3:5], alone[first : first + 2] = b"\0\1", at.to_bytes(2, "big")
            alone[8 : 8 + len(above)] = above
            alone[at : at + len(above + length)] = above + length
            image.extend(alone)
            yield len(image) // size


def _cells_of_page(image: bytearray, size: int, begin: int) -> list[int]:
    """Where in its page each cell is, of the page that begins here."""
    first, (count,) = CELLS_AT[image[begin]], unpack_from(">H", image, begin + 3)
    count = min(count, (size - first) // 2)
    return [at for at in unpack_from(f">{count}H", image, begin + first) if first + 2 <= at <= size - SHORTEST]


# -- what is said of it


def what_is_lost(rescued: Rescued, file: str) -> Message:
    """What is kept, what is lost, and where the damaged file is now."""
    kept = say_count("{n} match is safe.", "{n} matches are safe.", n=rescued.kept)
    lost = [*_lost_rows(rescued.cut, rescued.gone)]
    if not rescued.is_all:
        lost.append(say("The rest is unknown."))
    what = _one_after_another(lost or [say("Nothing is lost.")])
    return say("The journal was damaged. {kept} {lost} The old file is {file}.", kept=kept, lost=what, file=file)


def what_list_lost(gone: Sequence[int]) -> Message:
    """That the list of matches was made again, and which of them had no rows any more."""
    made = say("The list of matches didn't fit their rows. It was rebuilt.")
    return _one_after_another([made, *_lost_rows((), gone)])


def _one_after_another(said: Iterable[Message]) -> Message:
    return reduce(lambda first, then: say("{first} {then}", first=first, then=then), said)


def _lost_rows(cut: Sequence[int], gone: Sequence[int]) -> Iterator[Message]:
    if cut:
        yield say_count("The end of match {matches} is lost.", "The ends of the matches {matches} are lost.",
                        n=len(cut), matches=_name_ranges(cut))  # fmt: skip
    if gone:
        yield say_count("Match {matches} is lost.", "The matches {matches} are lost.",
                        n=len(gone), matches=_name_ranges(gone))  # fmt: skip


def _name_ranges(numbers: Sequence[int]) -> str:
    """`3, 7-9`."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    names = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])
