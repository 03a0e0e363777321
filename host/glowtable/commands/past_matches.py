"""The journal's matches for the companion page: the list, a moment of one, its exports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from glowtable import games
from glowtable.match import export as formats
from glowtable.match.course import Course
from glowtable.match.journal import Journal
from glowtable.messages import UserError
from glowtable.terminal.translator import Translator
from glowtable.web.faces import sprite
from glowtable.web.past import list_entry, moment_page
from glowtable.web.translated import as_text


class PastMatches:
    """Reads the journal each time it is asked; the last match asked for is kept as long as nothing was added to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: tuple[tuple[int, int], Course] | None = None

    def list_all(self, language: str) -> str:
        """All matches as JSON, the latest first."""
        journal = Journal(self.path, beside=True)
        try:
            found = [list_entry(saved, _title(saved.header.game)) for saved in reversed(journal.list_matches())]
        finally:
            journal.close()
        return as_text(found, Translator(language).text)

    def show_moment(self, match: int, at: int, language: str) -> str:
        """A moment of a match as JSON; UserError if there is no such match, or it cannot be replayed."""
        course = self._course(self._record(match), match)
        return as_text(moment_page(course, at), _teller(course, language))

    def export_match(self, match: int, form: str, language: str) -> str:
        """A match as text, as `glowtable export` writes it."""
        record = self._record(match)
        course = self._course(record, match)
        writers: dict[str, Callable[[], str]] = {
            "jsonl": lambda: formats.to_jsonl(formats.redact_record(course.game, record)),
            "csv": lambda: formats.to_csv(course, _teller(course, language)),
            "text": lambda: formats.to_text(course),
        }
        return writers[form]()

    def faces_of(self, match: int) -> bytes:
        """The cards of the game of a match."""
        return sprite(games.find(self._record(match).header.game))

    def _record(self, match: int) -> formats.MatchRecord:
        journal = Journal(self.path, beside=True)
        try:
            return formats.MatchRecord(journal.find_match(match).header, tuple(journal.good_rows(match)))
        finally:
            journal.close()

    def _course(self, record: formats.MatchRecord, match: int) -> Course:
        key = (match, len(record.rows))
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, formats.course_of(games.find(record.header.game), record))
        return self._kept[1]


def _teller(course: Course, language: str) -> Callable[..., str]:
    return Translator(language, [player.name for player in course.players], game=course.game.name).text


def _title(name: str) -> str:
    """The game's title; its name if it is not here any more."""
    try:
        return games.find(name).title
    except UserError:
        return name
