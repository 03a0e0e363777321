"""Where the parts go when the table is put together: each placement by itself, and the whole table for a picture.

The grid's middle is the origin, its tiles stand at height 0, seat 0 sits towards smaller y.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from hardware.product.light import SEATS
from hardware.solids.bought import CARD_HEIGHT, keycap, square_card, strip, switch
from hardware.solids.parts import (
    card_insert,
    cell_spots,
    diffuser,
    key_bar,
    key_spots,
    light_middle,
    module_middle,
    press_plate,
    reader_cup,
    seat_pod,
    tile,
)
from hardware.solids.shapes import Solid, Spot, box, ring
from hardware.solids.sizes import (
    CELLS,
    CUP,
    FLOOR,
    INSERT,
    LID_OUTSIDE,
    MODULE,
    PITCH,
    PLATE,
    PLATE_OFF,
    PLATE_TOP,
    POD,
    ROOF,
    SEAT_PIXELS,
    SPACER,
    STRIP_OFF,
    TABLE_KEYS,
    TILE_CELLS,
    TILE_HEIGHT,
    UNDER,
)

Colour = tuple[int, int, int]
WOOD, DARK, LIGHT, GREY, RED = (196, 160, 116), (72, 76, 84), (236, 236, 230), (150, 152, 156), (196, 72, 60)
CARDS: tuple[Colour, ...] = ((213, 94, 0), (0, 158, 115), (0, 114, 178), (240, 228, 66))
CLEAR: Colour = (200, 200, 196)  # of diffusers and strips


class Placed(NamedTuple):
    solid: Solid
    colour: Colour


# -- in a cell: all that a tile's cell holds, the cell's middle at a spot


def plate_on(spot: Spot, plate: Solid, pressed: float = 0) -> Solid:
    return plate.rotate([0, 180, 0]).translate([spot[0], spot[1] - PLATE_OFF, PLATE_TOP - pressed])


def switch_in(spot: Spot, key: Solid) -> Solid:
    return key.translate([spot[0], spot[1] - PLATE_OFF, FLOOR])


def lid_over_strip(spot: Spot, lid: Solid) -> Solid:
    return lid.rotate([0, 180, 0]).translate([spot[0], spot[1] + STRIP_OFF, FLOOR + LID_OUTSIDE[1]])


def strip_through(spot: Spot, strip: Solid) -> Solid:
    return strip.translate([spot[0], spot[1] + STRIP_OFF, FLOOR])


def module_under_plate(spot: Spot, module: Solid) -> Solid:
    """An RC522 board across the cell, hanging below an NFC plate."""
    return module.rotate([0, 0, 90]).translate([spot[0], spot[1] - PLATE_OFF, PLATE_TOP - PLATE - MODULE[2]])


# -- in a reader cup or seat pod


def module_under_roof(module: Solid) -> Solid:
    return module.translate([*module_middle(), UNDER - MODULE[2]])


def in_well(card: Solid, above: float = 0) -> Solid:
    return card.translate([0, 0, UNDER + ROOF + above])


def pod_lid(lid: Solid) -> Solid:
    return lid.rotate([0, 180, 0]).translate([*light_middle(), CUP[2]])


def pod_keys(key: Solid) -> list[Solid]:
    return [key.translate([*spot, CUP[2]]) for spot in key_spots()]


# -- the table

SLAB = 6.0
FRAME = 14.0  # wide
AWAY = 25.0  # of pods from the grid's frame
SIDE = 2 * (CELLS * PITCH / 2 + FRAME + AWAY + POD[1] + 15)  # of the base board
CARDS_SHOWN = {2: 0, 8: 1, 14: 2, 15: 3, 21: 0, 27: 2}  # cell -> colour


def table() -> Iterator[Placed]:
    """The grid in its frame, six seats and the dealer's cup around it, a few cards. Light is drawn in `views` only."""
    half = CELLS * PITCH / 2
    yield Placed(box((SIDE, SIDE, SLAB), floor=-SPACER - SLAB), GREY)
    whole = 2 * half + 2 * FRAME
    yield Placed(ring((whole, whole, SPACER + TILE_HEIGHT), FRAME - 1, floor=-SPACER), WOOD)
    for x, y in product((-1, 1), repeat=2):
        yield Placed(tile().translate([x * TILE_CELLS * PITCH / 2, y * TILE_CELLS * PITCH / 2, 0]), LIGHT)
    for cell, spot in enumerate(cell_spots(CELLS)):
        yield from _cell(cell, spot)
    for turn, along in SEATS:
        yield from _around(_seat(), half + FRAME + AWAY, along, turn)
    yield from _around(_keys_of_table(), half + FRAME + AWAY, -125, 90)
    yield from _around(_reader(reader_cup()), half + FRAME + AWAY, -130, 270)


def _cell(cell: int, spot: Spot) -> Iterator[Placed]:
    yield Placed(lid_over_strip(spot, diffuser()), CLEAR)
    yield Placed(plate_on(spot, press_plate()), LIGHT)
    if cell in CARDS_SHOWN:
        card = square_card().translate([spot[0], spot[1] - PLATE_OFF, PLATE_TOP])
        yield Placed(card, CARDS[CARDS_SHOWN[cell]])


def exploded() -> Iterator[Placed]:
    """One cell, each of its parts above the one it goes into."""
    middle = (0.0, 0.0)
    stack = (
        (tile(1), LIGHT, 0),
        (strip_through(middle, strip(SEAT_PIXELS)), CARDS[1], 22),
        (lid_over_strip(middle, diffuser()), CLEAR, 38),
        (switch_in(middle, switch()), CARDS[2], 38),
        (plate_on(middle, press_plate()), LIGHT, 62),
        (square_card().translate([0, -PLATE_OFF, PLATE_TOP]), CARDS[0], 80),
    )
    for solid, colour, above in stack:
        yield Placed(solid.translate([0, 0, above]), colour)


def _seat() -> Iterator[Placed]:
    yield from _reader(seat_pod())
    yield Placed(in_well(square_card(), INSERT - CARD_HEIGHT), CARDS[3])
    yield Placed(pod_lid(diffuser()), CLEAR)
    for key, colour in zip(pod_keys(keycap()), (CARDS[1], LIGHT, RED), strict=True):
        yield Placed(key, colour)


def _keys_of_table() -> Iterator[Placed]:
    yield Placed(key_bar(), DARK)
    for spot in key_spots(TABLE_KEYS, 0):
        yield Placed(keycap().translate([*spot, CUP[2]]), LIGHT)


def _reader(body: Solid) -> Iterator[Placed]:
    yield Placed(body, DARK)
    yield Placed(in_well(card_insert()), GREY)


def _around(placed: Iterator[Placed], far: float, along: float, turn: float) -> Iterator[Placed]:
    """Put beside the grid, turned about its middle: 0 is before seat 0."""
    for solid, colour in placed:
        yield Placed(solid.translate([along, -far - CUP[1] / 2, -SPACER]).rotate([0, 0, turn]), colour)
