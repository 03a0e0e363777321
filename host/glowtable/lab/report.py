"""What a study says, as lines for people: figures with their intervals, and what they rest on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from statistics import fmean

from glowtable import games
from glowtable.lab.figures import mcnemar
from glowtable.lab.study import Study
from glowtable.messages import Message, say, say_count
from glowtable.terminal.translator import Translator

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
