"""The table's 36 cells with what lies on each and the light each has, as an eye meets them. Needs numpy.

Cells (x, y) count from the left and the front. The light is that of `proofs.light`, traced in cells that are alike
all around; a cell beside a stack of another height gets and gives the light that its own kind would.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hardware.product.cell import SHEET_EDGE
from hardware.proofs.light import PLATE_BOX, SIDE, STACK_BOX, Lit
from hardware.proofs.rays import NEAR, TINY, Array, Lattice, Seen


class Grid(Lattice):
    """All kinds of cells in one lattice; of the boxes that are cards each stands only in the cells with its stack."""

    def __init__(self, kinds: Mapping[int, Lit], stacks: Array) -> None:
        bare = kinds[0].cell.lattice
        cards = {stack: lit.cell.lattice.boxes[STACK_BOX] for stack, lit in kinds.items() if stack}
        super().__init__([*bare.boxes, *cards.values()], bare.pitch, bare.start)
        self.kinds, self.stacks = kinds, stacks
        self.floor = int(np.argmin(self.sides[:, 2, 1]))
        self.fixed = len(bare.boxes)  # the boxes from this number on are cards
        self.stack_of = {self.fixed + n: stack for n, stack in enumerate(cards)}
        self.stack_with = np.array([self.stack_of.get(number, 0) for number in range(len(self.boxes))])
        self.first_cells = np.where(self.sides[:, :2, 0].T > SHEET_EDGE - TINY, -1, 0)
        self.bins_of = {stack: self._bins_in(lit.cell.lattice, stack) for stack, lit in kinds.items()}

    def _bins_in(self, lattice: Lattice, stack: int) -> Array:
        """Each bin's number in the lattice of cells with such stacks; -1 where that has none."""
        found = np.full(self.bins, -1)
        card = [number for number, height in self.stack_of.items() if height == stack]
        for theirs, ours in enumerate([PLATE_BOX, *card, *range(STACK_BOX, self.fixed)]):
            first, size = int(self.first[ours, 0, 0]), 2 * int(self.per_face[ours].sum())
            found[first : first + size] = int(lattice.first[theirs, 0, 0]) + np.arange(size)
        return found

    def standing(self, boxes: Array, rays: Array, cells: Array) -> tuple[Array, Array]:
        """The floor is everywhere, so that every ray ends; left and front of the first cells are the walls alone."""
        of = cells[:, rays]
        there = (of >= self.first_cells[:, boxes]).all(axis=0) & (of < SIDE).all(axis=0)
        x, y = np.where(there, of, 0)
        wanted = self.stack_with[boxes]
        there = (there & ((wanted == 0) | (self.stacks[x, y] == wanted))) | (boxes == self.floor)
        return boxes[there], rays[there]

    def luminances(self, seen: Seen, lights: Array) -> tuple[Array, Array]:
        """LED light (n, k) and room light (n) of what is seen; `lights` (6, 6, k) are parts of a traced cell's."""
        own, room = np.zeros((len(seen.boxes), lights.shape[-1])), np.zeros(len(seen.boxes))
        x, y = np.clip(seen.cells, 0, SIDE - 1)
        for stack, lit in self.kinds.items():
            some = np.flatnonzero((seen.boxes >= 0) & (self.stacks[x, y] == stack))
            bins = self.bins_of[stack][seen.bins[some]]
            own[some], room[some] = shining(lit, lights, seen.cells[:, some], bins), lit.room[bins]
        return own, room


def shining(lit: Lit, lights: Array, cells: Array, bins: Array) -> Array:
    """The LED light (n, k) of bins of these cells, by all nine around each; `lights` (6, 6, k) as above."""
    around = np.pad(lights, ((NEAR, NEAR), (NEAR, NEAR), (0, 0)))
    found = np.zeros((len(bins), lights.shape[-1]))
    x, y = np.clip(cells, -1, SIDE) + NEAR
    for near in range(NEAR * NEAR):
        dy, dx = (each - NEAR // 2 for each in divmod(near, NEAR))
        found += around[x - dx, y - dy] * lit.own[near, bins][:, None]
    return found
