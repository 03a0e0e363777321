"""What was said to all people in a match, the oldest first, and how it is forgotten. No I/O."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from glowtable.match.public_texts import PublicTexts
from glowtable.match.undo import PlayedAction
from glowtable.messages import Message

MAX_SENTENCES = 200


class News:
    """The last sentences; `count` counts all there ever were."""

    def __init__(self) -> None:
        self.said: list[Message] = []
        self.count = 0
        self._actions: deque[tuple[PlayedAction, Any]] = deque(maxlen=MAX_SENTENCES)

    def add(self, message: Message) -> None:
        """Add a sentence, unless it repeats the last one."""
        if self.said[-1:] != [message]:
            self.said.append(message)
            self.count += 1
            del self.said[:-MAX_SENTENCES]

    def note_actions(self, actions: Iterable[tuple[PlayedAction, Any]]) -> None:
        """Remember what was done, each action with the state after it: what can be said of it may be kept."""
        self._actions.extend(actions)

    def begin_match(self) -> None:
        """What was done so far was done in a match that is over: all of it may be kept."""
        self._actions.clear()

    def forget_cards(self, texts: PublicTexts) -> None:
        """Cards were turned back: keep only what can still be said of what was done."""
        kept = {message for action in self._actions for message in texts.description_texts(*action)}
        self.said[:] = [message for message in self.said if message in kept]
