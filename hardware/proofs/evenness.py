"""How even a lit plate is that no card lies on, and what was tried to make it more so; none of it is claimed or built.

U0 is the least over the mean of places of 5.3 mm, over the plate's whole upper face (64 x 64 mm) and over the rim that
one card leaves. The face spreads light as Lambert's law says, so U0 is the same for every eye. Spots are square layers
of solid white plastic under the plate, over each LED: what leaves a spot by its sides counts as lost. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hardware.product import cell as c
from hardware.product.cell import Spot, turned
from hardware.product.light import Finish
from hardware.proofs.light import (
    PLATE_BOX,
    Cell,
    Make,
    as_measured,
    as_thick,
    boxes,
    cell_of,
    contrast,
    evenness,
    lit,
    plate_map,
    rim,
)
from hardware.proofs.rays import Box, Lattice

RAYS = 40_000
WHITE, WHITE_MM = Finish(0.72, 0.18), 2.0  # printed solid, so thick: an estimate
PLATE_MM = c.PLATE[1] - c.PLATE[0]
UNDER = 0.01  # between layers
COLUMNS = ("plate and LEDs", "U0, whole plate", "U0, rim around one card", "rim, lit over dark", "brightest / mean")


class Layer(NamedTuple):
    """Of a spot: half its side, and how thick."""

    half: float
    thick: float


class Tried(NamedTuple):
    about: str
    plate_mm: float = PLATE_MM
    led: Spot = c.LED
    spot: Sequence[Layer] = ()  # from the plate down


NARROW: Spot = (18.0, 18.0)  # of LEDs: asks for other panels
TWO_STEPS, STEEP = (Layer(6.8, 0.5), Layer(5.4, 2.4)), (Layer(7.5, 1.6), Layer(4, 2.5))
THREE_STEPS, THREE_FLAT = (
    (Layer(11, 0.8), Layer(8, 1.2), Layer(5, 1.6)),
    (Layer(9.4, 0.6), Layer(7.4, 1.2), Layer(5, 1.8)),
)
TRIED = (
    Tried("as built"),
    Tried("white spots of 10 x 10 x 0.8", spot=[Layer(5, 0.8)]),
    Tried("plate of 2.1, white spots in two steps, 14 and 11 wide, 2.9 thick", 2.1, spot=TWO_STEPS),
    Tried("white spots in three steps, 22, 16 and 10 wide, 3.6 thick", spot=THREE_STEPS),
    Tried("LEDs at 18", led=NARROW),
    Tried("LEDs at 18, white spots in two steps, 15 and 8 wide, 4.1 thick", led=NARROW, spot=STEEP),
    Tried(
        "LEDs at 18, plate of 1.9, white spots in three steps, 19, 15 and 10 wide, 3.6 thick", 1.9, NARROW, THREE_FLAT
    ),
)


def cell_with(tried: Tried, stack: int) -> Cell:
    """A cell so made; the plate's upper face stays where it is."""
    make = Make(stack=stack, led=tried.led, plate=as_measured().plate, walls=as_measured().walls)
    found, low = boxes(make), c.PLATE[1] - tried.plate_mm
    finish = as_thick(tried.plate_mm, make.plate)
    found[PLATE_BOX] = found[PLATE_BOX]._replace(z=(low, c.PLATE[1]), reflects=finish.reflects, passes=finish.passes)
    for layer in tried.spot:
        z = (low - UNDER - layer.thick, low - UNDER)
        found += [_spot(at, layer, z) for at in turned(tried.led)]
        low = z[0]
    bare = cell_of(make)
    return bare._replace(lattice=Lattice(found, c.PITCH, bare.lattice.start))


def _spot(at: Spot, layer: Layer, z: tuple[float, float]) -> Box:
    """As far as the plate reaches."""
    sides = [(max(-c.PLATE_HALF, x - layer.half), min(c.PLATE_HALF, x + layer.half)) for x in at]
    return Box(sides[0], sides[1], z, *as_thick(layer.thick * PLATE_MM / WHITE_MM, WHITE))


def figures(tried: Tried, rays: int = RAYS) -> tuple[float, float, float, float]:
    """U0 of plate and rim, the rim lit over dark, and the brightest place over the mean."""
    bare, under_card = (lit(cell_with(tried, stack), rays) for stack in (0, 1))
    field = plate_map(bare)
    return (
        evenness(field),
        evenness(rim(plate_map(under_card))),
        contrast(under_card),
        float(field.max() / field.mean()),
    )


def compared(rays: int = RAYS) -> list[tuple[str, ...]]:
    """What was tried: a head, and lines."""
    rows = [(tried.about, *(f"{figure:.2f}" for figure in figures(tried, rays))) for tried in TRIED]
    return [COLUMNS, *rows]
