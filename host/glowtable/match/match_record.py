"""A match as the journal holds it, and played again from there. Knows no file and no port."""

from typing import NamedTuple

from glowtable.game import HIDDEN, Arg, Game, full_options
from glowtable.match.header import Header
from glowtable.match.match_state import ACTION_ROWS, MatchState
from glowtable.match.players import Player, players_of
from glowtable.match.seat_changes import players_now
from glowtable.messages import UserError, say, say_count
from glowtable.table import Row

NOT_WHOLE = say("This match was exported while it was running. Its hidden cards are missing, so it can't be replayed.")


class MatchRecord(NamedTuple):
    """A match as the journal holds it."""

    header: Header
    rows: tuple[Row, ...]


def match_state_of(game: Game, record: MatchRecord) -> MatchState:
    """The match replayed to the end of its rows; UserError names a row that is impossible."""
    header = record.header
    if any(HIDDEN in row.text.split() for row in record.rows if row.kind in ACTION_ROWS):
        raise UserError(NOT_WHOLE)
    match_state = new_match_state(game, header, players_of(players_now(header.players, record.rows)))
    try:
        match_state.replay_rows(record.rows)
    except ValueError as error:
        raise UserError(say("The match can't be replayed: {cause}.", cause=str(error))) from None
    return match_state


def new_match_state(game: Game, header: Header, players: tuple[Player, ...] = ()) -> MatchState:
    """The match before its first action."""
    if len(header.players) not in game.seats:
        cause = say_count("it has {n} player", "it has {n} players", n=len(header.players))
        raise UserError(say("The match can't be replayed: {cause}.", cause=cause))
    return MatchState(game, players or players_of(header.players), options_then(game, header))


def options_then(game: Game, header: Header) -> dict[str, Arg]:
    """The options of a match: those that are new since then by default, those that are no more left out."""
    gone = retired_options(game, header)
    return full_options(game, {name: value for name, value in header.options.items() if name not in gone})


def retired_options(game: Game, header: Header) -> tuple[str, ...]:
    """The options of a match that the game does not have any more."""
    known = {option.name for option in game.options}
    return tuple(name for name in header.options if name not in known)
