"""python -m hardware.solids: make the printed parts as STL and 3MF with their pictures. Needs the extra `hardware`.

Exit codes: 0 ok, 1 a part does not fit the bed or a file cannot be written, 2 usage.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from glowtable.screen import Tongue
from glowtable.trouble import FAILED, Trouble

from hardware.made import Made, keep
from hardware.solids.assembled import Placed, exploded, table
from hardware.solids.bed import bed_of, check_bed, check_cells, measures
from hardware.solids.files import stl, three_mf
from hardware.solids.origins import FOLDER, origin_of_all
from hardware.solids.parts import MAKERS, tile
from hardware.solids.picture import View, picture, png, side_by_side
from hardware.solids.shapes import Solid, size_of
from hardware.solids.sizes import BED, TILE_CELLS

PLASTIC = (210, 214, 220)
ABOVE, BELOW = View(28, 38), View(28, -38)
SCENES = {"table": (table, View(14, 58), 1400, 1250), "cell": (exploded, View(35, 20), 700, 900)}


@dataclass(frozen=True)
class Wish:
    """What a maker asks for: a bed in mm, cells in a row of a tile, and where the files go."""

    bed: tuple[float, float, float] = BED
    cells: int = TILE_CELLS
    to: Path = FOLDER


def main(arguments: Sequence[str]) -> int:
    try:
        wish = _wish(arguments)
        solids = solids_of(wish)
        for name, solid in solids.items():
            print(f"{name}: {measures(size_of(solid))} mm")
        keep(wish.to, make(solids))
    except Trouble as trouble:
        print(f"solids: {Tongue('en').text(trouble.message)}", file=sys.stderr)
        return trouble.exit_code
    except OSError as error:
        print(f"solids: {error.filename}: {error.strerror}", file=sys.stderr)
        return FAILED
    return 0


def solids_of(wish: Wish) -> dict[str, Solid]:
    """Every part by its name; Trouble for one that does not fit the bed."""
    check_cells(wish.cells)
    makers: dict[str, Callable[[], Solid]] = {**MAKERS, "tile": partial(tile, wish.cells)}
    solids = {name: maker() for name, maker in makers.items()}
    for name, solid in solids.items():
        check_bed(name, size_of(solid), wish.bed)
    return solids


def make(solids: Mapping[str, Solid]) -> dict[str, Made]:
    """All files by their names."""
    origin = origin_of_all()
    made = {}
    for name, solid in solids.items():
        views = [picture([Placed(solid, PLASTIC)], view, 640, 520) for view in (ABOVE, BELOW)]
        made[f"{name}.stl"] = Made(stl(solid), origin)
        made[f"{name}.3mf"] = Made(three_mf(name, solid), origin)
        made[f"{name}.png"] = Made(png(side_by_side(views)), origin)
    for name, (scene, view, width, height) in SCENES.items():
        made[f"{name}.png"] = Made(png(picture(list(scene()), view, width, height)), origin)
    return made


def _wish(arguments: Sequence[str]) -> Wish:
    parser = argparse.ArgumentParser(prog="solids", description="Make the printed parts and their pictures.")
    parser.add_argument(
        "--bed", default=measures(BED).replace(" ", ""), help="of your printer, in mm (default: %(default)s)"
    )
    parser.add_argument("--cells", type=int, default=TILE_CELLS, help="in a row of a tile (default: %(default)s)")
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder for the files")
    args = parser.parse_args(arguments)
    return Wish(bed_of(args.bed), args.cells, args.to)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
