"""How a match ended: who won and why, everybody's money, and a line for every game there is, and for month points.

Source: Spiel des Jahres EN, "The Spiel des Jahres awards ceremony" (S-33 to S-37)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from glowtable.game import Outcome, Point, listed
from glowtable.messages import Message, say, say_count

from .award import POINT_K, stalemate_seats
from .state import End, Phase, Published, State, game_of, seats_alive
from .worth import euros, name_of

ENDINGS = {
    str(End.AWARD): say("The winner's game got the award."),
    str(End.STALEMATE): say("The ceremony ended in a tie, so the money decided."),
    str(End.NO_GAMES): say("No game was published, so the money decided."),
    str(End.LAST_ONE): say("All others are ruined."),
    str(End.RUIN): say("Everybody is ruined."),
}


def outcome(state: State) -> Outcome | None:
    """Scores are the money at the end, ledger lines the values of the games, all in thousands of euros."""
    if state.phase is not Phase.OVER:
        return None
    lines = (*map(line, state.games), *_points_lines(state))
    return Outcome(state.end, state.winners, state.money_k, lines, (state.end,), decided(state))


def decided(state: State) -> Message | None:
    """Whose game was left, or who is how far ahead in money; None where the end says all (S-33 to S-37)."""
    last = [game for game in (game_of(state, number) for number in state.contenders) if game]
    if state.end == End.AWARD and last:
        name, value = name_of(last[0].cards), euros(last[0].value_k)
        return say("{seat}'s game {name} outlasted all others. It's worth {value}.",
                   seat=last[0].owner, name=name, value=value)  # fmt: skip
    if state.end == End.STALEMATE and last:
        return say("The last games are tied. {money}", money=_money_decided(state, stalemate_seats(state, last)))
    if state.end == End.NO_GAMES and state.winners:
        return say("No game was published. {money}", money=_money_decided(state, seats_alive(state)))
    return None


def _money_decided(state: State, seats: Collection[int]) -> Message:
    """Of these seats those with most money win; who has how much more than the next."""
    most_k, best = state.money_k[state.winners[0]], state.winners
    others_k = [state.money_k[seat] for seat in seats if seat not in best]
    if len(best) > 1:
        return say("Most money wins: {who} have {money} each.", who=listed(best), money=euros(most_k))
    if not others_k:
        return say("All of them are {seat}'s.", seat=best[0])
    return say("Most money wins: {seat} has {money}, {ahead} more than the next.",
               seat=best[0], money=euros(most_k), ahead=euros(most_k - max(others_k)))  # fmt: skip


def line(game: Published) -> Point:
    return Point((game.owner,), game.value_k, say("{name}", name=name_of(game.cards)), "S-15")


def _points_lines(state: State) -> Iterator[Point]:
    """What each seat's month points added to each of its games."""
    for seat, points in enumerate(state.month_points):
        if points:
            published = say_count("published in 1 of months 1 to 11", "published in {n} of months 1 to 11", n=points)
            yield Point((seat,), POINT_K * points, published, "S-38")
