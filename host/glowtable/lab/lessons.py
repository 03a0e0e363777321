"""What a designer would ask of studies first, in sentences, and the shares they rest on. Pure arithmetic on records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean

from glowtable import games
from glowtable.gate import printable
from glowtable.lab.figures import Interval, is_above, wilson
from glowtable.lab.replayed_match import OPENING, ReplayedMatch, richest_shares
from glowtable.lab.study import Study
from glowtable.messages import Message, filled, say

LEAST = 20  # matches with a card, and as many without it: of fewer nothing is said


def lessons(studies: Sequence[Study], matches: Sequence[ReplayedMatch]) -> list[Message]:
    """What a designer would ask first: is anybody ahead by starting, does it stay open, is what one has any use?"""
    main = studies[0]
    if is_cooperative(main):
        return [*_of_teams(studies), *_of_lengths(main), *_of_cards(matches)]
    sentences = []
    first = main.place_score(0)
    if first.n:
        sentences.append(_starting_lesson(first, main.fair))
    for name, share in richest_shares(matches, at_half=True).items():
        if share.low > main.fair:
            sentences.append(say("Having most {name} half-way wins {share}. The others come back in {back} of the "
                                 "matches.", name=name, share=str(share), back=f"{1 - share.value:.0%}"))  # fmt: skip
    for name, share in richest_shares(matches, at_half=False).items():
        sentences.append(_card_lesson(name, share, main.fair))
    return sentences


def _starting_lesson(first: Interval, fair: float) -> Message:
    above = say("The first player is ahead: {share} ({fair} is fair).")
    below = say("The first player is behind: {share} ({fair} is fair).")
    even = say("Nobody is clearly ahead by starting: {share} ({fair} is fair).")
    sentence = above if first.low > fair else below if first.high < fair else even
    return filled(sentence, {"share": str(first), "fair": f"{fair:.3f}"})


def _card_lesson(name: str, share: Interval, fair: float) -> Message:
    above = say("Having most {name} at the end goes with winning: {share}.")
    below = say("Having most {name} at the end goes with losing: {share}.")
    even = say("Having most {name} at the end shows no use: {share}.")
    sentence = above if share.low > fair else below if share.high < fair else even
    return filled(sentence, {"name": name, "share": str(share)})


# -- of a game that all win together


def _of_teams(studies: Sequence[Study]) -> Iterator[Message]:
    """How often they win, and which options or numbers of players change that."""
    main = studies[0]
    usual = first_share(main)
    yield say("All win together: these bots win {share} of their matches.", share=str(usual))
    for study in studies[1:]:
        name, share = _study_label(study, (main, study)), first_share(study)
        more, less = (
            say("With {option} they win more often: {share}."),
            say("With {option} they win less often: {share}."),
        )
        same = say("With {option} no difference shows: {share}.")
        sentence = more if is_above(share, usual) else less if is_above(usual, share) else same
        yield filled(sentence, {"option": name, "share": str(share)})


def _of_lengths(study: Study) -> Iterator[Message]:
    """How long matches are that are won, and that are lost, and by what those are lost."""
    won = [match.rounds for match in study.finished if match.outcome and match.outcome.winners]
    lost = [match for match in study.finished if match.outcome and not match.outcome.winners]
    if not won or not lost:
        return
    yield say("A won match has {won} rounds, a lost one {lost}.", won=f"{fmean(won):.1f}",
              lost=f"{fmean(match.rounds for match in lost):.1f}")  # fmt: skip
    for reason, count in Counter(match.outcome.reason for match in lost if match.outcome).most_common():
        why = games.find(study.run.game).endings.get(reason, Message(reason))
        yield say("{n} of {all} lost matches: {reason}", all=len(lost), n=count, reason=why)


def _of_cards(matches: Sequence[ReplayedMatch]) -> Iterator[Message]:
    """Cards which come early where matches are won more often, or less, beyond what chance makes of so many."""
    wins = sum(bool(match.winners) for match in matches)
    n_with = Counter(card for match in matches for card in match.opening)
    won_with = Counter(card for match in matches if match.winners for card in match.opening)
    asked = sorted(card for card, n in n_with.items() if LEAST <= n <= len(matches) - LEAST)
    shown = 0
    for card in asked:
        having = wilson(won_with[card], n_with[card], len(asked))
        lacking = wilson(wins - won_with[card], len(matches) - n_with[card], len(asked))
        if is_above(having, lacking) or is_above(lacking, having):
            shown += 1
            yield say("Where {card} is dealt with in the first {n} rounds, they win {having}. Elsewhere they "
                      "win {lacking}.",
                      card=card, n=OPENING, having=str(having), lacking=str(lacking))  # fmt: skip
    if asked and not shown:
        yield say("Of {n} cards dealt with in the first {rounds} rounds, none alone decides, as far as "
                  "{matches} matches show.", n=len(asked), rounds=OPENING, matches=len(matches))  # fmt: skip


# -- shares and names of studies


def is_cooperative(study: Study) -> bool:
    return games.find(study.run.game).cooperative


def fair_share(study: Study) -> float:
    return first_share(study).value if is_cooperative(study) else study.fair


def first_share(study: Study) -> Interval:
    """Of the starter; where nobody begins alone of the first seat; where all win together of all."""
    if is_cooperative(study):
        won = [bool(match.outcome and match.outcome.winners) for match in study.finished]
        return wilson(sum(won), len(won))
    first = study.place_score(0)
    return first if first.n else study.seat_score(0)


def labels_of(studies: Sequence[Study]) -> list[str]:
    """A name for each, in which it differs from the others; those that several have are numbered."""
    labels = [_study_label(study, studies) for study in studies]
    return [f"{label} ({labels[: place + 1].count(label)})" if labels.count(label) > 1 else label
            for place, label in enumerate(labels)]  # fmt: skip


def _study_label(study: Study, studies: Sequence[Study]) -> str:
    """The options in which it differs from others, and its bots if those differ."""
    varied = [name for name in study.run.options if len({each.run.options.get(name) for each in studies}) > 1]
    terms = [f"{name} {study.run.options[name]}" for name in varied]
    if len({each.run.players for each in studies}) > 1:
        terms.insert(0, f"players {study.run.players}")
    if len({each.bots for each in studies}) > 1:
        terms.append(", ".join(study.bots))
    return printable("; ".join(terms)) or f"seed {study.run.seed}"
