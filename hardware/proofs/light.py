"""The light of a cell of the table: its plate's brightness, evenness and leak, and what six seated eyes see.

Traced by chance in `rays`, each run from the same seed. An eye reads a cell where its LEDs shine as bright as the
room's light on the same spot, and brightly enough; the area counts as seen from above. Not in the model: the tray's
frame, people's hands and bodies, gloss. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import asinh, cos, cosh, radians, sin, sinh, sqrt
from typing import NamedTuple

import numpy as np
from glowtable.messages import UserError, say

from hardware.product import cell as c
from hardware.product import light as optics
from hardware.product.cell import Spot, Step, turned
from hardware.product.light import Finish
from hardware.proofs.claims import Claim
from hardware.proofs.measured import KNOWN, measured
from hardware.proofs.rays import ELSEWHERE, START, Array, Box, Lattice, Rays, Span, lambert

SIDE = 6  # cells in a row of the table
CELLS = range(SIDE * SIDE)
MIDDLE = ELSEWHERE // 2  # the number of the lit cell among the nine
BESIDE = (1, 3, 5, 7)  # of those that share a wall with it
RAYS = 100_000  # of LEDs, and as many of the room
SEED = 7
POINTS = 40  # an eye looks at so many points along each side of a cell
UNDER = 0.01  # mm between one layer and the next: faces in one plane would both be met
PLATE_BOX, STACK_BOX = 0, 1  # where these stand among a cell's boxes


@dataclass(frozen=True)
class Make:
    """How a cell is made, and what lies on it: as designed, but for what is said."""

    stack: int = 1
    plate: Finish = optics.PLATE  # were it as thick as designed
    thick: float = c.PLATE[1] - c.PLATE[0]
    walls: Finish = optics.WALLS
    walls_to: float = c.WALLS[1]
    panel: Finish = optics.PANEL
    led: Spot = c.LED
    shade: tuple[Step, ...] = c.SHADE
    shade_at: Spot = c.LED
    white: Finish = optics.WHITE
    is_braced: bool = True
    has_springs: bool = True


class Cell(NamedTuple):
    """A cell ready to be lit: its boxes, where eyes look for light on it, and its sources."""

    lattice: Lattice
    top: float  # mm: of the plate
    spots: Sequence[Spot]  # of LEDs
    lamp_height: float


class Lit(NamedTuple):
    """Luminances in cd/m2 of every bin: by its own LEDs in each of nine cells (10, bins), and by the room (bins)."""

    cell: Cell
    own: Array
    room: Array


def boxes(make: Make) -> list[Box]:
    """The plate, then the cards, then all else of a cell; walls and ribs on two sides: the next cell has the others."""
    low, high = _start(), _start() + c.PITCH
    face, rib, edge = c.PITCH / 2 - c.WALL / 2, c.RIB_EDGE, c.SHEET_EDGE
    plate_top = c.PLATE[0] + make.thick
    all_along, half, card = (low, high), (-c.PLATE_HALF, c.PLATE_HALF), (-c.CARD / 2, c.CARD / 2)
    found = [Box(half, half, (c.PLATE[0], plate_top), *as_thick(make.thick, make.plate))]
    if make.stack:
        lying = plate_top + optics.UNDER_CARD, plate_top + make.stack * c.CARD_HEIGHT
        found.append(Box(card, card, lying, *optics.CARD))
    found.append(Box(all_along, all_along, (-1.0, 0.0), *make.panel))
    for across, z, finish in (
        ((rib, c.PITCH - rib), c.RIBS, optics.SPRINGS),
        ((edge, high), c.SHEET, Finish(optics.SPRINGS.reflects)),
        ((low, -edge), c.SHEET, Finish(optics.SPRINGS.reflects)),
        ((face, c.PITCH - face), (c.WALLS[0], make.walls_to), make.walls),
    ):
        found += [Box(across, all_along, z, *finish), Box(all_along, across, z, *finish)]
    for spot in turned(make.led):
        found.append(_standing(spot, c.LED_SIZE[:2], (0, c.LED_SIZE[2]), optics.LED_BODY))
    found.append(_standing((0, 0), c.DOME[:2], (0, c.DOME_BODY), optics.DOME_BODY))
    found += _shades(make)
    found += _braces(make.white) if make.is_braced else []
    return found + (list(_springs(make.white)) if make.has_springs else [])


def as_thick(mm: float, finish: Finish = optics.PLATE, thick: float = c.PLATE[1] - c.PLATE[0]) -> Finish:
    """What the same plastic sends back and lets through if it is so many mm thick instead of `thick`.

    Source: Kubelka and Munk 1931, a layer that scatters and absorbs, without a backing.
    """
    reflects, passes = finish
    a = (1 + reflects**2 - passes**2) / (2 * reflects)
    b = sqrt(a * a - 1)
    x = asinh(b * reflects / passes) * mm / thick
    whole = a * sinh(x) + b * cosh(x)
    return Finish(sinh(x) / whole, b / whole)


def _shades(make: Make) -> Iterator[Box]:
    """The steps under the plate, over each LED; light that leaves a step by its sides counts as lost."""
    top = c.PLATE[0]
    for wide, thick in make.shade:
        z = (top - thick, top - UNDER)
        finish = as_thick(thick, make.white, optics.WHITE_MM)
        yield from (_standing(at, (wide, wide), z, finish) for at in turned(make.shade_at))
        top -= thick


def _braces(white: Finish) -> list[Box]:
    width, down = c.BRACE
    low, high = c.PLATE[0] - down, c.PLATE[0] - UNDER
    return _four(_standing((0, c.LED[1]), (c.SHADES_APART - UNDER, width), (low, high), white))


def _springs(white: Finish) -> list[Box]:
    """Arms, and what stands below the plate: legs, hooks, pegs and the rod."""
    left, right, near, far = c.ARM_AT
    under = c.PLATE[0]
    arm = Box((left, right), (near, far), c.SHEET, *optics.SPRINGS)
    leg = _standing(c.ARM_PRESSED_AT, optics.LEG, (c.SHEET[1], under), white)
    hook = _standing(c.HOOK_AT, optics.HOOK, (c.HOOK_END, under), white)
    peg = _standing(c.STOP_AT, optics.PEG, (c.PRELOAD + c.STOP_AIR, under), white)
    rod = _standing((0, 0), optics.ROD, (c.DOME[2] + c.AIR, under), white)
    return [*(each for one in (arm, leg, hook, peg) for each in _four(one)), rod]


def _standing(spot: Spot, size: Sequence[float], z: Span, finish: Finish) -> Box:
    (x, y), (width, depth) = spot, size
    return Box((x - width / 2, x + width / 2), (y - depth / 2, y + depth / 2), z, *finish)


def _four(box: Box) -> list[Box]:
    """A box and where three quarter turns take it."""
    corners = zip(turned((box.x[0], box.y[0])), turned((box.x[1], box.y[1])), strict=True)
    return [
        box._replace(x=(min(a[0], b[0]), max(a[0], b[0])), y=(min(a[1], b[1]), max(a[1], b[1]))) for a, b in corners
    ]


def _start() -> float:
    """Where a cell's boxes begin: in the middle of the gap between a wall and its plate."""
    return -(c.PITCH / 2 - c.WALL / 2 + c.PLATE_HALF) / 2


def cell_of(make: Make) -> Cell:
    lattice = Lattice(boxes(make), c.PITCH, _start())
    return Cell(lattice, c.PLATE[0] + make.thick, turned(make.led), c.LED_SIZE[2])


# -- light


def lamps(cell: Cell, count: int, lumens: float) -> Rays:
    """So many rays that carry this flux, from the LEDs' windows."""
    chance = np.random.default_rng(SEED)
    window = optics.LED_WINDOW / 2
    flat = np.array(cell.spots)[chance.integers(len(cell.spots), size=count)].T
    flat = flat + chance.uniform(-window, window, (2, count))
    points = np.concatenate([flat, np.full((1, count), cell.lamp_height + START)])
    return _rays(points, lambert(chance, np.full(count, 2), np.ones(count, bool)), lumens)


def daylight(cell: Cell, count: int) -> Rays:
    """So many rays onto one cell, as an even ceiling of ROOM_LX sends them."""
    chance = np.random.default_rng(SEED + 1)
    lattice = cell.lattice
    flat = lattice.start + lattice.pitch * chance.random((2, count))
    points = np.concatenate([flat, np.full((1, count), lattice.top + 1)])
    ways = lambert(chance, np.full(count, 2), np.zeros(count, bool))
    return _rays(points, ways, optics.ROOM_LX * lattice.pitch**2 * 1e-6)


def _rays(points: Array, ways: Array, lumens: float) -> Rays:
    count = points.shape[1]
    return Rays(points, ways, np.full(count, lumens / count), np.zeros((2, count), int))


def as_measured() -> Make:
    """The table's, with what was measured of it instead of what was computed; UserError if that cannot be."""
    found = measured(KNOWN["light"], "light")
    plate = Finish(found.get("plate_reflects", optics.PLATE.reflects), found.get("plate_passes", optics.PLATE.passes))
    if plate.reflects <= 0 or plate.passes <= 0 or sum(plate) >= 1:
        sentence = (
            "measured.toml: a plate that sends back {reflects} of the light and lets {passes} through cannot be: "
            "measure both again"
        )
        raise UserError(say(sentence, reflects=f"{plate.reflects:g}", passes=f"{plate.passes:g}"))
    return Make(plate=plate, walls=optics.WALLS._replace(passes=found.get("walls_pass", optics.WALLS.passes)))


def lit(cell: Cell, rays: int = RAYS, ma: float = optics.CELL_MA) -> Lit:
    """The middle cell lit with this current of green, and the room around."""
    lattice, lumens = cell.lattice, optics.LUMENS["green"] * ma / optics.LUMENS_AT_MA
    own = lattice.left(lamps(cell, rays, lumens), SEED + 2)  # or a ray's fate would tell where it began
    room = lattice.left(daylight(cell, rays), SEED + 3).sum(axis=0)
    return Lit(cell, lattice.exitance(own) / np.pi, lattice.exitance(room) / np.pi)


@cache
def of(make: Make, rays: int = RAYS) -> Lit:
    """A cell so made, lit; kept, for several figures are read of it."""
    return lit(cell_of(make), rays)


# -- the plate


def over_plate(cell: Cell, values: Array) -> Array:
    """What the bins of a plate's upper face have, as a map of x by y."""
    bins, shape = cell.lattice.face(PLATE_BOX, 2, upper=True)
    field: Array = values[bins].reshape(shape)
    return field


def plate_map(shown: Lit) -> Array:
    """Luminances over the lit plate: the mean of the four ways to turn it, which are alike."""
    field = over_plate(shown.cell, shown.own[MIDDLE])
    return sum(np.rot90(field, turn) for turn in range(4)) / 4


def rim(field: Array) -> Array:
    """Of a plate's map the strip that a card leaves free, along one side; the mean of all four."""
    wide = round((c.PLATE_HALF - c.CARD / 2) / (2 * c.PLATE_HALF / len(field)))
    return sum(np.rot90(field, turn)[:wide].mean(axis=0) for turn in range(4)) / 4


def evenness(values: Array, over: int = 3) -> float:
    """U0, the least over the mean, of places as wide as so many bins in each direction."""
    for axis in range(values.ndim):
        count = values.shape[axis] - over + 1
        values = sum(np.take(values, range(n, n + count), axis) for n in range(over)) / over
    return float(values.min() / values.mean())


def leak(shown: Lit) -> float:
    """The brightest rim of the four cells beside the lit one, as a part of its own."""
    beside = max(rim(over_plate(shown.cell, shown.own[near])).mean() for near in BESIDE)
    return float(beside / rim(plate_map(shown)).mean())


def contrast(shown: Lit) -> float:
    """The rim lit, in the room's light, over the rim dark."""
    room = rim(over_plate(shown.cell, shown.room)).mean()
    return float(1 + rim(plate_map(shown)).mean() / room)


# -- eyes


class Eye(NamedTuple):
    """Where an eye is: mm from the grid's middle, and over the plates."""

    x: float
    y: float
    above: float


def seated(beside: float = optics.EYE_BESIDE) -> list[Eye]:
    """The eyes of seats 1 to 6, so far from the grid's middle."""
    found = []
    for degrees, along in optics.SEATS:
        a = radians(degrees)
        x, y = along, -beside
        found.append(Eye(x * cos(a) - y * sin(a), x * sin(a) + y * cos(a), optics.EYE_ABOVE))
    return found


class View(NamedTuple):
    """What an eye sees of cells, a row of points each: LED light and room light, in cd/m2."""

    own: Array
    room: Array

    @property
    def point_mm2(self) -> float:
        """What a point stands for, as seen from above."""
        return c.PITCH**2 / float(self.own.shape[1])

    def areas(self) -> Array:
        """How much of each cell is legible, in mm2."""
        clear = (self.own >= self.room) & (self.own >= optics.LEGIBLE_CD)
        each: Array = clear.sum(axis=1) * self.point_mm2
        return each


def middle_of(number: int) -> Spot:
    """Where cell 0..35 is: cell 0 far from seat 1, to its left."""
    row, column = divmod(number, SIDE)
    return (column - (SIDE - 1) / 2) * c.PITCH, ((SIDE - 1) / 2 - row) * c.PITCH


def view(shown: Lit, eye: Eye, cells: Sequence[int] = CELLS, points: int = POINTS) -> View:
    """Each cell alone lit, seen at points of its square, as high as its plate's top."""
    lattice = shown.cell.lattice
    seen = lattice.first_seen(_looks(shown.cell, eye, cells, points))
    own, room = shown.own[seen.near, seen.bins], shown.room[seen.bins]
    blind = seen.boxes < 0
    own[blind] = room[blind] = 0
    return View(own.reshape(len(cells), -1), room.reshape(len(cells), -1))


def _looks(cell: Cell, eye: Eye, cells: Sequence[int], points: int) -> Rays:
    steps = ((np.arange(points) + 0.5) / points - 0.5) * c.PITCH
    flat = np.stack(np.meshgrid(steps, steps)).reshape(2, -1)
    ways, starts = [], []
    for number in cells:
        x, y = middle_of(number)
        ways.append(np.array([[x - eye.x], [y - eye.y], [-eye.above]]) + np.vstack([flat, np.zeros(flat.shape[1])]))
        starts.append(np.vstack([flat, np.full(flat.shape[1], cell.top)]))
    return coming_down(cell, np.concatenate(starts, axis=1), np.concatenate(ways, axis=1))


def coming_down(cell: Cell, points: Array, ways: Array) -> Rays:
    """Rays that go these ways through these points, from where they are just above all bodies; cell 0, 0 at 0, 0."""
    lattice = cell.lattice
    ways = ways / np.linalg.norm(ways, axis=0)
    at = points + ways * (lattice.top + 1 - points[2]) / ways[2]
    index = np.floor((at[:2] - lattice.start) / lattice.pitch).astype(int)
    at[:2] -= index * lattice.pitch
    return Rays(at, ways, np.ones(at.shape[1]), index)


def legible(shown: Lit, eyes: Sequence[Eye] | None = None) -> list[int]:
    """Of 36 cells, how many each eye reads."""
    eyes = seated() if eyes is None else eyes
    return [int((view(shown, eye).areas() >= optics.LEGIBLE_MM2).sum()) for eye in eyes]


# -- what is claimed

STACKS = (0, 1, c.STACK)
EVEN, CONTRAST, LEAKS = 0.5, 2.5, 3.0  # goals: at least U0 and lit over dark, at most per cent


def claims(make: Make | None = None, rays: int = RAYS, eyes: Sequence[Eye] | None = None) -> Iterator[Claim]:
    """What is asked of a cell, as measured or so made, with every stack in turn on all cells."""
    make = make or as_measured()
    eyes = seated() if eyes is None else eyes
    shown = {stack: of(replace(make, stack=stack), rays) for stack in STACKS}
    for stack, each in shown.items():
        areas = [view(each, eye).areas() for eye in eyes]
        read = min(int((area >= optics.LEGIBLE_MM2).sum()) for area in areas)
        about = f"cells that the worst of {len(eyes)} eyes reads, stacks of {stack}"
        yield Claim(about, read, len(CELLS), "of 36", at_most=False)
        seen = float(min(area.min() for area in areas))
        yield Claim(f"least area lit for an eye, stacks of {stack}", seen, optics.LEGIBLE_MM2, "mm2", False)
        yield Claim(f"leak to a neighbour, stacks of {stack}", 100 * leak(each), LEAKS, "%")
    back = seated(optics.EYE_BACK)
    read = min(min(legible(each, back)) for each in shown.values())
    yield Claim("cells that they read leaning back, any stacks", read, len(CELLS), "of 36", at_most=False)
    yield Claim("plate without a card, U0", evenness(plate_map(shown[0])), EVEN, "min/mean", at_most=False)
    around = rim(plate_map(shown[1]))
    yield Claim("rim around one card, mean", float(around.mean()), optics.LEGIBLE_CD, "cd/m2", False)
    yield Claim("rim around one card, lit over dark", contrast(shown[1]), CONTRAST, ": 1", False)
    yield Claim("rim around one card, U0", evenness(around), EVEN, "min/mean", False)
