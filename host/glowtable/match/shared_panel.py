"""A table with one set of keys and one reader for all seats: what is done there means the seat that must act.

Where several people may act, or a key would choose one of them, nobody is guessed: they say who it is.
"""

from __future__ import annotations

from glowtable.game import CHANCE, NO_READER, Action
from glowtable.grid import TABLE_SEAT
from glowtable.match.session import Session
from glowtable.messages import Message, say
from glowtable.table import Card, Event, Key

SAY_WHO = say("This table has no keys for each seat. Type who it is, or use a phone.").on(
    phone=say("This table has no keys for each seat. Tap it on your phone."),
    board=say("This table has no keys for each seat."),
)


def event_of_seat(event: Event, session: Session) -> Event | Message:
    """The same event at the seat that is meant, or why that cannot be known; any other event as it is."""
    match event:
        case Key(seat, "confirm") if seat != TABLE_SEAT and session.question and session.question.needed:
            return event._replace(seat=min(session.question.needed))
        case Key(seat, key) if seat != TABLE_SEAT:
            seats = acting_seats(session)
            is_clear = key == "undo" or not session.is_open or not (seats[1:] or _key_chooses(seats[0], session))
            return event._replace(seat=seats[0]) if is_clear else SAY_WHO
        case Card():
            return _shown_at(event, session)
    return event


def acting_seats(session: Session) -> list[int]:
    """The people who may act now, else the bots; the first seat while nobody may."""
    match_state = session.match_state
    bots = [seat for seat in match_state.game.rules.to_act(match_state.state) if seat != CHANCE]
    return match_state.seats_to_act or bots or [0]


def _key_chooses(seat: int, session: Session) -> bool:
    """Does this seat choose a player by that one's key now?"""
    state, gesture = session.state, session.game.surface.gesture
    meant = (gesture(action, state) for action in session.game.rules.legal(state, seat))
    return any(isinstance(event, Key) and event.seat != seat for event in meant)


def _shown_at(card: Card, session: Session) -> Card | Message:
    """Where the card is awaited; else at the one acting seat that can show it now."""
    awaited = session.game.surface.reader(session.state)
    if awaited != NO_READER:
        return card._replace(reader=awaited)
    cards = [card._replace(reader=seat) for seat in acting_seats(session)]
    can_be = [one for one in cards if _is_own(one, session)] or cards[:1]
    return can_be[0] if len(can_be) == 1 else SAY_WHO


def _is_own(card: Card, session: Session) -> bool:
    meant = session.judge.read(card, session.state)
    return isinstance(meant, Action) and meant.seat in (card.reader, CHANCE)
