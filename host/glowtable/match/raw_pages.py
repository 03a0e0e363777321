"""Rows of the journal read straight from the pages of its file, where SQLite finds no way to them any more.

Whether a row is still in use, or of a match that was deleted, no page tells: that is for the chain of the rows, and for
who asks. Source: "Database File Format" (sqlite.org/fileformat2.html), sections 1.3, 1.5, 1.6, 2.1 and 4.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from struct import error as TooShort
from struct import unpack_from
from typing import BinaryIO, NamedTuple, cast

PAGE = 4096  # bytes of a page, unless the file says otherwise
FIRST_HEADER = 100  # bytes before what else is on the first page
CELLS_AT = {10: 8, 2: 12}  # kinds of pages with rows: leaves, and those above them -> where their cells are listed
LEFT_CHILD = {10: 0, 2: 4}  # bytes of a cell before the row
WAL_HEADER, FRAME = 32, 24  # bytes before all that is not yet carried over, and before each page of it
INT_SIZES = (0, 1, 2, 3, 4, 6, 8)
ZERO, ONE, TEXT = 8, 9, 13  # kinds of values without bytes; the first of texts, which are odd
MOST_BYTES = 16 << 20  # a longer row is damage
NO_ROW = (TooShort, IndexError, ValueError)  # what comes of reading what is none


class RawRow(NamedTuple):
    match: int
    n: int
    kind: str
    text: str
    crc: int


TYPES = (int, int, str, str, int)


def raw_rows(path: Path, matches: Collection[int]) -> Iterator[RawRow]:
    """Each row of these matches that stands on any page, in no order; of all matches if none is named."""
    if not path.is_file():
        return
    with ExitStack() as opened:
        file = opened.enter_context(path.open("rb"))
        beside = path.with_name(f"{path.name}-wal")
        pages = _Pages(file, opened.enter_context(beside.open("rb")) if beside.exists() else None)
        for number in range(1, pages.count + 1):
            yield from (row for row in _rows_on(pages, number) if not matches or row.match in matches)


class _Pages:
    """The pages of the file as they were written last, those that are not yet carried over, too."""

    def __init__(self, file: BinaryIO, beside: BinaryIO | None) -> None:
        self._file, self._beside = file, beside
        header = file.read(FIRST_HEADER)
        said = int.from_bytes(header[16:18], "big")
        self.size = said if said in (512, 1024, 2048, 4096, 8192, 16384, 32768) else PAGE
        self._frames = dict(self._newer(beside)) if beside else {}
        self.count = max(file.seek(0, 2) // self.size, 0, *self._frames)

    def _newer(self, beside: BinaryIO) -> Iterator[tuple[int, int]]:
        """The number of each page beside the file, and where it is; the last of a number counts."""
        salt = beside.read(WAL_HEADER)[16:24]
        for at in range(WAL_HEADER, beside.seek(0, 2), FRAME + self.size):
            beside.seek(at)
            frame = beside.read(FRAME)
            if frame[8:16] == salt:  # else it is of a round before
                yield int.from_bytes(frame[:4], "big"), at + FRAME

    def __getitem__(self, number: int) -> bytes:
        at = self._frames.get(number)
        source = self._file if at is None else self._beside
        assert source
        source.seek((number - 1) * self.size if at is None else at)
        return source.read(self.size)


def _rows_on(pages: _Pages, number: int) -> Iterator[RawRow]:
    page = pages[number]
    kind = page[:1][0] if page else 0
    if kind not in CELLS_AT or len(page) < pages.size:
        return
    (count,) = unpack_from(">H", page, 3)
    for cell in range(min(count, pages.size // 4)):
        with suppress(*NO_ROW):
            (at,) = unpack_from(">H", page, CELLS_AT[kind] + 2 * cell)
            yield _row_of(_payload(pages, page, at + LEFT_CHILD[kind]))


def _payload(pages: _Pages, page: bytes, at: int) -> bytes:
    """The bytes of a row, those on pages of their own, too."""
    size, at = _varint(page, at)
    if size > MOST_BYTES:
        raise ValueError("no row is so long")
    most, least = (pages.size - 12) * 64 // 255 - 23, (pages.size - 12) * 32 // 255 - 23
    here = least + (size - least) % (pages.size - 4)
    here = size if size <= most else here if here <= most else least
    data = page[at : at + here]
    (following,) = unpack_from(">I", page, at + here) if size > here else (0,)
    while len(data) < size and 0 < following <= pages.count:
        more = pages[following]
        if len(more) < pages.size:
            raise ValueError("no row goes on there")
        (following,) = unpack_from(">I", more)
        data += more[4 : 4 + size - len(data)]
    return data


def _row_of(payload: bytes) -> RawRow:
    """A row of the journal; ValueError if these are other things."""
    length, at = _varint(payload, 0)
    kinds = []
    while at < length:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    if tuple(map(type, values)) != TYPES:
        raise ValueError("no row of the journal")
    return RawRow(*cast(tuple[int, int, str, str, int], values))


def _value(payload: bytes, at: int, kind: int) -> tuple[int | str, int]:
    """The value of this kind, and where it ends."""
    if kind in (ZERO, ONE):
        return kind - ZERO, at
    is_text = kind >= TEXT and kind % 2 == 1
    end = at + ((kind - TEXT) // 2 if is_text else INT_SIZES[kind])
    data = payload[at:end]
    if kind == 0 or at + len(data) < end:
        raise ValueError("no value of the journal")
    return (data.decode() if is_text else int.from_bytes(data, "big", signed=True)), end


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for n in range(8):
        value = value << 7 | data[at + n] & 0x7F
        if data[at + n] < 0x80:
            return value, at + n + 1
    return value << 8 | data[at + 8], at + 9
