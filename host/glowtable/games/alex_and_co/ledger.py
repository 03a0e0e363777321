"""The score of a match of ALEX & CO, a ledger line for every set displayed, and who won.

Source: ALEX & CO EN, "Now determine the winner by scoring the sets" (A-32, A-33)
"""

from __future__ import annotations

from collections.abc import Sequence

from glowtable.game import Outcome, Point, listed
from glowtable.messages import Message, say, say_count

from .cards import FIRST, NAMES, SIZE
from .sets import Displayed, by_set
from .state import End, Phase, State

ENDINGS = {
    str(End.SIXTH): say("The sixth set was displayed."),
    str(End.TAKEN): say("All face-down cards were taken."),
    str(End.STALLED): say("No card moved for 3 rounds."),
}


def outcome(state: State) -> Outcome | None:
    """Most points win; a tie goes to the larger sets; who is equal in all of them shares. None while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    seats = state.terms.everybody
    ranks = [rank(state, seat) for seat in seats]
    return Outcome(
        state.end,
        winners(ranks),
        tuple(points(state, seat) for seat in seats),
        tuple(line(seat, each) for seat in seats for each in by_set(state.shown[seat])),
        (state.end,),
        decided(ranks),
    )


def points(state: State, seat: int) -> int:
    """What a seat has displayed is worth; cards in hand are worth nothing (A-32)."""
    return sum(map(worth, by_set(state.shown[seat])))


def worth(displayed: Displayed) -> int:
    """Two points a card of a complete set, else one (A-25 to A-27)."""
    return displayed.amount * (1 + displayed.complete)


Rank = tuple[int, tuple[int, ...]]  # points, then the sizes of the sets from the largest on, singles not


def rank(state: State, seat: int) -> Rank:
    sizes = sorted((each.amount for each in by_set(state.shown[seat]) if each.is_set), reverse=True)
    return points(state, seat), tuple(sizes)


def winners(ranks: Sequence[Rank]) -> tuple[int, ...]:
    """The seats ranked highest. Source: EN, "the player with the largest set(s) wins" (A-33)"""
    return tuple(seat for seat, each in enumerate(ranks) if each == max(ranks))


def decided(ranks: Sequence[Rank]) -> Message:
    """Who is how many points ahead, or what broke the tie (A-32, A-33)."""
    best, scores = winners(ranks), [each[0] for each in ranks]
    most = max(scores)
    tied = [seat for seat, score in enumerate(scores) if score == most]
    if len(best) > 1:
        return say(
            "{who} share the win: {score} points each, and sets of the same sizes.", who=listed(best), score=most
        )
    if len(tied) > 1:
        return say("{who} have {score} points each. The larger sets win: {seat}'s.",
                   who=listed(tied), score=most, seat=best[0])  # fmt: skip
    second = max(score for score in scores if score < most)
    others = listed([seat for seat, score in enumerate(scores) if score == second])
    return say("Most points win: {seat} has {score}, {ahead} more than {others}.",
               seat=best[0], score=most, ahead=most - second, others=others)  # fmt: skip


def line(seat: int, displayed: Displayed) -> Point:
    """The ledger line of what a seat displayed of one set."""
    message, rule = _set_kind(displayed)
    return Point((seat,), worth(displayed), message, rule)


def _set_kind(displayed: Displayed) -> tuple[Message, str]:
    designer, count, size = NAMES[FIRST[displayed.number]], displayed.amount, SIZE[displayed.number]
    if displayed.complete:
        return say("{designer}: all {size} cards", designer=designer, size=size), "A-25"
    if displayed.is_set:
        return say("{designer}: {count} of {size} cards", designer=designer, count=count, size=size), "A-26"
    return say_count("{designer}: 1 single card", "{designer}: {n} single cards", designer=designer, n=count), "A-27"
