"""What a match is played with: written once at its beginning, and read back from whatever wrote it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from glowtable.gate import parse_json
from glowtable.messages import UserError, say

DEALT, REAL = CARDS = ("dealt", "real")  # whose cards a match is played with: the program's, or those of people

MAX_PLAYERS_OR_OPTIONS = 100  # players or options: more than any match has


class Header(NamedTuple):
    """What a match is played with."""

    game: str
    players: tuple[str, ...]  # as typed: a name, or bot:greedy
    options: dict[str, Any]
    seed: int
    started: str  # ISO date and time, for people
    cards: str = DEALT  # one of CARDS; matches from before it was written down: dealt where the table is simulated


def _is_list_of_str(value: Any) -> bool:
    return type(value) is list and len(value) <= MAX_PLAYERS_OR_OPTIONS and all(type(item) is str for item in value)


def _are_options(value: Any) -> bool:
    return (
        type(value) is dict
        and len(value) <= MAX_PLAYERS_OR_OPTIONS
        and all(type(choice) in (str, int) for choice in value.values())
    )


FIELDS: dict[str, tuple[str, Callable[[Any], bool]]] = {  # name -> what it must be, and whether it is
    "game": ("str", lambda value: type(value) is str),
    "players": ("list of str", _is_list_of_str),
    "options": ("dict of str and int", _are_options),
    "seed": ("int", lambda value: type(value) is int),
    "started": ("str", lambda value: type(value) is str),
}


def read_header(data: Any) -> Header:
    """The header that was written as this JSON; UserError names the field that is wrong. Names more are no fault."""
    fields = data if isinstance(data, dict) else {}
    for name, (kind, is_right) in FIELDS.items():
        if not is_right(fields.get(name)):
            raise UserError(say("Line 1: {name} must be a {kind}.", name=name, kind=kind))
    cards = fields.get("cards", DEALT)
    if cards not in CARDS:
        raise UserError(say("Line 1: {name} must be one of {choices}.", name="cards", choices=", ".join(CARDS)))
    return Header(fields["game"], tuple(fields["players"]), fields["options"], fields["seed"], fields["started"], cards)


def header_in(text: Any) -> Header | None:
    """The header that is written in this text of a journal; None if it is damaged."""
    try:
        return read_header(parse_json(text))
    except (TypeError, ValueError, UserError):
        return None
