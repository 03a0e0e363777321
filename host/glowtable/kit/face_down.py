"""Hands that lie face down in a row, as those of bots do: which cards lie there, and which an action takes out.

Hands that see only backs hear which card from the left; docs/play says how a row is kept. Knows no rule of a game:
what lies before a seat the game says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from glowtable.game import HandCard
from glowtable.kit.bit_sets import members

S = TypeVar("S")


class FaceDown(NamedTuple, Generic[S]):
    """The rows of a game; cards are numbers, sets of them bit sets."""

    names: Sequence[str]  # of each card
    titles: Sequence[str]  # what is printed on it, and on its copies
    lying: Callable[[S, int], int]  # the cards that lie before a seat, as far as the table knows
    unread: Callable[[S, int], int]  # how many more lie there

    def hand_in_row(self, state: S, seat: int) -> tuple[tuple[HandCard, ...], int]:
        """The `hand_in_row` of Surface."""
        lying = self.lying(state, seat)
        cards = tuple([HandCard(self.names[card], self.titles[card]) for card in members(lying)])
        return cards, len(cards) + self.unread(state, seat)

    def taken_away(self, seats: Iterable[int], before: S, after: S) -> tuple[tuple[int, str], ...]:
        """The cards that lie before these seats no more: whose, and which."""
        return tuple(
            [
                (seat, self.names[card])
                for seat in seats
                for card in members(self.lying(before, seat) & ~self.lying(after, seat))
            ]
        )

    def named(self, state: S, seat: int, card: int) -> tuple[tuple[int, str], ...]:
        """This card of a seat, if it lies there."""
        return ((seat, self.names[card]),) if self.lying(state, seat) >> card & 1 else ()
