"""Where on its plate a cell can be pressed, with what force, and how far the plate tilts and moves then.

The plate bends as `bending` says. It stands on supports that push and never pull: arms bent at rest, hooks that keep it
down, a dome, stop pegs. A press is a point, a force downwards and a share of it sideways: no more than the friction of
a finger on a card. Sideways only the hooks' slots in the sheet hold a plate; what that costs is friction, a part of the
force. Nothing there bears a plate's tilt, so nothing jams. Friction at the tips of arms and dome acts within 1 mm of
the slots' height and shifts a press by less than 0.1 mm: left out. A dome counts as pressed at the peak of its force:
a finger is soft, so the snap that follows closes it.

Forces in N, lengths in mm, angles in degrees; y and x as in product/cell.py, depth downwards. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, inf, pi, radians
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from hardware.product import cell
from hardware.product.cell import Spot, turned
from hardware.proofs.bending import STIFF, Bends, Thickness, bends, thickness
from hardware.proofs.claims import Claim
from hardware.proofs.measured import measured

Array: TypeAlias = Any  # of numpy; the first axis counts presses

FRICTIONS = (0.1, 0.2, 0.3)  # of printed plastic on itself, and of fingers on cards
PRINT_SCATTER = 0.1  # of each printed height and of an arm's thickness, both ways
DOME_SCATTER = 0.3  # of a dome's force, as a share, both ways: makers say 160 +- 50 g
HARDEST = 3.0  # N: what a press may need
MOST_TILT = 3.0  # degrees; a card slides from 8 on, at a friction of 0.15
DOME_BEARS = 30.0  # N on a closed dome: a common stop strength, to be read in the data sheet of the one you buy
HARD = 200.0  # N/mm of hooks and pegs
SLACK = 1e-4  # of the stiffness of an arm: what a plate that nothing holds feels, so that its place is always known
GRID = 17  # press points along a side
DRAWS = 12  # cells drawn for each press point
TRIED = (1.0, 2.0, 3.0, 4.0, 6.0, 10.0)  # N, upwards: pressed harder, a plate bends about its pegs, off the dome
HALVINGS = 9  # of a step between them: down to 0.01 N
AT_REST = 1e-6  # mm: a step that moves a plate less is its last
STEPS = 60  # of Newton, at most
RIGID = 3  # of what tells how a plate lies: depth and tilts
REACH = 26.0  # a tilt is counted as what it moves at this distance from the middle: as large as the plate's depth


class Cell(NamedTuple):
    """What the press depends on; the table's, unless replaced."""

    half: Spot = (cell.PLATE_HALF, cell.PLATE_HALF)
    middle: Spot = (0.0, 0.0)  # of the plate, from that of its supports
    arms: tuple[Spot, ...] = turned(cell.ARM_PRESSED_AT)
    arm_stiffness: float = cell.ARM_STIFFNESS  # N/mm of one
    arm_thickness: float = cell.ARM[2]
    preload: float = cell.PRELOAD
    hooks: tuple[Spot, ...] = turned(cell.HOOK_AT)
    hook_air: float = 0.0  # how far the plate can rise at a hook
    domes: tuple[Spot, ...] = ((0.0, 0.0),)
    dome_newtons: float = cell.DOME_NEWTONS
    dome_peak: float = cell.DOME_PEAK
    air: float = cell.AIR
    tip: float = cell.TPU_MPA * pi * cell.TIP[0] ** 2 / 4 / cell.TIP[1]  # N/mm: it gives way as its dome does
    pegs: tuple[Spot, ...] = turned(cell.STOP_AT)
    stop_air: float = cell.STOP_AIR
    dome_travel: float = cell.DOME_TRAVEL
    slot_play: float = cell.HOOK_PLAY
    play: float = cell.PLAY
    weight: float = cell.PLATE_NEWTONS
    thickness: Thickness | None = thickness  # of the plate; one of None never bends
    held_below: float = cell.PLATE[1] - cell.SHEET[1]  # from the plate's face down to what holds it sideways


class Pressed(NamedTuple):
    """Of each press: where, the force at which a dome's peak is reached, and how the plate lies then."""

    points: Array
    newtons: Array
    tilt: Array


class Supports(NamedTuple):
    """Of each press: what pushes how hard once the plate is beyond a gap.

    Rows (n, 3 and more) take how a plate lies to a way: its depth, its two tilts, and how far it bends in each way.
    """

    rows: Array
    stiffness: Array  # (presses, n)
    gaps: Array  # (presses, n)

    def those(self, presses: Array) -> Supports:
        return self._replace(stiffness=self.stiffness[presses], gaps=self.gaps[presses])

    def ways(self, lie: Array) -> Array:
        return np.maximum(lie @ self.rows.T - self.gaps, 0)

    def energy(self, lie: Array, load: Array) -> Array:
        bent = (lie[:, RIGID:] ** 2).sum(1)
        return ((self.stiffness * self.ways(lie) ** 2).sum(1) + bent) / 2 - (lie * load).sum(1)


def pressed(of: Cell, friction: float, seed: int = 1, grid: int = GRID) -> Pressed:
    """Presses all over the plate, each with a cell drawn within its tolerances and leaning somewhere."""
    chance = np.random.default_rng(seed)
    points = np.repeat(_grid(of.half, grid), DRAWS, 0)
    supports, peaks = _drawn(of, len(points), chance)
    around = chance.uniform(0, 2 * pi, len(points))
    lean = of.held_below * friction * np.stack([np.cos(around), np.sin(around)], 1)
    per_newton = felt(of, points, lean)
    per_newton[:, 0] *= 1 - friction**2  # the rest rubs in the slots
    newtons, lie = until_peak(of, supports, peaks, per_newton)
    tilt = np.degrees(np.hypot(lie[:, 1], lie[:, 2]) / REACH)
    return Pressed(points, newtons, tilt)


def idle_presses(of: Cell, load: float, seed: int = 1) -> int:
    """How many of the cells drawn are pressed by a weight alone, wherever it lies on the plate."""
    chance = np.random.default_rng(seed)
    points = np.repeat(_grid(of.half, GRID), DRAWS, 0)
    supports, peaks = _drawn(of, len(points), chance)
    press = felt(of, points) * load
    lie = settled(supports, load_of(of, press), np.zeros(press.shape))
    return int(peaked_at(of, supports, lie, peaks).sum())


def _grid(half: Spot, count: int) -> Array:
    x, y = np.meshgrid(*(np.linspace(-each, each, count) for each in half))
    return np.stack([x.ravel(), y.ravel()], 1)


def rows_of(spots: Array) -> Array:
    spots = np.asarray(spots, float).reshape(-1, 2)
    return np.concatenate([np.ones((len(spots), 1)), spots / REACH], 1)


def felt(of: Cell, spots: Array, lean: Array = 0) -> Array:
    """Rows that take how a plate lies to the ways of spots, and a force there to its load; leaning, it tilts more."""
    spots = np.asarray(spots, float).reshape(-1, 2)
    return np.concatenate([rows_of(spots + lean), _bends(of).at(spots)], 1)


def _bends(of: Cell) -> Bends:
    return bends((*of.arms, *of.hooks, *of.domes, *of.pegs), of.thickness) if of.thickness else STIFF


def _drawn(of: Cell, count: int, chance: Any) -> tuple[Supports, Array]:
    """The supports of as many cells, and at what force each dome of each peaks."""

    def off(spots: tuple[Spot, ...]) -> Array:
        return chance.uniform(-PRINT_SCATTER, PRINT_SCATTER, (count, len(spots)))

    arm = of.arm_thickness + chance.uniform(-PRINT_SCATTER, PRINT_SCATTER, (count, 1))  # of a print, all alike
    arms = of.arm_stiffness * (arm / of.arm_thickness) ** 3
    peaks = of.dome_newtons * (1 + chance.uniform(-DOME_SCATTER, DOME_SCATTER, (count, len(of.domes))))
    hard = np.ones((count, 1)) * HARD
    groups = (
        (felt(of, of.arms), arms, -of.preload + off(of.arms)),
        (-felt(of, of.hooks), hard, of.hook_air + off(of.hooks)),
        (felt(of, of.domes), peaks / (of.dome_peak + peaks / of.tip), of.air + off(of.domes)),
        (felt(of, of.pegs), hard, of.stop_air + off(of.pegs)),
    )
    return joined_supports(of, groups), peaks


def joined_supports(of: Cell, groups: Sequence[tuple[Array, Array, Array]]) -> Supports:
    """All supports of cells: rows, stiffness and gaps of arms, hooks, domes and pegs, in this order."""
    rows = np.concatenate([each for each, _, _ in groups])
    stiffness = np.concatenate([np.broadcast_to(each, gaps.shape) for _, each, gaps in groups], 1)
    return Supports(rows - _moved(of, rows), stiffness, np.concatenate([gaps for _, _, gaps in groups], 1))


def _moved(of: Cell, rows: Array) -> Array:
    """How much nearer to a plate off the middle each support is."""
    beside = np.zeros_like(rows)
    beside[:, 1:RIGID] = rows[:, :1] * of.middle / REACH
    return beside


def load_of(of: Cell, press: Array) -> Array:
    """A press, and the plate's own weight, which is spread too evenly to bend it."""
    return press + of.weight * (np.arange(press.shape[1]) == 0)


def peaked_at(of: Cell, supports: Supports, lie: Array, peaks: Array) -> Array:
    first = len(of.arms) + len(of.hooks)
    ways = supports.ways(lie)[:, first : first + len(of.domes)]
    return (ways * supports.stiffness[:, first : first + len(of.domes)] >= peaks).any(1)


def until_peak(of: Cell, supports: Supports, peaks: Array, per_newton: Array) -> tuple[Array, Array]:
    """The least force that takes a dome to its peak, infinite if none does, and how the plate lies then."""
    count = len(per_newton)
    low, high, lie = np.zeros(count), np.full(count, inf), np.zeros_like(per_newton)
    for force in TRIED:
        lie = settled(supports, load_of(of, per_newton * force), lie)
        high = np.where(np.isinf(high) & peaked_at(of, supports, lie, peaks), force, high)
        low = np.where(np.isinf(high), force, low)
        if not np.isinf(high).any():
            break
    works, high = high < inf, np.minimum(high, TRIED[-1])
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        lie = settled(supports, load_of(of, per_newton * middle[:, None]), lie)
        peaked = peaked_at(of, supports, lie, peaks)
        low, high = np.where(peaked, low, middle), np.where(peaked, middle, high)
    lie = settled(supports, load_of(of, per_newton * high[:, None]), lie)
    return np.where(works, high, inf), lie


def settled(supports: Supports, load: Array, lie: Array) -> Array:
    """Where the plates come to rest: the least of a convex energy, by Newton's steps, halved until they lead down."""
    outer = supports.rows[:, :, None] * supports.rows[:, None, :]
    own = np.diag(np.where(np.arange(lie.shape[1]) < RIGID, SLACK, 1.0))
    lie, moving = lie.copy(), np.arange(len(lie))
    for _ in range(STEPS):
        here, now = supports.those(moving), lie[moving]
        ways = here.ways(now)
        hessian = np.tensordot(here.stiffness * (ways > 0), outer, 1) + own
        downhill = load[moving] - (here.stiffness * ways) @ here.rows
        downhill[:, RIGID:] -= now[:, RIGID:]
        step = np.linalg.solve(hessian, downhill[..., None])[..., 0]
        lie[moving] += _fitting(here, load[moving], now, step)
        moving = moving[np.abs(step).max(1) >= AT_REST]
        if not len(moving):
            return lie
    raise ArithmeticError(f"{len(moving)} plates do not come to rest")


def _fitting(supports: Supports, load: Array, lie: Array, step: Array) -> Array:
    now = supports.energy(lie, load)
    for _ in range(20):
        worse = supports.energy(lie + step, load) > now + 1e-12
        if not worse.any():
            break
        step = np.where(worse[:, None], step / 2, step)
    return step


# -- what is claimed

NINE_CARDS = cell.STACK * cell.CARD_NEWTONS


def claims(of: Cell | None = None) -> Iterator[Claim]:
    """Of a cell; by default the table's, with what was measured of it."""
    of = of or as_measured()
    runs = {friction: pressed(of, friction) for friction in FRICTIONS}
    for friction, run in runs.items():
        share = 100 * float((run.newtons <= HARDEST).mean())
        yield Claim(f"plate that a press of 3 N works on, friction {friction}", share, 99, "%", at_most=False)
    forces = {share: [_quantile(run, share) for run in runs.values()] for share in (0.01, 0.99)}
    yield Claim("force at 1 % of the plate", min(forces[0.01]), 0.7, "N", at_most=False)
    yield Claim("force at 99 % of the plate", max(forces[0.99]), HARDEST, "N")
    tilt = max(float(run.tilt.max()) for run in runs.values())
    yield Claim("tilt of a plate when its press counts", tilt, MOST_TILT, "degrees")
    yield Claim("way of a plate sideways, before it meets a wall", sideways(of, tilt), of.play - PRINT_SCATTER, "mm")
    yield Claim("cells pressed by nine cards alone", idle_presses(of, NINE_CARDS), 0, f"of {GRID**2 * DRAWS}")
    yield Claim("force on a dome when an elbow leans on its cell", elbow(of), DOME_BEARS, "N")


def as_measured() -> Cell:
    """The table's, with what was measured of it instead of what was computed."""
    values: dict[str, Any] = dict(measured(Cell._fields))
    return Cell(**values)


def _quantile(run: Pressed, share: float) -> float:
    return float(np.quantile(run.newtons, share, method="higher"))  # of what may be infinite


def sideways(of: Cell, tilt: float) -> float:
    """How far a plate's edge moves at the top of the walls: off its middle, as its slots allow, and as it tilts.

    It may turn on the spot, too: of four slots along its rim, none lets an edge go further than the slot is wide.
    """
    return hypot(*of.middle) + of.slot_play + PRINT_SCATTER + radians(tilt) * (cell.WALLS[1] - cell.SHEET[0])


def elbow(of: Cell) -> float:
    """The most a dome feels, however hard the press: its tip, squeezed until the pegs stand on the panel."""
    squeezed = of.stop_air + PRINT_SCATTER - (of.air - PRINT_SCATTER) - of.dome_travel
    return of.tip * max(squeezed, 0)
