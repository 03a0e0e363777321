"""python -m hardware.solids: make the printed parts as STL and 3MF with their pictures. Needs the extra `hardware`.

Exit codes: 0 ok, 1 the extra is missing, a part does not fit the bed or a file cannot be written, 2 usage.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from glowtable.messages import FAILED, UserError
from glowtable.terminal.translator import Translator

from hardware.extra import extra
from hardware.made import keep
from hardware.solids.bed import bed_of, measures
from hardware.solids.origins import FOLDER
from hardware.solids.sizes import BED, TILE_CELLS


@dataclass(frozen=True)
class Wish:
    """What a maker asks for: a bed in mm, cells in a row of a tile, and where the files go."""

    bed: tuple[float, float, float] = BED
    cells: int = TILE_CELLS
    to: Path = FOLDER


def main(arguments: Sequence[str]) -> int:
    try:
        fulfil(_wish(arguments))
    except UserError as error:
        print(f"solids: {Translator('en').text(error.message)}", file=sys.stderr)
        return error.exit_code
    except OSError as error:
        print(f"solids: {error.filename}: {error.strerror}", file=sys.stderr)
        return FAILED
    return 0


def fulfil(wish: Wish) -> None:
    with extra():
        from hardware.solids.shapes import size_of
        from hardware.solids.workshop import make, solids_of
    solids = solids_of(wish.bed, wish.cells)
    for name, solid in solids.items():
        print(f"{name}: {measures(size_of(solid))} mm")
    keep(wish.to, make(solids))


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
