"""python -m hardware.solids: make the printed parts and their pictures, and slice what has changed; with --slice all.

Needs the extra `hardware`, and who slices PrusaSlicer. Exit codes: 0 ok, 1 one of them is missing, a part does not fit
the bed or a file cannot be written.
"""

from __future__ import annotations

import sys

from hardware.extra import command, extra
from hardware.made import keep
from hardware.solids.bed import measures
from hardware.solids.origins import FOLDER
from hardware.solids.slicing import renew


@command("solids")
def main() -> None:
    if "--slice" not in sys.argv:
        with extra():
            from hardware.solids.shapes import size_of
            from hardware.solids.workshop import make, solids_of
        solids = solids_of()
        for name, solid in solids.items():
            print(f"{name}: {measures(size_of(solid))} mm")
        keep(FOLDER, make(solids))
    renew(all_prints="--slice" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
