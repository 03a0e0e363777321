"""How different two lights look to eyes that tell all colours apart, and to eyes that cannot. Knows no table.

Lights are XYZ, (n, 3), with Y as luminance. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = Any  # of numpy

# Source: IEC 61966-2-1, linear sRGB to XYZ
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
# Source: Vienot, Brettel and Mollon 1999, "Digital video colourmaps for checking the legibility of displays by
# dichromats": linear RGB to cones, and what the missing cone (long: protan, middle: deutan) is taken to say
TO_CONES = np.array([[17.8824, 43.5161, 4.11935], [3.45565, 27.1554, 3.86714], [0.0299566, 0.184309, 1.46709]])
LACKING = {
    "protan": np.array([[0, 2.02344, -2.52581], [0, 1, 0], [0, 0, 1]]),
    "deutan": np.array([[1, 0, 0], [0.494207, 0, 1.24827], [0, 0, 1]]),
}
DARK, SLOPE, OFFSET = 216 / 24389, 841 / 108, 4 / 29  # of CIE Lab's root, where it is a straight line


def _as_seen(lacking: Array) -> Array:
    to_cones = TO_CONES @ np.linalg.inv(TO_XYZ)
    return np.linalg.inv(to_cones) @ lacking @ to_cones


EYES: Mapping[str, Array] = {"all": np.eye(3), **{name: _as_seen(lacking) for name, lacking in LACKING.items()}}


def of_chromaticity(x: float, y: float) -> Array:
    """XYZ of luminance 1."""
    return np.array([x / y, 1.0, (1 - x - y) / y])


def lab(lights: Array, white: Array) -> Array:
    """Source: CIE 15, L*a*b* against what the eye takes for white."""
    parts = lights / white
    x, y, z = np.where(parts > DARK, np.cbrt(parts), SLOPE * parts + OFFSET).T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def distances(lights: Array, white: Array, eye: str = "all") -> Array:
    """Of each light from each other (n, n), as CIE 1976 counts: about 2 are just told apart side by side."""
    places = lab(lights @ EYES[eye].T, white)
    found: Array = np.linalg.norm(places[:, None] - places[None], axis=-1)
    return found
