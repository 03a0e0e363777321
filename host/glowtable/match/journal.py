"""Every match as it happens, in one SQLite file: what is in it survives kill -9 and power loss.

A row is in the file before anybody sees its result. Each row carries the CRC-32 of all rows of its match so far, so
damage is found where it begins and everything before it is kept. Knows no rules and no session.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from glowtable.match.header import Header, header_in
from glowtable.match.journal_database import SAVED, SavedRow, chain_crc, chained, no_journal
from glowtable.match.journal_file import JournalFile
from glowtable.messages import NO_ACCESS, USAGE, UserError, say
from glowtable.table import Row

RUNNING, OVER = "running", "over"
BEGIN = "begin"  # the first row of a match: its header
MOST_MATCHES = 1 << 31  # a larger number is damage
ROWS = "SELECT match, n, kind, text, crc FROM rows WHERE match = ?"
NEXT_MATCH = """SELECT coalesce(max(match), 0) + 1 FROM (SELECT max(match) AS match FROM matches WHERE match < ?
    UNION ALL SELECT max(match) FROM rows WHERE match < ?)"""
NUMBERS = "SELECT match FROM rows UNION SELECT match FROM matches ORDER BY match"


class SavedMatch(NamedTuple):
    """A match of the journal, for lists."""

    id: int
    header: Header
    state: str
    result: str
    rows: int  # after the header


class Journal(JournalFile):
    """The matches of an open file."""

    _end: tuple[int, int, int] | None = None  # of the match that is written here: its last row, and its crc

    def begin_match(self, header: Header) -> int:
        """Begin a match and lock it for this program; its id. UserError if there is no number for it."""
        with self.transaction(is_played=True):
            match = int(self.query(NEXT_MATCH, MOST_MATCHES, MOST_MATCHES)[0][0])
            if match >= MOST_MATCHES:  # nobody could go on with it
                raise no_journal(self.path)
            end = self._insert_rows(match, [Row(BEGIN, json.dumps(header._asdict()))])
        self._end = end
        self.hold_match(match)
        return match

    def append_rows(self, match: int, rows: Iterable[Row]) -> None:
        """Add rows in one commit; when this returns they are on the disk.

        UserError if it is full, or if there are other rows than this program knows: then another plays it, too.
        """
        with self.transaction(is_played=True):
            end = self._insert_rows(match, rows)
        self._end = end

    def good_rows(self, match: int) -> list[Row]:
        """The good rows of a match after its header: up to the first that is damaged or missing."""
        return [Row(kind, text) for _, _, kind, text, _ in self._verified_rows(match)[1:]]

    def list_matches(self, most: int = MOST_MATCHES) -> list[SavedMatch]:
        """Every match whose header can be read, oldest first; the latest, if there are more than `most`."""
        listed = self.query(f"{SAVED} ORDER BY match DESC LIMIT ?", most)
        return [saved for saved in map(_read_saved, reversed(listed)) if saved]

    def count_matches(self) -> int:
        """How many matches are in the list."""
        return int(self.query("SELECT count(*) FROM matches")[0][0])

    def numbers(self) -> list[int]:
        """Every match that has rows, or is in the list; it reads all of both."""
        return [match for (match,) in self.query(NUMBERS) if type(match) is int]

    def cut_damaged_rows(self, match: int) -> int:
        """Delete the rows after the good ones, so that the match can go on; how many there were."""
        good = self._verified_rows(match)
        with self.transaction(is_played=True) as db:
            cut = db.execute("DELETE FROM rows WHERE match = ? AND n > ?", (match, len(good))).rowcount
        self._end = (match, len(good), good[-1].crc if good else 0)
        return cut

    def find_match(self, match: int) -> SavedMatch:
        """The match of this number; UserError if there is none."""
        rows = self.query(f"{SAVED} WHERE match = ?", match) if 0 < match < MOST_MATCHES else []
        saved = _read_saved(rows[0]) if rows else None
        if saved is None:
            raise UserError(say("There's no match {match}. List them: glowtable matches", match=match), USAGE)
        return self._as_begun(saved) or saved

    def latest_match(self) -> SavedMatch | None:
        """The latest match that has begun; None if there is none."""
        return next(self._begun_matches("length > 1"), None)

    def unfinished_matches(self, game: str = "") -> Iterator[SavedMatch]:
        """The matches that have begun and are not over, also those that are played elsewhere; the latest first."""
        begun = self._begun_matches("length > 1 AND state = 'running'")
        return (match for match in begun if game in ("", match.header.game))

    def hold_unfinished(self, game: str = "") -> SavedMatch | None:
        """Lock and return the latest match that has begun, is not over, and is not being played elsewhere."""
        return next((match for match in self.unfinished_matches(game) if self.hold_match(match.id)), None)

    def delete_match(self, match: int) -> None:
        """Delete a match for ever; UserError if another program plays it."""
        self.hold_ended(match)
        with self.transaction() as db:
            db.execute("DELETE FROM rows WHERE match = ?", (match,))

    def hold_ended(self, match: int) -> None:
        """Lock this match until this program ends; UserError if another program plays it."""
        if not self.hold_match(match):
            raise UserError(say("Match {match} is being played. End it first.", match=match), USAGE)

    def damaged_rows(self, match: int) -> int:
        """How many rows of a match are behind a damaged or missing one."""
        there = int(self.query("SELECT count(*) FROM rows WHERE match = ?", match)[0][0])
        return there - len(self._verified_rows(match))

    # -- inside

    def _begun_matches(self, which: str) -> Iterator[SavedMatch]:
        """The latest first, those whose first row is damaged left out: nothing can go on after it."""
        listed = map(_read_saved, self.query(f"{SAVED} WHERE {which} ORDER BY match DESC"))
        return filter(None, (self._as_begun(saved) for saved in listed if saved))

    def _as_begun(self, saved: SavedMatch) -> SavedMatch | None:
        """The match with the header of its first row, which the chain covers; None if that is damaged."""
        first, _ = chained(self.query(f"{ROWS} AND n = 1", saved.id))
        header = header_in(first[0].text) if first else None
        return saved._replace(header=header) if header else None

    def _insert_rows(self, match: int, rows: Iterable[Row]) -> tuple[int, int, int]:
        """Where the match ends then."""
        last = self.query("SELECT n, crc FROM rows WHERE match = ? ORDER BY n DESC LIMIT 1", match)
        n, crc = last[0] if last else (0, 0)
        rows = list(rows)
        if n == 0 and rows and rows[0].kind != BEGIN:
            raise UserError(say("Match {match} lost its first row. Nothing can be added to it.", match=match))
        if n and self._end and self._end[0] == match and self._end != (match, n, crc):
            raise UserError(
                say("Another program is also playing match {match}, and what it saved counts. Close it and "
                    "resume: glowtable play --resume", match=match), NO_ACCESS)  # fmt: skip
        for row in rows:
            n, crc = n + 1, chain_crc(crc, *row)
            self.db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", (match, n, row.kind, row.text, crc))
        return match, n, crc

    def _verified_rows(self, match: int) -> list[SavedRow]:
        """The good rows."""
        return chained(self.query(f"{ROWS} ORDER BY n", match))[0]


def _read_saved(row: tuple[Any, ...]) -> SavedMatch | None:
    """A match as the file has it; None if it is damaged."""
    match, text, length, state, result = row
    header = header_in(text) if 0 < match < MOST_MATCHES and state in (RUNNING, OVER) else None
    return SavedMatch(match, header, state, result, length - 1) if header else None
