"""By what the table tells what has happened: a sound, and after a match its lights. Knows no wire, clock and rules.

One sound at a time, the most important: a table of data chooses it from the moment before and the moment after. After a
match rings of light spread if somebody won, or go out: no cell is lit more than twice in two seconds, and none flashes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from glowtable.device.link import Link
from glowtable.grid import CELLS, SIDE
from glowtable.match.presenter import current_prompt
from glowtable.match.result import Ending, ending_of
from glowtable.match.session import Phase, Session
from glowtable.table import DARK, GREEN, OFF, RED, STEADY, WHITE, Light, Picture

# The numbers of the sounds on the wire; the firmware knows how each is played (board.py).
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


# -- the lights after a match

STEP_MS = 350
LOST = (Ending.LOST_TOGETHER, Ending.NOBODY)
# The rings that are lit in each step, 0 at the rim: after a win they spread from the middle, twice
SPREADING = ({2}, {1}, {0}, {2}, {1}, {0})
GOING_OUT = ({0, 1, 2}, {0, 1, 2}, {1, 2}, {2}, set[int]())
ENDED = -1  # the number of no step


class Finale:
    """Follows a match to its end; `with_rings` then changes the picture for a while."""

    def __init__(self, session: Session) -> None:
        self._phase = session.phase
        self._began_ms: int | None = None
        self._step = ENDED

    def step(self, session: Session, now_ms: int) -> bool:
        """Whether the lights change now. A match that is only found to be over had its finale."""
        before = self._step
        if session.phase is not self._phase:
            has_ended = session.phase is Phase.OVER and self._phase is Phase.PLAYING
            self._phase, self._began_ms = session.phase, now_ms if has_ended else None
        self._step = ENDED if self._began_ms is None else (now_ms - self._began_ms) // STEP_MS
        if self._step >= len(_steps_of(session)):
            self._began_ms, self._step = None, ENDED
        return self._step != before

    def with_rings(self, session: Session, picture: Picture) -> Picture:
        """The picture, with this step's rings in place of what lies on the cells."""
        if self._step == ENDED:
            return picture
        rings, colours = _steps_of(session)[self._step], _colours_of(session)
        cells = (Light(colours[sum(divmod(n, SIDE)) % len(colours)], STEADY) for n in range(CELLS))
        return picture._replace(cells=tuple(light if ring_of(n) in rings else OFF for n, light in enumerate(cells)))


def ring_of(cell: int) -> int:
    """How far a cell is from the rim of the grid."""
    row, column = divmod(cell, SIDE)
    return min(row, column, SIDE - 1 - row, SIDE - 1 - column)


def _steps_of(session: Session) -> tuple[set[int], ...]:
    if session.outcome is None:
        return ()
    return GOING_OUT if ending_of(session.game, session.outcome) in LOST else SPREADING


def _colours_of(session: Session) -> tuple[str, ...]:
    """Those of the winners' seats, each once; red if nobody won."""
    winners = session.outcome.winners if session.outcome else ()
    seats = session.game.surface.board(session.view).seats
    own = dict.fromkeys(seats[seat].colour for seat in winners if seats[seat].colour not in (DARK, WHITE))
    return tuple(own) or ((GREEN,) if winners else (RED,))
