"""Cards that nobody can tell apart (`Game.alike`), named by kind: what stands on them, and not which copy it is.

Which copy the game has booked may follow from hidden hands, so people neither see nor name one. Knows no session.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from glowtable.game import Action, Arg, Game
from glowtable.table import Card, Event, Said


class Copies:
    """The copies of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kinds = {name: kind for kind, names in game.alike.items() for name in names}
        number = {name: card for card, name in enumerate(game.deck)}
        self._first = {number[name]: number[names[0]] for names in game.alike.values() for name in names}

    def text_by_kind(self, text: str) -> str:
        """The text with the kind for the name of each copy."""
        return self._any_kind.sub(lambda name: self.kinds[name[0]], text) if self.kinds else text

    @cached_property
    def _any_kind(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, sorted(self.kinds, key=len, reverse=True))))

    def event_by_kind(self, event: Event) -> Event:
        """An event as people can know it who see the card."""
        match event:
            case Card(reader, card):
                return Card(reader, self.kinds.get(card, card))
            case Said(text):
                return Said(self.text_by_kind(text))
        return event

    def action_by_kind(self, action: Action) -> Action:
        """The action with the first copy of a card for any of them."""
        pairs = zip(action.args, self.game.kinds[action.kind].domains, strict=True)
        return action._replace(args=tuple([self._arg_by_kind(arg, domain) for arg, domain in pairs]))

    def action_text(self, action: Action) -> str:
        """What a page calls an action."""
        return str(self.action_by_kind(action))

    def one_of_each(self, actions: Iterable[Action], state: Any) -> tuple[Action, ...]:
        """Of actions in this state that only copies tell apart the one whose cell comes first."""
        alike: dict[Action, list[Action]] = {}
        for action in actions:
            alike.setdefault(self.action_by_kind(action), []).append(action)
        gesture = self.game.surface.gesture
        return tuple(
            min(same, key=lambda action: getattr(gesture(action, state), "cell", 0)) for same in alike.values()
        )

    def _arg_by_kind(self, arg: Arg, domain: object) -> Arg:
        about_cards = getattr(domain, "names", ()) == self.game.deck
        return self._first.get(arg, arg) if about_cards and isinstance(arg, int) else arg


def kinds_of(game: Game) -> Mapping[str, str]:
    """Each card of the deck -> what people call it: copies that nobody can tell apart share it."""
    return _kinds_of_deck(game.deck, tuple(game.alike.items()))


@lru_cache
def _kinds_of_deck(deck: tuple[str, ...], alike: tuple[tuple[str, tuple[str, ...]], ...]) -> Mapping[str, str]:
    """A page asks for it hundreds of times."""
    kinds = {card: kind for kind, cards in alike for card in cards}
    return {card: kinds.get(card, card) for card in deck} | {kind: kind for kind, _ in alike}
