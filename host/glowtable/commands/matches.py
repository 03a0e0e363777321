"""The journal's matches: list, show, count, abandon, delete, export, replay."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

from glowtable import games
from glowtable.commands import open_journal, read_named, strength_of, tell_retired, translator_for
from glowtable.gate import printable, printable_json
from glowtable.lab.one_match import read_match
from glowtable.match import export as formats
from glowtable.match.journal import OVER, Journal, SavedMatch
from glowtable.match.match_record import MatchRecord, match_state_of
from glowtable.match.match_state import MatchState
from glowtable.match.moments import changes_at, description_at, doers_at, session_at
from glowtable.match.outcome_rows import abandoned_row
from glowtable.match.players import LEVELS, Player, player_labels, players_of
from glowtable.match.result import result_lines
from glowtable.match.seat_changes import Seating, seatings
from glowtable.match.statistics import EndedMatch, ended_matches, statistics_of, with_end, with_latest_players
from glowtable.messages import USAGE, UserError, say, say_count
from glowtable.table import Row
from glowtable.terminal.layout import Size, width_of
from glowtable.terminal.progress import ProgressBar
from glowtable.terminal.question import is_agreed
from glowtable.terminal.screen import page_lines
from glowtable.terminal.translator import Translator

PAPER = Size(100, 60)  # of a moment that is printed
READING = ("list", "show", "stats")  # actions that write nothing
MOST_LISTED = 100  # matches, unless all are asked for


def matches(args: argparse.Namespace) -> int:
    """List the journal's matches, show one or statistics of all, abandon or delete some."""
    if args.at is not None and args.action != "show":
        raise UserError(say("Give --at with one match: glowtable matches show MATCH --at MOVE"), USAGE)
    with closing(open_journal(args, to_read=args.action in READING)) as journal:
        return ACTIONS[args.action](args, journal)


def list_matches(args: argparse.Namespace, journal: Journal) -> int:
    """A line for each of the latest matches of the journal, or of all; or all of them as one JSON array."""
    if args.what:
        raise UserError(say("The list has all matches. See one: glowtable matches show MATCH"), USAGE)
    if getattr(args, "json", False):  # `journal list` has no such form
        print(printable_json(list(map(match_facts, with_latest_players(journal, journal.list_matches())))))
        return 0
    translator = translator_for(args)
    earlier = 0 if args.all else journal.count_matches() - MOST_LISTED
    if earlier > 0:
        summary = say_count(
            "{n} earlier match: glowtable matches --all", "{n} earlier matches: glowtable matches --all", n=earlier
        )
        print(translator.text(summary))
    listed = journal.list_matches(MOST_LISTED) if earlier > 0 else journal.list_matches()
    for saved in with_latest_players(journal, listed):
        print(match_line(saved, translator))
    return 0


def match_line(saved: SavedMatch, translator: Translator) -> str:
    """A match in the list of all, with its scores."""
    header = saved.header
    how = saved.result.splitlines()[0] if saved.result else translator.text(say("unfinished"))
    players = ", ".join(map(translator.text, player_labels(header.players)))
    shown = (header.started, header.game, players, how, ", ".join(_score_lines(saved)))
    return "  ".join((f"{saved.id:4}", *filter(None, map(printable, shown))))


def match_facts(saved: SavedMatch) -> dict[str, Any]:
    """A match for programs."""
    header = saved.header
    scores = (line.rpartition(": ") for line in _score_lines(saved))
    return {
        "match": saved.id, "game": header.game, "players": header.players, "started": header.started,
        "cards": header.cards, "options": header.options, "state": saved.state, "rows": saved.rows,
        "result": saved.result.splitlines()[:1], "scores": {name: points for name, _, points in scores},
    }  # fmt: skip


def _score_lines(saved: SavedMatch) -> list[str]:
    """`Ann: 3` for each player or team; below them, indented, stands what for."""
    return [line for line in saved.result.splitlines()[1:] if not line.startswith(" ")]


# -- one match


def _show_match(args: argparse.Namespace, journal: Journal) -> int:
    """What was said of every move, and the table after the last one or after the one asked for."""
    saved, *others = chosen_matches(args, journal)
    if others:
        raise UserError(say("Show one match at a time, not {n}.", n=1 + len(others)), USAGE)
    record = MatchRecord(saved.header, tuple(journal.good_rows(saved.id)))
    match_state, sat = _match_state_of(record), seatings(record.header.players, record.rows)
    last = len(match_state.history)
    at = last if args.at is None else args.at
    if not 0 <= at <= last:
        raise UserError(say("Match {match} has moves 0 to {last}, not {n}.", match=saved.id, last=last, n=at), USAGE)
    moves = range(1, last + 1) if args.at is None else range(at, at + 1)
    lines_by_move = {move: _lines_of_move(args, match_state, sat, move) for move in moves}
    saved = saved._replace(header=saved.header._replace(players=sat[-1]))
    translator = _translator_of(args, match_state, players_of(sat[at]))
    if args.json:
        print(printable_json({**match_facts(saved), "moves": lines_by_move}))
        return 0
    print(match_line(saved, translator))
    print("\n".join(f"{move:4}  {line}" for move, lines in lines_by_move.items() for line in lines))
    session = session_at(match_state, at, players_of(sat[at]))
    page = page_lines(session, translator, title="", said=(), typed=None, size=PAPER)
    print("\n".join(line.plain.rstrip() for line in page))
    return 0


def _lines_of_move(args: argparse.Namespace, match_state: MatchState, sat: Sequence[Seating], move: int) -> list[str]:
    """What was said of a move, with the names of those who sat there, and who took over a seat after it."""
    translator = _translator_of(args, match_state, doers_at(sat, move))
    return [translator.text(line) for line in (*description_at(match_state, move), *changes_at(sat, move))]


def _abandon_matches(args: argparse.Namespace, journal: Journal) -> int:
    """These are over without a winner; what was played stays."""
    for saved in chosen_matches(args, journal):
        if saved.state == OVER:
            raise UserError(say("Match {match} is already over.", match=saved.id), USAGE)
        journal.hold_ended(saved.id)
        text = translator_for(args).text
        result = text(say("{game}: abandoned", game=games.title_of(saved.header.game)))
        journal.append_rows(saved.id, [Row(OVER, result), abandoned_row()])
        print(text(say("Match {match} is over. It won't be offered again.", match=saved.id)))
    return 0


def delete_matches(args: argparse.Namespace, journal: Journal) -> int:
    """Delete matches for ever; asks first."""
    chosen = chosen_matches(args, journal)
    numbers = ", ".join(str(saved.id) for saved in chosen)
    if not args.yes and not sys.stdin.isatty():
        raise UserError(say("Add --yes to delete without asking."), USAGE)
    translator, question = translator_for(args), say("Delete {matches} forever? [y/N] ", matches=numbers)
    if args.yes or is_agreed(translator, question, if_empty=False):
        for saved in chosen:
            journal.delete_match(saved.id)
        print(translator.text(say("deleted: {matches}", matches=numbers)))
    return 0


def chosen_matches(args: argparse.Namespace, journal: Journal) -> list[SavedMatch]:
    """The matches named; UserError if none is, or one is not there."""
    if not args.what:
        raise UserError(say("Which matches? Use the numbers from glowtable journal list."), USAGE)
    wrong = [text for text in args.what if not text.isdecimal()]
    if wrong:
        raise UserError(say("Give the match's number, not {given}.", given=wrong[0]), USAGE)
    return [journal.find_match(match) for match in dict.fromkeys(int(text[:20]) for text in args.what)]


def export(args: argparse.Namespace) -> int:
    """A match in the format asked for, on standard output."""
    with closing(open_journal(args, to_read=True)) as journal:
        header = journal.find_match(args.match).header
        record = MatchRecord(header, tuple(journal.good_rows(args.match)))
    tell_retired(args, record.header)
    match_state = _match_state_of(record)
    writers: dict[str, Callable[[], str]] = {
        "jsonl": lambda: formats.to_jsonl(formats.redact_record(match_state.game, record)),
        "csv": lambda: formats.to_csv(match_state, _translator_of(args, match_state, match_state.players).text),
        "actions": lambda: formats.actions_to_csv(
            args.match, record, match_state, lambda players: _translator_of(args, match_state, players).text
        ),
        "text": lambda: formats.to_text(match_state, sat=seatings(record.header.players, record.rows)),
    }
    sys.stdout.write(writers[args.format]())
    return 0


def replay(args: argparse.Namespace) -> int:
    """Replay a match from a file; print how it ended."""
    from glowtable.maker.bug_report import match_in_bundle  # its imports take their time

    data = read_named(args.file)
    record = read_match(match_in_bundle(data) or data.decode("utf-8", "replace"))
    tell_retired(args, record.header)
    match_state = _match_state_of(record)
    translator = _translator_of(args, match_state, match_state.players)
    if match_state.outcome:
        print("\n".join(map(translator.text, result_lines(match_state.game, match_state.outcome))))
    else:
        played = say_count(
            "{n} action so far. The match isn't over.",
            "{n} actions so far. The match isn't over.",
            n=len(match_state.history),
        )
        print(translator.text(played))
    return 0


def _match_state_of(record: MatchRecord) -> MatchState:
    return match_state_of(games.find(record.header.game), record)


def _translator_of(args: argparse.Namespace, match_state: MatchState, players: Sequence[Player]) -> Translator:
    """Of the sentences of this match, in which these play."""
    return translator_for(args, [player.name for player in players], match_state.game.name)


# -- statistics


TITLES = {"people": say("People"), "games": say("Games"), "seats": say("Seats"), "bots": say("Bots")}
COLUMNS = (say("played"), say("won"), say("wins in a row"), say("most in a row"), say("moves"),
           say("minutes"))  # fmt: skip


def show_statistics(args: argparse.Namespace, journal: Journal) -> int:
    """The figures of all finished matches; those of older versions are replayed first, to know who won."""
    if args.what:
        raise UserError(say("The list has all matches. See one: glowtable matches show MATCH"), USAGE)
    data = statistics_of(_matches_with_ends(journal), strength_of).as_json()
    if args.json:
        print(printable_json(data))
        return 0
    translator = translator_for(args)
    print(translator.text(say_count("{n} finished match", "{n} finished matches", n=data["matches"])))
    if data["unknown"]:
        print(translator.text(say_count("{n} match with an unknown winner", "{n} matches with an unknown winner",
                                        n=data["unknown"])))  # fmt: skip
    for name in TITLES:
        if data[name]:
            print("\n" + "\n".join(_table_lines(name, data[name], translator)))
    return 0


def _matches_with_ends(journal: Journal) -> list[EndedMatch]:
    """Every finished match. To replay those of older versions may take a minute: a bar shows how far it is."""
    ended = ended_matches(journal)
    matches: list[EndedMatch] = []
    with ProgressBar(len(ended)) as progress:
        for match in ended:
            matches.append(with_end(journal, match, games.find))
            progress.show_done(len(matches))
    return matches


def _table_lines(name: str, entries: list[dict[str, Any]], translator: Translator) -> list[str]:
    """A title with the columns in which something stands, and a line for each entry."""
    head = [translator.text(text) for text in (TITLES[name], *COLUMNS)]
    rows = [head, *([_shown_name(name, entry["name"], translator), *_figure_cells(entry)] for entry in entries)]
    columns = [column for column in zip(*rows, strict=True) if any(column[1:])]
    rows = [list(row) for row in zip(*columns, strict=True)]
    widths = [max(map(width_of, column)) for column in columns]
    return [
        "  ".join((row[0] + " " * (widths[0] - width_of(row[0])), *map(str.rjust, row[1:], widths[1:]))) for row in rows
    ]


def _shown_name(group: str, name: str | int, translator: Translator) -> str:
    """A bot by how well it plays, or as it is called at the table."""
    if group == "bots":
        return translator.text(LEVELS[str(name)]) if name in LEVELS else printable(str(name).capitalize())
    return printable(games.title_of(str(name)) if group == "games" else str(name))


def _figure_cells(entry: dict[str, Any]) -> list[str]:
    figures = (entry[name] for name in ("played", "won", "streak", "longest_streak"))
    counts = ["" if figure is None else str(figure) for figure in figures]
    lengths = "" if entry["average"] is None else f"{entry['average']} ({entry['shortest']}-{entry['longest']})"
    return [*counts, lengths, "" if entry["minutes"] is None else str(entry["minutes"])]


ACTIONS: dict[str, Callable[[argparse.Namespace, Journal], int]] = {
    "list": list_matches,
    "show": _show_match,
    "stats": show_statistics,
    "abandon": _abandon_matches,
    "delete": delete_matches,
}
