"""Where a match is recorded: in the journal, or nowhere, if people agree."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path

from glowtable.commands import data_file, journal_to_read, open_journal, translator_for
from glowtable.config import data_path
from glowtable.gate import NO_ROOM, make_folder
from glowtable.match.header import Header
from glowtable.match.journal import RUNNING, Journal, SavedMatch
from glowtable.match.journal_database import UnwritableError
from glowtable.match.seat_changes import players_now
from glowtable.messages import Message, UserError, cause_of, say, say_count
from glowtable.table import Row
from glowtable.terminal.question import is_agreed

PROBE_BYTES = 1 << 18  # that must go into one file where a match is recorded
ROOM_BYTES = 8 << 20  # that must be free there: the longest match and what SQLite writes beside it
NOT_RECORDED = say("not recorded")
WAS_NOT_RECORDED = say("This match wasn't recorded.")


def journal_to_play(args: argparse.Namespace, can_answer: bool) -> Journal:
    """The journal, or one in memory if `--unrecorded` or the person at the terminal says so. UserError otherwise."""
    if args.unrecorded:
        return Journal((data_path() or Path()) / "journal.sqlite", in_memory=True)
    path = data_file("journal.sqlite")
    obstacle = _obstacle_in(path.parent)
    if not obstacle:
        try:
            return open_journal(args)
        except UnwritableError as error:
            obstacle = say("No match can be recorded. {why}", why=error.message)
    _report_unfinished(args, path)
    if args.resume is not None:
        raise UserError(obstacle)
    if can_answer and _is_unrecorded_agreed(args, obstacle):
        return Journal(path, in_memory=True)
    if args.unrecorded is None:  # a service has no such option
        raise UserError(obstacle)
    raise UserError(say("{why} To play without recording the match, add --unrecorded.", why=obstacle))


def _obstacle_in(folder: Path) -> Message | None:
    """Why nothing can be written in this folder, or no match has room there; None if it can."""
    from shutil import disk_usage  # these imports take their time
    from tempfile import TemporaryFile

    try:
        make_folder(folder)
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(PROBE_BYTES))
        is_full = disk_usage(folder).free < ROOM_BYTES
    except OSError as error:
        is_full = error.errno in NO_ROOM
        if not is_full:
            return say("No match can be recorded in {folder} ({cause}). Name another folder with GLOWTABLE_DATA.",
                       folder=str(folder), cause=cause_of(error))  # fmt: skip
    if is_full:
        return say("The disk is full: no match can be recorded in {folder}. Make room there.", folder=str(folder))
    return None


def _report_unfinished(args: argparse.Namespace, path: Path) -> None:
    """Say on stderr which matches can't be resumed now, as far as the journal can be read."""
    try:
        with closing(journal_to_read(path)) as journal:
            matches = [match for match in journal.list_matches() if match.state == RUNNING and match.rows > 0]
    except UserError:
        return
    if matches:
        note = say_count("Match {matches} can't be resumed until it can be recorded.",
                         "Matches {matches} can't be resumed until they can be recorded.",
                         n=len(matches), matches=", ".join(str(match.id) for match in matches))  # fmt: skip
        print(translator_for(args).text(note), file=sys.stderr)


def _is_unrecorded_agreed(args: argparse.Namespace, obstacle: Message) -> bool:
    translator = translator_for(args)
    print(translator.text(obstacle), file=sys.stderr)
    return is_agreed(translator, say("Play without recording the match? [y/N] "), if_empty=False)


def header_now(journal: Journal, saved: SavedMatch) -> Header:
    """What a match is played with, and who sits there now."""
    return saved.header._replace(players=players_now(saved.header.players, journal.good_rows(saved.id)))


def rows_to_resume(args: argparse.Namespace, journal: Journal, saved: SavedMatch) -> tuple[Row, ...]:
    """Its rows in the journal; damaged rows at its end are deleted, which is said on stderr."""
    lost = journal.cut_damaged_rows(saved.id)
    if lost:
        note = say_count(
            "Dropped {n} damaged row at the end of match {match}.",
            "Dropped {n} damaged rows at the end of match {match}.",
            n=lost,
            match=saved.id,
        )
        print(translator_for(args).text(note), file=sys.stderr)
    return tuple(journal.good_rows(saved.id))
