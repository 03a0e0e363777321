"""The hands of bots, which lie face down in a row, and the henchmen that they drew with them; see docs/play."""

from __future__ import annotations

from glowtable.game import CHANCE, Action
from glowtable.kit.face_down import FaceDown

from .cards import NAMES, NO_CARD, TITLES
from .kinds import CARD_KINDS
from .state import State, Vigilante


def _cards_before_seat(state: State, seat: int) -> int:
    """The hand and the henchmen of a seat; the one that it has chosen lies apart."""
    person = state.people[seat]
    return person.hand | person.drawn & ~_chosen_henchman(person)


def _unread_cards(state: State, seat: int) -> int:
    person = state.people[seat]
    unread_choice = person.drawn_hidden and _chosen_henchman(person) & ~person.drawn
    return person.hidden_count + person.drawn_hidden - bool(unread_choice)


def _chosen_henchman(person: Vigilante) -> int:
    return 0 if person.chosen == NO_CARD else 1 << person.chosen


ROWS: FaceDown[State] = FaceDown(NAMES, TITLES, _cards_before_seat, _unread_cards)


def from_hands(action: Action, before: State, after: State) -> tuple[tuple[int, str], ...]:
    """The card that is laid, played, given back or chosen; all that is left of a row is discarded as it lies."""
    if action.kind not in CARD_KINDS or action.seat == CHANCE:
        return ()
    return ROWS.named(before, action.seat, int(action.args[0]))
