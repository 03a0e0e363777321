"""Matches of bots as something to ask: by seat, by bot, by who began. `gt.simulate` and `gt.tournament` make one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from numbers import Integral
from pathlib import Path
from typing import Any

from glowtable import games
from glowtable.game import Arg, Game
from glowtable.lab.figures import Interval, Mean, Verdict, mcnemar, sprt
from glowtable.lab.one_match import Bot, best_bot, bot_name, check_list, settled_terms
from glowtable.lab.records import match_fields, to_line
from glowtable.lab.saved import SavedMatches, saved_in
from glowtable.lab.simulate import Campaign, Map, play_matches
from glowtable.lab.tally import Run, SimulatedMatch, Tally, pair_match_scores
from glowtable.messages import USAGE, Message, UserError, filled, say, say_count
from glowtable.terminal.translator import Translator

Sprt = tuple[float, float]
ENOUGH = 20  # numbers of which a mean has a range
EDGE = 0.1  # of a range: so near to its end an estimate astonishes
MOST_KEPT = 200_000  # matches in memory, of 8 KB each, or 13: more would not fit everywhere
Tested = tuple[str, str, Sprt, Verdict]  # two bots, and what the test says of them


class Study(Tally):
    """Matches of one run, and what they show."""

    left_out: Sequence[Path] = ()  # damaged files

    def __init__(self, run: Run, matches: Iterable[SimulatedMatch] = (), *, counted: bool = True) -> None:
        super().__init__(run)
        self.matches = matches
        for match in matches if counted else ():
            self.count_match(match)

    def __repr__(self) -> str:
        """A few lines in English: what was played, and each pair of bots, or else each seat."""
        return _in_english(self, _short_lines(self))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each match as plain data, as in a file of records: pandas.DataFrame(study.rows)."""
        return [match_fields(self.run, match) for match in self.matches]

    @property
    def finished(self) -> Iterator[SimulatedMatch]:
        return (match for match in self.matches if match.outcome)

    def verdict(self, bot: str, other: str, p0: float, p1: float) -> Verdict:
        """What a sequential test of p0 against p1 says of the matches in their order.

        ValueError for bots that are not two of those that played, and for shares that no test can tell apart.
        """
        self.check_bots(bot, other)
        return sprt(pair_match_scores(self.matches, bot, other), p0, p1)

    def verdicts(self, test: Sprt | None) -> list[Tested]:
        """The same of each pair of bots, beside the test."""
        return [(*pair, test, self.verdict(*pair, *test)) for pair in combinations(self.bots, 2)] if test else []

    def save(self, path: Path | str) -> None:
        """Write a line of JSON for each match."""
        Path(path).write_text("".join(to_line(self.run, match) for match in self.matches), "utf-8")


def load_study(path: Path | str, *, skip_damaged: bool = False) -> Study:
    """The matches of a file or a folder of records, which are read when they are asked for.

    UserError if there are none, of several runs, or no such file, and for a damaged one unless that is left out.
    """
    saved = SavedMatches(path, skip_damaged=skip_damaged)
    if not any(True for _ in saved) or not saved.run:
        raise UserError(say("This file has no matches. Write some: glowtable simulate --out"))
    study = Study(saved.run, saved)
    study.left_out = tuple(saved.damaged)
    return study


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
    out: Path | str = "",
    **options: Arg,
) -> Study:
    """Play so many matches with these bots in their seats, the same as `glowtable simulate` plays them.

    Fewer bots than seats are repeated. Only times depend on `jobs`, the number of processes, and on `map`, which may
    send the work elsewhere: it is called as the builtin is. With `out`, a new folder or file, matches are kept there,
    not in memory, which has room for MOST_KEPT. UserError as of `gt.play`: a bot that fails ends the run. ValueError
    for bots that are no list, and for a number that is too large or below 1.
    """
    check_list(bots)
    _check_positive(games=games, jobs=jobs)
    game_found, players, full = settled_terms(game, seats or len(bots), options)
    names = tuple(bots) or (best_bot(game_found),)
    seated = tuple(names[seat % len(names)] for seat in range(players))
    run = Run(game_found.name, players, full, seed)
    return _played(Campaign(game_found, run, (seated,)), games, jobs, map, out)


def tournament(
    game: Game | str,
    bots: Sequence[Bot],
    *,
    deals: int = 100,
    seats: int = 0,
    seed: int = 1,
    jobs: int = 1,
    map: Map | None = None,
    out: Path | str = "",
    **options: Arg,
) -> Study:
    """Each bot against each other on the same deals, every deal in every seating of the two, so that no seat helps.

    In a game that all win together each bot plays each deal in all seats. `out` and errors as of `simulate`.
    """
    check_list(bots)
    _check_positive(deals=deals, jobs=jobs)
    game_found, players, full = settled_terms(game, seats, options)
    run, seatings = Run(game_found.name, players, full, seed), tournament_seatings(game_found, bots, players)
    return _played(Campaign(game_found, run, seatings), deals * len(seatings), jobs, map, out)


def _check_positive(**numbers: int) -> None:
    for name, number in numbers.items():
        if not isinstance(number, Integral) or number < 1:
            raise ValueError(f"{name} must be a whole number from 1, got {number!r}")


def _played(campaign: Campaign, count: int, jobs: int, map: Map | None, out: Path | str) -> Study:
    if not out and count > MOST_KEPT:
        raise ValueError(f"{count} matches are too many for memory, which holds {MOST_KEPT}: keep them with out='NAME'")
    if not out:
        return Study(campaign.run, tuple(play_matches(campaign, count, jobs, map)))
    study = Study(campaign.run, SavedMatches(out), counted=False)
    with saved_in(str(out), campaign, print, is_new=True) as saved:
        for match in saved.completed(count, lambda places: play_matches(campaign, count, jobs, map, missing=places)):
            study.count_match(match)
    return study


def tournament_seatings(game: Game, bots: Sequence[Bot], players: int) -> tuple[tuple[Bot, ...], ...]:
    """Those in which each deal is played. UserError if there are not two bots of different names."""
    names = list(map(bot_name, bots))
    if len(names) < 2 or len(set(names)) < len(names):
        raise UserError(say("A tournament needs 2 or more bots, each named once."), USAGE)
    return tuple((bot,) * players for bot in bots) if game.cooperative else _all_seatings(bots, players)


def _all_seatings(bots: Sequence[Bot], players: int) -> tuple[tuple[Bot, ...], ...]:
    if players < 2:
        raise UserError(say("One bot alone plays against nobody. A tournament has 2 or more seats."), USAGE)
    return tuple(seating for pair in combinations(bots, 2) for seating in pair_seatings(*pair, players))


def pair_seatings(bot: Bot, other: Bot, players: int) -> list[tuple[Bot, ...]]:
    """Every rotation of two bots that sit by turns, and of the same with the two exchanged."""
    by_turns = [tuple((bot, other)[(seat + first) % 2] for seat in range(players)) for first in (0, 1)]
    turned = [each[turn:] + each[:turn] for each in by_turns for turn in range(players)]
    return list(dict.fromkeys(turned))


# -- as lines for people: figures with their intervals, and what they rest on


def report_lines(tally: Tally, verdicts: Iterable[Tested] = (), *, timed: bool = True) -> Iterator[Message]:
    """The whole report, a line each; `verdicts` are of sequential tests of two bots, each with its two shares.

    Only times differ where the same matches are played again.
    """
    game = games.find(tally.run.game)
    usual = {**{option.name: option.default for option in game.options}, **game.test_options}  # as bots play
    yield _run_line(tally)
    for name, value in tally.run.options.items():
        if value != usual.get(name):
            yield say("Option: {option}", option=option_text(game, name, value))
    if tally.ended < tally.played:
        yield say("{n} of them ended. The others were given up.", n=tally.ended)
    yield from _team_lines(tally) if game.cooperative else _seat_lines(tally)
    yield from _length_lines(tally)
    if timed:
        yield from _time_lines(tally)
    yield from _pair_lines(tally, game.cooperative)
    for verdict in verdicts:
        yield _verdict_line(*verdict)


def _run_line(tally: Tally) -> Message:
    """What was played, and how much of it."""
    matches = say_count("{n} match", "{n} matches", n=tally.played)
    return say("{game}: {matches}, players {players}, seed {seed}", game=games.find(tally.run.game).title,
               matches=matches, players=tally.run.players, seed=tally.run.seed)  # fmt: skip


def _short_lines(tally: Tally) -> Iterator[Message]:
    """The figures alone: of bots that changed seats each pair, of a team its wins, else of each seat."""
    together = tally.is_cooperative
    yield _run_line(tally)
    pairs = [pair for pair in combinations(tally.bots, 2) if tally.pair_scores(*pair)]
    if pairs and (together or tally.has_changed_seats()):
        yield from (pair_line(tally, *pair, together) for pair in pairs)
    elif tally.ended:
        yield from _team_lines(tally) if together else (seat_line(tally, seat) for seat in range(tally.run.players))


def option_text(game: Game, name: str, value: Arg) -> Message | str:
    """What people read for an option: what it is about, and what was chosen; as it was of an older program."""
    option = next((each for each in game.options if each.name == name and value in each.choices), None)
    if not option:
        return f"{name} {value}"
    about, chosen = Message(option.help) if option.help else name, option.choice_text(value)
    if option.says:
        return say("“{chosen}” – {about}", chosen=chosen, about=about)
    return say("{about}: {chosen}", chosen=chosen, about=about)


def report_text(study: Study, test: Sprt | None = None) -> str:
    """The whole report in English."""
    return _in_english(study, report_lines(study, study.verdicts(test)))


def _in_english(tally: Tally, lines: Iterable[Message]) -> str:
    return "\n".join(map(Translator("en", game=tally.run.game).text, lines))


def _seat_lines(tally: Tally) -> Iterator[Message]:
    """By seat, and by place after who began."""
    fair = f"{tally.fair:.1%}"
    yield from (seat_line(tally, seat) for seat in range(tally.run.players))
    begun = tally.place_score(0)
    if begun.n:
        plain = say("The first player wins {share} of the matches ({fair} is fair).", share=begun.percent, fair=fair)
        yield plain if is_starter_a_seat(tally) else starting_line(begun, tally.fair)
        for place in range(1, tally.run.players):
            yield say("Number {n} in turn order wins {share}.", n=place + 1, share=tally.place_score(place).percent)


def is_starter_a_seat(tally: Tally) -> bool:
    """Whether one bot always starts, so that starting and playing well can't be told apart."""
    return have_seats(tally) and len({each.starter for each in tally.results}) == 1


def have_seats(tally: Tally) -> bool:
    """Whether bots that differ kept their seats."""
    return len(tally.bots) > 1 and not tally.has_changed_seats()


def starting_line(first: Interval, fair: float) -> Message:
    """Whether starting helps, by what the first player wins."""
    above = say("Starting helps: the first player wins {share} of the matches ({fair} is fair).")
    below = say("Starting hurts: the first player wins {share} of the matches ({fair} is fair).")
    even = say("Starting makes no clear difference: the first player wins {share} of the matches ({fair} is fair).")
    sentence = above if first.low > fair else below if first.high < fair else even
    return filled(sentence, {"share": first.percent, "fair": f"{fair:.1%}"})


def seat_line(tally: Tally, seat: int) -> Message:
    """Who sits there, and how often it wins."""
    seated = sorted(bot for bot, place in tally.seats if place == seat)
    return say("{seat} ({bots}) wins {share} of the matches ({fair} is fair).", seat=seat, bots=", ".join(seated),
               share=tally.seat_score(seat).percent, fair=f"{tally.fair:.1%}")  # fmt: skip


def _team_lines(tally: Tally) -> Iterator[Message]:
    for bot in tally.bots:
        rate = tally.win_rate(bot)
        if rate.n:
            yield say("All win together: {bot} in all seats wins {share} of the matches.", bot=bot, share=rate.percent)


def _length_lines(tally: Tally) -> Iterator[Message]:
    if not tally.played:
        return
    yield say("In a match players choose {decisions} times, among {choices} possible moves on average.",
              decisions=mean_text(tally.decisions),
              choices=_number_text(tally.choices / max(1, tally.decisions.total)))  # fmt: skip
    if tally.rounds.total != tally.played:
        yield say("A match has {rounds} rounds on average.", rounds=mean_text(tally.rounds))


def mean_text(mean: Mean) -> str:
    """A mean for people; of enough that differ with the range that holds the true one with 95 %."""
    value, low, high, n = mean.interval
    if n < ENOUGH or low == high:
        return _number_text(value)
    digits = _decimals(value)
    return f"{value:.{digits}f} [{low:.{digits}f}–{high:.{digits}f}]"


def _number_text(number: float) -> str:
    return f"{number:.{0 if number.is_integer() else _decimals(number)}f}"


def _decimals(number: float) -> int:
    return 2 if number < 1 else 1 if number < 10 else 0


def _time_lines(tally: Tally) -> Iterator[Message]:
    for bot in tally.bots:
        yield say("{bot} takes {ms} ms for a decision.", bot=bot, ms=mean_text(tally.ms[bot]))


def _pair_lines(tally: Tally, cooperative: bool) -> Iterator[Message]:
    """The ladder, and each pair of bots: only where both have sat in the same seats it is they who are compared."""
    if not any(tally.pair_scores(*pair) for pair in combinations(tally.bots, 2)):
        return
    if not cooperative and not tally.has_changed_seats():
        yield say("Each bot kept its seat, so bot and seat can't be separated. Change seats with glowtable tournament.")
        return
    ratings = tally.ratings()
    for bot, rating in ratings.items():
        yield say("{bot}'s rating: {value} [{low}, {high}] (0 is their mean)", bot=bot, value=f"{rating.value:+z.0f}",
                  low=f"{rating.low:+z.0f}", high=f"{rating.high:+z.0f}")  # fmt: skip
    if any(_is_at_edge(rating) for rating in ratings.values()):
        yield say("A rating can be at the edge of its range: that allows for 2 more deals won and 2 lost.")
    for bot, other in combinations(ratings, 2):
        yield pair_line(tally, bot, other, cooperative)


def _is_at_edge(found: Interval) -> bool:
    return min(found.value - found.low, found.high - found.value) < EDGE * (found.high - found.low)


def pair_line(tally: Tally, bot: str, other: str, cooperative: bool) -> Message:
    """What one bot scores against the other."""
    score = tally.pair_score(bot, other)
    deals = say_count("{n} deal", "{n} deals", n=score.n)
    line = say("{bot} scores {share} against {other} in {deals} (0.5 is even).", bot=bot, share=str(score),
               other=other, deals=deals)  # fmt: skip
    if not cooperative:
        return line
    scores = tally.pair_scores(bot, other)
    chance = mcnemar(scores[1.0], scores[0.0])
    return say("{line} By chance alone: p = {p}.", line=line, p=f"{chance:.3f}")


def _verdict_line(bot: str, other: str, test: Sprt, verdict: Verdict) -> Message:
    if verdict.decided is None:
        return say("The sequential test of {bot} against {other} is open ({ratio} between {low} and "
                   "{high}). Play more.",
                   bot=bot, other=other, ratio=f"{verdict.log_ratio:z.2f}", low=f"{verdict.low:.2f}",
                   high=f"{verdict.high:.2f}")  # fmt: skip
    return say("The sequential test of {bot} against {other} says {share} rather than {not_this}, "
               "after {n} matches.",
               n=verdict.n, bot=bot, other=other,
               share=f"{verdict.decided:g}",
               not_this=f"{test[0] if verdict.decided == test[1] else test[1]:g}")  # fmt: skip
