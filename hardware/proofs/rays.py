"""Light among boxes in a lattice of like cells, by chance: diffuse surfaces, flux traced ray by ray. Knows no table.

Every body is a box with its sides along the axes; each of its faces sends back a part of the flux that meets it
(`reflects`) and lets a part out of the opposite face (`passes`), both spread as Lambert's law says; the rest is lost.
The cell repeats without end in x and y. Lengths in mm, flux in lumens. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

Span = tuple[float, float]
Array: TypeAlias = Any  # of numpy: coordinates are (3, n), all else (n)

BIN = 1.8  # mm: how finely a face is told; two make a plate's rim
START = 1e-3  # mm: so far before its surface a ray begins
TINY = 1e-12  # of a direction: no division by nothing
CHUNK = 8192  # rays at once: what the processor's cache holds
BOUNCES = 120  # at most
FAINT = 0.05  # of a ray's first flux: below it, every second ray ends and the other counts double
CROSSINGS = 400  # of cells between two bounces, at most
NEAR = 3  # x 3 cells are told apart, the lit one in the middle
ELSEWHERE = NEAR * NEAR


class Box(NamedTuple):
    """A body: from, to along each axis, and what part of the flux its faces send back and let through."""

    x: Span
    y: Span
    z: Span
    reflects: float
    passes: float = 0.0


class Rays(NamedTuple):
    """Where rays begin, where they go, the flux of each, and the cell they begin in."""

    points: Array
    ways: Array
    flux: Array
    cells: Array  # (2, n), whole numbers


class Seen(NamedTuple):
    """What each ray meets first: the box (-1: nothing), the bin of its face, and where: cell, and point in that."""

    boxes: Array
    bins: Array
    cells: Array
    points: Array

    @property
    def near(self) -> Array:
        """Which of the nine cells around 0, 0 it is in."""
        return np.where(self.boxes >= 0, _near(self.cells), ELSEWHERE)


class Entered:
    """Of rays from these points: how far along its way each enters a box, which (-1: none), across which axis."""

    def __init__(self, points: Array, ways: Array, far: Array | None = None) -> None:
        self.per, self.forward = 1 / ways, ways > 0
        self.base = -points * self.per
        self.far = np.full(points.shape[1], np.inf) if far is None else far
        self.boxes, self.axes = np.full(points.shape[1], -1), np.zeros(points.shape[1], int)

    def meet(self, number: int, sides: Array) -> None:
        """One more box: its number, and from, to along each axis."""
        low, high = (sides[:, :1] * self.per + self.base), (sides[:, 1:] * self.per + self.base)
        into, out = np.where(self.forward, low, high), np.where(self.forward, high, low)
        enter = np.maximum(np.maximum(into[0], into[1]), into[2])
        leave = np.minimum(np.minimum(out[0], out[1]), out[2])
        hit = np.flatnonzero((enter < leave) & (enter > 0) & (enter < self.far))
        self.far[hit], self.boxes[hit] = enter[hit], number
        self.axes[hit] = np.argmax(into[:, hit], axis=0)


class Lattice:
    """A cell's boxes and the cell's width; they may lie in it anywhere between `start` and `start` + `pitch`."""

    def __init__(self, boxes: Sequence[Box], pitch: float, start: float) -> None:
        self.boxes, self.pitch, self.start = tuple(boxes), pitch, start
        self.sides = np.array([(box.x, box.y, box.z) for box in boxes])  # (box, axis, from and to)
        self.reflects = np.array([box.reflects for box in boxes])
        self.passes = np.array([box.passes for box in boxes])
        self.top = float(self.sides[:, 2, 1].max())
        self.from_top = np.argsort(-self.sides[:, 2, 1], kind="stable")
        sizes = self.sides[..., 1] - self.sides[..., 0]
        self.counts = np.maximum(1, np.ceil(sizes / BIN - 1e-6).astype(int))  # bins of each box along each axis
        self.steps = sizes / self.counts
        u, v = np.array(ACROSS).T
        self.per_face = self.counts[:, u] * self.counts[:, v]  # (box, axis)
        firsts = np.concatenate([[0], np.cumsum(np.repeat(self.per_face.ravel(), 2))])
        self.first = firsts[:-1].reshape(len(boxes), 3, 2)  # of each face: of the lower side, of the upper
        self.bins = int(firsts[-1])
        self.areas = np.repeat(np.repeat((self.steps[:, u] * self.steps[:, v]).ravel(), 2), self._face_bins())

    def _face_bins(self) -> Array:
        return np.repeat(self.per_face.ravel(), 2)

    def face(self, box: int, axis: int, upper: bool) -> tuple[slice, tuple[int, int]]:
        """Where the bins of a face are, and how many there are along the other two axes."""
        first = int(self.first[box, axis, int(upper)])
        u, v = ACROSS[axis]
        shape = int(self.counts[box, u]), int(self.counts[box, v])
        return slice(first, first + shape[0] * shape[1]), shape

    def left(self, rays: Rays, seed: int) -> Array:
        """The flux that leaves each bin, (10, bins): in each of the nine cells around cell 0, 0, and in all others."""
        chance = np.random.default_rng(seed)
        flux = np.zeros((ELSEWHERE + 1) * self.bins)
        for some in _chunks(rays):
            self._follow(some, chance, flux)
        return flux.reshape(ELSEWHERE + 1, self.bins)

    def exitance(self, flux: Array) -> Array:
        """Flux of bins as lumens per square metre."""
        return flux / (self.areas * 1e-6)

    def first_seen(self, rays: Rays) -> Seen:
        """Of rays that go down."""
        found = [self._seen(some) for some in _chunks(rays)]
        return Seen(*(np.concatenate(each, axis=-1) for each in zip(*found, strict=True)))

    def _seen(self, rays: Rays) -> Seen:
        points, cells = rays.points.copy(), rays.cells.copy()
        boxes, axes = self._fly(points, rays.ways, cells, go_down=True)
        hit = np.flatnonzero(boxes >= 0)
        bins = np.zeros(len(boxes), int)
        upper = rays.ways[axes[hit], hit] < 0
        bins[hit] = self._bins(points[:, hit], boxes[hit], axes[hit], upper)
        return Seen(boxes, bins, cells, points)

    def _follow(self, rays: Rays, chance: Any, flux: Array) -> None:
        points, ways, weights, cells = rays.points.copy(), rays.ways, rays.flux.copy(), rays.cells.copy()
        faint = FAINT * weights.max()
        for _ in range(BOUNCES):
            boxes, axes = self._fly(points, ways, cells)
            kept = np.flatnonzero(boxes >= 0)
            points, cells, weights = points[:, kept], cells[:, kept], weights[kept]
            boxes, axes, upper = boxes[kept], axes[kept], ways[axes[kept], kept] < 0
            reflects, passes = self.reflects[boxes], self.passes[boxes]
            through = chance.random(len(kept)) * (reflects + passes) < passes
            upper ^= through
            points[axes, np.arange(len(kept))] = self.sides[boxes, axes, upper.astype(int)]
            weights *= reflects + passes
            weights[through] *= self._spread(points, boxes, axes, np.flatnonzero(through), chance)
            bins = self._bins(points, boxes, axes, upper)
            flux += np.bincount(_near(cells) * self.bins + bins, weights, len(flux))
            lives = (weights > faint) | (chance.random(len(kept)) < 0.5)
            weights = np.where(weights > faint, weights, 2 * weights)
            lives &= weights > 0
            if not lives.any():
                return
            points, cells, weights = points[:, lives], cells[:, lives], weights[lives]
            ways = lambert(chance, axes[lives], upper[lives])
            points += ways * START

    def _spread(self, points: Array, boxes: Array, axes: Array, passed: Array, chance: Any) -> Array:
        """Rays that pass a body leave it beside where they came in, as if they crossed it on one of Lambert's ways.

        Which of them do is returned: the others, that would leave by another face, are lost.
        """
        boxes, axes = boxes[passed], axes[passed]
        sine, turn = chance.random(len(passed)), 2 * np.pi * chance.random(len(passed))
        thick = self.sides[boxes, axes, 1] - self.sides[boxes, axes, 0]
        aside = thick * np.sqrt(sine / (1 - sine))
        leaves = np.ones(len(passed), bool)
        for axis, part in zip(np.array(ACROSS)[axes].T, (np.cos(turn), np.sin(turn)), strict=True):
            low, high = self.sides[boxes, axis].T
            at = points[axis, passed] + aside * part
            leaves &= (low <= at) & (at <= high)
            points[axis, passed] = np.clip(at, low, high)
        return leaves

    def _fly(self, points: Array, ways: Array, cells: Array, go_down: bool = False) -> tuple[Array, Array]:
        """Move each point to the first surface on its way, through any cells; its box (-1: none) and axis."""
        boxes, axes = np.full(points.shape[1], -1), np.zeros(points.shape[1], int)
        going = np.arange(points.shape[1])
        for _ in range(CROSSINGS):
            here, way = points[:, going], ways[:, going]
            way = np.where(np.abs(way) < TINY, TINY, way)
            far, box, axis = self._highest(here, way, cells[:, going]) if go_down else self._nearest(here, way)
            forward = way[:2] > 0
            borders = (self.start + self.pitch * forward - here[:2]) / way[:2]
            border_axis = np.argmin(borders, axis=0)
            border = np.take_along_axis(borders, border_axis[None], 0)[0]
            crosses = border < far
            here += way * np.where(crosses, border, far)
            points[:, going] = here
            boxes[going[~crosses]], axes[going[~crosses]] = box[~crosses], axis[~crosses]
            crosses &= (here[2] < self.top) | (way[2] < 0)
            step = np.where(forward[border_axis, np.arange(len(going))], 1, -1)[crosses]
            axis, going = border_axis[crosses], going[crosses]
            if not len(going):
                break
            points[axis, going] -= step * self.pitch
            cells[axis, going] += step
        return boxes, axes

    def _nearest(self, points: Array, ways: Array) -> tuple[Array, Array, Array]:
        """How far along its way each ray enters a box, which, and across which axis its face is."""
        found = Entered(points, ways)
        for number, sides in enumerate(self.sides):
            found.meet(number, sides)
        return found.far, found.boxes, found.axes

    def _highest(self, points: Array, ways: Array, cells: Array) -> tuple[Array, Array, Array]:
        """The same of rays that go down in these cells: nothing is met that lies below what was met."""
        count = points.shape[1]
        far, boxes, axes = np.full(count, np.inf), np.full(count, -1), np.zeros(count, int)
        height = np.full(count, -np.inf)  # where each ray has met something
        for number in self.from_top:
            some = np.flatnonzero((height < self.sides[number, 2, 1]) & self.stands(number, cells))
            found = Entered(points[:, some], ways[:, some], far[some])
            found.meet(number, self.sides[number])
            met = found.boxes >= 0
            hit = some[met]
            far[hit], boxes[hit], axes[hit] = found.far[met], number, found.axes[met]
            height[hit] = points[2, hit] + ways[2, hit] * far[hit]
        return far, boxes, axes

    def stands(self, number: int, cells: Array) -> Any:
        """Whether a box is in each of these cells (2, n)."""
        return True

    def _bins(self, points: Array, boxes: Array, axes: Array, upper: Array) -> Array:
        u, v = np.array(ACROSS)[axes].T
        ray = np.arange(len(boxes))
        first, second = (
            np.clip(
                ((points[axis, ray] - self.sides[boxes, axis, 0]) / self.steps[boxes, axis]).astype(int),
                0,
                self.counts[boxes, axis] - 1,
            )
            for axis in (u, v)
        )
        return self.first[boxes, axes, upper.astype(int)] + first * self.counts[boxes, v] + second


ACROSS = ((1, 2), (0, 2), (0, 1))  # the other two axes


def lambert(chance: Any, axes: Array, upper: Array) -> Array:
    """Ways (3, n) away from faces across these axes, spread as Lambert's law says."""
    count = len(axes)
    sine, turn = np.sqrt(chance.random(count)), 2 * np.pi * chance.random(count)
    ways, ray = np.empty((3, count)), np.arange(count)
    u, v = np.array(ACROSS)[axes].T
    ways[axes, ray] = np.sqrt(1 - sine * sine) * np.where(upper, 1.0, -1.0)
    ways[u, ray], ways[v, ray] = sine * np.cos(turn), sine * np.sin(turn)
    return ways


def _near(cells: Array) -> Array:
    """The number of a cell among the nine around 0, 0, row by row from the lowest x and y; ELSEWHERE of others."""
    x, y = cells + NEAR // 2
    return np.where((x >= 0) & (x < NEAR) & (y >= 0) & (y < NEAR), y * NEAR + x, ELSEWHERE)


def _chunks(rays: Rays) -> Iterator[Rays]:
    for first in range(0, len(rays.flux), CHUNK):
        some = slice(first, first + CHUNK)
        yield Rays(rays.points[:, some], rays.ways[:, some], rays.flux[some], rays.cells[:, some])
