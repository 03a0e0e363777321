"""What the table lets hear when something came about. Knows no wire, no rules and no hardware.

One cue at a time, the weightiest: which one is a table of data, from the moment before and the moment after.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from glowtable.match.presenter import current_prompt
from glowtable.match.session import Phase, Session

# The wire's numbers of the cues; how each sounds is the firmware's (pins.py).
SILENCE, ACCEPTED, REFUSED, YOUR_TURN, ROUND_OVER, MATCH_OVER, WRONG, TICK = range(8)


class Moment(NamedTuple):
    """What of a match can be heard when it changes."""

    phase: Phase
    rounds_over: int
    actions: int
    asked: int  # the seat of which something is asked
    is_person: bool  # sits there
    cursor: int | None
    refused: bool  # what was done just before


def current_moment(session: Session, refused: bool = False) -> Moment:
    """The match as it stands now."""
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
SOUNDS: tuple[tuple[int, Happened], ...] = (  # the weightiest first
    (MATCH_OVER, lambda was, now: now.phase is Phase.OVER and was.phase is Phase.PLAYING),
    (WRONG, lambda was, now: now.phase is Phase.DISPUTED and was.phase is not Phase.DISPUTED),
    (ROUND_OVER, lambda was, now: now.rounds_over > was.rounds_over),
    (REFUSED, lambda was, now: now.refused),
    (YOUR_TURN, lambda was, now: now.is_person and now.asked != was.asked),
    (ACCEPTED, lambda was, now: now.actions != was.actions or now.phase is not was.phase),
    (TICK, lambda was, now: now.cursor != was.cursor),
)


def choose_sound(was: Moment, now: Moment) -> int:
    """What is heard between two moments; SILENCE for nothing."""
    return next((number for number, came in SOUNDS if came(was, now)), SILENCE)
