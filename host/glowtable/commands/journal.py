"""Look after the journal: list, show, archive, delete, compact, backup, restore, check."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from glowtable.commands import data_file, open_journal, translator_for
from glowtable.commands.matches import chosen_matches, delete_matches, list_matches
from glowtable.gate import printable, save_file
from glowtable.match.export import to_jsonl
from glowtable.match.journal import OVER, Journal
from glowtable.match.journal_file import restore_journal
from glowtable.match.match_record import MatchRecord
from glowtable.match.players import player_labels
from glowtable.messages import FAILED, USAGE, Message, UserError, say, say_count

READING = ("list", "show", "backup", "check")  # actions that can do without writing
ARCHIVE = "archive"  # the folder beside the journal


def journal(args: argparse.Namespace) -> int:
    """Do what the action says; FAILED if something is damaged."""
    if args.action == "restore":
        return _restore_backup(args)
    opened = open_journal(args, to_read=args.action in READING)
    try:
        return ACTIONS[args.action](args, opened)
    finally:
        opened.close()


def _show_match(args: argparse.Namespace, opened: Journal) -> int:
    """FAILED if rows of it are damaged."""
    damaged, translator = 0, translator_for(args)
    for saved in chosen_matches(args, opened):
        header, lost = saved.header, opened.damaged_rows(saved.id)
        damaged += lost
        players = map(translator.text, player_labels(header.players))
        facts = {
            "match": str(saved.id), "game": header.game, "players": ", ".join(players),
            "started": header.started, "cards": header.cards, "rows": str(saved.rows), "damaged": str(lost),
            "options": " ".join(f"{name}={value}" for name, value in header.options.items()),
        }  # fmt: skip
        result = saved.result.splitlines() if saved.state == OVER else [translator.text(say("unfinished"))]
        print("\n".join(f"{name:8} {printable(fact)}" for name, fact in facts.items()))
        print("\n".join(map(printable, result)))
    return FAILED if damaged else 0


def _archive_matches(args: argparse.Namespace, opened: Journal) -> int:
    """Each match that is over as a file of its own; only when that is on the disk it leaves the journal."""
    for saved in chosen_matches(args, opened):
        if saved.state != OVER:
            raise UserError(
                say("Match {match} isn't over. Only finished matches can be archived.", match=saved.id), USAGE
            )
        if opened.damaged_rows(saved.id):
            raise UserError(say("Match {match} is damaged. It stays in the journal.", match=saved.id))
        opened.hold_ended(saved.id)
        path = _free_path(data_file(ARCHIVE) / f"match-{saved.id}.jsonl")
        record = MatchRecord(saved.header, tuple(opened.good_rows(saved.id)))
        save_file(path, to_jsonl(record).encode())
        opened.delete_match(saved.id)
        _print_message(
            args,
            say("Wrote match {match} to {path}. Replay it: glowtable replay {path}", match=saved.id, path=str(path)),
        )
    return 0


def _compact_journal(args: argparse.Namespace, opened: Journal) -> int:
    before = opened.path.stat().st_size
    opened.compact()
    opened.close()  # what is written beside it goes into it
    after = opened.path.stat().st_size
    _print_message(args, say("The journal has {after} KB. It had {before} KB.", after=after >> 10, before=before >> 10))
    return 0


def _back_up(args: argparse.Namespace, opened: Journal) -> int:
    path = _one_file(args)
    opened.copy_to(path)
    _print_message(args, say("Wrote {path}. Restore it: glowtable journal restore {path}", path=str(path)))
    return 0


def _restore_backup(args: argparse.Namespace) -> int:
    """Put a copy of a backup in the place of the journal, which may be damaged or missing."""
    path = _one_file(args)
    former = restore_journal(data_file("journal.sqlite"), path)
    _print_message(args, say("Restored the journal from {path}.", path=str(path)))
    if former:
        _print_message(args, say("The previous journal is {file}.", file=former.name))
    return 0


def _one_file(args: argparse.Namespace) -> Path:
    if len(args.what) != 1:
        raise UserError(say("Name one file: glowtable journal {action} FILE", action=args.action), USAGE)
    return Path(args.what[0])


def _check_journal(args: argparse.Namespace, opened: Journal) -> int:
    """FAILED if the file, or a match in it, is or was damaged."""
    is_whole = opened.check_whole()
    if opened.lost:
        _print_message(args, opened.lost)
    damaged = {match: opened.damaged_rows(match) for match in opened.numbers()}
    unread = damaged.keys() - {saved.id for saved in opened.list_matches()}
    for match, lost in damaged.items():
        if lost:
            summary = say_count(
                "Match {match}: {n} row is cut off by damage.",
                "Match {match}: {n} rows are cut off by damage.",
                match=match,
                n=lost,
            )
            _print_message(args, summary)
        elif match in unread:
            _print_message(args, say("Match {match}: the first row isn't this program's header.", match=match))
    good = sum(not lost and match not in unread for match, lost in damaged.items())
    _print_message(args, say_count("{n} match is whole.", "{n} matches are whole.", n=good))
    return 0 if is_whole and not opened.lost and good == len(damaged) else FAILED


ACTIONS: dict[str, Callable[[argparse.Namespace, Journal], int]] = {
    "list": list_matches,
    "show": _show_match,
    "archive": _archive_matches,
    "delete": delete_matches,
    "compact": _compact_journal,
    "backup": _back_up,
    "check": _check_journal,
}


def _print_message(args: argparse.Namespace, message: Message) -> None:
    print(translator_for(args).text(message))


def _free_path(path: Path) -> Path:
    names = (path, *(path.with_name(f"{path.stem}-{n}{path.suffix}") for n in range(2, 10_000)))
    return next(name for name in names if not name.exists())
