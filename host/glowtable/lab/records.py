"""Matches of a simulation as lines of JSON, each complete in itself: which pandas reads as it is."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TextIO

from glowtable.game import Outcome
from glowtable.gate import parse_json
from glowtable.grid import SEATS
from glowtable.lab.tally import Run, SimulatedMatch
from glowtable.messages import UserError, say

FORMAT = "glowtable-bots"
VERSION = 1
BEGINS = f'{{"format": "{FORMAT}"'  # each line of ours


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


OF_MATCH = {name: check for name, check in FIELDS.items() if name not in ("format", "version", *Run._fields)}


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


def write_csv(file: TextIO, records: Iterable[BotMatch]) -> None:
    """A line for each match below the names of FIELDS; of lists the values with | between them."""
    table = csv.DictWriter(file, list(FIELDS), lineterminator="\n")
    table.writeheader()
    table.writerows({name: _flatten_value(value) for name, value in match_fields(*each).items()} for each in records)


def _flatten_value(value: Any) -> Any:
    if isinstance(value, dict):
        return " ".join(f"{name}={each}" for name, each in value.items())
    return "|".join(map(str, value)) if isinstance(value, list) else value


class DamagedError(UserError):
    """What was read is none of ours, or no longer."""


def read_records(lines: Iterable[str]) -> Iterator[BotMatch]:
    """The matches of a file; a last line of ours that was cut short is left out. UserError names a line of others."""
    head, common, run = "\n", {}, None
    for number, line in enumerate(lines, 1):
        if _is_cut_short(line):
            continue
        data = _parse_line("{" + line[len(head) :]) if run and line.startswith(head) else {}
        if run and data.keys() == OF_MATCH.keys():  # nearly all lines begin alike: that much is read once
            yield BotMatch(run, _match_of(number, common | data, OF_MATCH))
            continue
        data = _parse_line(line)
        _check_format(number, data)
        match = _match_of(number, data, FIELDS)
        run = Run(data["game"], data["players"], data["options"], data["seed"])
        yield BotMatch(run, match)
        head = line[: line.rfind(', "number": ') + 2]
        common = {name: data[name] for name in FIELDS if name not in OF_MATCH}


def _is_cut_short(line: str) -> bool:
    return not line.endswith("\n") and line[: len(BEGINS)] == BEGINS[: len(line)]


def _parse_line(line: str) -> dict[str, Any]:
    """Nothing if it is none of ours."""
    try:
        data = parse_json(line)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _check_format(number: int, data: dict[str, Any]) -> None:
    if data.get("format") != FORMAT:
        raise DamagedError(
            say("Line {n} isn't a match of glowtable simulate --out. Choose a file that it wrote.", n=number)
        )
    if data.get("version") != VERSION:
        raise UserError(
            say("Line {n} was written by another version of glowtable, in format {theirs}. This one reads "
                "{ours}.",
                n=number, theirs=str(data.get("version")), ours=VERSION)
        )  # fmt: skip


def _match_of(number: int, data: dict[str, Any], checks: Mapping[str, Check]) -> SimulatedMatch:
    """Of the line with this number, inverse of to_line; its outcome has no ledger."""
    for name, check in checks.items():
        if name not in data or not check(data[name], data.get("players", 0)):
            raise DamagedError(say("Line {n}: the field {name} is missing or damaged.", n=number, name=name))
    ended = Outcome(data["reason"], tuple(data["winners"]), tuple(data["scores"]), (), tuple(data["round_ends"]))
    return SimulatedMatch(
        data["number"], tuple(data["bots"]), data["starter"], ended if data["reason"] else None,
        data["actions"], data["rounds"], data["decisions"], data["choices"],
        tuple(data["ms_per_decision"]), bytes.fromhex(data["digest"]),
    )  # fmt: skip
