"""The places of the face-down display: a1..f6 are the cells of the table, R1..R9 lie on its rim (A-40)."""

from __future__ import annotations

from glowtable.grid import CELLS, cell_name
from glowtable.kit.cards import NamedCards

from .state import PLACES

RIM = tuple(f"R{n + 1}" for n in range(max(PLACES.values()) - CELLS))
DISPLAY = NamedCards((*map(cell_name, range(CELLS)), *RIM))


def place_name(place: int) -> str:
    return DISPLAY.names[place]


def place_of(text: str) -> int | None:
    """Inverse of place_name in whatever case; None if it names none."""
    return next(iter(DISPLAY.copies_of(text)), None)
