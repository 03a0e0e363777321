"""The light of a cell of the first table, as hardware/solids prints it, by the same rays: for comparison."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from hardware.product import light as optics
from hardware.product.light import Finish
from hardware.proofs.light import STACKS, Cell, as_measured, legible, lit, of
from hardware.proofs.rays import Box, Lattice, Span
from hardware.solids import sizes as s

PLATE = Finish(0.80, 0.10)  # 2 mm of white
DIFFUSER = Finish(0.35, 0.60)
TILES = {"black": Finish(0.06), "white": Finish(0.80)}
BELOW = Finish(0.20)  # boards and wires
DEPTH = -20.0  # where they are


def boxes(tile: Finish, stack: int) -> list[Box]:
    """A cell's plate with its skirt, the lid over its strip, the tile's floor and two of its walls, cards."""
    low, high = _start(), _start() + s.PITCH
    around, along = (low, high), (-s.EDGE, s.EDGE)
    wide, deep = s.PLATE_SIZE
    plate_x = (-wide / 2, wide / 2)
    plate_y = (-s.PLATE_OFF - deep / 2, -s.PLATE_OFF + deep / 2)
    under, skirt = s.PLATE_TOP - s.PLATE, s.PLATE_TOP - s.PLATE - s.SKIRT[1]
    wall = (s.EDGE, s.EDGE + s.INNER_WALL)
    found = [
        Box(plate_x, plate_y, (under, s.PLATE_TOP), *PLATE),
        *(Box(x, plate_y, (skirt, under), PLATE.reflects) for x in _ends(plate_x)),
        Box(plate_x, _ends(plate_y)[0], (skirt, under), PLATE.reflects),
        Box(wall, around, (0, s.TILE_HEIGHT), *tile),
        Box(around, wall, (0, s.TILE_HEIGHT), *tile),
        Box(along, (s.EDGE - s.SHELF, s.EDGE), (0, s.FLOOR), *tile),
        Box(along, (-s.PLATE_OFF - s.SWITCH_BAR / 2, -s.PLATE_OFF + s.SWITCH_BAR / 2), (0, s.FLOOR), *tile),
        Box(around, around, (DEPTH - 1, DEPTH), *BELOW),
        *_lid(),
    ]
    if stack:
        card, off = s.CARD / 2, s.PLATE_OFF
        lying = s.PLATE_TOP + optics.UNDER_CARD, s.PLATE_TOP + stack * 0.6
        found.append(Box((-card, card), (-off - card, -off + card), lying, *optics.CARD))
    return found


def _ends(span: Span) -> tuple[Span, Span]:
    return (span[0], span[0] + s.SKIRT[0]), (span[1] - s.SKIRT[0], span[1])


def _lid() -> list[Box]:
    wide, high = s.LID_OUTSIDE
    along, near, far = (-s.LID_LENGTH / 2, s.LID_LENGTH / 2), s.STRIP_OFF - wide / 2, s.STRIP_OFF + wide / 2
    top = s.FLOOR + high
    return [
        Box(along, (near, far), (top - s.LID, top), *DIFFUSER),
        Box(along, (near, near + s.LID), (s.FLOOR, top - s.LID), *DIFFUSER),
        Box(along, (far - s.LID, far), (s.FLOOR, top - s.LID), *DIFFUSER),
    ]


def _start() -> float:
    return -s.EDGE + s.SNUG / 2


def cell_of(tile: str, stack: int) -> Cell:
    """A cell in a black or white tile, so many cards on every cell."""
    x = [(n - (s.SEAT_PIXELS - 1) / 2) * s.PIXEL_PITCH for n in range(s.SEAT_PIXELS)]
    spots = list(product(x, (s.STRIP_OFF,)))
    return Cell(Lattice(boxes(TILES[tile], stack), s.PITCH, _start()), s.PLATE_TOP, spots, s.FLOOR + s.STRIP[1])


def compared(rays: int = 30_000) -> list[tuple[str, ...]]:
    """Of 36 cells, how many the eyes of seats 1 to 6 read: a head, the first table's lines, and the second's."""
    shown = {f"first table, {tile} tiles, one card each": lit(cell_of(tile, 1), rays) for tile in TILES}
    shown |= {
        f"second table, stacks of {stack} everywhere": of(replace(as_measured(), stack=stack), rays) for stack in STACKS
    }
    head = ("cells legible of 36, seats", *map(str, range(1, 7)))
    return [head, *((about, *map(str, legible(each))) for about, each in shown.items())]
