"""The people at the simulated table: they turn up its cards, make the bots' moves and press what is typed.

Everything they do goes through the firmware, as at a real table. Which gesture is wanted is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from glowtable.device.link import key_code
from glowtable.device.tag_registry import TagRegistry
from glowtable.device.twin import Twin
from glowtable.grid import TABLE_SEAT
from glowtable.table import Card, Event, Key, Press

PATIENCE_MS = 2000  # then a gesture without effect is repeated: the connection may have been lost
DEAL_MS = 80  # between two cards that are dealt in a row: the light of each seat is seen as it gets its hand
BRIEF_MS = 500  # at most before what decides nothing
READERS = 8


class SimulatedPlayers:
    """The people at one twin. They rest `pace_ms` after whatever happened, so that a person can follow."""

    def __init__(self, twin: Twin, registry: TagRegistry, pace_ms: int = 0) -> None:
        self.twin, self.registry, self.pace_ms = twin, registry, pace_ms
        self._moment: Hashable = None  # the last one
        self._done_in: Hashable = None
        self._since_ms = 0  # when it began, or its gesture was made

    def make_wanted(
        self,
        moment: Hashable,
        wanted: Callable[[], Event | None],
        game: str,
        now_ms: int,
        is_brief: Callable[[], bool] = lambda: False,
        is_dealing: bool = False,
    ) -> Event | None:
        """Make the one gesture that is wanted at this moment of the match; return one that cannot be made on the twin.

        `wanted` is called only after a rest, which is short before what `is_brief`; a gesture is repeated at the same
        moment only after a longer one. While cards are dealt in a row the rest is shorter still, and each card is
        returned: laid on a reader it would take longer. Without any rest all goes by the readers.
        """
        if self._moment is not None and moment != self._moment:
            self._since_ms = now_ms
        self._moment = moment
        rested_ms = now_ms - self._since_ms
        if rested_ms < PATIENCE_MS and moment == self._done_in:
            return None
        is_dealing &= self.pace_ms > DEAL_MS
        is_enough = rested_ms >= DEAL_MS if is_dealing else rested_ms >= BRIEF_MS and is_brief()
        if rested_ms < self.pace_ms and not is_enough:
            return None
        event = wanted()
        self._done_in, self._since_ms = moment, now_ms
        return event if event and (is_dealing or not self.make_gesture(event, game)) else None

    def make_gesture(self, event: Event, game: str) -> bool:
        """Make this gesture on the twin; False if nothing on the table can be touched for it.

        What seats share is not touched for one of them: it means whoever must act first.
        """
        board = self.twin.board
        match event:
            case Press(cell) if self.twin.has_cells:
                self.twin.tap(cell)
            case Key(seat) if board.has_key(event) and (seat == TABLE_SEAT or not board.is_shared):
                self.twin.tap_key(key_code(event))
            case Card(reader, card) if not board.is_shared and self.registry.tags_of(game, card):
                for other in range(READERS):
                    self.twin.lift(other)
                self.twin.lay(reader, self.registry.tags_of(game, card)[0])
            case _:
                return False
        return True
