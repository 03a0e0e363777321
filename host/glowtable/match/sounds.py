"""Which sound the table plays when something has happened. Knows no wire, no rules and no hardware.

One sound at a time, the most important: a table of data chooses it from the moment before and the moment after.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from glowtable.device.link import Link
from glowtable.match.presenter import current_prompt
from glowtable.match.session import Phase, Session

# The numbers of the sounds on the wire; the firmware knows how each is played (pins.py).
SILENCE, ACCEPTED, REFUSED, YOUR_TURN, ROUND_OVER, MATCH_OVER, DISPUTE, TICK = range(8)


class Moment(NamedTuple):
    """What makes a sound when it changes."""

    phase: Phase
    rounds_over: int
    actions: int
    asked: int  # the seat that is asked
    is_person: bool  # whether a person sits there
    cursor: int | None
    refused: bool  # whether the last event was refused


def current_moment(session: Session, refused: bool = False) -> Moment:
    """The match now."""
    asked = current_prompt(session).seat
    return Moment(
        session.phase,
        session.game.surface.rounds_over(session.view),
        len(session.history),
        asked,
        asked in session.people,
        session.cursor,
        refused,
    )


Happened = Callable[[Moment, Moment], bool]
SOUNDS: tuple[tuple[int, Happened], ...] = (  # the most important first
    (MATCH_OVER, lambda was, now: now.phase is Phase.OVER and was.phase is Phase.PLAYING),
    (DISPUTE, lambda was, now: now.phase is Phase.DISPUTED and was.phase is not Phase.DISPUTED),
    (ROUND_OVER, lambda was, now: now.rounds_over > was.rounds_over),
    (REFUSED, lambda was, now: now.refused),
    (YOUR_TURN, lambda was, now: now.is_person and now.asked != was.asked),
    (ACCEPTED, lambda was, now: now.actions != was.actions or now.phase is not was.phase),
    (TICK, lambda was, now: now.cursor != was.cursor),
)


def choose_sound(was: Moment, now: Moment) -> int:
    """The sound for what happened between two moments; SILENCE for none."""
    return next((number for number, came in SOUNDS if came(was, now)), SILENCE)


class Sounds:
    """Plays the most important sound since the last one; lights go first while the line is busy."""

    def __init__(self, session: Session, is_on: bool) -> None:
        self.is_on = is_on
        self.was_refused = False  # any event since the last sound
        self.is_due = False  # something happened that no sound was chosen for yet
        self._moment = current_moment(session)

    def step(self, session: Session, link: Link) -> None:
        """Choose, and play it unless it is night."""
        if not (self.is_due and link.is_idle):
            return
        self.is_due = False
        was, self._moment = self._moment, current_moment(session, self.was_refused)
        self.was_refused = False
        sound = choose_sound(was, self._moment)
        if sound and self.is_on and not session.night:
            link.queue_command("sound", sound)
