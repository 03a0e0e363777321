"""`glowtable matches stats`: a plain table of people, games, seats and bots."""

from __future__ import annotations

import argparse
from typing import Any

from glowtable import games
from glowtable.commands import game_title, strength_of, translator_for
from glowtable.gate import printable, printable_json
from glowtable.match.journal import Journal
from glowtable.match.seat_changes import LEVELS
from glowtable.match.statistics import EndedMatch, ended_matches, statistics_of, with_end
from glowtable.messages import USAGE, UserError, say, say_count
from glowtable.terminal.progress import ProgressBar
from glowtable.terminal.styled_text import width_of
from glowtable.terminal.translator import Translator

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
    print("\n".join(_summary(data, translator)))
    for name in TITLES:
        if data[name]:
            print("\n" + "\n".join(_table(name, data[name], translator)))
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


def _summary(data: dict[str, Any], translator: Translator) -> list[str]:
    lines = [say_count("{n} finished match", "{n} finished matches", n=data["matches"])]
    if data["unknown"]:
        lines.append(say_count("{n} match with an unknown winner", "{n} matches with an unknown winner",
                               n=data["unknown"]))  # fmt: skip
    return [translator.text(line) for line in lines]


def _table(name: str, entries: list[dict[str, Any]], translator: Translator) -> list[str]:
    """A title with the columns in which something stands, and a line for each entry."""
    head = [translator.text(text) for text in (TITLES[name], *COLUMNS)]
    rows = [head, *([_shown_name(name, entry["name"], translator), *_cells(entry)] for entry in entries)]
    columns = [column for column in zip(*rows, strict=True) if any(column[1:])]
    rows = [list(row) for row in zip(*columns, strict=True)]
    widths = [max(map(width_of, column)) for column in columns]
    return ["  ".join((_padded(row[0], widths[0]), *map(str.rjust, row[1:], widths[1:]))) for row in rows]


def _padded(text: str, width: int) -> str:
    """The text, so many columns of a terminal wide."""
    return text + " " * (width - width_of(text))


def _shown_name(group: str, name: str | int, translator: Translator) -> str:
    """A bot by how well it plays, or as it is called at the table."""
    if group == "bots":
        return translator.text(LEVELS[str(name)]) if name in LEVELS else printable(str(name).capitalize())
    return printable(game_title(str(name)) if group == "games" else str(name))


def _cells(entry: dict[str, Any]) -> list[str]:
    figures = (entry[name] for name in ("played", "won", "streak", "longest_streak"))
    counts = ["" if figure is None else str(figure) for figure in figures]
    lengths = "" if entry["average"] is None else f"{entry['average']} ({entry['shortest']}-{entry['longest']})"
    return [*counts, lengths, "" if entry["minutes"] is None else str(entry["minutes"])]
