"""What all people may read of a match: what is public, without what they are meant to have forgotten.

No other file asks a game's surface for a sentence about an action (tests/house.py). The surface is handed nothing but
public states, and actions as everybody saw them, so no such sentence can follow from anything else. What it says of a
moment it says of the view that is made here.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from glowtable.game import PUBLIC, Action, Game
from glowtable.match.copies import kinds_of
from glowtable.match.undo import PlayedAction, card_of, count_repeats
from glowtable.messages import Message


class PublicTexts(NamedTuple):
    """The sentences of one match, as they may be said at the moment `now`, which is a state of it."""

    game: Game
    now: Any

    def public_state(self, state: Any) -> Any:
        """A state of the match as all may know it."""
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

    def undo_text(self, played: PlayedAction) -> Message | None:
        """What hands put back when this action alone is taken back."""
        return self.game.surface.undo_instruction(self.public_action(played), self.public_state(played.before))

    def repair_texts(self, taken: Sequence[PlayedAction], after: Any) -> tuple[Message, ...]:
        """What hands put back, one thing at a time, when these actions, which led to `after`, are taken back."""
        known = [(self.public_state(played.before), self.public_action(played)) for played in taken]
        return count_repeats(self.game.surface.put_back(known, self.public_state(after)))


BACK = ""  # a card of which only the back is seen
MOST_CARDS = 8  # of one action: more are dealt or cleared away, and no eye follows them
MOST_ACTIONS = 8  # that brought no card to a cell: the move before them is long past


def last_cells(texts: PublicTexts, history: Sequence[PlayedAction], view: Any) -> frozenset[int]:
    """Where cards came to lie in the last action that brought any to cells, as far as some still lie there.

    `view` is what all people see now.
    """
    after = now = Counter(cards_on_cells(texts.game, view))
    for played in reversed(history[-MOST_ACTIONS:]):
        before = Counter(cards_on_cells(texts.game, texts.view(played.before)))
        came = after - before
        if came:
            filled = {cell for _, cell in now} if came.total() <= MOST_CARDS else set()
            return frozenset(cell for _, cell in came).intersection(filled)
        after = before
    return frozenset()


def cards_on_cells(game: Game, view: Any) -> Iterator[tuple[str, int]]:
    """Each card that lies on a cell, by its kind, BACK if it is not seen; and the cell."""
    kinds, hidden = kinds_of(game), game.surface.face_down(view)
    for cell, pile in game.surface.cards_on_cells(view).items():
        for names in pile:
            possible = set() if cell in hidden else {kinds[name] for name in names}
            yield possible.pop() if len(possible) == 1 else BACK, cell
