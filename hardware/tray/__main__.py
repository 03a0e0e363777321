"""python -m hardware.tray: write what the table's wood is cut by and which cables it has.

Exit codes: 0 ok, 1 a cable does not reach, or measures do not fit each other (then nothing is written).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from hardware.extra import command
from hardware.made import MADE, Made, keep, origin
from hardware.product import table as t
from hardware.product.table import Pod
from hardware.sources import sources
from hardware.tray.drawing import base_marks, dxf, frame_marks
from hardware.tray.fits import check_measures
from hardware.tray.routes import check_reach
from hardware.tray.tables import CABLE_HEAD, CUT_HEAD, as_csv, cables, cuts

FOLDER = MADE / "tray"
FILES = ("base.dxf", "frame.dxf", "cables.csv", "cuts.csv")


def make(pods: Sequence[Pod] = t.PODS) -> dict[str, Made]:
    """All files by their names; UserError if measures do not fit each other, or a cable does not reach a pod."""
    check_measures()
    check_reach(pods)
    contents = (dxf(base_marks()), dxf(frame_marks()), as_csv(CABLE_HEAD, cables()), as_csv(CUT_HEAD, cuts()))
    return {name: Made(content, origin_of_all()) for name, content in zip(FILES, contents, strict=True)}


def origin_of_all() -> str:
    return origin(sources([Path(__file__)]))


@command("tray")
def main() -> None:
    keep(FOLDER, make())


if __name__ == "__main__":
    sys.exit(main())
