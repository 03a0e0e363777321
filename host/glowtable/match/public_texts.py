"""What all people may be told of a match: what is public, without what they are meant to have forgotten.

No other file asks a game's surface for a sentence about an action (tests/house.py). The surface is handed nothing but
public states, and actions as everybody saw them, so no such sentence can follow from anything else. What it says of a
moment it says of the view that is made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from glowtable.game import PUBLIC, Action, Game
from glowtable.match.undo import PlayedAction, card_of, count_repeats
from glowtable.messages import Message


class PublicTexts(NamedTuple):
    """The sentences of one match, as they may be said at the moment `now`, which is a state of it."""

    game: Game
    now: Any

    def public_state(self, state: Any) -> Any:
        """A state of the match as all may be told of it."""
        rules = self.game.rules
        return rules.reminder_of(rules.public_state(state), self.now)

    def view(self, state: Any) -> Any:
        """The PUBLIC view of a state, without what people are meant to have forgotten."""
        rules = self.game.rules
        return rules.view(rules.reminder_of(state, self.now), PUBLIC)

    def public_action(self, played: PlayedAction) -> Action:
        """What was done, with HIDDEN for a card that may not be named."""
        return self.game.rules.recalled_action(*played, self.now)

    def card_shown(self, played: PlayedAction) -> str:
        """The card that chance brought before all eyes; '' if it was none, or it may not be named."""
        return card_of(self.game, played) if self.public_action(played) == played.action else ""

    def choice_text(self, action: Action, state: Any) -> Message:
        """What hands do for an action, for whoever may choose it: its card is public, or this person's own."""
        return self.game.surface.instruction(action, self.public_state(state))

    def label_text(self, action: Action, state: Any) -> Message:
        """The same, as a button on the own device of who may choose it."""
        return self.game.surface.label(action, self.public_state(state))

    def instruction_text(self, action: Action, state: Any) -> Message:
        """What hands do for an action that somebody else has chosen."""
        return self.choice_text(self.public_action(PlayedAction(state, action)), state)

    def description_texts(self, played: PlayedAction, after: Any) -> tuple[Message, ...]:
        """What an action did."""
        return self.game.surface.description(
            self.public_action(played), self.public_state(played.before), self.public_state(after)
        )

    def held_texts(self, played: PlayedAction, after: Any) -> tuple[Message, ...]:
        """What people look at after an action before the match goes on."""
        return self.game.surface.held(
            self.public_action(played), self.public_state(played.before), self.public_state(after)
        )

    def repair_texts(self, taken: Sequence[PlayedAction], after: Any) -> tuple[Message, ...]:
        """What hands put back, one thing at a time, when these actions, which led to `after`, are taken back."""
        known = [(self.public_state(played.before), self.public_action(played)) for played in taken]
        return count_repeats(self.game.surface.put_back(known, self.public_state(after)))
