"""How a match ended: who won and why, everybody's money, and a line for every game there is.

Source: Spiel des Jahres EN, "The Spiel des Jahres awards ceremony" (S-33 to S-37)
"""

from __future__ import annotations

from glowtable.game import Outcome, Point
from glowtable.messages import say

from .state import End, Phase, Published, State
from .worth import name_of

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
    return Outcome(state.end, state.winners, state.money_k, tuple(map(line, state.games)), (state.end,))


def line(game: Published) -> Point:
    return Point((game.owner,), game.value_k, say("{name}", name=name_of(game.cards)), "S-15")
