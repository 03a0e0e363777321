"""The hands of bots, which lie face down in a row; docs/play says how hands keep them."""

from __future__ import annotations

from glowtable.game import Action
from glowtable.kit.face_down import FaceDown

from .cards import NAMES
from .state import State, seats_alive


def _cards_before_seat(state: State, seat: int) -> int:
    """The cards before a seat, but those that it has put into a trade: all see them."""
    deal, held = state.deal, state.hands[seat]
    return held & ~deal.cards[deal.seats.index(seat)] if deal and seat in deal.seats else held


ROWS: FaceDown[State] = FaceDown(NAMES, NAMES, _cards_before_seat, lambda state, seat: state.hidden_count[seat])


def from_hands(action: Action, before: State, after: State) -> tuple[tuple[int, str], ...]:
    """What a seat taps, employs or puts into a trade; the row of a ruined seat leaves as it lies, card for card.

    A card that the table took to lie in another row is not told there: all would hear what that hand was.
    """
    return ROWS.taken_away([seat for seat in seats_alive(after) if seat == action.seat], before, after)
