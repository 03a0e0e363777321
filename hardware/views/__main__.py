"""python -m hardware.views: draw what each seat's eye sees of the table. Needs the extra `hardware`.

Exit codes: 0 ok, 1 the extra is missing or measured.toml is wrong.
"""

from __future__ import annotations

import sys

from hardware.extra import command, extra
from hardware.made import Made, keep
from hardware.views.origins import FOLDER, file_names, origins


@command("views")
def main() -> None:
    with extra():
        from hardware.solids.picture import png
        from hardware.views.whole import COLOURS, pictures, table
    made = zip(file_names(), pictures(table()), strict=True)
    keep(FOLDER, {name: Made(png(image, COLOURS), origins()[name]) for name, image in made})


if __name__ == "__main__":
    sys.exit(main())
