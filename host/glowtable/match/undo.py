"""What an undo takes back, and what comes again after it: a card that was turned up stays known.

The same cards come again from where they came, in the same order. Knows no session: histories are handed in.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from glowtable.game import CHANCE, Action, Chances, DrawSource, Game
from glowtable.table import Card


class PlayedAction(NamedTuple):
    before: Any
    action: Action


def actions_since_decision(history: Sequence[PlayedAction], people: Collection[int]) -> int:
    """How many steps lie behind the last decision of a person, that one included; 0 if there is none."""
    for steps, step in enumerate(reversed(history), 1):
        if step.action.seat in people:
            return steps
    return 0


def card_of(game: Game, step: PlayedAction) -> str:
    """The card that chance brought; '' if it was none."""
    event = game.surface.gesture(step.action, step.before)
    return event.card if isinstance(event, Card) else ""


class DrawnBefore:
    """What chance brought in the steps that were taken back, by where it came from, and has not brought again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kept: dict[DrawSource, tuple[PlayedAction, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self.kept)

    def keep_draws(self, taken_back: Sequence[PlayedAction]) -> None:
        """Remember these steps, in the order in which they were taken."""
        for step in reversed(taken_back):
            if step.action.seat == CHANCE:
                source = self.game.rules.draw_source(step.before)
                self.kept[source] = (step, *self.kept.get(source, ()))

    def came_again(self, before: Any, action: Action) -> None:
        """What has come from its source is no longer to come."""
        source = self.game.rules.draw_source(before)
        steps = self.kept.pop(source, ())
        came = next((n for n, step in enumerate(steps) if step.action == action), len(steps))
        left = steps[:came] + steps[came + 1 :]
        if left:
            self.kept[source] = left

    def forget_draws(self) -> None:
        self.kept = {}

    def expected_draw(self, state: Any) -> Action | None:
        """What chance brings in this state; None if it may bring anything."""
        if not self.kept or self.game.rules.to_act(state) != (CHANCE,):
            return None
        steps = self.kept.get(self.game.rules.draw_source(state))
        possible = steps and self.game.rules.refuse(state, steps[0].action) is None
        return steps[0].action if steps and possible else None

    def required_draw(self, state: Any) -> Action | None:
        """What is expected, if hands can turn it up again."""
        expected = self.expected_draw(state)
        return expected if expected and self.game.rules.draw_source(state).ordered else None

    def possible_draws(self, state: Any) -> Chances:
        """What chance may bring, as far as this match has seen; what is kept elsewhere it cannot bring."""
        expected, chances = self.expected_draw(state), self.game.rules.chance(state)
        if expected:
            return ((expected, 1),)
        if not self.kept:
            return chances
        kept = [step for source, steps in self.kept.items() if source.keeps for step in steps]
        elsewhere = {card_of(self.game, step) for step in kept} - {""}
        return (
            tuple(each for each in chances if card_of(self.game, PlayedAction(state, each[0])) not in elsewhere)
            or chances
        )
