"""The journal's row that says how a match ended, for programs: written behind the row of its result, in one commit.

Older versions read it as any other note. One that ends a match writes none: then only its actions tell who won.
"""

import json
from typing import Any, NamedTuple

from glowtable.game import Outcome
from glowtable.gate import parse_json
from glowtable.table import Row

NOTE, BEGINNING = "note", "outcome "
MOST_MINUTES = 1 << 31  # more is damage


class End(NamedTuple):
    """How a match ended."""

    winners: tuple[int, ...] | None  # seats, () if nobody won; None if it was abandoned
    moves: int = 0  # actions that were not taken back
    players: tuple[str, ...] = ()  # as in a header, if others sat there at the end than at the beginning
    minutes: int | None = None  # of play; None if nobody wrote it down


ABANDONED = End(None)


def outcome_row(outcome: Outcome, moves: int, players: tuple[str, ...] = (), minutes: int | None = None) -> Row:
    """The row of a match that has been played to its end, with its `players` if they have changed."""
    data: dict[str, Any] = {"winners": outcome.winners, "moves": moves}
    data |= {"players": players} if players else {}
    return _row_of(data if minutes is None else {**data, "minutes": minutes})


def abandoned_row() -> Row:
    """The row of a match that people have given up."""
    return _row_of({"winners": None})


def read_outcome(kind: str, text: str, seats: int) -> End | None:
    """The end that this row tells of a match with so many seats; None if it tells none."""
    if kind != NOTE or not text.startswith(BEGINNING):
        return None
    try:
        data = parse_json(text.removeprefix(BEGINNING))
    except ValueError:
        return None
    if not isinstance(data, dict) or "winners" not in data:
        return None
    winners, moves, minutes = data["winners"], data.get("moves"), data.get("minutes")
    if winners is None:
        return ABANDONED
    if not _are_seats(winners, seats) or type(moves) is not int or moves < 0:
        return None
    is_time = type(minutes) is int and 0 <= minutes < MOST_MINUTES
    return End(tuple(winners), moves, _players_in(data, seats), minutes if is_time else None)


def _players_in(data: dict[str, Any], seats: int) -> tuple[str, ...]:
    """The players, one a seat; none if the row does not say so."""
    players = data.get("players")
    if type(players) is not list or len(players) != seats or any(type(player) is not str for player in players):
        return ()
    return tuple(players)


def _are_seats(value: Any, seats: int) -> bool:
    if type(value) is not list or any(type(seat) is not int for seat in value):
        return False
    return len(set(value)) == len(value) and all(0 <= seat < seats for seat in value)


def _row_of(data: dict[str, Any]) -> Row:
    return Row(NOTE, BEGINNING + json.dumps(data))
