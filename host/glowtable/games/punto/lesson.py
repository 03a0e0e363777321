"""Where the steps of lesson.toml send a person, beyond how a cell is lit."""

from __future__ import annotations

from collections.abc import Collection

from glowtable.kit.bit_sets import mask_of

from . import cells
from .lines import neighbours
from .views import View


def beside_own_colour(view: View) -> Collection[int]:
    """The cells of the table where the card turned up touches a card of its own colour."""
    near = neighbours(cells.side_of(view))
    alike = mask_of(cell for cell, pile in view.piles if view.card and pile[-1][0] == view.card[0])
    return cells.all_on_table({cell: cell for cell in view.cells if near[cell] & alike}, view)


def over_another_player(view: View) -> Collection[int]:
    """The cells of the table where it covers a card that no colour of its player's is on top of."""
    own = next(colours for seats, colours in zip(view.sides, view.colours, strict=True) if view.seat in seats)
    others = [cell for cell, pile in view.piles if pile[-1][0] not in own]
    return cells.all_on_table({cell: cell for cell in others if cell in view.cells}, view)


LESSON_PLACES = {"beside its own colour": beside_own_colour, "over another player's": over_another_player}
