"""A solid as 3MF: triangles in a fixed order, no dates. What is in it is the same each time.

It is compressed, which different versions of zlib do differently.
"""

from __future__ import annotations

import tomllib
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np

from hardware.solids.shapes import Solid

FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest date of a zip
PARTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def triangles(solid: Solid) -> Any:
    """The corners (n, 3, 3) of its surface; each triangle begins with its smallest corner, and they are in order."""
    mesh = solid.to_mesh()
    corners = mesh.vert_properties[:, :3][mesh.tri_verts].astype("<f4") + np.float32(0)  # no -0
    first = [min(range(3), key=lambda n: tuple(triangle[n])) for triangle in corners]
    turned = np.stack([np.roll(triangle, -n, axis=0) for triangle, n in zip(corners, first, strict=True)])
    return turned[np.lexsort(turned.reshape(-1, 9).T[::-1])]


def three_mf(name: str, solid: Solid) -> bytes:
    """As slicers like it: with its unit and its name."""
    corners = triangles(solid)
    vertices, numbers = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    points = "\n".join(f'<vertex x="{x:.5f}" y="{y:.5f}" z="{z:.5f}"/>' for x, y, z in vertices)
    faces = "\n".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in numbers.reshape(-1, 3))
    model = PARTS["model"].format(name=name, vertices=points, triangles=faces)
    kept = BytesIO()
    files = {"[Content_Types].xml": PARTS["types"], "_rels/.rels": PARTS["relations"], "3D/3dmodel.model": model}
    with ZipFile(kept, "w") as archive:
        for path, text in files.items():
            archive.writestr(ZipInfo(path, FIRST_DAY), text, ZIP_DEFLATED)
    return kept.getvalue()
