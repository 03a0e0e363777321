"""How a match ended, in sentences: for everybody, for one seat, and why. Pure functions of the outcome."""

from __future__ import annotations

from enum import StrEnum

from glowtable.game import Game, Outcome, Point, listed
from glowtable.messages import Message, say


class Ending(StrEnum):
    WON = "won"  # by one player, or by a team
    TIE = "tie"
    NOBODY = "nobody"
    WON_TOGETHER = "won-together"  # of a co-operative game: all win
    LOST_TOGETHER = "lost-together"  # or nobody does


def ending_of(game: Game, outcome: Outcome) -> Ending:
    """Who is on top: one player or team, several, all together or nobody."""
    if game.cooperative:
        return Ending.WON_TOGETHER if outcome.winners else Ending.LOST_TOGETHER
    if not outcome.winners:
        return Ending.NOBODY
    return Ending.WON if _is_one_side(outcome) else Ending.TIE


def _is_one_side(outcome: Outcome) -> bool:
    """One player won, or a team: then a point belongs to all of its seats."""
    winners = set(outcome.winners)
    return len(winners) == 1 or any(winners <= set(point.seats) for point in outcome.ledger)


def counted_scores(game: Game, outcome: Outcome) -> tuple[int, ...]:
    """A total per seat; none in a co-operative game, where nobody is ahead of anybody."""
    return () if game.cooperative else outcome.scores


def why_ended(game: Game, outcome: Outcome) -> Message:
    """What decided the match, as a sentence of the game; without one the outcome's own word for it."""
    return outcome.decided or game.endings.get(outcome.reason, Message(outcome.reason))


def headline(game: Game, outcome: Outcome) -> Message:
    """How the match ended, for everybody."""
    match ending_of(game, outcome):
        case Ending.NOBODY:
            return say("Nobody won.")
        case Ending.TIE:
            return say("It's a tie between {who}.", who=listed(outcome.winners))
        case Ending.WON_TOGETHER if len(outcome.scores) > 1:
            return say("All won together.")
        case Ending.LOST_TOGETHER if len(outcome.scores) > 1:
            return say("All lost together.")
        case Ending.LOST_TOGETHER:
            return say("{seat} lost.", seat=0)
    if len(outcome.winners) == 1:
        return say("{seat} won.", seat=outcome.winners[0])
    return say("{who} won together.", who=listed(outcome.winners))


def headline_for(game: Game, outcome: Outcome, seat: int) -> Message:
    """How the match ended, for the person in this seat."""
    ending, is_alone = ending_of(game, outcome), len(outcome.scores) == 1
    if ending is Ending.LOST_TOGETHER:
        return say("You lost.") if is_alone else say("You lost together.")
    if seat not in outcome.winners:
        return headline(game, outcome)
    if ending is Ending.WON_TOGETHER and not is_alone:
        return say("You won together.")
    others = tuple(winner for winner in outcome.winners if winner != seat)
    if not others:
        return say("You won.")
    if ending is Ending.TIE:
        return say("You're tied with {who}.", who=listed(others))
    return say("You and {who} won.", who=listed(others))


# -- in lines: a terminal's, and the journal's


def result_lines(game: Game, outcome: Outcome) -> tuple[Message, ...]:
    """How the match ended, what decided it, every score that counts, and every point with its reason."""
    scores = counted_scores(game, outcome)
    return (
        _first_line(game, outcome),
        *([say("  {why}", why=outcome.decided)] if outcome.decided else ()),
        *(say("{seat}: {score}", seat=seat, score=score) for seat, score in enumerate(scores)),
        *(_point_line(point, game.cooperative) for point in outcome.ledger),
    )


def _first_line(game: Game, outcome: Outcome) -> Message:
    title, reason, is_alone = game.title, say(outcome.reason), len(outcome.scores) == 1
    match ending_of(game, outcome):
        case Ending.NOBODY:
            return say("{game}: nobody won ({reason}).", game=title, reason=reason)
        case Ending.TIE:
            who = listed(outcome.winners)
            return say("{game}: a tie between {who} ({reason}).", game=title, who=who, reason=reason)
        case Ending.WON_TOGETHER if not is_alone:
            return say("{game}: everyone won ({reason}).", game=title, reason=reason)
        case Ending.LOST_TOGETHER if not is_alone:
            return say("{game}: everyone lost ({reason}).", game=title, reason=reason)
        case Ending.LOST_TOGETHER:
            return say("{game}: lost ({reason}).", game=title, reason=reason)
    return say("{who} won {game}! ({reason})", game=title, who=listed(outcome.winners), reason=reason)


def _point_line(point: Point, is_together: bool) -> Message:
    """Where all win together no point counts for anybody alone."""
    why = say("{why} ({rule})", why=point.message, rule=point.rule) if point.rule else point.message
    if is_together:
        return say("  {seat}: {why}", seat=point.seats, why=why)
    return say("  {seat} +{amount}: {why}", seat=point.seats, amount=point.amount, why=why)
