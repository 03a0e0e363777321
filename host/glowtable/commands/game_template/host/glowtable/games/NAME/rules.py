"""The rules of TITLE: stones are laid in turn, and the first who cannot lay one has lost.

Source: docs/rules/NAME.md
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from glowtable.game import Action, Arg, Outcome, Point, Refusal, Rules
from glowtable.grid import CELLS, SIDE
from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.refusals import match_over
from glowtable.messages import say

SEATS = (2,)
GRID_CELLS = mask_of(range(CELLS))
FIRST_COLUMN = mask_of(range(0, CELLS, SIDE))
LAST_COLUMN = FIRST_COLUMN << (SIDE - 1)


class Reason(StrEnum):
    OCCUPIED = "occupied"
    TOUCHES = "touches"


class State(NamedTuple):
    """Nothing is hidden, so that a view is the whole state, too."""

    touch: str  # the option
    stones: tuple[int, int] = (0, 0)  # of each seat: a set of cells
    seat: int = 0  # whose turn it is


def free_cells(state: State, seat: int) -> int:
    """Where this seat may lay a stone (X-02, X-03)."""
    return GRID_CELLS & ~(state.stones[0] | state.stones[1] | avoided(state, seat))


def avoided(state: State, seat: int) -> int:
    """The cells beside the stones that one of this seat must not touch (X-03)."""
    return beside(state.stones[seat if state.touch == "own" else 1 - seat])


def beside(cells: int) -> int:
    """The cells that share an edge with one of these."""
    rows = cells << SIDE | cells >> SIDE
    return GRID_CELLS & (rows | (cells & ~LAST_COLUMN) << 1 | (cells & ~FIRST_COLUMN) >> 1)


class StoneRules(Rules[State, State]):
    """Stones are laid in turn, until one cannot be laid."""

    def setup(self, seats: int, options: Mapping[str, Arg]) -> State:
        """An empty grid; seat 0 begins (X-01)."""
        return State(str(options["touch"]))

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.seat,) if free_cells(state, state.seat) else ()

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        if seat != state.seat:
            return ()
        return tuple(Action(seat, "lay", (cell,)) for cell in members(free_cells(state, seat)))

    def apply(self, state: State, action: Action) -> State:
        stones = list(state.stones)
        stones[action.seat] |= 1 << int(action.args[0])
        return state._replace(stones=(stones[0], stones[1]), seat=1 - action.seat)

    def outcome(self, state: State) -> Outcome | None:
        """The match is over as soon as the seat to move cannot lay a stone (X-04)."""
        if self.to_act(state):
            return None
        winner = 1 - state.seat
        point = Point((winner,), 1, say("{seat} can't put a stone anywhere.", seat=state.seat), "X-04")
        return Outcome(say("no cell is free").text, (winner,), (1 - winner, winner), (point,))

    def why(self, state: State, action: Action) -> Refusal:
        if not self.to_act(state):
            return match_over("X-04")
        cell = action.args[0] if action.args else None
        if cell in members(state.stones[0] | state.stones[1]):
            return Refusal(Reason.OCCUPIED, say("There's already a stone here. Choose another cell."), "X-02")
        if cell in members(avoided(state, state.seat)):
            return Refusal(
                Reason.TOUCHES, say("A stone here would touch one it must avoid. Choose a lit cell."), "X-03"
            )
        return super().why(state, action)


RULES = StoneRules()
