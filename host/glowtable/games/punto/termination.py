"""How much of a match of Punto is to come: each action lowers it, so every match ends. No rule is here."""

from __future__ import annotations

from .cards import CARDS
from .state import Phase, State

BETWEEN = {Phase.TROPHY: 2, Phase.BEGIN: 1, Phase.STARTER: 1, Phase.YOUNGEST: 1}  # actions before the next turn
ACTIONS_IN_ROUND = 1 + 2 * CARDS + 1  # somebody begins, every card is turned up and laid, a trophy is chosen


def ranking(state: State) -> tuple[int, ...]:
    """Rounds that may still end, actions before the next turn, cards that may still be laid, and this turn's.

    Source: rulings P-25 and P-33a: a round ends when a stack is empty, a match after its last round
    """
    rounds = int(state.terms.options["max_rounds"]) - len(state.rounds)
    return rounds, BETWEEN.get(state.phase, 0), CARDS - len(state.laid), int(state.phase is Phase.TURN)


def actions_left(state: State) -> int:
    """At most: each action makes it smaller, and 0 is the least."""
    if state.phase is Phase.OVER:
        return 0
    rounds, between, cards, turning = ranking(state)
    in_round = ACTIONS_IN_ROUND if between > 1 else 2 * CARDS + 1 if between else 2 * cards - 1 + turning
    return (rounds - 1) * ACTIONS_IN_ROUND + in_round + 1  # after the last round a trophy may still be chosen


def most_actions(max_rounds: int) -> int:
    """Of a match of at most so many rounds."""
    return max_rounds * ACTIONS_IN_ROUND
