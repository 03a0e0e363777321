"""Do the parts of a cell meet where they must not: at rest, pressed, tilted, moved? And do its hooks hold and let in?

Solids are put where a press can bring them and what they share is measured, in mm³. What two parts share on purpose is
left out: a foot and the arm it bends, a tip and the dome it presses, a screw's thread. Needs manifold3d.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import atan2, cos, degrees, hypot, pi, sin
from typing import NamedTuple

from hardware.product import cell
from hardware.product.cell import turned
from hardware.proofs.claims import Claim
from hardware.solids.shapes import Solid
from hardware.solids.sprung import arm, four, panel, plate, screws, spring_grid, wall_grid

SCATTER = 0.2  # of how deep a plate comes to lie; sideways its slots leave less
ROUNDING = 1e-3  # mm³: what is left of solids that only touch
DIRECTIONS = [n * pi / 4 for n in range(8)]
TOUCHING = 0.06  # mm before a stem meets its slot
PRINTED = 0.1  # mm: a slot printed as much too wide
PETG_BEARS = 2.0  # % of strain, once: data sheets of PETG yield from 4 %


class Parts(NamedTuple):
    """What is tried: a plate, and what is around it."""

    plate: Solid
    sheet: Solid  # of the spring grid, without its arms
    walls: Solid
    panel: Solid  # with LEDs and the dome's body
    screws: Solid


class Lie(NamedTuple):
    """How a plate lies: mm down in its middle, radians of tilt towards a direction, and mm sideways."""

    down: float = 0.0
    tilt: float = 0.0
    towards: float = 0.0
    moved: tuple[float, float] = (0.0, 0.0)


def parts(of: Solid | None = None, stop_air: float = cell.STOP_AIR) -> Parts:
    return Parts(of or plate(stop_air=stop_air), spring_grid(1, arms=False), wall_grid(1), panel(), screws())


def claims(of: Parts | None = None) -> Iterator[Claim]:
    """Of the parts of one cell; by default as they are made."""
    of, deep = of or parts(), (of or parts(stop_air=cell.STOP_AIR + SCATTER))
    yield _claim("at rest", [shared(of, lie) for lie in moved(Lie())])
    yield _claim("pressed to its stop", [shared(of, lie) for lie in moved(Lie(cell.STOP_AIR))])
    yield _claim("pressed 0.2 mm further", [shared(deep, lie) for lie in moved(Lie(cell.STOP_AIR + SCATTER))])
    tilted = [lie for towards in DIRECTIONS for lie in moved(tilted_to_stop(towards, cell.STOP_AIR))]
    yield _claim("tilted to its stop, all around", [shared(of, lie) for lie in tilted])
    tilted = [lie for towards in DIRECTIONS for lie in moved(tilted_to_stop(towards, cell.STOP_AIR + SCATTER))]
    yield _claim("tilted 0.2 mm further", [shared(deep, lie) for lie in tilted])
    wide = [lie for towards in DIRECTIONS for lie in moved(tilted_to_stop(towards, cell.STOP_AIR), PRINTED)]
    around = of._replace(sheet=Solid())
    yield _claim("tilted in slots 0.1 mm too wide, with all but the slots", [shared(around, lie) for lie in wide])
    yield _claim("arms bent as deep as feet go, with the panel", [(four(arm(deepest_foot())) ^ of.panel).volume()])
    yield from hook_claims()


def _claim(how: str, volumes: list[float]) -> Claim:
    return Claim(f"overlap: {how}", max(0.0, max(volumes) - ROUNDING), 0, "mm³")


def shared(of: Parts, lie: Lie) -> float:
    """What a plate that lies so shares with all around it, in mm³."""
    placed = laid(of.plate, lie)
    return float(sum((placed ^ other).volume() for other in of[1:]))


def laid(solid: Solid, lie: Lie) -> Solid:
    """A plate as it lies, turned about the height of its slots."""
    level = -cell.SHEET[0]
    turn = degrees(lie.towards)
    upright = solid.translate([0, 0, level]).rotate([0, 0, -turn]).rotate([0, degrees(lie.tilt), 0])
    return upright.rotate([0, 0, turn]).translate([*lie.moved, -level - lie.down])


def moved(lie: Lie, wider: float = 0.0) -> Iterator[Lie]:
    """A plate that lies so, in its middle and as far each way as its slots let it: a tilted stem takes more of them."""
    play = cell.HOOK_PLAY + wider - TOUCHING - lie.tilt * (cell.SHEET[1] - cell.SHEET[0])
    return (lie._replace(moved=(x, y)) for x, y in product((-play, 0, play), repeat=2) if x == 0 or y == 0)


def tilted_to_stop(towards: float, stop_air: float) -> Lie:
    """Pressed at a rim: on the other side a hook stays under the sheet, until a peg stands on the panel."""

    def along(x: float, y: float) -> float:
        return x * cos(towards) + y * sin(towards)

    lifted = max(-along(*spot) for spot in turned(cell.HOOK_AT)) + hypot(*cell.HOOK) / 2
    peg = max(along(*spot) for spot in turned(cell.STOP_AT)) + cell.STOP / 2
    slope = stop_air / (lifted + peg)
    return Lie(slope * lifted, atan2(slope, 1), towards)


def deepest_foot() -> float:
    """How far below flat an arm's end is bent at most."""
    feet = [
        lie.down + lie.tilt * (x * cos(lie.towards) + y * sin(lie.towards))
        for lie in (tilted_to_stop(towards, cell.STOP_AIR + SCATTER) for towards in DIRECTIONS)
        for x, y in turned(cell.ARM_PRESSED_AT)
    ]
    left, right, *_ = cell.ARM_AT
    return (cell.PRELOAD + max(feet)) * (right - left) / (cell.ARM_PRESSED_AT[0] - left)


# -- hooks: a stem as a cantilever, held by the plate


def hook_claims(nose: float = cell.HOOK_NOSE) -> Iterator[Claim]:
    """How far hooks are under the sheet, what pulls one out, and what snapping in does to it."""
    (_, y), (width, thick) = cell.HOOK_AT, cell.HOOK
    under = y + thick / 2 + nose - cell.SHEET_EDGE
    least = under - cell.HOOK_PLAY - PRINTED
    length = cell.PLATE[0] - cell.SHEET[0]
    off = cell.SHEET_EDGE + under / 2 - y  # from the stem's middle to where the sheet holds its nose
    bend = off * length**2 / (2 * cell.PETG_MPA * width * thick**3 / 12)  # mm/N: a moment at a cantilever's end
    yield Claim("nose of a hook under the sheet, plate moved away, three of four", least, 0.1, "mm", at_most=False)
    yield Claim("pull at one hook until it slips out, three of four", max(least, 0) / bend, 5, "N", at_most=False)
    yield Claim(
        "strain of a hook that snaps in, three of four", 100 * 3 * thick * under / (2 * length**2), PETG_BEARS, "%"
    )
