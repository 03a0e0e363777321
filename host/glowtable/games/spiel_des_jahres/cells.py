"""Which cell is whose: a row for each seat, its games on the cells from left to right. Knows no rule."""

from __future__ import annotations

from glowtable.grid import SIDE, cell_name
from glowtable.messages import Message, say

from .state import CHOICES, Published
from .views import SeenGame


def cell_at(seat: int, place: int) -> int | None:
    """The cell of this place in a seat's row; from the seventh on games lie beside it."""
    return seat * SIDE + place if place < SIDE else None


def cell_of(game: Published | SeenGame) -> int | None:
    return cell_at(game.owner, game.place)


def place_name(game: Published | SeenGame) -> str | Message:
    cell = cell_of(game)
    return say("beside row {row}", row=cell_name(game.owner * SIDE)[0]) if cell is None else cell_name(cell)


def choice_cells(seat: int) -> range:
    """While all choose in secret, the cells of a row on which its seat does so."""
    return range(seat * SIDE, seat * SIDE + len(CHOICES))
