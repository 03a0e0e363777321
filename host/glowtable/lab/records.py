"""Matches of a simulation as lines of JSON, each complete in itself: written as they come, read back, gone on with."""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from glowtable.game import Arg, Outcome
from glowtable.gate import SMALL, parse_json, read_lines, unwritable_error
from glowtable.grid import SEATS
from glowtable.lab.simulate import SimulatedMatch
from glowtable.messages import USAGE, Message, UserError, say

FORMAT = "glowtable-bots"
VERSION = 1
BEGINS = f'{{"format": "{FORMAT}"'  # each line of ours


class Run(NamedTuple):
    """What all matches of a run have in common; with a match's number it decides the match."""

    game: str
    players: int
    options: Mapping[str, Arg]
    seed: int


class BotMatch(NamedTuple):
    """One line: a match of bots, and the run it is of."""

    run: Run
    match: SimulatedMatch


Check = Callable[[Any, int], bool]  # of a value, and the number of players
NUMBER_LIMIT = 2**63  # no number of a match is larger


def _are_counts(value: Any, players: int = 0) -> bool:
    return type(value) is int and 0 <= value < NUMBER_LIMIT


def _is_seat(value: Any, players: int) -> bool:
    return _are_counts(value) and value < players


def _kind_check(kind: type) -> Check:
    return lambda value, players: type(value) is kind


def _list_check(check: Check, *, seats: bool = False) -> Check:
    """A list of these; with `seats` one for each player."""
    return lambda value, players: (
        isinstance(value, list) and (len(value) == players or not seats) and all(check(each, players) for each in value)
    )


def _is_number(value: Any, players: int) -> bool:
    return type(value) in (int, float) and -NUMBER_LIMIT < value < NUMBER_LIMIT


FIELDS: Mapping[str, Check] = {
    "format": _kind_check(str),
    "version": _kind_check(int),
    "game": _kind_check(str),
    "players": lambda value, players: _are_counts(value) and 1 <= value <= SEATS,
    "options": lambda value, players: (
        isinstance(value, dict) and all(type(each) in (int, str) for each in value.values())
    ),
    "seed": _kind_check(int),
    "number": _are_counts,
    "bots": _list_check(_kind_check(str), seats=True),
    "starter": lambda value, players: value is None or _is_seat(value, players),
    "reason": _kind_check(str),
    "winners": _list_check(_is_seat),
    "scores": _list_check(_is_number),
    "round_ends": _list_check(_kind_check(str)),
    "actions": _are_counts,
    "rounds": _are_counts,
    "decisions": _are_counts,
    "choices": _are_counts,
    "ms_per_decision": _list_check(_is_number, seats=True),
    "digest": lambda value, players: isinstance(value, str) and bool(re.fullmatch("([0-9a-f]{2})*", value)),
}


def match_fields(run: Run, match: SimulatedMatch) -> dict[str, Any]:
    """The match as plain data, a value for each of FIELDS. A match that was given up has no reason."""
    ended = match.outcome or Outcome("", (), (), ())
    return {
        "format": FORMAT,
        "version": VERSION,
        **run._asdict(),
        "options": dict(run.options),
        "number": match.number,
        "bots": list(match.bots),
        "starter": match.starter,
        "reason": str(ended.reason),
        "winners": list(ended.winners),
        "scores": list(ended.scores),
        "round_ends": [str(end) for end in ended.rounds],
        "actions": match.actions,
        "rounds": match.rounds,
        "decisions": match.decisions,
        "choices": match.choices,
        "ms_per_decision": list(match.ms_per_decision),
        "digest": match.digest.hex(),
    }


def to_line(run: Run, match: SimulatedMatch) -> str:
    """One line of a file of records, its end included."""
    return json.dumps(match_fields(run, match)) + "\n"


def to_csv(records: Iterable[tuple[Run, SimulatedMatch]]) -> str:
    """A line for each match below the names of FIELDS; of lists the values with | between them."""
    text = StringIO()
    table = csv.DictWriter(text, list(FIELDS), lineterminator="\n")
    table.writeheader()
    table.writerows({name: _flatten_value(value) for name, value in match_fields(*each).items()} for each in records)
    return text.getvalue()


def _flatten_value(value: Any) -> Any:
    if isinstance(value, dict):
        return " ".join(f"{name}={each}" for name, each in value.items())
    return "|".join(map(str, value)) if isinstance(value, list) else value


def read_records(lines: Iterable[str]) -> list[BotMatch]:
    """The matches of a file; a last line of ours that was cut short is left out. UserError names a line of others."""
    return [read_line(number, line) for number, line in enumerate(lines, 1) if not _is_cut_short(line)]


def _is_cut_short(line: str) -> bool:
    return not line.endswith("\n") and line[: len(BEGINS)] == BEGINS[: len(line)]


def read_line(number: int, line: str) -> BotMatch:
    """Inverse of to_line, of the line with this number; its outcome has no ledger."""
    try:
        data = parse_json(line)
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UserError(
            say("Line {n} isn't a match of glowtable simulate --out. Choose a file that it wrote.", n=number)
        )
    if data.get("version") != VERSION:
        raise UserError(
            say("Line {n} was written by another version of glowtable, in format {theirs}. This one reads "
                "{ours}.",
                n=number, theirs=str(data.get("version")), ours=VERSION)
        )  # fmt: skip
    for name, check in FIELDS.items():
        if name not in data or not check(data[name], data.get("players", 0)):
            raise UserError(say("Line {n}: the field {name} is missing or damaged.", n=number, name=name))
    return _match_of(data)


def _match_of(data: dict[str, Any]) -> BotMatch:
    ended = Outcome(data["reason"], tuple(data["winners"]), tuple(data["scores"]), (), tuple(data["round_ends"]))
    match = SimulatedMatch(
        data["number"], tuple(data["bots"]), data["starter"], ended if data["reason"] else None,
        data["actions"], data["rounds"], data["decisions"], data["choices"],
        tuple(data["ms_per_decision"]), bytes.fromhex(data["digest"]),
    )  # fmt: skip
    return BotMatch(Run(data["game"], data["players"], data["options"], data["seed"]), match)


def only_run(records: Sequence[BotMatch]) -> Run:
    """The one run that all these matches are of; UserError if there are none, or of several."""
    if not records:
        raise UserError(say("This file has no matches. Write some: glowtable simulate --out"))
    run = records[0].run
    for record in records:
        if record.run != run:
            raise UserError(
                say("Matches {first} and {other} are of two runs: their game, players, options or seed differ. "
                    "Keep each run in a file of its own.", first=_record_name(records[0]), other=_record_name(record))
            )  # fmt: skip
    return run


def _record_name(record: BotMatch) -> str:
    return f"{record.match.number} ({record.run.game}, seed {record.run.seed})"


def check_run(records: Sequence[BotMatch], run: Run) -> None:
    """UserError if the matches of a file are of several runs or of another than this one; no match is of any run."""
    theirs = only_run(records) if records else run
    if theirs != run:
        raise _another_run(theirs)


def known_matches(records: Sequence[BotMatch], run: Run, bots: Sequence[str], games: int) -> list[SimulatedMatch]:
    """The matches of a file that this run need not play again; UserError if they are of another run, or other bots."""
    check_run(records, run)
    if any(record.match.bots != tuple(bots) for record in records):
        raise _another_run(run, records[-1].match.bots)
    return list({record.match.number: record.match for record in records if record.match.number < games}.values())


def _another_run(run: Run, bots: Sequence[str] = ()) -> UserError:
    terms = [run.game, *bots, f"players {run.players}", f"seed {run.seed}"]
    terms += [f"{name} {value}" for name, value in run.options.items()]
    return UserError(
        say("The file holds matches of another run ({run}). Continue with the same game, players, bots, "
            "options and seed.",
            run=", ".join(terms))
    )  # fmt: skip


# -- a file of them on the disk


Keep = Callable[[SimulatedMatch], None]


def read_file(path: Path | str) -> list[BotMatch]:
    """The matches in it. UserError if it cannot be read, or has a line that is none of ours."""
    return read_records(line.decode("utf-8-sig", "replace") for line in read_lines(path, exit_code=USAGE))


@contextmanager
def kept_in(path: str, run: Run, *, is_new: bool) -> Iterator[Keep]:
    """A function that adds a match to the file. UserError if a new one is there already, or it cannot be written."""
    with _new_file(path) if is_new else _old_file(path) as file:

        def keep(match: SimulatedMatch) -> None:
            try:
                file.write(to_line(run, match))
                file.flush()
            except OSError as error:
                with suppress(OSError):
                    file.close()  # what it still holds finds no room either
                raise unwritable_error(path, error) from None

        yield keep


@contextmanager
def new_file(path: str) -> Iterator[TextIO]:
    """To be written: it is there as a whole or not at all. UserError if there is one, or it cannot be written."""
    file = _create_file(path, say("{file} already exists. Name another file.", file=path))
    with ExitStack() as undo:
        undo.callback(Path(path).unlink, missing_ok=True)
        try:
            with file:
                yield file
        except OSError as error:
            raise unwritable_error(path, error) from None
        undo.pop_all()


def _new_file(path: str) -> TextIO:
    return _create_file(path, say("{file} already exists. Continue it with --resume, or name another file.", file=path))


def _create_file(path: str, there: Message) -> TextIO:
    """A text of others may hold what no encoding has; a path that is none is a ValueError."""
    try:
        return open(path, "x", encoding="utf-8", errors="backslashreplace", newline="\n")
    except FileExistsError:
        raise UserError(there, USAGE) from None
    except (OSError, ValueError) as error:
        raise unwritable_error(path, error) from None


def _old_file(path: str) -> TextIO:
    """A last line that was cut short goes."""
    try:
        os.truncate(path, _whole_lines(path))
        return open(path, "a", encoding="utf-8", newline="\n")
    except OSError as error:
        raise unwritable_error(path, error) from None


def _whole_lines(path: str) -> int:
    """So many bytes are lines with their ends; none is longer than SMALL."""
    with open(path, "rb") as file:
        begin = max(0, file.seek(0, os.SEEK_END) - SMALL)
        file.seek(begin)
        return begin + file.read().rfind(b"\n") + 1
