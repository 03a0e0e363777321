"""What happens on the table, read by what it means in a game: a function for each sort of event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from glowtable.game import Action, Refusal
from glowtable.table import Card, Event, Key, Press, Said

S = TypeVar("S")

Meaning = Action | Refusal | None  # None: the event means nothing now


class Meanings(NamedTuple, Generic[S]):
    """Cards are shown at readers, cells pressed, keys pressed, words typed; no other event means anything."""

    card: Callable[[int, str, S], Meaning]  # the reader, the card's name
    press: Callable[[int, S], Meaning]  # the cell
    key: Callable[[int, str, S], Meaning]  # the seat, the key's name
    said: Callable[[str, S], Meaning]  # the words

    def read(self, event: Event, state: S) -> Meaning:
        """The `read` of a Surface."""
        match event:
            case Card(reader, card):
                return self.card(reader, card, state)
            case Press(cell):
                return self.press(cell, state)
            case Key(seat, key):
                return self.key(seat, key, state)
            case Said(text):
                return self.said(text, state)
        return None
