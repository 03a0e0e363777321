"""Who sits where, and when: in the middle of a match a bot may take over from a person, or a person from a bot.

The journal has it as a note. Versions that do not know it read past it: for them who sat there first sits there still.
What a seat has won is counted for whoever sits there at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import accumulate
from typing import TypeVar

from glowtable.match.players import BOT, LEVELS
from glowtable.messages import Message, say
from glowtable.table import Row

T = TypeVar("T")
NOTE = "note"
MOST_DIGITS = 9  # of a number in a row
PLAYS = ("action", "swap", "undo")  # rows after which a change of a seat is not the latest thing any more
CHANGE = r"seat (\d{1,2}) (\S.*)"
Seating = tuple[str, ...]  # each seat's player as in a header: a name, or bot:medium


def seat_row(seat: int, player: str) -> Row:
    """From now on this player sits there: a name, or bot:medium."""
    return Row(NOTE, f"seat {seat} {player}")


def is_change(row: Row) -> bool:
    """Whether this row says that somebody else sits somewhere from now on."""
    return row.kind == NOTE and re.fullmatch(CHANGE, row.text) is not None


def players_now(players: Sequence[str], rows: Iterable[Row]) -> Seating:
    """The players after these rows, as in a header."""
    return reduce(_players_after, rows, tuple(players))


def seatings(players: Sequence[str], rows: Sequence[Row]) -> tuple[Seating, ...]:
    """Who sat there at each action that was not taken back; last, who sits there now: one more than actions."""
    sat = [*accumulate(rows, _players_after, initial=tuple(players))]
    return (*not_taken_back(zip(rows, sat[1:], strict=True)), sat[-1])


def moves_made(rows: Iterable[Row]) -> int:
    """How many actions of players were not taken back; what chance did is none."""
    return sum(not_taken_back((row, not row.text.startswith("chance")) for row in rows))


def not_taken_back(rows: Iterable[tuple[Row, T]]) -> list[T]:
    """What is said of each row that is an action, but those that an undo took back; a damaged undo takes none back."""
    said: list[T] = []
    for row, what in rows:
        if row.kind == "action":
            said.append(what)
        elif row.kind == "undo" and row.text.isdecimal() and len(row.text) < MOST_DIGITS:
            del said[max(0, len(said) - int(row.text)) :]
    return said


def former_players(players: Sequence[str], rows: Iterable[Row]) -> dict[int, str]:
    """Who sat in each seat that somebody else has taken over, where nothing was played since: they may be called back.

    A bot took over from each person of them, and a person from each bot.
    """
    now, former = tuple(players), dict[int, str]()
    for row in rows:
        if row.kind in PLAYS:
            former = {}
        after = _players_after(now, row)
        former |= {seat: was for seat, was in enumerate(now) if after[seat] != was}
        now = after
    return {seat: was for seat, was in former.items() if was.startswith(BOT) != now[seat].startswith(BOT)}


def undo_text(former: str) -> Message:
    """What people tap to call back who sat there before."""
    if former.startswith(BOT):
        bot = former.removeprefix(BOT)
        return say("Undo: a bot plays again ({bot})", bot=LEVELS.get(bot, bot))
    return say("Undo: {name} plays again", name=former)


def change_text(seat: int, former: str) -> Message:
    """What all hear when somebody else sits there from now on."""
    return say("{seat} plays for {former} now.", seat=seat, former=former)


def _players_after(players: Seating, row: Row) -> Seating:
    change = re.fullmatch(CHANGE, row.text) if row.kind == NOTE else None
    seat = int(change[1]) if change else len(players)
    return (*players[:seat], change[2], *players[seat + 1 :]) if change and seat < len(players) else players
