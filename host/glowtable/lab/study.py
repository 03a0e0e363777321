"""Matches of bots as something to ask: by seat, by bot, by who began. `gt.simulate` and `gt.tournament` make one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from glowtable import games
from glowtable.game import Arg, Game, Outcome
from glowtable.lab.figures import Interval, Scores, Verdict, mcnemar, mean_score, ratings, sprt, wilson
from glowtable.lab.one_match import Bot, best_bot, bot_name, settled_terms
from glowtable.lab.records import Run, match_fields, only_run, read_file, to_line
from glowtable.lab.simulate import Map, RunSettings, SimulatedMatch, Task, play_tasks
from glowtable.match.dealer import random_stream
from glowtable.messages import USAGE, Message, UserError, say, say_count
from glowtable.terminal.translator import Translator


class Study(NamedTuple):
    """Matches of one run. Those that were given up count for nothing but their length."""

    run: Run
    matches: tuple[SimulatedMatch, ...]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each match as plain data, as in a file of records: pandas.DataFrame(study.rows)."""
        return [match_fields(self.run, match) for match in self.matches]

    @property
    def finished(self) -> list[SimulatedMatch]:
        return [match for match in self.matches if match.outcome]

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of all bots that played, in alphabetical order."""
        return tuple(sorted({name for match in self.matches for name in match.bots}))

    @property
    def fair(self) -> float:
        """What a seat scores if all play alike."""
        return 1 / self.run.players

    def seat_score(self, seat: int) -> Interval:
        """The share of matches that this seat wins; a shared win is shared out."""
        scores = [seat_scores(match)[seat] for match in self.finished]
        return wilson(sum(scores), len(scores))

    def place_score(self, place: int) -> Interval:
        """The same by place after who began: 0 is the starter. Only of matches that one seat begins alone."""
        begun = [match for match in self.finished if match.starter is not None]
        scores = [seat_scores(match)[((match.starter or 0) + place) % self.run.players] for match in begun]
        return wilson(sum(scores), len(scores))

    def pair_scores(self, bot: str, other: str) -> list[float]:
        """For each deal that both played: what `bot` scored against `other`, .5 being even."""
        return [deal[bot, other] / (deal[bot, other] + deal[other, bot]) for deal in self.deals if (bot, other) in deal]

    def pair_score(self, bot: str, other: str) -> Interval:
        """What a bot scores against another, .5 being even; deals are what is independent, not matches."""
        return mean_score(self.pair_scores(bot, other))

    def win_rate(self, bot: str) -> Interval:
        """The share of matches with a winner, of those in which this bot sits in all seats."""
        wins = [bool(match.outcome and match.outcome.winners) for match in self.finished if set(match.bots) == {bot}]
        return wilson(sum(wins), len(wins))

    @property
    def deals(self) -> list[Scores]:
        """For each deal what each bot scored against each other in all its matches."""
        by_number: dict[int, list[SimulatedMatch]] = defaultdict(list)
        for match in self.finished:
            by_number[match.number].append(match)
        return [_deal_scores(matches, games.find(self.run.game).cooperative) for matches in by_number.values()]

    def ratings(self, seed: int = 1) -> dict[str, Interval]:
        """Each bot on Elo's scale, the best first, with an interval by bootstrap over deals. At least two bots."""
        by_name = ratings([deal for deal in self.deals if deal], random_stream(seed, "bootstrap"))
        return dict(sorted(by_name.items(), key=lambda each: -each[1].value))

    def verdict(self, bot: str, other: str, p0: float, p1: float) -> Verdict:
        """What a sequential test of p0 against p1 says of the matches in their order."""
        return sprt(pair_match_scores(self.matches, bot, other), p0, p1)

    def save(self, path: Path | str) -> None:
        """Write a line of JSON for each match."""
        Path(path).write_text("".join(to_line(self.run, match) for match in self.matches), "utf-8")


def seat_scores(match: SimulatedMatch) -> list[float]:
    """What each seat scores: a whole match is shared out among its winners, among all if it has none."""
    ended = match.outcome or Outcome("", (), (), ())
    winners = ended.winners or range(len(match.bots))
    return [(seat in winners) / len(winners) for seat in range(len(match.bots))]


def match_score(match: SimulatedMatch, bot: str, other: str) -> float:
    """What one bot scores in a match against another, from 0 to 1, whatever the number of their seats."""
    scores = list(zip(match.bots, seat_scores(match), strict=True))
    mine, theirs = (sum(score for name, score in scores if name == who) for who in (bot, other))
    return mine / (mine + theirs) if mine + theirs else 0.5


def pair_match_scores(matches: Iterable[SimulatedMatch], bot: str, other: str) -> Iterator[float]:
    """What one bot scores in each match against the other that came to an end; a match is asked for when it is due."""
    pair = {bot, other}
    return (match_score(match, bot, other) for match in matches if match.outcome and set(match.bots) == pair)


def _deal_scores(matches: Sequence[SimulatedMatch], cooperative: bool) -> Scores:
    scores: dict[tuple[str, str], float] = defaultdict(float)
    for bot, other, score in _team_scores(matches) if cooperative else _match_scores(matches):
        scores[bot, other] += score
        scores[other, bot] += 1 - score
    return dict(scores)


def _match_scores(matches: Iterable[SimulatedMatch]) -> Iterable[tuple[str, str, float]]:
    for match in matches:
        for bot, other in combinations(sorted(set(match.bots)), 2):
            yield bot, other, match_score(match, bot, other)


def _team_scores(matches: Iterable[SimulatedMatch]) -> Iterable[tuple[str, str, float]]:
    """Of a game that all win together: two teams on the same deal."""
    won = {match.bots[0]: bool(match.outcome and match.outcome.winners) for match in matches}
    for bot, other in combinations(sorted(won), 2):
        yield bot, other, (1 + won[bot] - won[other]) / 2


def load_study(path: Path | str) -> Study:
    """The matches of a file of records. UserError if there are none, of several runs, or no such file."""
    records = read_file(path)
    return Study(only_run(records), tuple(record.match for record in records))


# -- made


def simulate(
    game: Game | str,
    bots: Sequence[Bot] = (),
    *,
    games: int = 100,
    seats: int = 0,
    seed: int = 1,
    jobs: int = 1,
    map: Map | None = None,
    **options: Arg,
) -> Study:
    """Play so many matches with these bots in their seats, the same as `glowtable simulate` plays them.

    Fewer bots than seats are repeated. Only times depend on `jobs`, the number of processes, and on `map`, which may
    send the work elsewhere: it is called as the builtin is. UserError as of `gt.play`: a bot that fails ends the run.
    """
    run, terms = _study_terms(game, seats or len(bots), seed, options)
    names = tuple(bots) or (best_bot(_game_of(terms)),)
    seated = tuple(names[seat % len(names)] for seat in range(run.players))
    tasks = [Task(number, seated) for number in range(games)]
    return Study(run, tuple(match for done, _ in play_tasks(terms, tasks, jobs, map) for match in done))


def tournament(
    game: Game | str,
    bots: Sequence[Bot],
    *,
    deals: int = 100,
    seats: int = 0,
    seed: int = 1,
    jobs: int = 1,
    map: Map | None = None,
    **options: Arg,
) -> Study:
    """Each bot against each other on the same deals, every deal in every seating of the two, so that no seat helps.

    In a game that all win together each bot plays each deal in all seats. UserError as of `gt.play`.
    """
    run, terms = _study_terms(game, seats, seed, options)
    tasks = tournament_tasks(_game_of(terms), bots, run.players, deals)
    return Study(run, tuple(match for done, _ in play_tasks(terms, tasks, jobs, map) for match in done))


def tournament_tasks(game: Game, bots: Sequence[Bot], players: int, deals: int) -> list[Task]:
    """Its matches, deal by deal. UserError if there are not two bots of different names."""
    names = list(map(bot_name, bots))
    if len(names) < 2 or len(set(names)) < len(names):
        raise UserError(say("A tournament needs 2 or more bots, each named once."), USAGE)
    seatings = [(bot,) * players for bot in bots] if game.cooperative else _all_seatings(bots, players)
    return [Task(number, seating) for number in range(deals) for seating in seatings]


def _all_seatings(bots: Sequence[Bot], players: int) -> list[tuple[Bot, ...]]:
    if players < 2:
        raise UserError(say("One bot alone plays against nobody. A tournament has 2 or more seats."), USAGE)
    return [seating for pair in combinations(bots, 2) for seating in pair_seatings(*pair, players)]


def pair_seatings(bot: Bot, other: Bot, players: int) -> list[tuple[Bot, ...]]:
    """Every rotation of two bots that sit by turns, and of the same with the two exchanged."""
    by_turns = [tuple((bot, other)[(seat + first) % 2] for seat in range(players)) for first in (0, 1)]
    turned = [each[turn:] + each[:turn] for each in by_turns for turn in range(players)]
    return list(dict.fromkeys(turned))


def _study_terms(game: Game | str, seats: int, seed: int, options: Mapping[str, Arg]) -> tuple[Run, RunSettings]:
    game_found, players, full = settled_terms(game, seats, options)
    return Run(game_found.name, players, full, seed), RunSettings(game_found, players, full, seed)


def _game_of(terms: RunSettings) -> Game:
    return games.find(terms.game) if isinstance(terms.game, str) else terms.game


# -- as lines for people: figures with their intervals, and what they rest on


Sprt = tuple[float, float]


def report_lines(study: Study, test: Sprt | None = None, *, timed: bool = True) -> Iterator[Message]:
    """The whole report, a line each; `test` are the two shares of a sequential test of two bots.

    Only times differ where the same matches are played again.
    """
    game, run, finished = games.find(study.run.game), study.run, study.finished
    options = ", ".join(f"{name} {value}" for name, value in run.options.items())
    matches = say_count("{n} match", "{n} matches", n=len(study.matches))
    yield say("{game}: {matches}, players {players}, seed {seed}", game=game.title, matches=matches,
              players=run.players, seed=run.seed)  # fmt: skip
    if options:
        yield say("options: {options}", options=options)
    if len(finished) < len(study.matches):
        yield say("{n} of them ended. The others were given up.", n=len(finished))
    yield from _team_lines(study) if game.cooperative else _seat_lines(study)
    yield from _length_lines(study)
    if timed:
        yield from _time_lines(study)
    yield from _pair_lines(study, game.cooperative)
    if test:
        yield from _verdict_lines(study, test)


def report_text(study: Study, test: Sprt | None = None) -> str:
    """The whole report in English."""
    translator = Translator("en", game=study.run.game)
    return "\n".join(map(translator.text, report_lines(study, test)))


def _seat_lines(study: Study) -> Iterator[Message]:
    """By seat, and by place after who began."""
    fair = f"{study.fair:.3f}"
    for seat in range(study.run.players):
        seated = sorted({match.bots[seat] for match in study.matches})
        yield say("{seat} ({bots}) wins {share} of the matches ({fair} is fair).", seat=seat, bots=", ".join(seated),
                  share=str(study.seat_score(seat)), fair=fair)  # fmt: skip
    begun = study.place_score(0)
    if begun.n:
        yield say("The first player wins {share} of the matches ({fair} is fair).", share=str(begun), fair=fair)
        for place in range(1, study.run.players):
            yield say("Place {n} after that wins {share}.", n=place, share=str(study.place_score(place)))


def _team_lines(study: Study) -> Iterator[Message]:
    for bot in study.bots:
        rate = study.win_rate(bot)
        if rate.n:
            yield say("All win together: {bot} in all seats wins {share} of the matches.", bot=bot, share=str(rate))


def _length_lines(study: Study) -> Iterator[Message]:
    if not study.matches:
        return
    decisions = sum(match.decisions for match in study.matches)
    choices = sum(match.choices for match in study.matches) / max(1, decisions)
    yield say("A match has {actions} actions in {rounds} rounds. {decisions} are decisions between {choices} "
              "actions.",
              actions=f"{fmean(match.actions for match in study.matches):.1f}",
              rounds=f"{fmean(match.rounds for match in study.matches):.1f}",
              decisions=f"{decisions / len(study.matches):.1f}", choices=f"{choices:.1f}")  # fmt: skip


def _time_lines(study: Study) -> Iterator[Message]:
    for bot in study.bots:
        seats = [(match, seat) for match in study.matches for seat, name in enumerate(match.bots) if name == bot]
        taken = fmean(match.ms_per_decision[seat] for match, seat in seats)
        yield say("{bot} takes {ms} ms for a decision.", bot=bot, ms=f"{taken:.2f}")


def _pair_lines(study: Study, cooperative: bool) -> Iterator[Message]:
    """The ladder, and each pair of bots: only where both have sat in the same seats it is they who are compared."""
    if len(study.bots) < 2 or not any(study.deals):
        return
    if not cooperative and not seats_are_changed(study):
        yield say("Each bot kept its seat, so bot and seat can't be separated. Change seats with glowtable tournament.")
        return
    for bot, rating in study.ratings().items():
        yield say("{bot}'s rating: {value} [{low}, {high}] (0 is their mean)", bot=bot, value=f"{rating.value:+.0f}",
                  low=f"{rating.low:+.0f}", high=f"{rating.high:+.0f}")  # fmt: skip
    for bot, other in combinations(study.ratings(), 2):
        yield _pair_line(study, bot, other, cooperative)


def _pair_line(study: Study, bot: str, other: str, cooperative: bool) -> Message:
    score = study.pair_score(bot, other)
    deals = say_count("{n} deal", "{n} deals", n=score.n)
    line = say("{bot} scores {share} against {other} in {deals} (0.5 is even).", bot=bot, share=str(score),
               other=other, deals=deals)  # fmt: skip
    if not cooperative:
        return line
    scores = study.pair_scores(bot, other)
    chance = mcnemar(sum(each == 1 for each in scores), sum(each == 0 for each in scores))
    return say("{line} By chance alone: p = {p}.", line=line, p=f"{chance:.3f}")


def seats_are_changed(study: Study) -> bool:
    """Whether every bot sat in more than one seat, or with all others in each."""
    return all(len({m.bots.index(bot) for m in study.matches if bot in m.bots}) > 1 for bot in study.bots)


def _verdict_lines(study: Study, test: Sprt) -> Iterator[Message]:
    for bot, other in combinations(study.bots, 2):
        verdict = study.verdict(bot, other, *test)
        if verdict.decided is None:
            yield say("The sequential test of {bot} against {other} is open ({ratio} between {low} and "
                      "{high}). Play more.",
                      bot=bot, other=other, ratio=f"{verdict.log_ratio:.2f}", low=f"{verdict.low:.2f}",
                      high=f"{verdict.high:.2f}")  # fmt: skip
        else:
            yield say("The sequential test of {bot} against {other} says {share} rather than {not_this}, "
                      "after {n} matches.",
                      n=verdict.n, bot=bot, other=other,
                      share=f"{verdict.decided:g}",
                      not_this=f"{test[0] if verdict.decided == test[1] else test[1]:g}")  # fmt: skip
