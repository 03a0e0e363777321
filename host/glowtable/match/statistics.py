"""What the journal's finished matches say of people, games, seats and bots: how often each played and won, how long.

One query reads all of them. Who won says the row of outcome_rows. A match of an older version has none: its end is
unknown until it is replayed. Running and abandoned matches count for nobody; a seat that changed hands counts for who
sat there at the end. An evening are the latest matches; it knows no clock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from glowtable.game import Game
from glowtable.match.header import Header, header_in
from glowtable.match.journal import MOST_MATCHES, Journal, SavedMatch
from glowtable.match.journal_database import chain_crc
from glowtable.match.match_record import MatchRecord, match_state_of
from glowtable.match.outcome_rows import ABANDONED, End, read_outcome
from glowtable.match.players import Player, players_of
from glowtable.match.seat_changes import players_now
from glowtable.match.times import hours_before
from glowtable.messages import Message, UserError, say

StrengthOf = Callable[[str, str], str]  # a game's name and a bot of it -> easy, medium or hard, or else the bot

# Of each match that is over the last row about its end, and the sum before it: whether that row is good they tell.
ENDED = """SELECT m.match, m.header, last.kind, last.text, last.crc, before.crc FROM matches AS m
    LEFT JOIN rows AS last ON last.match = m.match AND last.n = (
        SELECT n FROM rows WHERE match = m.match
        AND (kind IN ('over', 'running') OR (kind = 'note' AND text GLOB 'outcome *')) ORDER BY n DESC LIMIT 1)
    LEFT JOIN rows AS before ON before.match = m.match AND before.n = last.n - 1
    WHERE m.state = 'over' ORDER BY m.match DESC LIMIT ?"""
# Running matches in which a seat may have changed hands.
CHANGED = """SELECT DISTINCT match FROM matches JOIN rows USING (match)
    WHERE state = 'running' AND kind = 'note' AND text GLOB 'seat *'"""
EVENING_HOURS, MOST_IN_EVENING = 12, 200  # and so many matches it may have
NO_STREAKS = {"streak": None, "longest_streak": None}  # of games and seats: nobody wins there in a row


class EndedMatch(NamedTuple):
    """A match that is over; `end` is None if the journal does not say how it ended."""

    id: int
    header: Header
    end: End | None

    @property
    def players(self) -> tuple[str, ...]:
        """Who sat there at the end, as in a header."""
        return (self.end and self.end.players) or self.header.players


@dataclass
class Figures:
    """The figures of one person, game, seat or bot. Each seat counts as played; a streak counts matches."""

    played: int = 0
    won: int = 0
    unknown: int = 0  # of those played: who won them the journal does not say
    streak: int = 0  # matches won in a row until now; one of unknown end neither ends nor lengthens it
    longest_streak: int = 0
    lengths: list[int] = field(default_factory=list)  # of each match whose end is known, in moves
    minutes: list[int] = field(default_factory=list)  # and of each of which they are known

    def add(self, seats: int, won: int, end: End | None) -> None:
        """Count a match with so many seats, of which so many won."""
        self.played += seats
        if end is None:
            self.unknown += seats
            return
        self.won += won
        self.streak = self.streak + 1 if won else 0
        self.longest_streak = max(self.longest_streak, self.streak)
        self.lengths.append(end.moves)
        self.minutes += [] if end.minutes is None else [end.minutes]

    def as_json(self) -> dict[str, int | None]:
        """As plain data; lengths are None if none is known."""
        lengths, minutes = self.lengths, self.minutes
        return {
            "played": self.played, "won": self.won, "unknown": self.unknown,
            "streak": self.streak, "longest_streak": self.longest_streak,
            "shortest": min(lengths, default=None), "longest": max(lengths, default=None),
            "average": round(sum(lengths) / len(lengths)) if lengths else None,
            "minutes": round(sum(minutes) / len(minutes)) if minutes else None,
        }  # fmt: skip


@dataclass
class Statistics:
    """The figures of all finished matches."""

    matches: int = 0  # finished, those of unknown end among them
    unknown: int = 0
    abandoned: int = 0
    people: dict[str, Figures] = field(default_factory=lambda: defaultdict(Figures))
    games: dict[str, Figures] = field(default_factory=lambda: defaultdict(Figures))  # won: by anybody
    seats: dict[int, Figures] = field(default_factory=lambda: defaultdict(Figures))
    bots: dict[str, Figures] = field(default_factory=lambda: defaultdict(Figures))
    strength_of: StrengthOf = lambda game, bot: bot

    def add(self, match: EndedMatch) -> None:
        if match.end and match.end.winners is None:
            self.abandoned += 1
            return
        self.matches += 1
        self.unknown += match.end is None
        winners = match.end.winners or () if match.end else ()
        self.games[match.header.game].add(1, bool(winners), match.end)
        players = players_of(match.players)
        for seat in range(len(players)):
            self.seats[seat].add(1, seat in winners, match.end)
        names = [self._name_of(match.header.game, player) for player in players]
        for is_bot, name in dict.fromkeys(names):
            own = [seat for seat, named in enumerate(names) if named == (is_bot, name)]
            figures = (self.bots if is_bot else self.people)[name]
            figures.add(len(own), sum(seat in winners for seat in own), match.end)

    def _name_of(self, game: str, player: Player) -> tuple[bool, str]:
        """Is it a bot? How it is counted."""
        return bool(player.bot), self.strength_of(game, player.bot) if player.bot else player.name

    def as_json(self) -> dict[str, Any]:
        """As plain data: lists, those who played most first, seats by number. Only people and bots have streaks."""
        return {
            "matches": self.matches, "unknown": self.unknown, "abandoned": self.abandoned,
            "people": _most_first(self.people), "games": [game | NO_STREAKS for game in _most_first(self.games)],
            "seats": [{"name": n + 1, **self.seats[n].as_json(), **NO_STREAKS} for n in sorted(self.seats)],
            "bots": _most_first(self.bots),
        }  # fmt: skip


def statistics_of(matches: Iterable[EndedMatch], strength_of: StrengthOf | None = None) -> Statistics:
    """The figures of these matches, the oldest of which comes first; bots by how well they play, if that is said."""
    statistics = Statistics(strength_of=strength_of) if strength_of else Statistics()
    for match in matches:
        statistics.add(match)
    return statistics


def ended_matches(journal: Journal, most: int = MOST_MATCHES) -> list[EndedMatch]:
    """The latest matches that are over and whose header can be read, the oldest first; by one query, with no replay."""
    return [match for match in map(_read_ended, reversed(journal.query(ENDED, most))) if match]


def with_latest_players(journal: Journal, listed: Iterable[SavedMatch]) -> list[SavedMatch]:
    """The same matches with the players who sit there now; those that are over with who sat there at the end."""
    latest = {match.id: match.end.players for match in ended_matches(journal) if match.end and match.end.players}
    changed = {match for (match,) in journal.query(CHANGED)}

    def players_of_match(saved: SavedMatch) -> tuple[str, ...]:
        if saved.id in changed:
            return players_now(saved.header.players, journal.good_rows(saved.id))
        return latest.get(saved.id, saved.header.players)

    return [saved._replace(header=saved.header._replace(players=players_of_match(saved))) for saved in listed]


def with_end(journal: Journal, match: EndedMatch, find_game: Callable[[str], Game]) -> EndedMatch:
    """The same match; if its end is unknown it is replayed. One that is damaged or impossible stays unknown."""
    if match.end is not None:
        return match
    rows = tuple(journal.good_rows(match.id))
    try:
        state = match_state_of(find_game(match.header.game), MatchRecord(match.header, rows))
    except UserError:
        return match
    if state.outcome:
        players = players_now(match.header.players, rows)
        changed = players if players != match.header.players else ()
        return match._replace(end=End(state.outcome.winners, len(state.history), changed))
    return match if journal.damaged_rows(match.id) else match._replace(end=ABANDONED)


# -- this evening


class Standing(NamedTuple):
    """A person of the evening: so many matches won, of so many played to their end."""

    name: str
    won: int
    played: int

    @property
    def text(self) -> Message:
        return say("{name} {won} of {played}", name=self.name, won=self.won, played=self.played)


def evening_of(journal: Journal, now: str, people: Collection[str] = ()) -> tuple[Standing, ...]:
    """Who won most comes first. `now` is a time as headers have it; with `people` only matches in which one played."""
    since, wanted = hours_before(now, EVENING_HOURS), set(people)
    matches = [match for match in ended_matches(journal, MOST_IN_EVENING) if match.header.started >= since]
    figures = statistics_of(match for match in matches if not wanted or wanted & set(match.players)).people
    standings = [Standing(name, each.won, each.played) for name, each in figures.items()]
    return tuple(sorted(standings, key=lambda each: (-each.won, each.played)))


def _read_ended(row: tuple[Any, ...]) -> EndedMatch | None:
    match, header_text, kind, text, crc, crc_before = row
    header = header_in(header_text) if type(match) is int and 0 < match < MOST_MATCHES else None
    if header is None:
        return None
    is_good = (type(kind), type(text), type(crc), type(crc_before)) == (str, str, int, int) and (
        chain_crc(crc_before & 0xFFFFFFFF, kind, text) == crc
    )
    return EndedMatch(match, header, read_outcome(kind, text, len(header.players)) if is_good else None)


def _most_first(group: dict[str, Figures]) -> list[dict[str, Any]]:
    names = sorted(group, key=lambda name: (-group[name].played, name))
    return [{"name": name, **group[name].as_json()} for name in names]
