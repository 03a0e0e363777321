"""How the table's plate bends: a thin plate after Kirchhoff, by the method of Ritz in Legendre polynomials.

Its edges are free, its corners square. Where it has shades and braces it is thicker, as if they grew from its middle,
which is less stiff than bars below it; legs, hooks and rod stiffen nothing. Forces in N, lengths in mm. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.polynomial import legendre

from hardware.product import cell
from hardware.product.cell import Spot

Array: TypeAlias = Any  # of numpy; the first axis counts points
Thickness = Callable[[Array], Array]  # in mm, of a plate at points (n, 2)
POISSON = 0.38  # of PETG
DEGREE = 16  # of x and y together: with two more, the plate is softer by 1 %, and a press tilts it by as much as before
GRID = 160  # x 160 places, over which the stiffness is summed
SOFT = 0.02  # of the softest way to bend: what is stiffer by more is left out
HALF = cell.PLATE_HALF


class Bends(NamedTuple):
    """Ways in which a plate bends under forces at certain spots, each with a stiffness of 1 N/mm."""

    shares: Array  # (polynomials, ways)

    def at(self, points: Array) -> Array:
        """How far each way moves the plate at points (n, 2), in mm."""
        found: Array = _polynomials(points) @ self.shares
        return found


STIFF = Bends(np.zeros(((DEGREE + 1) * (DEGREE + 2) // 2 - 3, 0)))  # of a plate that never bends


def thickness(points: Array) -> Array:
    """Of the table's plate at points (n, 2), in mm, with its shades and braces."""
    x, y = np.abs(points).T
    off = np.maximum(np.abs(x - cell.LED[0]), np.abs(y - cell.LED[1]))
    shades = sum(mm * (off < wide / 2) for wide, mm in cell.SHADE)
    width, down = cell.BRACE
    apart = cell.SHADES_APART / 2
    on_brace = (np.minimum(x, y) < apart) & (np.abs(np.maximum(x, y) - cell.LED[0]) < width / 2)
    return cell.PLATE[1] - cell.PLATE[0] + shades + down * on_brace


@cache
def bends(spots: tuple[Spot, ...], thick: Thickness = thickness, poisson: float = POISSON) -> Bends:
    """All that forces at these spots, and a press anywhere, do to these; depth and tilt of the whole are left out."""
    loads = _polynomials(np.array(spots, float)).T
    bent = np.linalg.solve(_stiffness(thick, poisson), loads)
    soft, mixed = np.linalg.eigh(loads.T @ bent)
    kept = soft > SOFT * soft[-1]
    return Bends(bent @ mixed[:, kept] / np.sqrt(soft[kept]))


def _stiffness(thick: Thickness, poisson: float) -> Array:
    """The energy of bending is half of this between two rows of shares of the polynomials."""
    along = ((np.arange(GRID) + 0.5) / GRID * 2 - 1) * HALF
    points = np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)
    plate = cell.PETG_MPA * thick(points) ** 3 / 12 / (1 - poisson**2) * (2 * HALF / GRID) ** 2
    xx, yy, xy = (_polynomials(points, order) for order in ((2, 0), (0, 2), (1, 1)))
    found: Array = (xx.T * plate) @ (xx + poisson * yy) + (yy.T * plate) @ (yy + poisson * xx)
    return found + 2 * (1 - poisson) * (xy.T * plate) @ xy


def _polynomials(points: Array, order: Sequence[int] = (0, 0)) -> Array:
    """Each polynomial of degree 2 and more at each point, or its derivative: so many times along x, and along y."""
    x, y = (_along(each / HALF, times) for each, times in zip(points.T, order, strict=True))
    pairs = [(i, j) for i, j in product(range(DEGREE + 1), repeat=2) if 2 <= i + j <= DEGREE]
    return np.stack([x[i] * y[j] for i, j in pairs], axis=1)


def _along(at: Array, times: int) -> list[Array]:
    rows = (legendre.legder([0.0] * n + [1.0], times) for n in range(DEGREE + 1))
    return [legendre.legval(at, row) / HALF**times for row in rows]
