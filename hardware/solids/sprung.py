"""The printed parts of a cell of the table: spring grid, wall grid, plate and tip, and panel, dome and LEDs.

Each stands as it is put together, z = 0 on the panel, its origin in a cell's middle or a grid's; `PRINTS` lays them
on a printer's bed. Whoever asks may replace measures, to see what then happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from math import atan2, degrees

from hardware.product import cell
from hardware.product.cell import PITCH
from hardware.solids.shapes import OVER, Solid, Spot, all_of, box, ring, rod, span

CELLS = 3  # in a row of a quarter
EDGE = 0.05  # of a grid, from its neighbour's
COUPON = 1  # a grid of one cell: to be tried before the others are printed


def four(solid: Solid) -> Solid:
    """A solid, and what three quarter turns make of it."""
    return all_of(solid.rotate([0, 0, 90 * turn]) for turn in range(4))


def spots(cells: int) -> list[Spot]:
    """The middles of a grid's cells, row by row."""
    steps = [(n - (cells - 1) / 2) * PITCH for n in range(cells)]
    return [(x, y) for y, x in product(steps, steps)]


def crossings(cells: int) -> list[Spot]:
    """Where four cells of a grid meet: there a screw holds it."""
    steps = [(n - cells / 2) * PITCH for n in range(1, cells)]
    return [(x, y) for y, x in product(steps, steps)]


def everywhere(solid: Solid, where: Iterable[Spot]) -> Solid:
    return all_of(solid.translate([*spot, 0]) for spot in where)


def spring_grid(cells: int = CELLS, arms: bool = True) -> Solid:
    """Ribs on the panel, a sheet on them, in each cell four arms in the sheet's plane, and a slot for each hook."""
    rib, sheet = cell.RIBS, cell.SHEET
    one = four(_ears()) + _frame(cell.SHEET_EDGE, *sheet) + _frame(cell.RIB_EDGE, *rib)
    if arms:
        one += four(arm())
    whole = everywhere(one, spots(cells)) + everywhere(_column(cell.BOSS[0], rib[0], sheet[1]), crossings(cells))
    return _cut(whole, cells, cell.SCREW_HOLE)


def arm(bent: float = 0) -> Solid:
    """One arm of a cell, its end so many mm lower than flat: straight, and so nowhere higher than its true curve."""
    left, right, near, far = cell.ARM_AT
    flat = span(0, right - left, near, far, -cell.ARM[2], 0)
    return flat.rotate([0, degrees(atan2(bent, right - left)), 0]).translate([left, 0, cell.SHEET[1]])


def wall_grid(cells: int = CELLS) -> Solid:
    """Walls between the plates, on a foot that lies on the sheet; it holds the arms' roots down."""
    low, high = cell.WALLS
    foot, top = cell.WALL_FOOT
    x, y = cell.HOOK_AT
    wide = cell.HOOK[0] / 2 + 1.5
    notch = span(x - wide, x + wide, y - 1, cell.RIB_EDGE, low - OVER, top + OVER)  # a hook comes down through it
    one = _frame(PITCH / 2 - cell.WALL / 2, low, high) + (_frame(foot, low, top) - four(notch))
    diameter, boss_top = cell.BOSS
    whole = everywhere(one, spots(cells)) + everywhere(_column(diameter, low, boss_top), crossings(cells))
    return _cut(whole, cells, cell.SCREW_PILOT, cell.BOSS[1])


def _column(diameter: float, low: float, high: float) -> Solid:
    return rod(diameter, high - low, floor=low)


def _cut(whole: Solid, cells: int, hole: float, top: float = cell.SHEET[1]) -> Solid:
    """Its outline, and a hole for each screw."""
    side = cells * PITCH - EDGE * 2
    room = box((side, side, 100), floor=-50)
    return (whole ^ room) - everywhere(rod(hole, top + 2 * OVER, floor=-OVER), crossings(cells))


def _frame(inner: float, low: float, high: float) -> Solid:
    """Around a cell, from its pitch to an opening."""
    return ring((PITCH, PITCH, high - low), PITCH / 2 - inner, floor=low)


def _ears() -> Solid:
    """Of the sheet, beside a hook's stem."""
    x, _ = cell.HOOK_AT
    width, deep = cell.SLOT_EARS
    off = (cell.HOOK[0] + width) / 2 + cell.HOOK_PLAY
    low, high = cell.SHEET
    at = cell.SHEET_EDGE - deep / 2
    return all_of(box((width, deep + OVER, high - low), (x + side * off, at), low) for side in (-1, 1))


def plate(hook_nose: float = cell.HOOK_NOSE, stop_air: float = cell.STOP_AIR) -> Solid:
    """The translucent plate with its shades, braces, legs, hooks and pegs.

    A rod over the dome in the middle is hollow for a tip's stud.
    """
    half, radius = cell.PLATE_HALF, cell.PLATE_CORNER
    low, high = cell.PLATE
    corners = four(rod(2 * radius, high - low, (half - radius, half - radius), low))
    foot = box((*cell.FOOT, low + OVER - leg_end()), cell.ARM_PRESSED_AT, leg_end())
    peg = rod(cell.STOP, low + OVER - stop_air, cell.STOP_AT, stop_air)
    pole = rod(cell.ROD, low + OVER - rod_end(), floor=rod_end())
    stud = rod(cell.TIP_STUD[0], cell.TIP_STUD[1] + OVER, floor=rod_end() - OVER)
    return corners.hull() + four(foot + _hook(hook_nose) + peg + shade() + brace()) + pole - stud


def shade() -> Solid:
    """What evens the light of an LED: steps under the plate, each narrower than the one above it."""
    found, top = [], cell.PLATE[0]
    for wide, thick in cell.SHADE:
        found.append(box((wide, wide, thick + OVER), cell.LED, top - thick))
        top -= thick
    return all_of(found)


def brace() -> Solid:
    """From one shade to the next, below the plate."""
    width, down = cell.BRACE
    return box((cell.SHADES_APART + OVER, width, down + OVER), (0, cell.LED[1]), cell.PLATE[0] - down)


def tip() -> Solid:
    """Of soft plastic: what meets the dome, and what holds it in the rod."""
    diameter, height = cell.TIP
    thin, long = cell.TIP_STUD
    return rod(diameter, height, floor=rod_end() - height) + rod(thin, long, floor=rod_end())


def leg_end() -> float:
    """Where a leg ends, when it bends its arm as far as at rest."""
    return cell.SHEET[1] - cell.PRELOAD


def rod_end() -> float:
    """Where the rod ends and its tip begins."""
    return cell.DOME[2] + cell.AIR + cell.TIP[1]


def _hook(nose: float) -> Solid:
    """A stem through its slot, and a nose under the sheet with a slope that lets it in."""
    (x, y), (width, thick) = cell.HOOK_AT, cell.HOOK
    left, right, near, far = x - width / 2, x + width / 2, y - thick / 2, y + thick / 2
    under, end = cell.SHEET[0], cell.HOOK_END
    stem = span(left, right, near, far, end, cell.PLATE[0] + OVER)
    slope = span(left, right, near, far, end, under) + span(
        left, right, near, far + nose, under - cell.HOOK_EDGE, under
    )
    return stem + slope.hull()


# -- what is bought


def panel() -> Solid:
    """A cell's share of the panel with its LEDs, and the body of the dome."""
    dome = box((*cell.DOME[:2], cell.DOME_BODY))
    leds = four(box(cell.LED_SIZE, cell.LED))
    return box((PITCH, PITCH, cell.PANEL), floor=-cell.PANEL) + dome + leds


def button() -> Solid:
    """Of the dome, at rest."""
    return rod(3.5, cell.DOME[2] - cell.DOME_BODY, floor=cell.DOME_BODY)


def screws() -> Solid:
    """M2.5 from below, at the corners of a cell in the middle of a quarter."""
    return four(rod(*cell.SCREW, (PITCH / 2, PITCH / 2), -cell.PANEL))


# -- on the bed


def face_down(solid: Solid) -> Solid:
    return solid.rotate([180, 0, 0]).translate([0, 0, solid.bounding_box()[5]])


def standing(solid: Solid) -> Solid:
    return solid.translate([0, 0, -solid.bounding_box()[2]])


PRINTS: Mapping[str, Callable[[], Solid]] = {
    "spring-grid": lambda: face_down(spring_grid()),
    "wall-grid": lambda: standing(wall_grid()),
    "sprung-plate": lambda: face_down(plate()),
    "tip": lambda: standing(tip()),
    "coupon-springs": lambda: face_down(spring_grid(COUPON)),
    "coupon-walls": lambda: standing(wall_grid(COUPON)),
}
