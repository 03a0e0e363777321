"""The journal's matches: list, export, replay."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import closing

from glowtable import games
from glowtable.commands import open_journal, tell_retired, translator_for
from glowtable.gate import printable, read_stream
from glowtable.lab.one_match import read_match
from glowtable.maker.bug_bundle import match_in_bundle
from glowtable.match import export as formats
from glowtable.match.course import Course
from glowtable.match.journal import SavedMatch
from glowtable.match.presenter import result_lines
from glowtable.messages import USAGE, UserError, say, say_count


def matches(args: argparse.Namespace) -> int:
    """A line per match of the journal."""
    running = translator_for(args).text(say("running"))
    with closing(open_journal(args)) as journal:
        saved = journal.list_matches()
    for match in saved:
        print(match_line(match, running))
    return 0


def match_line(saved: SavedMatch, running: str) -> str:
    """A match in the list of all; `running` is said of one that is not over."""
    header = saved.header
    how = saved.result.splitlines()[0] if saved.result else running
    return "  ".join((f"{saved.id:4}", *map(printable, (header.started, header.game, ", ".join(header.players), how))))


def export(args: argparse.Namespace) -> int:
    """A match in the format asked for, on standard output."""
    with closing(open_journal(args)) as journal:
        header = journal.find_match(args.match).header
        record = formats.MatchRecord(header, tuple(journal.good_rows(args.match)))
    tell_retired(args, record.header)
    course = _course_of(record)
    writers: dict[str, Callable[[], str]] = {
        "jsonl": lambda: formats.to_jsonl(formats.redact_record(course.game, record)),
        "csv": lambda: formats.to_csv(course, translator_for(args, _player_names(course), course.game.name).text),
        "text": lambda: formats.to_text(course),
    }
    sys.stdout.write(writers[args.format]())
    return 0


def replay(args: argparse.Namespace) -> int:
    """Replay a match from a file; print how it ended."""
    record = read_record(args.file)
    tell_retired(args, record.header)
    course = _course_of(record)
    translator = translator_for(args, _player_names(course), course.game.name)
    if course.outcome:
        print("\n".join(map(translator.text, result_lines(course.game.title, course.outcome))))
    else:
        played = say_count(
            "{n} action; the match is not over", "{n} actions; the match is not over", n=len(course.history)
        )
        print(translator.text(played))
    return 0


def read_record(path: str) -> formats.MatchRecord:
    """A match from a file in any of our formats (`-`: standard input)."""
    try:
        data = _read_named(path)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        cause = error.strerror if isinstance(error, OSError) else str(error)
        raise UserError(say("{path} cannot be read ({cause})", path=path, cause=cause), USAGE) from None
    return read_match(match_in_bundle(data) or data.decode("utf-8", "replace"))


def _read_named(path: str) -> bytes:
    if path == "-":
        return read_stream(sys.stdin.buffer, path)
    with open(path, "rb") as file:
        return read_stream(file, path)


def _course_of(record: formats.MatchRecord) -> Course:
    return formats.course_of(games.find(record.header.game), record)


def _player_names(course: Course) -> list[str]:
    return [player.name for player in course.players]
