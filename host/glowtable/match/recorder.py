"""Writes one match into the journal while it is played. Knows no session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from glowtable.match.dealer import secret_seed
from glowtable.match.header import Header
from glowtable.match.journal import Journal
from glowtable.match.times import minutes_played, time_in, time_row
from glowtable.table import Row


class Recorder:
    """One match of the journal, new or resumed."""

    def __init__(self, journal: Journal, header: Header, match: int | None = None) -> None:
        self.journal, self.header = journal, header
        self.match = journal.begin_match(header) if match is None else match
        self.has_rows = match is not None  # without rows no match is offered again
        self.over = False
        began_with = header.players if match is None else journal.find_match(match).header.players
        self.changed_players = header.players if header.players != began_with else ()
        self.mark: Row | None = None  # written before the first row of a new match
        self.clock: Callable[[], str] | None = None  # says date and time; without one no time is written down
        self._minute = ""  # of the last note of a time

    def save_rows(self, rows: Sequence[Row]) -> None:
        if rows:
            first = (self.mark,) if self.mark and not self.has_rows else ()
            times = self._time_rows(rows)
            self.journal.append_rows(self.match, (*first, *times, *rows))
            self.has_rows = True
            self._minute = times[0].text if times else self._minute

    def _time_rows(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        """Before actions of another minute than the last ones had, a note of it."""
        if not self.clock or not any(row.kind == "action" for row in rows):
            return ()
        now = time_row(self.clock())
        return (now,) if now.text != self._minute else ()

    def minutes(self) -> int | None:
        """How long the match was played until now; None if no time was written down."""
        if not self.clock:
            return None
        times = [time for time in map(time_in, self.journal.good_rows(self.match)) if time]
        return minutes_played((self.header.started, *times, self.clock()))

    def next_recorder(self) -> Recorder:
        """The recorder of the next match: the same header with a date and a seed that follow from nothing known."""
        recorder = Recorder(self.journal, self.header._replace(started=now_text(), seed=secret_seed()))
        recorder.mark, recorder.clock = self.mark, self.clock
        return recorder


def now_text() -> str:
    return datetime.now().isoformat(" ", "seconds")
