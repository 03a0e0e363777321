"""What an undo takes back, and what comes again after it: a card that was turned up stays known.

The same cards come again from where they came, in the same order. Knows no session: histories are handed in.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from glowtable.game import CHANCE, Action, Chances, DrawSource, Game
from glowtable.table import Card


class Step(NamedTuple):
    before: Any
    action: Action


def steps_to_last_decision(history: Sequence[Step], people: Collection[int]) -> int:
    """How many steps lie behind the last decision of a person, that one included; 0 if there is none."""
    for steps, step in enumerate(reversed(history), 1):
        if step.action.seat in people:
            return steps
    return 0


def card_of(game: Game, step: Step) -> str:
    """The card that chance brought; '' if it was none."""
    event = game.surface.gesture(step.action, step.before)
    return event.card if isinstance(event, Card) else ""


class DrawnBefore:
    """What chance brought in the steps that were taken back, by where it came from, and has not brought again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.steps: dict[DrawSource, tuple[Step, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self.steps)

    def keep(self, taken_back: Sequence[Step]) -> None:
        """Remember these steps, in the order in which they were taken."""
        for step in reversed(taken_back):
            if step.action.seat == CHANCE:
                source = self.game.rules.draw_source(step.before)
                self.steps[source] = (step, *self.steps.get(source, ()))

    def came_again(self, before: Any, action: Action) -> None:
        """What has come from its source is no longer to come."""
        source = self.game.rules.draw_source(before)
        steps = self.steps.pop(source, ())
        came = next((n for n, step in enumerate(steps) if step.action == action), len(steps))
        left = steps[:came] + steps[came + 1 :]
        if left:
            self.steps[source] = left

    def forget(self) -> None:
        self.steps = {}

    def expected(self, state: Any) -> Action | None:
        """What chance brings in this state; None if it may bring anything."""
        if not self.steps or self.game.rules.to_act(state) != (CHANCE,):
            return None
        steps = self.steps.get(self.game.rules.draw_source(state))
        possible = steps and self.game.rules.refuse(state, steps[0].action) is None
        return steps[0].action if steps and possible else None

    def required(self, state: Any) -> Action | None:
        """What is expected, if hands can turn it up again."""
        expected = self.expected(state)
        return expected if expected and self.game.rules.draw_source(state).ordered else None

    def chances(self, state: Any) -> Chances:
        """What chance may bring, as far as this match has seen; what is kept elsewhere it cannot bring."""
        expected, chances = self.expected(state), self.game.rules.chance(state)
        if expected:
            return ((expected, 1),)
        if not self.steps:
            return chances
        kept = [step for source, steps in self.steps.items() if source.keeps for step in steps]
        elsewhere = {card_of(self.game, step) for step in kept} - {""}
        return tuple(each for each in chances if card_of(self.game, Step(state, each[0])) not in elsewhere) or chances
