"""What an undo takes back, what hands put back, and what comes again: a card that was turned up stays known.

The same cards come again from the same source, in the same order. Knows no session: histories are handed in.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from glowtable.game import CHANCE, Action, Chances, DrawSource, Game
from glowtable.messages import Message, say, say_count
from glowtable.table import Card


class PlayedAction(NamedTuple):
    """An action, and the state before it."""

    before: Any
    action: Action


def actions_since_decision(history: Sequence[PlayedAction], people: Collection[int]) -> int:
    """How many actions there are since the last decision of a person, that one included; 0 if there is none."""
    for count, played in enumerate(reversed(history), 1):
        if played.action.seat in people:
            return count
    return 0


def card_of(game: Game, played: PlayedAction) -> str:
    """The card that chance brought; '' if it was none."""
    event = game.surface.gesture(played.action, played.before)
    return event.card if isinstance(event, Card) else ""


def taken_back_message(description: Sequence[Message]) -> Message:
    """That a decision which was described like this is taken back."""
    return say("Undone: {what}", what=description[0]) if description else say("Undone.")


def count_repeats(put_back: Sequence[Message]) -> tuple[Message, ...]:
    """What hands put back, one thing at a time: a sentence that several actions share is said once, with how often."""
    return tuple(_so_often(message, times) for message, times in Counter(put_back).items())


def _so_often(message: Message, times: int) -> Message:
    """A sentence that several actions share; what names nobody and nothing counts once."""
    if times == 1 or not message.fill:
        return message
    return say_count("{what}", "{n} times: {what}", n=times, what=message)


class UndoneDraws:
    """The draws that were taken back and have not come again, by their source."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kept: dict[DrawSource, tuple[PlayedAction, ...]] = {}

    def keep_draws(self, taken_back: Sequence[PlayedAction]) -> None:
        """Remember the draws among these actions, which are in the order in which they were played."""
        for played in reversed(taken_back):
            if played.action.seat == CHANCE:
                source = self.game.rules.draw_source(played.before)
                self.kept[source] = (played, *self.kept.get(source, ()))

    def came_again(self, before: Any, action: Action) -> None:
        """A draw has come: it is no longer expected from its source."""
        source = self.game.rules.draw_source(before)
        draws = self.kept.pop(source, ())
        came = next((n for n, played in enumerate(draws) if played.action == action), len(draws))
        left = draws[:came] + draws[came + 1 :]
        if left:
            self.kept[source] = left

    def forget_draws(self) -> None:
        self.kept = {}

    def expected_draw(self, state: Any) -> Action | None:
        """What chance brings in this state; None if any card may come.

        A card that a hidden hand holds comes again, too: it was believed when it came.
        """
        rules = self.game.rules
        if not self.kept or rules.to_act(state) != (CHANCE,):
            return None
        draws = self.kept.get(rules.draw_source(state))
        if not draws:
            return None
        draw = draws[0].action
        return draw if rules.is_possible(rules.believed(state, draw), draw) else None

    def required_draw(self, state: Any) -> Action | None:
        """The expected draw, if people can turn it up again."""
        expected = self.expected_draw(state)
        return expected if expected and self.game.rules.draw_source(state).ordered else None

    def possible_draws(self, state: Any) -> Chances:
        """What chance may bring, as far as this match has shown: not what is expected from another source."""
        expected, chances = self.expected_draw(state), self.game.rules.chance(state)
        if expected:
            return ((expected, 1),)
        if not self.kept:
            return chances
        kept = [played for source, draws in self.kept.items() if source.keeps for played in draws]
        elsewhere = {card_of(self.game, played) for played in kept} - {""}
        here = (draw for draw in chances if card_of(self.game, PlayedAction(state, draw[0])) not in elsewhere)
        return tuple(here) or chances
