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
        from hardware.views.whole import pictures, png, table
    made = zip(file_names(), map(png, pictures(table())), strict=True)
    keep(FOLDER, {name: Made(content, origins()[name]) for name, content in made})


if __name__ == "__main__":
    sys.exit(main())
