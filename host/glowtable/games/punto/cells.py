"""Where the cells of the game lie on the 36 cells of the table. On the fixed frame they are the same.

The floating frame is shown through a window of 6x6 cells around the cards; while they span five rows or
columns some legal cells lie beyond it, and are typed instead of pressed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from glowtable.kit.bit_sets import mask_of

from .lines import LATTICE_SIDE, ROWS, TABLE_SIDE, box, cell_text, neighbours
from .state import SETTLED
from .views import View

T = TypeVar("T")


def side_of(view: View) -> int:
    """How many rows and columns the game's own cells have."""
    return LATTICE_SIDE if ("frame", "floating") in view.options else TABLE_SIDE


def cell_label(cell: int, view: View) -> str:
    """A cell of the game as people call it."""
    return cell_text(cell, side_of(view))


def on_table(cell: int, view: View) -> int | None:
    """The cell of the table that shows a cell of the game; None beyond the window."""
    side = side_of(view)
    top, left = _window_corner(view, side)
    row, col = cell // side - top, cell % side - left
    return row * TABLE_SIDE + col if 0 <= row < TABLE_SIDE and 0 <= col < TABLE_SIDE else None


def all_on_table(things: Mapping[int, T], view: View) -> dict[int, T]:
    """What lies on cells of the game, by the cells of the table that show them."""
    shown = {on_table(cell, view): thing for cell, thing in things.items()}
    return {cell: thing for cell, thing in shown.items() if cell is not None}


def on_lattice(cell: int, view: View) -> int:
    """The cell of the game that a cell of the table shows."""
    side = side_of(view)
    top, left = _window_corner(view, side)
    return (top + cell // TABLE_SIDE) * side + left + cell % TABLE_SIDE


def headings(view: View) -> tuple[Sequence[str], Sequence[str]]:
    """What the rows and the columns of the table are called: those of the game that they show."""
    side = side_of(view)
    top, left = _window_corner(view, side)
    return ROWS[top : top + TABLE_SIDE], tuple(str(left + col + 1) for col in range(TABLE_SIDE))


def _window_corner(view: View, side: int) -> tuple[int, int]:
    """Row and column of the game shown at a1: as much room on both sides of the cards as there is."""
    if side == TABLE_SIDE:
        return 0, 0
    cells = [cell for cell, _ in view.piles] or [side * side // 2]
    if view.phase in SETTLED and view.rounds[-1].trophy:
        cells.append(view.rounds[-1].cell)
    top, bottom, left, right = box(mask_of(cells), side)
    return _window_start(top, bottom), _window_start(left, right)


def _window_start(first: int, last: int) -> int:
    """The window stays on the lattice, for a round's first card lies in its middle."""
    return first - (TABLE_SIDE - (last - first + 1)) // 2


# -- where the steps of lesson.toml send a person, beyond how a cell is lit


def beside_own_colour(view: View) -> Collection[int]:
    """The cells of the table where the card turned up touches a card of its own colour."""
    near = neighbours(side_of(view))
    alike = mask_of(cell for cell, pile in view.piles if view.card and pile[-1][0] == view.card[0])
    return all_on_table({cell: cell for cell in view.cells if near[cell] & alike}, view)


def over_another_player(view: View) -> Collection[int]:
    """The cells of the table where it covers a card that no colour of its player's is on top of."""
    own = next(colours for seats, colours in zip(view.sides, view.colours, strict=True) if view.seat in seats)
    others = [cell for cell, pile in view.piles if pile[-1][0] not in own]
    return all_on_table({cell: cell for cell in others if cell in view.cells}, view)


LESSON_PLACES = {"beside its own colour": beside_own_colour, "over another player's": over_another_player}
