"""When people played: notes in the journal's rows, to the minute. Older versions read past them. Knows no clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import accumulate, pairwise

from glowtable.match.seat_changes import not_taken_back
from glowtable.table import Row

NOTE, BEGINNING = "note", "time "
TO_THE_MINUTE = len("2026-01-31 20:15")
LONGEST_MIN = 30  # between two moves: after more people were away, which is no time of play


def time_row(now: str) -> Row:
    """What follows was done at this date and time, or up to a minute later."""
    return Row(NOTE, BEGINNING + now[:TO_THE_MINUTE])


def time_in(row: Row) -> str:
    """The date and time that this row tells; '' if it tells none."""
    return row.text.removeprefix(BEGINNING) if row.kind == NOTE and row.text.startswith(BEGINNING) else ""


def times_of_moves(rows: Sequence[Row]) -> list[str]:
    """When each action was done that was not taken back; '' where the journal does not say."""
    times: Iterator[str] = accumulate(map(time_in, rows), lambda before, now: now or before)
    return not_taken_back(zip(rows, times, strict=True))


def minutes_played(times: Iterable[str]) -> int:
    """How long people played who did something at these times, in their order; pauses are left out."""
    read = [time for time in map(_read_time, times) if time]
    gaps = ((later - earlier).total_seconds() / 60 for earlier, later in pairwise(read))
    return round(sum(gap for gap in gaps if 0 < gap <= LONGEST_MIN))


def hours_before(now: str, hours: int) -> str:
    """The time so many hours earlier; what is no time stays as it is."""
    time = _read_time(now)
    try:
        return (time - timedelta(hours=hours)).isoformat(" ", "seconds") if time else now
    except OverflowError:
        return now


def _read_time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
