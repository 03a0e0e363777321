"""A moment in the middle of a match of Punto, for pictures: what lies where, and which lights the firmware then sends.

Rows run from the far side of seats 1 and 2 to the near one, as cells are numbered. No card reader's or pod's light.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from glowpico.settings import DEFAULTS
from glowpico.strip import Strip
from glowpico.wire import SEATS

from hardware.product.cell import STACK
from hardware.product.supply import LEDS_MA, SUPPLIES

SIDE = 6
ROWS = (  # colour and worth of a card; with + it lies on eight others
    ". .  .   .  .  .",
    ". .  b4  r2 .  .",
    ". y3 r7+ g5 b1 .",
    ". g6 y8  b9 r4 .",
    ". .  r1  y2 .  .",
    ". .  .   .  .  .",
)
IN_HAND = 6  # worth of the card to lay now
OPEN, COVER = ("g", "e"), ("s", "c")  # as Punto lights a free place beside a card, and a card worth less


class Lying(NamedTuple):
    colour: str
    worth: int
    stack: int


def _lying(token: str) -> Lying:
    return Lying(token[0], int(token[1]), STACK if token.endswith("+") else 1)


CARDS: Mapping[int, Lying] = {
    cell: _lying(token) for cell, token in enumerate(token for row in ROWS for token in row.split()) if token != "."
}


def lit() -> dict[int, tuple[str, str]]:
    """Cell -> colour and pattern."""
    taken = [divmod(cell, SIDE) for cell in CARDS]
    beside = {
        cell
        for cell in range(SIDE * SIDE)
        if cell not in CARDS and any(max(abs(cell // SIDE - r), abs(cell % SIDE - c)) == 1 for r, c in taken)
    }
    less = {cell for cell, card in CARDS.items() if card.worth < IN_HAND}
    return dict.fromkeys(beside, OPEN) | dict.fromkeys(less, COVER)


def levels() -> list[tuple[int, int, int]]:
    """Red, green, blue of each cell's pixels at the moment's brightest, on the smallest supply."""
    shown = lit()
    dark = ("-", "s")
    colours, patterns = ("".join(shown.get(cell, dark)[n] for cell in range(SIDE * SIDE)) for n in (0, 1))
    strip = Strip({**DEFAULTS, "budget_ma": SUPPLIES[0].leds_ma, "branch_ma": LEDS_MA})
    strip.show(colours + "-" * SEATS, patterns + "s" * SEATS, 100)
    strip.render(0)
    size = len(strip.cells) // (SIDE * SIDE)
    pixels = [tuple(strip.cells[cell * size : cell * size + 3]) for cell in range(SIDE * SIDE)]
    return [(red, green, blue) for green, red, blue in pixels]
