"""Who sits where now: in the middle of a match a bot may take over from a person, or a person from a bot.

The journal has it as a note. Versions that do not know it read past it: for them who sat there first sits there still.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from glowtable.table import Row

NOTE = "note"
CHANGE = re.compile(r"seat (\d{1,2}) (\S.*)")


def seat_row(seat: int, player: str) -> Row:
    """From now on this player sits there: a name, or bot:medium."""
    return Row(NOTE, f"seat {seat} {player}")


def players_now(players: Sequence[str], rows: Iterable[Row]) -> tuple[str, ...]:
    """The players after these rows, as in a header."""
    found = list(players)
    for kind, text in rows:
        change = CHANGE.fullmatch(text) if kind == NOTE else None
        if change and int(change[1]) < len(found):
            found[int(change[1])] = change[2]
    return tuple(found)
