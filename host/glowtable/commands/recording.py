"""Where a match is recorded: in the journal, or nowhere, if people agree."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path

from glowtable.commands import data_file, journal_to_read, open_journal, translator_for
from glowtable.config import data_path
from glowtable.game import Game
from glowtable.games import title_of
from glowtable.gate import NO_ROOM, make_folder
from glowtable.match.header import Header
from glowtable.match.journal import OVER, RUNNING, Journal, SavedMatch
from glowtable.match.journal_database import UnwritableError
from glowtable.match.players import player_labels
from glowtable.match.seat_changes import players_now
from glowtable.messages import USAGE, Message, UserError, cause_of, say, say_count
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
    probe = folder / ".glowtable-probe"  # no file of a person, whose folder this may be
    try:
        make_folder(folder)
        try:
            probe.write_bytes(bytes(PROBE_BYTES))
        finally:
            probe.unlink(missing_ok=True)  # another program that starts may have done it
        is_full = _free_bytes(folder) < ROOM_BYTES
    except OSError as error:
        is_full = error.errno in NO_ROOM
        if not is_full:
            return say("No match can be recorded in {folder} ({cause}). Name another folder with GLOWTABLE_DATA.",
                       folder=str(folder), cause=cause_of(error))  # fmt: skip
    if is_full:
        return say("The disk is full: no match can be recorded in {folder}. Make room there.", folder=str(folder))
    return None


def _free_bytes(folder: Path) -> int:
    if hasattr(os, "statvfs"):  # not in Windows
        disk = os.statvfs(folder)
        return disk.f_bavail * disk.f_frsize
    from shutil import disk_usage  # its import takes its time

    return disk_usage(folder).free


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


# -- an unfinished match: which one is resumed, offered, or left alone and named


# A match that is resumed has them already
NEW_MATCH_OPTIONS = ("seats", "players", "seed", "cards", "option", "unrecorded")


def hold_unfinished(args: argparse.Namespace, journal: Journal, game: Game) -> SavedMatch | None:
    """The unfinished match that is asked for or can be offered, locked; None if there is none to offer."""
    if args.resume is None:
        return journal.hold_unfinished(game.name)
    if _new_match_options(args):
        options = ", ".join(_new_match_options(args))
        raise UserError(
            say("A resumed match keeps what it was started with. Leave out --resume or {options}.", options=options),
            USAGE)  # fmt: skip
    return _hold_named(args, journal) if args.resume else _hold_latest(journal, args.game and game.name)


def _new_match_options(args: argparse.Namespace) -> list[str]:
    """The typed options that only a new match can have."""
    values = {f"--{name}": getattr(args, name) for name in NEW_MATCH_OPTIONS}
    return [name for name, value in values.items() if value is not False and value not in (None, "", [])]


def match_to_resume(
    args: argparse.Namespace, journal: Journal, unfinished: SavedMatch | None, person: bool
) -> SavedMatch | None:
    """This unfinished match if it is resumed; None for a new one. Nobody is asked who typed options of a new one."""
    if args.resume is not None or not unfinished:
        return unfinished
    is_asked = person and not _new_match_options(args)
    if is_asked and is_agreed(translator_for(args), resume_question(unfinished), if_empty=True):
        return unfinished
    journal.release_match(unfinished.id)
    return None


def _hold_latest(journal: Journal, game: str) -> SavedMatch:
    """The latest unfinished match of this game, or of any, locked; UserError if there is none, or it is played."""
    unfinished = journal.hold_unfinished(game)
    if unfinished:
        return unfinished
    for match in journal.unfinished_matches(game):
        raise _runs_elsewhere(match.id)
    raise UserError(say("There's no unfinished match. Start one: glowtable play"), USAGE)


def _runs_elsewhere(match: int) -> UserError:
    return UserError(say("Match {match} runs in another window. Continue it there.", match=match), USAGE)


def _hold_named(args: argparse.Namespace, journal: Journal) -> SavedMatch:
    """The match of this number, locked; UserError if it is over, played elsewhere, or of another game."""
    match = journal.find_match(args.resume)
    if match.state == OVER:
        raise UserError(
            say("Match {match} is over. See it with glowtable matches show {match}.", match=match.id), USAGE
        )
    if args.game not in ("", match.header.game):
        raise UserError(say("Match {match} is a match of {game}.", match=match.id, game=match.header.game), USAGE)
    if not journal.hold_match(match.id):
        raise _runs_elsewhere(match.id)
    return match


def note_of_unfinished(match: SavedMatch) -> Message:
    """The sentence that a new match begins, and how this one is resumed."""
    return say("This is a new match. To continue match {match} ({players}): glowtable play --resume {match}",
               match=match.id, players=player_labels(match.header.players))  # fmt: skip


def resume_question(match: SavedMatch) -> Message:
    return say(
        "Resume {game}, match {match} ({players})? [Y/n] ",
        game=title_of(match.header.game),
        match=match.id,
        players=player_labels(match.header.players),
    )
