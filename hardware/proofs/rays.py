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
SLACK = 1e-3  # mm: a box that is so near to a ray is judged exactly
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


class Lattice:
    """A cell's boxes and the cell's width; they may lie in it anywhere between `start` and `start` + `pitch`."""

    def __init__(self, boxes: Sequence[Box], pitch: float, start: float) -> None:
        self.boxes, self.pitch, self.start = tuple(boxes), pitch, start
        self.sides = np.array([(box.x, box.y, box.z) for box in boxes])  # (box, axis, from and to)
        self.reflects = np.array([box.reflects for box in boxes])
        self.passes = np.array([box.passes for box in boxes])
        self.bottom, self.top = float(self.sides[:, 2, 0].min()), float(self.sides[:, 2, 1].max())
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
        boxes, axes = self._fly(points, rays.ways, cells)
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

    def _fly(self, points: Array, ways: Array, cells: Array) -> tuple[Array, Array]:
        """Move each point to the first surface on its way, through any cells; its box (-1: none) and axis."""
        boxes, axes = np.full(points.shape[1], -1), np.zeros(points.shape[1], int)
        going = np.arange(points.shape[1])
        ways = np.where(np.abs(ways) < TINY, TINY, ways)
        for _ in range(CROSSINGS):
            here, way = points[:, going], ways[:, going]
            forward = way[:2] > 0
            borders = (self.start + self.pitch * forward - here[:2]) / way[:2]
            border_axis = np.argmin(borders, axis=0)
            border = np.take_along_axis(borders, border_axis[None], 0)[0]
            far, box, axis = self._nearest(here, way, border, cells[:, going])
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

    def _nearest(self, points: Array, ways: Array, until: Array, cells: Array) -> tuple[Array, Array, Array]:
        """How far along its way each ray enters a box, which (-1: none before `until`), and across which axis."""
        per = 1 / ways
        boxes, rays = self._in_reach(points, ways, per, until, cells)
        into, out = self._crossed(boxes, per[:, rays], (-points * per)[:, rays])
        enter = np.maximum(np.maximum(into[0], into[1]), into[2])
        leave = np.minimum(np.minimum(out[0], out[1]), out[2])
        hit = np.flatnonzero((enter < leave) & (enter > 0))
        rays, enter = rays[hit], enter[hit]
        far = np.full(len(until), np.inf)
        np.minimum.at(far, rays, enter)
        first = np.flatnonzero(enter == far[rays])[::-1]  # of boxes met at once the first is written last, and stays
        met, axes = np.full(len(until), -1), np.zeros(len(until), int)
        met[rays[first]] = boxes[hit[first]]
        axes[rays[first]] = np.argmax(into[:, hit[first]], axis=0)
        return far, met, axes

    def _in_reach(self, points: Array, ways: Array, per: Array, until: Array, cells: Array) -> tuple[Array, Array]:
        """Pairs of a box and a ray, box by box, that may meet before `until`: all that do are among them."""
        leaves = np.where(ways[2] > 0, self.top, self.bottom) - points[2]
        ends = points + ways * np.minimum(until, leaves * per[2])
        low, high = np.minimum(points, ends), np.maximum(points, ends)
        near = np.ones((len(self.boxes), len(until)), bool)
        for axis in (2, 0, 1):
            near &= low[axis] < self.sides[:, axis, 1:] + SLACK
            near &= high[axis] > self.sides[:, axis, :1] - SLACK
        boxes, rays = np.nonzero(near)
        return self.standing(boxes, rays, cells)

    def _crossed(self, boxes: Array, per: Array, base: Array) -> tuple[Array, Array]:
        """How far along its way a ray crosses the sides of its box along each axis (3, n): into, out of."""
        low, high = (self.sides[boxes, :, side].T * per + base for side in (0, 1))
        return np.minimum(low, high), np.maximum(low, high)

    def standing(self, boxes: Array, rays: Array, cells: Array) -> tuple[Array, Array]:
        """Of these pairs those whose box is in the cell of the ray; `cells` (2, n) has every ray's."""
        return boxes, rays

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
