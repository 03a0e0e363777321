"""A match of the journal moment by moment: what all could see then, and what was said of the action that led there.

Of a running match no more than of one that is over: only what is public ever leaves. Knows no file and no network.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from glowtable.gate import printable
from glowtable.match.journal import SavedMatch
from glowtable.match.match_state import MatchState
from glowtable.match.moments import changes_at, description_at, session_at
from glowtable.match.players import players_of
from glowtable.match.seat_changes import Seating
from glowtable.match.statistics import Statistics
from glowtable.web.outgoing import Page, public_page


def list_entry(saved: SavedMatch, title: str) -> Page:
    """A match in the list of all."""
    return {
        "match": saved.id,
        "game": title,
        "players": tuple(map(printable, saved.header.players)),
        "started": saved.header.started,
        "result": saved.result.splitlines(),
    }


def moment_page(match_state: MatchState, at: int, seatings: Sequence[Seating] = (), ends: Sequence[int] = ()) -> Page:
    """The match after its first `at` actions; at the end as it is now. `ends` are the actions that ended a round.

    `seatings` tell who sat there at each action; `said` is of those of the last one, all else of who sat there then.
    """
    last = len(match_state.history)
    at = max(0, min(at, last))
    players = players_of(seatings[at]) if seatings else match_state.players
    lines = (*description_at(match_state, at), *(changes_at(seatings, at) if seatings else ()))
    public = public_page(session_at(match_state, at, players))
    shown_players = zip(public["players"], players, strict=True)
    public["players"] = tuple({**shown, "bot": bool(player.bot)} for shown, player in shown_players)
    return {"at": at, "last": last, "ends": tuple(ends), "said": lines, "public": public}


def decided_moment(match_state: MatchState, at: int, seatings: Sequence[Seating]) -> Page:
    """A moment that decided, for phones: what was said of its last action, and what lay on the cells then."""
    page = moment_page(match_state, at, seatings)
    cells = tuple({"name": cell["name"], "cards": cell["cards"]} for cell in page["public"]["cells"])
    return {"at": at, "said": page["said"], "cells": cells}


def statistics_page(statistics: Statistics, title_of: Callable[[str], str]) -> Page:
    """The figures of all finished matches as plain data; `title_of` says a game's title."""
    data = statistics.as_json()
    return {**data, "games": [{**game, "name": title_of(game["name"])} for game in data["games"]]}
