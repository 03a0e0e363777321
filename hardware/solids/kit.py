"""The kit of one cell of the table for its picture: each part above the one it goes onto."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.product import cell
from hardware.solids.picture import Colour, Placed
from hardware.solids.shapes import box
from hardware.solids.sprung import COUPON, button, panel, plate, spring_grid, tip, wall_grid

GREEN: Colour = (120, 160, 132)
WOOD, LIGHT, GREY = (196, 160, 116), (236, 236, 230), (150, 152, 156)
TIP, CARD = (213, 94, 0), (0, 158, 115)


def kit() -> Iterator[Placed]:
    """From the panel up to a card."""
    card = box((cell.CARD, cell.CARD, cell.CARD_HEIGHT), floor=cell.PLATE[1])
    stack = (
        (panel(), GREEN, 0),
        (button(), GREY, 0),
        (spring_grid(COUPON), WOOD, 14),
        (wall_grid(COUPON), GREY, 30),
        (tip(), TIP, 40),
        (plate(), LIGHT, 52),
        (card, CARD, 62),
    )
    for solid, colour, above in stack:
        yield Placed(solid.translate([0, 0, above]), colour)
