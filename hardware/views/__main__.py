"""python -m hardware.views: draw what each seat's eye sees of the table. Needs the extra `hardware`.

Exit codes: 0 ok, 1 the extra is missing or measured.toml is wrong.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.extra import command, extra
from hardware.made import MADE, Made, keep, origin
from hardware.sources import sources

FOLDER = MADE / "views"
FILES = tuple(f"seat-{seat}.png" for seat in range(1, 7))  # what each seat sees in the middle of a match
MEASURED = MADE.parent / "product" / "measured.toml"  # a maker's, in place of what is computed


def origins() -> dict[str, str]:
    """Of each file what it depends on; the same for all: they show the same light."""
    return dict.fromkeys(FILES, origin([*sources([Path(__file__).with_name("whole.py")]), MEASURED]))


@command("views")
def main() -> None:
    with extra():
        from hardware.solids.picture import png
        from hardware.views.whole import COLOURS, pictures, table
    made = zip(FILES, pictures(table()), strict=True)
    keep(FOLDER, {name: Made(png(image, COLOURS), origins()[name]) for name, image in made})


if __name__ == "__main__":
    sys.exit(main())
