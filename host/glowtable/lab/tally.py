"""Running sums over the matches of a run, and what they show. Keeps no match; knows no files and no clock."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from hashlib import blake2b
from itertools import combinations
from typing import Any, NamedTuple

from glowtable import games
from glowtable.game import Arg, Outcome, check_seat
from glowtable.lab.figures import DealSums, Interval, Mean, Scores, mean_score, ratings, wilson
from glowtable.match.dealer import random_stream


class Run(NamedTuple):
    """What all matches of a run have in common; with a match's number it decides the match."""

    game: str
    players: int
    options: Mapping[str, Arg]
    seed: int


class SimulatedMatch(NamedTuple):
    """One match: `outcome` is None if it was given up."""

    number: int
    bots: tuple[str, ...]  # by seat
    starter: int | None  # the first seat that acts while it alone may; None where several may from the first
    outcome: Outcome | None
    actions: int
    rounds: int
    decisions: int  # of seats that had more than one legal action
    choices: int  # how many actions were legal in all of them
    ms_per_decision: tuple[float, ...]  # by seat: what its bot took, its view included
    digest: bytes

    @property
    def winners(self) -> tuple[int, ...]:
        return self.outcome.winners if self.outcome else ()


class Result(NamedTuple):
    """What counts of a match that ended: few matches differ in this."""

    bots: tuple[str, ...]
    starter: int | None
    winners: tuple[int, ...]


class Tally:
    """What the matches of a run show. Those that were given up count for nothing but their length.

    It keeps sums, and how often each result came. A deal is all matches in a row with the same number: of the last one
    each result is kept, of those before only what they add up to.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.played = self.actions = self.choices = 0
        self.seats: Counter[tuple[str, int]] = Counter()  # (bot, seat) -> matches
        self.ms: dict[str, Mean] = defaultdict(Mean)  # by bot: ms_per_decision
        self.decisions, self.rounds = Mean(), Mean()
        self.reasons: Counter[tuple[bool, str]] = Counter()  # (somebody won, why it ended) -> matches
        self.rounds_by_win: dict[bool, Mean] = defaultdict(Mean)
        self.round_ends: Counter[str] = Counter()
        self.actions_in: Counter[int] = Counter()  # of matches that ended: so many actions -> matches
        self.decisions_in: Counter[int] = Counter()
        self.cpu_s = 0.0  # what playing them took
        self._digest = blake2b(digest_size=16)
        self.results: Counter[Result] = Counter()  # how often each came
        self._pair_scores: dict[tuple[str, str], Counter[float]] = defaultdict(Counter)
        self._deals = DealSums()
        self._deal: list[Result] = []  # the one to which the next match may belong
        self._number = -1

    def count_match(self, match: SimulatedMatch) -> None:
        """Count this match: the next in order, on which the digest depends."""
        self.played += 1
        self._digest.update(match.digest)
        self.actions += match.actions
        self.choices += match.choices
        self.decisions.add_number(match.decisions)
        self.rounds.add_number(match.rounds)
        for seat, (bot, ms) in enumerate(zip(match.bots, match.ms_per_decision, strict=False)):
            self.seats[bot, seat] += 1
            self.ms[bot].add_number(ms)
        if match.number != self._number:
            scores = self._deal_scores()
            self._deals.add_deal(scores)
            for pair in scores:
                self._pair_scores[pair][_pair_share(scores, *pair)] += 1
            self._deal, self._number = [], match.number
        if match.outcome:
            self._add_outcome(match, match.outcome)

    def _add_outcome(self, match: SimulatedMatch, outcome: Outcome) -> None:
        won = bool(outcome.winners)
        self.reasons[won, str(outcome.reason)] += 1
        self.rounds_by_win[won].add_number(match.rounds)
        self.actions_in[match.actions] += 1
        self.decisions_in[match.decisions] += 1
        self.round_ends.update(map(str, outcome.rounds))
        result = Result(match.bots, match.starter, outcome.winners)
        self.results[result] += 1
        self._deal.append(result)

    def figures(self) -> dict[str, Any]:
        """Of all matches, as plain data. A shared match counts for each winner, a team's match for both partners.

        `win_shares` are of those that ended, by seat: the share, and between what the truth lies with 95 %.
        """
        reasons: Counter[str] = Counter()
        for (_, reason), count in self.reasons.items():
            reasons[reason] += count
        return {
            "game": self.run.game, "players": self.run.players, "options": dict(self.run.options),
            "games": self.played, "seed": self.run.seed, "finished": self.ended, "wins": self.wins,
            "win_shares": [[round(each, 4) for each in wilson(n, self.ended)[:3]] for n in self.wins],
            "reasons": dict(reasons.most_common()), "round_ends": dict(self.round_ends.most_common()),
            "actions_mean": round(self.actions / max(1, self.played), 2),
            "rounds_mean": round(self.rounds.interval.value, 2),
            "cpu_s": round(self.cpu_s, 3), "digest": self.digest,
        }  # fmt: skip

    @property
    def ended(self) -> int:
        return self.results.total()

    @property
    def digest(self) -> str:
        """Of every action of every match, in order."""
        return self._digest.hexdigest()

    @property
    def wins(self) -> tuple[int, ...]:
        """By seat."""
        results = self.results.items()
        return tuple(sum(n for each, n in results if seat in each.winners) for seat in range(self.run.players))

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of all bots that played, in alphabetical order."""
        return tuple(sorted(self.ms))

    @property
    def fair(self) -> float:
        """What a seat scores if all play alike."""
        return 1 / self.run.players

    @cached_property
    def is_cooperative(self) -> bool:
        return games.find(self.run.game).cooperative

    def _share(self, score: Callable[[Result], float | None]) -> Interval:
        """The mean of what results score, without those that score None."""
        found = [(points, n) for each, n in self.results.items() if (points := score(each)) is not None]
        return wilson(sum(points * n for points, n in found), sum(n for _, n in found))

    def seat_score(self, seat: int) -> Interval:
        """The share of matches that this seat wins; a shared win is shared out. ValueError for no seat."""
        check_seat(seat, self.run.players)
        return self._share(lambda each: seat_scores(each)[seat])

    def place_score(self, place: int) -> Interval:
        """The same by place after who began: 0 is the starter. Only of matches that one seat begins alone."""
        players = self.run.players
        check_seat(place, players)
        return self._share(
            lambda each: None if each.starter is None else seat_scores(each)[(each.starter + place) % players]
        )

    def win_rate(self, bot: str = "") -> Interval:
        """The share of matches with a winner, of all or of those in which this bot sits in all seats."""
        self.check_bots(*filter(None, (bot,)))
        return self._share(lambda each: bool(each.winners) if not bot or set(each.bots) == {bot} else None)

    def _deal_scores(self) -> Scores:
        """What each bot scored against each other in the last deal."""
        return _deal_scores(self._deal, self.is_cooperative) if self._deal else {}

    def pair_scores(self, bot: str, other: str) -> Counter[float]:
        """What `bot` scored against `other` in a deal that both played, .5 being even -> deals."""
        last = self._deal_scores()
        return self._pair_scores.get((bot, other), Counter()) + Counter(
            [_pair_share(last, bot, other)] if (bot, other) in last else ()
        )

    def pair_score(self, bot: str, other: str) -> Interval:
        """What a bot scores against another, .5 being even; deals are what is independent, not matches.

        ValueError for bots that are not two of those that played.
        """
        self.check_bots(bot, other)
        return mean_score(self.pair_scores(bot, other))

    def ratings(self, seed: int = 1) -> dict[str, Interval]:
        """Each bot on Elo's scale, the best first, with an interval by bootstrap over deals. At least two bots."""
        sums = deepcopy(self._deals)
        sums.add_deal(self._deal_scores())
        deals, counts = sums.drawn_parts()
        by_name = ratings(deals, random_stream(seed, "bootstrap"), counts=counts, n=sums.n)
        return dict(sorted(by_name.items(), key=lambda each: -each[1].value))

    def check_bots(self, *names: str) -> None:
        """ValueError unless all of these have played, each of another name."""
        if len({*names} & {*self.bots}) < len(names):
            raise ValueError(f"bots must be different ones of {', '.join(self.bots)}; got {', '.join(map(str, names))}")

    def has_changed_seats(self) -> bool:
        """Whether every bot sat in more than one seat, or with all others in each."""
        seatings = {each.bots for each in self.results}
        return all(len({bots.index(bot) for bots in seatings if bot in bots}) > 1 for bot in self.bots)


# -- what a match scores


Ended = Result | SimulatedMatch


def seat_scores(match: Ended) -> list[float]:
    """What each seat scores: a whole match is shared out among its winners, among all if it has none."""
    winners = match.winners or range(len(match.bots))
    return [(seat in winners) / len(winners) for seat in range(len(match.bots))]


def match_score(match: Ended, bot: str, other: str) -> float:
    """What one bot scores in a match against another, from 0 to 1, whatever the number of their seats."""
    scores = list(zip(match.bots, seat_scores(match), strict=True))
    mine, theirs = (sum(score for name, score in scores if name == who) for who in (bot, other))
    return mine / (mine + theirs) if mine + theirs else 0.5


def pair_match_scores(matches: Iterable[SimulatedMatch], bot: str, other: str) -> Iterator[float]:
    """What one bot scores in each match against the other that came to an end; a match is asked for when it is due."""
    pair = {bot, other}
    return (match_score(match, bot, other) for match in matches if match.outcome and set(match.bots) == pair)


def _pair_share(scores: Scores, bot: str, other: str) -> float:
    return scores[bot, other] / (scores[bot, other] + scores[other, bot])


def _deal_scores(matches: Sequence[Result], cooperative: bool) -> Scores:
    scores: dict[tuple[str, str], float] = defaultdict(float)
    for bot, other, score in _team_scores(matches) if cooperative else _match_scores(matches):
        scores[bot, other] += score
        scores[other, bot] += 1 - score
    return dict(scores)


def _match_scores(matches: Iterable[Result]) -> Iterable[tuple[str, str, float]]:
    for match in matches:
        for bot, other in combinations(sorted(set(match.bots)), 2):
            yield bot, other, match_score(match, bot, other)


def _team_scores(matches: Iterable[Result]) -> Iterable[tuple[str, str, float]]:
    """Of a game that all win together: two teams on the same deal."""
    won = {match.bots[0]: bool(match.winners) for match in matches}
    for bot, other in combinations(sorted(won), 2):
        yield bot, other, (1 + won[bot] - won[other]) / 2
