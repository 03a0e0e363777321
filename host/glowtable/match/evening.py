"""How often each person has won this evening: of the latest matches of the journal, by one query. Knows no clock."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from glowtable.match.journal import Journal
from glowtable.match.statistics import EndedMatch, ended_matches, statistics_of
from glowtable.match.times import hours_before
from glowtable.messages import Message, say

EVENING_HOURS = 12
MOST = 200  # matches that an evening may have


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
    matches = [match for match in ended_matches(journal, MOST) if match.header.started >= since]
    figures = statistics_of(match for match in matches if not wanted or wanted & set(_players_of(match))).people
    standings = [Standing(name, each.won, each.played) for name, each in figures.items()]
    return tuple(sorted(standings, key=lambda each: (-each.won, each.played)))


def _players_of(match: EndedMatch) -> tuple[str, ...]:
    return (match.end and match.end.players) or match.header.players
