"""Which copper is joined to which: islands of all layers, joined by plated holes. Knows no model: copper only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import shapely
from shapely import Geometry, Point, Polygon, STRtree

from hardware.gerbers.read import Plot

Island = tuple[str, int]  # its side, and its place among the islands of that side


class Joined:
    """The copper of a board as so many pieces; each island is in one of them."""

    def __init__(self, plot: Plot) -> None:
        self.islands = {side: np.array(copper.islands, dtype=object) for side, copper in plot.copper.items()}
        for islands in self.islands.values():
            shapely.prepare(islands)
        self._trees = {side: STRtree(islands) for side, islands in self.islands.items()}
        self._above: dict[Island, Island] = {}
        for hole in plot.holes:
            if hole.is_plated:
                self._join(self.touching(hole.shape))

    def touching(self, shape: Geometry, sides: Iterable[str] | None = None) -> list[Island]:
        """The islands that a shape meets, of some layers or of all."""
        return [
            (side, int(n))
            for side in sides or self.islands
            for n in self._trees[side].query(shape, predicate="intersects")
        ]

    def polygon(self, island: Island) -> Polygon:
        side, n = island
        return self.islands[side][n]

    def piece(self, island: Island) -> Island:
        """The island that stands for all it is joined to."""
        while island in self._above:
            island = self._above[island]
        return island

    def pieces(self) -> dict[Island, list[Island]]:
        """Every piece of copper, with its islands."""
        found: dict[Island, list[Island]] = {}
        for side, islands in self.islands.items():
            for n in range(len(islands)):
                found.setdefault(self.piece((side, n)), []).append((side, n))
        return found

    def neighbours(self, reach: float) -> Iterator[tuple[Island, Island, float]]:
        """Islands of a side that are no further apart than that and are not one piece; how far, in mm."""
        for side, islands in self.islands.items():
            for one, other in self._trees[side].query(islands, predicate="dwithin", distance=reach).T:
                here, there = (side, int(one)), (side, int(other))
                if one < other and self.piece(here) != self.piece(there):
                    yield here, there, float(shapely.distance(islands[one], islands[other]))

    def at(self, place: Point, side: str) -> Island | None:
        """The island in which a place is; None where there is no copper."""
        return next(iter(self.touching(place, (side,))), None)

    def near(self, place: Point, side: str, reach: float) -> Iterator[tuple[Island, float]]:
        """The islands no further than that from a place, and how far each is, in mm."""
        for n in self._trees[side].query(place, predicate="dwithin", distance=reach):
            yield (side, int(n)), float(shapely.distance(self.islands[side][n], place))

    def _join(self, islands: list[Island]) -> None:
        for island in islands[1:]:
            first, other = self.piece(islands[0]), self.piece(island)
            if first != other:
                self._above[other] = first
