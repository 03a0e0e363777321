"""Writes one match into the journal while it is played. Knows no session."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from glowtable.match.dealer import secret_seed
from glowtable.match.header import Header
from glowtable.match.journal import Journal
from glowtable.table import Row


class Recorder:
    """One match of the journal, new or resumed."""

    def __init__(self, journal: Journal, header: Header, match: int | None = None) -> None:
        self.journal, self.header = journal, header
        self.match = journal.begin_match(header) if match is None else match
        self.has_rows = match is not None  # without rows no match is offered again
        self.over = False

    def save_rows(self, rows: Sequence[Row]) -> None:
        if rows:
            self.journal.append_rows(self.match, rows)
            self.has_rows = True

    def next_recorder(self) -> Recorder:
        """The recorder of the next match: the same header with a date and a seed that follow from nothing known."""
        return Recorder(self.journal, self.header._replace(started=now_text(), seed=secret_seed()))


def now_text() -> str:
    return datetime.now().isoformat(" ", "seconds")
