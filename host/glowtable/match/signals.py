"""By what the table shows what has happened: lights, a sound, after a match rings. Knows no rules, reads no clock.

One sound at a time, the most important: a table of data chooses it from the moment before and the moment after. After a
match rings of light spread if somebody won, or go out: no cell is lit more than twice in two seconds, and none flashes.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from glowtable.device.connection import Connection
from glowtable.device.link import Link
from glowtable.grid import CELLS, SIDE
from glowtable.match.presenter import current_picture, current_prompt
from glowtable.match.result import Ending, ending_of
from glowtable.match.session import Phase, Session
from glowtable.table import DARK, GREEN, OFF, RED, STEADY, WHITE, Light, Picture

if TYPE_CHECKING:
    from glowtable.device.mirror import Mirror

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
            link.commands.queue_command("sound", sound)


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


class TableLights:
    """Sends the table each picture once, with the rings after a match, and shows a strip the same."""

    def __init__(self, session: Session, mirror: "Mirror | None", brightness_pct: int) -> None:
        """`brightness_pct` of what the table's settings allow."""
        self.mirror, self.brightness_pct = mirror, brightness_pct
        self._finale = Finale(session)
        self._shown: Picture | None = None

    def step(self, session: Session, now_ms: int) -> bool:
        """Whether the lights change by themselves now."""
        return self._finale.step(session, now_ms)

    def show_picture(self, session: Session, connection: Connection, now_ms: int) -> None:
        """Show what has changed at once."""
        picture = self._finale.with_rings(session, current_picture(session))
        picture = picture._replace(brightness_pct=picture.brightness_pct * self.brightness_pct // 100)
        if picture != self._shown:
            self._shown = picture
            connection.link.show_picture(picture)
            connection.write_due(now_ms)
            if self.mirror:
                self.mirror.show_picture(picture)

    def forget_shown(self) -> None:
        """The table was away: its picture is sent again."""
        self._shown = None


class AuctionClock:
    """An auction that closes by itself: its light runs down from the last press on; then nobody wants more."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds  # after so long a silence; 0: never
        self._silent_since_ms: int | None = None  # while silence may answer

    def step(self, session: Session, now_ms: int) -> bool:
        """Let the session know how much of the time is over; whether that is a change."""
        before = session.timeout_pct
        if self.seconds and session.has_answer_timeout:
            self._silent_since_ms = now_ms if self._silent_since_ms is None else self._silent_since_ms
            session.timeout_pct = (now_ms - self._silent_since_ms) // (self.seconds * 100) * 10
        else:
            self._silent_since_ms, session.timeout_pct = None, 0
        return session.timeout_pct != before

    def restart(self) -> None:
        """Somebody has done something."""
        self._silent_since_ms = None


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
