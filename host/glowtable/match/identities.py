"""Which card is which: what a game calls a card, and the physical card that goes by this name.

Copies of a card look the same (`Game.alike`), and only a tag tells them apart. Who enters one by hand says its kind;
the game books a copy that can be there, which may be another one. From then on all copies that could have been meant
are doubtful: known by kind only. A tag that is read later says which of them it is: one that can be there, and the
others exchange their names. What a game does with its cards it does by its own names, and an undo takes back nothing
of what is known of them.

Knows no session; whether a game accepts a card is asked through its contract.
"""

from __future__ import annotations

from typing import Any

from glowtable.game import CHANCE, Action, Game
from glowtable.match.undo import PlayedAction, card_of
from glowtable.table import Card, Event

NO_ACTION = Action(CHANCE, "")


class Identities:
    """The cards of one match. Each has a tag's name (its own) and a name in the game: a copy of the same kind."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kinds = {card: kind for kind, cards in game.alike.items() for card in (*cards, kind)}
        self.names: dict[str, str] = {}  # of a card its name in the game, if that is another's
        self.doubtful: set[str] = set()  # names in the game: which of these is which nobody knows
        self.tag = ""  # the card whose tag was read just now; '' if none was
        self._booked = (NO_ACTION, "")  # the action that came last, and the card by whose tag it came

    # -- what is known

    def name_of(self, card: str) -> str:
        """The name in the game of the card with this tag; of doubtful copies it may be another's."""
        return self.names.get(card, card)

    def card_named(self, name: str) -> str:
        """The card that goes by this name in the game: inverse of name_of."""
        return next((card for card, given in self.names.items() if given == name), name)

    def is_doubtful(self, card: str) -> bool:
        return self.name_of(card) in self.doubtful

    def names_for(self, card: str) -> tuple[str, ...]:
        """The names in the game that this card may have, as far as everybody knows: of what is hidden any."""
        if card in self.kinds and (card in self.game.alike or self.is_doubtful(card) or self.game.hidden_information):
            return (card, *self.copies(card))
        return (self.name_of(card),)

    def copies(self, name: str) -> tuple[str, ...]:
        """All cards that look like this one: which of them lies where makes no difference to people."""
        return self.game.alike.get(self.kinds.get(name, ""), (name,))

    def are_alike(self, one: Event, other: Event) -> bool:
        """Do both show, at the same reader, cards that look the same?"""
        if not (isinstance(one, Card) and isinstance(other, Card)) or one.reader != other.reader:
            return False
        return one.card in self.kinds and self.kinds[one.card] == self.kinds.get(other.card)

    # -- a card is shown

    def hear(self, event: Event) -> None:
        """Whose tag was read by this event: people who type a card of several copies say its kind."""
        self.tag = event.card if isinstance(event, Card) and event.card in self.game.deck else ""

    def known_as(self, event: Event, state: Any) -> Event:
        """The event with the card's name in the game. Of a doubtful card its kind: the game knows what can be there.

        If it takes the kind for a copy that lies elsewhere, it is another copy.
        """
        if not isinstance(event, Card) or not self.is_doubtful(event.card):
            return event._replace(card=self.name_of(event.card)) if isinstance(event, Card) else event
        kind = self.kinds[event.card]
        names = (kind, *(name for name in self.game.alike[kind] if name in self.doubtful))
        events = [event._replace(card=name) for name in names]
        return next((each for each in events if self._booked_name(each, state)), events[0])

    def _booked_name(self, event: Event, state: Any) -> str:
        """The name in the game of the card that this event would bring; '' if it is refused or brings none."""
        meant = self.game.surface.read(event, state)
        return card_of(self.game, PlayedAction(state, meant)) if isinstance(meant, Action) else ""

    def is_meant(self, wanted: Action, meant: Action, state: Any) -> bool:
        """Is what is meant as good as what is wanted? A bot's card is any of its copies.

        What chance is to bring again is that very card, unless nobody can tell.
        """
        gesture = self.game.surface.gesture
        shown = gesture(wanted, state)
        if wanted.seat != meant.seat or not self.are_alike(shown, gesture(meant, state)):
            return False
        by_kind = not self.tag or self.is_doubtful(self.tag)
        return wanted.seat != CHANCE or by_kind or (isinstance(shown, Card) and shown.card in self.game.alike)

    # -- it is booked

    def book(self, played: PlayedAction) -> None:
        """An action was done: what is now known of the card it brought."""
        tag, self.tag = self.tag, ""
        name = card_of(self.game, played)
        self._booked = (played.action, tag)
        kind = self.kinds.get(name)
        if kind is None:
            return
        if self.kinds.get(tag) == kind and name != kind:
            self._tell_by_tag(tag, name)
        else:
            self._tell_by_kind(played, name)

    def _tell_by_tag(self, card: str, name: str) -> None:
        """This card goes by this name; which one went by it before takes this one's old name."""
        other, old = self.card_named(name), self.name_of(card)
        self.names |= {card: name, other: old} if card != other else {}
        if name in self.doubtful:
            self.doubtful ^= {name}
            self.doubtful |= {old} - {name}
            left = self.doubtful.intersection(self.copies(name))
            self.doubtful -= left if len(left) == 1 else set()

    def _tell_by_kind(self, played: PlayedAction, name: str) -> None:
        """All copies that could have been meant are doubtful; if there is only one, it is known by exclusion."""
        shown = self.game.surface.gesture(played.action, played.before)
        assert isinstance(shown, Card), "only a card that is shown has a name"
        others = (self._booked_name(shown._replace(card=copy), played.before) for copy in self.copies(name))
        meant = set(self.copies(name)) if name in self.game.alike else {name, *filter(None, others)}
        if len(meant) > 1:
            self.doubtful |= meant

    # -- names that go out

    def shown_for(self, event: Event) -> Event:
        """An event by the names of the game, with the card that hands show for it."""
        return event._replace(card=self.card_named(event.card)) if isinstance(event, Card) else event

    def card_brought(self, played: PlayedAction) -> str:
        """The card that this action brought; '' if it brought none, or nobody knows which of its copies it was."""
        name, (action, tag) = card_of(self.game, played), self._booked
        if action is played.action and tag:
            return tag
        return "" if name in self.doubtful or name in self.game.alike else self.card_named(name)
