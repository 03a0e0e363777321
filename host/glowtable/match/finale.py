"""The table's lights in the seconds after a match has ended: rings that spread if somebody won, or go out.

No cell is lit more than twice in two seconds, and none flashes. Knows no wire, no clock and no rules.
"""

from __future__ import annotations

from glowtable.grid import CELLS, SIDE
from glowtable.match.result import Ending, ending_of
from glowtable.match.session import Phase, Session
from glowtable.table import DARK, GREEN, OFF, RED, STEADY, WHITE, Light, Picture

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
