"""Hands that lie face down on the table, as those of bots do: which back is which card.

A bot cannot hold its cards. They lie in a row, from left to right in the order in which they were read; a card that
comes later is laid at the right end, and where one leaves the row closes up. So an instruction can say which card from
the left, and hands need to see backs only. Knows no session: histories are handed in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from glowtable.game import PUBLIC, UNREAD, Action, Game, HandCard
from glowtable.match.undo import PlayedAction, card_of
from glowtable.messages import Message, say

Row = tuple[HandCard, ...]  # from the left
Rows = Mapping[int, Row]  # by seat
OwnedCard = tuple[int, str]  # a seat, and the name of its card


class FaceDownHands:
    """The rows of these seats in every state of a match so far; those of states that an undo took back are dropped."""

    def __init__(self, game: Game, seats: Collection[int]) -> None:
        self.game, self.seats = game, tuple(seats)
        self._steps: list[tuple[Any, Rows]] = []

    def rows_at(self, history: Sequence[PlayedAction], state: Any) -> Rows:
        """The rows in this state, to which the history has led."""
        if not self.seats:
            return {}
        while self._steps and not self._is_current(history, state):
            self._steps.pop()
        for played in history[len(self._steps) :]:
            self._follow_state(played.before)
        if len(self._steps) == len(history):
            self._follow_state(state)
        return self._steps[-1][1]

    def _is_current(self, history: Sequence[PlayedAction], state: Any) -> bool:
        """Whether the last step known belongs to the match as it is now."""
        number = len(self._steps) - 1
        if number > len(history):
            return False
        return self._steps[-1][0] is (history[number].before if number < len(history) else state)

    def _follow_state(self, state: Any) -> None:
        before: Rows = self._steps[-1][1] if self._steps else dict.fromkeys(self.seats, ())
        hand = self.game.surface.hand_in_row
        self._steps.append((state, {seat: row_after(row, *hand(state, seat)) for seat, row in before.items()}))

    def place_asked(self, action: Action, history: Sequence[PlayedAction], before: Any) -> tuple[Message, ...]:
        """Where the card lies that a seat shows or lays by this action, if it lies here.

        What follows for other cards nobody may hear before it has happened: it can hang on what the hand holds.
        """
        asked, _ = self._cards_leaving(action, before)
        return tuple(place for place, _ in _find_cards(asked, self.rows_at(history, before)))

    def places_left(
        self, action: Action, history: Sequence[PlayedAction], before: Any, was_asked: bool
    ) -> tuple[Message, ...]:
        """Where all cards lie that hands take out of these hands besides; all are counted before one is taken.

        If hands were not asked for the card that the action is about, it is one of them.
        """
        asked, others = self._cards_leaving(action, before)
        rows = self.rows_at(history, before)
        if not was_asked:
            others = asked + others
        elif others and asked and asked[0] not in others:
            seat, name = asked[0]
            rows = {**rows, seat: tuple(card for card in rows.get(seat, ()) if card.name != name)}
        return tuple(place for place, _ in _find_cards(others, rows))

    def places_again(self, history: Sequence[PlayedAction], count: int) -> tuple[Message, ...]:
        """Where the cards go back to that the last so many actions took out of these hands, the last one first."""
        news: list[Message] = []
        for number in reversed(range(len(history) - count, len(history))):
            before, action = history[number]
            seen = self.game.rules.seen(before, action, PUBLIC) == action
            asked, others = self._cards_leaving(action, before)
            for place, title in _find_cards(asked + others, self.rows_at(history[:number], before)):
                news.append(say("Put {card} back: {place}.", card=title, place=place) if seen
                            else say("Put the card back: {place}.", place=place))  # fmt: skip
        return tuple(news)

    def _cards_leaving(self, action: Action, before: Any) -> tuple[list[OwnedCard], list[OwnedCard]]:
        """What leaves hands, or is shown by them: the one card that the action of its seat is about, and the others."""
        if not self.seats:
            return [], []
        others = [*self.game.surface.from_hands(action, before, self.game.rules.apply(before, action))]
        own = (action.seat, card_of(self.game, PlayedAction(before, action)))
        if own not in others:
            return [], others
        others.remove(own)
        return [own], others

    def arrivals(self, action: Action, history: Sequence[PlayedAction], before: Any) -> Iterator[Message]:
        """Cards that everybody has seen and that came several at once, in the order in which they are to lie."""
        if self.seats and self.game.rules.seen(before, action, PUBLIC) == action:
            after, hand = self.game.rules.apply(before, action), self.game.surface.hand_in_row
            for seat, row in self.rows_at(history, before).items():
                came = [card.title for card in row_after(row, *hand(after, seat)) if card not in (*row, UNREAD)]
                if len(came) > 1:
                    yield say("At the right end of {seat}'s cards: {cards}", seat=seat, cards=tuple(came))


def _find_cards(cards: Sequence[OwnedCard], rows: Rows) -> Iterator[tuple[Message, str]]:
    """Where each of these cards lies that is in a row, and its title."""
    for seat, name in cards:
        for n, card in enumerate(rows.get(seat, ()), 1):
            if card.name == name:
                yield say("{seat}'s card {n} from the left", n=n, seat=seat), card.title


def row_after(row: Row, known: Collection[HandCard], size: int) -> Row:
    """The row of a hand that now holds these cards, and so many in all.

    A card that the table took for a copy of it, or for another one, stays where it lies and only its name changes. One
    that it does not know is as good as another.
    """
    came = [card for card in known if card not in row]
    lying = [_card_now(card, known, came) for card in row]
    misread = size - len(came) - (len(lying) - lying.count(None))
    for at, still in enumerate(lying):
        if still is None and misread > 0:
            lying[at], misread = UNREAD, misread - 1
        elif still == UNREAD and misread < 0:
            lying[at], misread = came.pop(0) if came else None, misread + 1
    return (*filter(None, lying), *came, *(UNREAD,) * misread)


def _card_now(card: HandCard, known: Collection[HandCard], came: list[HandCard]) -> HandCard | None:
    """What lies in the place of this card: itself, or a copy taken out of those that came; None: it has gone."""
    if card in known or card == UNREAD:
        return card
    copy = next((other for other in came if other.title == card.title), None)
    if copy:
        came.remove(copy)
    return copy


def with_places(what: Message, places: Sequence[Message]) -> Message:
    """A sentence, and which cards it is about as they lie face down."""
    for place in places:
        what = say("{what} ({place})", what=what, place=place)
    return what
