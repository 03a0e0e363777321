"""The kit of one cell of the second table for its picture: each part above the one it goes onto."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.product import cell
from hardware.solids.assembled import CARDS, GREY, LIGHT, WOOD, Colour, Placed
from hardware.solids.shapes import box
from hardware.solids.sprung import COUPON, button, panel, plate, spring_grid, tip, wall_grid

GREEN: Colour = (120, 160, 132)


def kit() -> Iterator[Placed]:
    """From the panel up to a card."""
    card = box((cell.CARD, cell.CARD, cell.CARD_HEIGHT), floor=cell.PLATE[1])
    stack = (
        (panel(), GREEN, 0),
        (button(), GREY, 0),
        (spring_grid(COUPON), WOOD, 14),
        (wall_grid(COUPON), GREY, 30),
        (tip(), CARDS[0], 40),
        (plate(), LIGHT, 52),
        (card, CARDS[1], 62),
    )
    for solid, colour, above in stack:
        yield Placed(solid.translate([0, 0, above]), colour)
